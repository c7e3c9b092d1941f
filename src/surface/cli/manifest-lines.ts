// A walk by typed lines, for scripts and plain terminals: `open id`, `look a b`, `close id`, `related id`, `filter k=v`,
// `search words`, `index`, `quit`.
import { PithError } from "../../base/error.ts";
import { nearestNames } from "../../base/order.ts";
import type { ManifestWalk } from "../../engine/manifest-walk.ts";
import { quote } from "../parameters.ts";

const COMMANDS = ["index", "look", "open", "close", "related", "filter", "search", "help", "quit"] as const;
export const HELP =
  "index · look ID… · open ID [summary] · close ID · related ID · filter NAME=VALUE… · search WORDS · quit";

/** The finished text; null for the end. Throws as the walk does, and ARGUMENT_INVALID. */
export function walkLine(walk: ManifestWalk, line: string): string | null {
  const [command = "", ...words] = line.trim().split(/\s+/);
  const rest = line.trim().slice(command.length).trim();
  const one = (): string => {
    if (rest !== "") return rest;
    throw new PithError("ARGUMENT_INVALID", `${command} needs the id of a node.`, {
      subject: command,
      next: "Take one from the index.",
    });
  };
  switch (command) {
    case "":
    case "index":
      return walk.index();
    case "look":
      one();
      return walk.look(words);
    case "open":
      return words.at(-1) === "summary" && words.length > 1
        ? walk.open(words.slice(0, -1).join(" "), "summary")
        : walk.open(one());
    case "close":
      return walk.close(one());
    case "related":
      return walk.related(one());
    case "filter": {
      const pairs = words.map(
        (pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const,
      );
      if (pairs.length > 0 && words.every((pair) => pair.indexOf("=") > 0))
        return walk.filter(Object.fromEntries(pairs));
      throw new PithError("ARGUMENT_INVALID", "filter takes NAME=VALUE.", {
        subject: "filter",
        next: "Such as: filter kind=guide",
      });
    }
    case "search":
      if (rest === "")
        throw new PithError("ARGUMENT_INVALID", "search needs words.", {
          subject: "search",
          next: "Such as: search install on windows",
        });
      return walk.search(rest);
    case "help":
      return `${HELP}\n`;
    case "quit":
    case "exit":
      return null;
    default: {
      const near = nearestNames(command, COMMANDS);
      throw new PithError("ARGUMENT_INVALID", `There is no step ${quote(command)}.`, {
        subject: command.slice(0, 80),
        next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : HELP,
      });
    }
  }
}
