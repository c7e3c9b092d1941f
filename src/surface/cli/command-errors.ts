// What was wrong with the words that were typed? Commander's findings in our own form: code, sentence, next step.
import type { CommanderError } from "commander";
import { PithError } from "../../base/error.ts";
import { nearestNames } from "../../base/order.ts";
import { type Entry, typedName } from "../entry.ts";
import { groupNamed } from "./command-groups.ts";
import { brief, quote } from "../parameters.ts";
import { commandLineName, ENTRIES, flagNames, positions } from "./flags.ts";

/** What commander found wrong, as one of our errors; null: help or version was shown, and all is well. `typed`: the word after the command. */
export function fromCommander(
  error: CommanderError,
  commandName: string | undefined,
  typed: string | undefined,
): PithError | null {
  const subject = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  const entry = ENTRIES.find((e) => e.name === commandName);
  const group = commandName === undefined ? undefined : groupNamed(commandName);
  switch (error.code) {
    case "commander.help":
    case "commander.helpDisplayed":
    case "commander.version":
      return null;
    case "commander.unknownOption":
      return unknownFlag(subject, entry);
    case "commander.unknownCommand":
      return unknownCommand(subject);
    case "commander.optionMissingArgument": {
      const flag = subject.split(/[ ,]+/).find((part) => part.startsWith("--")) ?? subject;
      return new PithError("ARGUMENT_INVALID", `${flag} needs a value.`, {
        subject: flag,
        next: `See \`pith help${helpName(entry)}\`.`,
      });
    }
    case "commander.excessArguments": {
      if (group !== undefined) return unknownUnder(group.name, typed);
      const names = entry === undefined ? [] : positions(entry).map((p) => commandLineName(p));
      const takes = names.length === 0 ? "no arguments" : names.join(" ");
      return new PithError(
        "ARGUMENT_INVALID",
        `${entry === undefined ? "pith" : typedName(entry)} was given too many arguments.`,
        {
          subject: entry?.name ?? "",
          next: `It takes ${takes}. Quote what belongs together.`,
        },
      );
    }
    default:
      return new PithError("ARGUMENT_INVALID", brief(error.message.replace(/^error: /, "")), {
        subject,
        next: `See \`pith help${helpName(entry)}\`.`,
      });
  }
}

function unknownFlag(flag: string, entry: Entry | undefined): PithError {
  const name = flag.split("=", 1)[0] ?? flag;
  const known = entry === undefined ? ["--help", "--version"] : flagNames(entry);
  if (flag !== name && known.includes(name)) {
    return new PithError("ARGUMENT_INVALID", `${name} takes no value.`, {
      subject: name,
      next: `Write ${name} alone.`,
    });
  }
  const near = nearestNames(name, known);
  const hints =
    entry === undefined
      ? "A command is needed beside the flags, such as `pith context <query> --budget 2000`."
      : `See \`pith help${helpName(entry)}\`. Put \`--\` before words that begin with a dash.`;
  return new PithError(
    "ARGUMENT_UNKNOWN",
    `${entry === undefined ? "pith" : typedName(entry)} has no flag ${quote(name)}.`,
    {
      subject: brief(name),
      next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : hints,
    },
  );
}

/** Throws for a topic that is no command: the general help would hide the slip. */
export function helpTopic(name: string): void {
  if (
    name !== "help" &&
    !name.startsWith("-") &&
    !ENTRIES.some((entry) => entry.name === name) &&
    groupNamed(name) === undefined
  )
    throw unknownCommand(name, "`pith --help` lists the commands.");
}

function helpName(entry: Entry | undefined): string {
  return entry === undefined ? "" : ` ${typedName(entry)}`;
}

function unknownUnder(group: string, word: string | undefined): PithError {
  const known = groupNamed(group)!.entries.map((entry) => typedName(entry).slice(group.length + 1));
  const near = nearestNames(word ?? "", known);
  return new PithError("OPERATION_UNKNOWN", `pith ${group} has no command ${quote(word ?? "")}.`, {
    subject: brief(word ?? ""),
    next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `It has ${known.join(", ")}.`,
  });
}

function unknownCommand(
  name: string,
  otherwise = `To ask about it: \`pith context ${brief(name)}\`. All commands: \`pith --help\`.`,
): PithError {
  const near = nearestNames(name, ENTRIES.map(typedName));
  return new PithError("OPERATION_UNKNOWN", `There is no command ${quote(name)}.`, {
    subject: brief(name),
    next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : otherwise,
  });
}
