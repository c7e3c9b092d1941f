// The tool set `manifest`: five tools to walk any manifest inside a budget that the server keeps. A walk lives as long as its
// client, or under the name that the client gives it.
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { nearestNames } from "../../base/order.ts";
import { findManifests } from "../../engine/find-manifests.ts";
import { fileStamp } from "../../manifest/file-stamp.ts";
import { ManifestWalk, type WalkOptions } from "../../engine/manifest-walk.ts";
import { openManifest } from "../../manifest/open-manifest.ts";
import type { LeafLevel } from "../../manifest/walk.ts";
import { isInside, realPlace } from "../../files/guard.ts";
import type { ArgumentSchema, CompatCall, CompatSet, CompatTool } from "../compat/compat-set.ts";
import { quote } from "../parameters.ts";

/** Walks that a server holds; the one that was used longest ago ends first. */
const MOST_WALKS = 64;
const LONGEST_ID = 1_000;
const MOST_IDS = 50;
const LONGEST_QUERY = 2_000;
const MOST_BUDGET = 10_000_000;

/** Ways of walking that are remembered of walks that have ended. */
const MOST_REMEMBERED = 4_096;

interface Held {
  walk: ManifestWalk;
  stamp: string;
}

/** `files`: manifests that the person named; without any those in the root are offered. */
export function manifestTools(files: readonly string[]): CompatSet {
  const walks = new Map<string, Held>();
  /** What a client asked to walk within holds for its later walks too: none of them is wider than it knows. */
  const asked = new Map<string, WalkOptions>();
  const clients = new WeakMap<object, number>();
  let numbered = 0;
  const keyOf = ({ args, client }: CompatCall, path: string): string => {
    const named = args["session"];
    if (typeof named === "string") return `name ${named} ${path}`;
    let number = clients.get(client);
    if (number === undefined) clients.set(client, (number = ++numbered));
    return `client ${number} ${path}`;
  };
  const offered = ({ root }: CompatCall): Map<string, string> =>
    files.length > 0
      ? givenNames(files)
      : new Map(findManifests(root).map((path) => [path, join(root, path)]));
  const pathOf = (call: CompatCall): string => {
    const known = offered(call);
    const named = call.args["manifest"];
    if (typeof named !== "string") {
      const [only] = known.values();
      if (known.size === 1) return only!;
      throw new PithError(
        "ARGUMENT_INVALID",
        known.size === 0 ? "There is no manifest here." : `There are ${known.size} manifests here.`,
        {
          subject: "manifest",
          next:
            known.size === 0
              ? "`pith manifest build` makes one; or start the server with --manifest FILE."
              : `Name one: ${[...known.keys()].slice(0, 20).join(", ")}.`,
        },
      );
    }
    const found = known.get(named) ?? [...known].find(([name]) => basename(name) === named)?.[1];
    if (found !== undefined) return found;
    // One that has another name than builds give; inside the root alone, since a model names it.
    const path = named.includes("\0") ? "" : realPlace(resolve(call.root, named));
    if (
      files.length === 0 &&
      path !== "" &&
      isInside(path, realPlace(call.root)) &&
      statSync(path, { throwIfNoEntry: false })?.isFile() === true
    )
      return path;
    const near = nearestNames(named, [...known.keys()]);
    throw new PithError("ARGUMENT_INVALID", `There is no manifest ${quote(named)} here.`, {
      subject: "manifest",
      next:
        near.length > 0
          ? `Did you mean ${near.join(" or ")}?`
          : known.size === 0
            ? "`pith manifest build` makes one."
            : `There are ${[...known.keys()].slice(0, 20).join(", ")}.`,
    });
  };
  /** `first`: its first answer, where that has to have room. The walk that is under way goes on where one can't begin. */
  const begin = <T>(key: string, path: string, options: WalkOptions, first: (walk: ManifestWalk) => T): T => {
    const opened = openManifest(path);
    let walk: ManifestWalk;
    let answer: T;
    try {
      walk = new ManifestWalk(opened, options);
      answer = first(walk);
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
    end(key);
    walks.set(key, { walk, stamp: fileStamp(path) });
    keepLast(asked, key, options, MOST_REMEMBERED);
    for (const oldest of walks.keys()) {
      if (walks.size <= MOST_WALKS) break;
      end(oldest);
    }
    return answer;
  };
  const end = (key: string): void => {
    const held = walks.get(key);
    walks.delete(key);
    held?.walk.opened[Symbol.dispose]();
  };
  /** The walk that is under way, or a new one, within what was asked for before. */
  const walkOf = (call: CompatCall): ManifestWalk => {
    const path = pathOf(call);
    const key = keyOf(call, path);
    const held = walks.get(key);
    if (held?.stamp !== fileStamp(path)) {
      const before = asked.get(key);
      const walk = begin(key, path, before ?? {}, (begun) => begun);
      if (held !== undefined) walk.say("The manifest has changed: this is a new walk.");
      else if (before !== undefined) walk.say("The walk before has ended: this is a new one.");
      return walk;
    }
    walks.delete(key);
    walks.set(key, held);
    return held.walk;
  };
  const step =
    (work: (walk: ManifestWalk, args: CompatCall["args"]) => string): CompatTool["answer"] =>
    async (call) =>
      work(walkOf(call), call.args);
  return {
    name: "manifest",
    instructions:
      "Walk a manifest: manifest_index shows its parts with costs in tokens, manifest_open goes into one, down to a leaf with content; manifest_find goes straight to what answers. The budget is kept here: close what you no longer need.",
    tools: [
      {
        name: "manifest_index",
        description:
          "Begin a walk: the parts of a manifest, each with id, cost and what it is. Again: what is in view and not opened.",
        arguments: {
          manifest,
          session,
          budget: {
            type: "integer",
            description: "Begin anew with so many tokens.",
            minimum: 64,
            maximum: MOST_BUDGET,
          },
          mode: {
            type: "string",
            description: "local: short lines; remote: full lines, small leaves at once.",
            enum: ["local", "remote"],
          },
        },
        readOnly: true,
        async answer(call) {
          const { args } = call;
          const path = pathOf(call);
          const begins = args["budget"] !== undefined || args["mode"] !== undefined;
          return begins
            ? begin(keyOf(call, path), path, optionsOf(args), (walk) => walk.index())
            : walkOf(call).index();
        },
      },
      {
        name: "manifest_look",
        description: "Nodes in full, what and when, without opening them.",
        arguments: { ids: { ...ids, description: "Ids of nodes." }, manifest, session },
        required: ["ids"],
        readOnly: true,
        answer: step((walk, args) => walk.look(args["ids"] as string[])),
      },
      {
        name: "manifest_open",
        description: "Open a node: a branch shows its parts, a leaf its content.",
        arguments: {
          id,
          level: { type: "string", description: "Of a leaf.", enum: ["full", "summary"], default: "full" },
          manifest,
          session,
        },
        required: ["id"],
        readOnly: true,
        answer: step((walk, args) => walk.open(args["id"] as string, args["level"] as LeafLevel)),
      },
      {
        name: "manifest_close",
        description: "Close a node that is no longer needed: its tokens are free again.",
        arguments: { id, manifest, session },
        required: ["id"],
        readOnly: true,
        answer: step((walk, args) => walk.close(args["id"] as string)),
      },
      {
        name: "manifest_find",
        description: "Nodes anywhere: by words, by facets, or see-also of a node.",
        arguments: {
          query: { type: "string", description: "What is looked for.", maxLength: LONGEST_QUERY },
          facets: {
            type: "array",
            description: "name=value, all of them.",
            items: { type: "string", maxLength: 200 },
            maxItems: 20,
          },
          related: { ...id, description: "Id of a node: what it leads to." },
          manifest,
          session,
        },
        readOnly: true,
        answer: step(find),
      },
    ],
  };
}

const manifest: ArgumentSchema = {
  type: "string",
  description: "Which, where there are several.",
  maxLength: LONGEST_ID,
};
const session: ArgumentSchema = { type: "string", description: "Name of a walk of its own.", maxLength: 200 };
const id: ArgumentSchema = { type: "string", description: "Id of the node.", maxLength: LONGEST_ID };
const ids: ArgumentSchema = {
  type: "array",
  description: "Ids.",
  items: { type: "string", maxLength: LONGEST_ID },
  maxItems: MOST_IDS,
};

function optionsOf(args: CompatCall["args"]): WalkOptions {
  return {
    ...(args["budget"] !== undefined && { budget: args["budget"] as number }),
    ...(args["mode"] !== undefined && { mode: args["mode"] as string }),
  };
}

function find(walk: ManifestWalk, { query, facets, related }: CompatCall["args"]): string {
  const given = [query, facets, related].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new PithError(
      "ARGUMENT_INVALID",
      given.length === 0 ? "Nothing to find was given." : "Only one way to find can be asked for at once.",
      {
        subject: "query",
        next: "Give query, or facets, or related.",
      },
    );
  if (typeof query === "string") return walk.search(query);
  if (typeof related === "string") return walk.related(related);
  const pairs = (facets as string[]).map((pair) => {
    const at = pair.indexOf("=");
    if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    throw new PithError("ARGUMENT_INVALID", `${quote(pair)} is no facet.`, {
      subject: "facets",
      next: 'Give name=value, such as "kind=guide".',
    });
  });
  return walk.filter(Object.fromEntries(pairs));
}

/** By the names of the files, or by their paths where several have one name. */
function givenNames(files: readonly string[]): Map<string, string> {
  const names = files.map((path) => basename(path));
  return new Map(
    files.map((path, i) => [
      names.indexOf(names[i]!) === names.lastIndexOf(names[i]!) ? names[i]! : path,
      path,
    ]),
  );
}

function keepLast<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
}
