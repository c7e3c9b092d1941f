// `pith init`: the instructions for agents in the files that a repository has for them. Nothing else is needed: settings have
// defaults, and what Pith derives lies in the user's cache folder, so that there is nothing to ignore.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isPithError } from "../../base/error.ts";
import { userPlace } from "../../config/user-folders.ts";
import { aboveOf, relativePath, rootAskedFor } from "../../files/guard.ts";
import type { Root } from "../../files/guard.ts";
import { readTrackedPaths } from "../../git/index-file.ts";
import { shownPath } from "../../redact/shown-path.ts";
import type { RawCommand } from "../cli/collect-arguments.ts";
import { commandLineName } from "../cli/flags.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import { BLOCK_MARKS, instructionLines } from "./agent-text.ts";
import { carryOut } from "./consent.ts";
import type { Change } from "./consent.ts";
import { editRecords, recordOf } from "./edit-record.ts";
import { openToEdit, removeEmpty } from "./file-to-edit.ts";
import type { FileToEdit } from "./file-to-edit.ts";
import { hasBlock, putBlock, takeBlock } from "./marked-block.ts";

/** Files of instructions that agents read in a project, the one for all of them first. */
const FILES = [
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
];

const WHAT = "instructions";

export async function runInit(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const root = rootAskedFor(args["root"] as string | undefined, { cwd: terminal.cwd });
  const named = ((args["file"] as string[] | undefined) ?? []).map((path) => relativePath(root, path));
  const removes = args["remove"] === true;
  const notes: string[] = [];
  const changes = removes
    ? blockRemovals(root, named, terminal, notes)
    : blockAdditions(root, named, terminal, notes);
  if (changes.length === 0) {
    const nothing = removes
      ? "There is no block of Pith in the files of instructions."
      : "The files of instructions say so already.";
    await write(
      terminal.stdout,
      `${[...notes, ...(removes || notes.length === 0 ? [nothing] : [])].join("\n")}\n`,
    );
    return 0;
  }
  const outcome = await carryOut(changes, {
    yes: args["yes"] === true,
    dryRun: args["dryRun"] === true,
    terminal,
    question: removes ? "Take it out?" : "Write this?",
  });
  const next = removes
    ? notes
    : [...notes, NOTHING_ELSE, "Next: `pith setup` for the agents on this machine."];
  if (outcome !== "declined" && next.length > 0) await write(terminal.stdout, `${next.join("\n")}\n`);
  return outcome === "declined" ? 1 : 0;
}

const NOTHING_ELSE =
  "Nothing else is needed: no index, no pith.json (`pith config` shows the defaults), nothing to ignore (the index lies in your cache folder).";

/** `named` files are made where they are missing; of the others only one, and only if nobody took it away. */
export function blockAdditions(
  root: Root,
  named: readonly string[],
  terminal: Terminal,
  notes: string[],
): Change[] {
  const records = editRecords(userPlace(terminal.env));
  const files = filesOf(root, named, notes);
  let chosen = distinct(files.filter(({ before }) => before !== null || named.length > 0));
  if (named.length === 0) chosen = chosen.filter((file) => !readsAnother(file, chosen));
  if (chosen.length === 0) {
    const [first] = files;
    if (first === undefined) return [];
    if (records.read(first, WHAT) !== null || isTracked(root, first.shown)) {
      notes.push(
        `There was an ${first.shown} and it was removed: it is not made again. To have it all the same: pith init --file ${first.shown}`,
      );
      return [];
    }
    chosen = [first];
  }
  return chosen.flatMap((file) => {
    const after = putBlock(file.before, BLOCK_MARKS, instructionLines());
    if (after === file.before) return [];
    const record = file.before === null ? recordOf(file, after, []) : null;
    return [
      {
        file,
        after,
        done: (folders: readonly string[]) => {
          if (record !== null) records.write(file, WHAT, { ...record, folders: [...folders] });
        },
      },
    ];
  });
}

/** Of the named files alone, where some are named. */
export function blockRemovals(
  root: Root,
  named: readonly string[],
  terminal: Terminal,
  notes: string[],
): Change[] {
  const records = editRecords(userPlace(terminal.env));
  return distinct(filesOf(root, named, notes)).flatMap((file) => {
    const after = file.before === null ? undefined : takeBlock(file.before, BLOCK_MARKS);
    if (after === undefined) return [];
    return [
      {
        file,
        after,
        done: () => {
          if (after === null) removeEmpty(records.read(file, WHAT)?.folders ?? []);
          records.forget(file, WHAT);
        },
      },
    ];
  });
}

/** Those that nobody named may be anything: one that can't be edited keeps no other from it, save the one that would be made. */
function filesOf(root: Root, named: readonly string[], notes: string[]): FileToEdit[] {
  if (named.length > 0)
    return named.map((path) => openToEdit(path, { shown: shownPath(path), inside: root }));
  return FILES.flatMap((path) => {
    // A folder of that name is another thing.
    if (path === ".clinerules" && existsSync(join(root.path, path, "."))) return [];
    try {
      return [openToEdit(path, { shown: path, inside: root })];
    } catch (error) {
      if (path === FILES[0] || !isPithError(error)) throw error;
      notes.push(`Left as it is: ${error.message}`);
      return [];
    }
  });
}

/** Links to one file are that file. */
function distinct(files: readonly FileToEdit[]): FileToEdit[] {
  return files.filter(({ real }, i) => files.findIndex((other) => other.real === real) === i);
}

/** A `CLAUDE.md` with the line `@AGENTS.md` has it read with it: twice the same would be paid for twice. */
function readsAnother({ shown, before }: FileToEdit, chosen: readonly FileToEdit[]): boolean {
  if (before === null || hasBlock(before, BLOCK_MARKS)) return false;
  const lines = new Set(before.split(/\r?\n/).map((line) => line.trim().replace(/^@\.\//, "@")));
  return chosen.some((other) => other.shown !== shown && lines.has(`@${other.shown}`));
}

/** In Git's list, and not on disk: somebody removed it. */
function isTracked(root: Root, path: string): boolean {
  const { repository } = root;
  return repository !== null && readTrackedPaths(repository)?.paths.includes(aboveOf(root) + path) === true;
}
