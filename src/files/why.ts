// Why is a path read, or not? The rule with its file and line, or the reason.
import type { WalkConfig, WalkedFile, WalkOptions } from "./walk.ts";
import { walkFiles } from "./walk.ts";
import { isPithError } from "../base/error.ts";
import { gitPlace } from "../git/settings.ts";
import { leadsOutByName, outside, resolveInside } from "./guard.ts";
import type { Root } from "./guard.ts";
import { readTextFile } from "./read.ts";
import type { Decision } from "./rule-stack.ts";
import { SKIP_REASONS } from "./skip-reasons.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { TreeWalker } from "./tree-walker.ts";
import type { Ceilings } from "../config/load.ts";

export interface WhyRule {
  /** Path of the rule file: from the top of the work tree, or absolute. */
  source: string;
  /** 0 where the pattern is not shown. */
  line: number;
  /** Empty for a file outside the tree that the repository itself names: its lines are not shown. */
  pattern: string;
}

export interface Why {
  /** Relative to the root; a folder ends in a slash. */
  path: string;
  status: "included" | "skipped" | "missing";
  reason: SkipReason | null;
  /** The folder of the path that is left out as a whole, where it is not the path itself. */
  through: string | null;
  /** The rule that leaves it out; for an included path, the `!` rule that takes it in. */
  rule: WhyRule | null;
  /** Git tracks it, or something below it; also where it is left out. */
  tracked: boolean;
  /** All of it in a sentence. */
  text: string;
}

export type WhyConfig = WalkConfig & { ceilings: Pick<Ceilings, "files" | "fileBytes"> };

/** `path` is relative to the root (see `relativePath`). Throws PATH_OUTSIDE_ROOT. */
export function whyPath(root: Root, config: WhyConfig, path: string, options: WalkOptions = {}): Why {
  const wanted = path.replace(/\/+$/, "");
  if (options.listed === undefined) stayInside(root, wanted);
  else if (leadsOutByName(wanted)) throw outside(wanted);
  const files = options.files ?? walkFiles;
  if (wanted === "") return { ...nothing("./"), status: "included", text: "It is the root." };

  let found: { file: WalkedFile; decision: Decision | null } | null = null;
  let left: { reason: SkipReason; path: string; decision: Decision | null } | null = null;
  const visitor = {
    file(file: WalkedFile, decision: Decision | null) {
      found = { file, decision };
    },
    skip(reason: SkipReason, skipped: string, decision: Decision | null) {
      left ??= { reason, path: skipped, decision };
    },
  };
  // The walk itself, told to go down to this path alone: so the two can't disagree.
  const walker = new TreeWalker(root, config, { place: gitPlace(), ...options, files }, visitor, wanted);
  walker.run();
  const why =
    found !== null
      ? included(root, config, found, options)
      : left !== null
        ? skipped(wanted, left)
        : other(root, wanted, files);
  return { ...why, tracked: walker.tracksOnly };
}

/** What can't be reached (too long, not ours to look into, a link to itself) is for the walk to explain. */
function stayInside(root: Root, wanted: string): void {
  try {
    resolveInside(root, wanted);
  } catch (error) {
    if (!isPithError(error) || error.code !== "PATH_NOT_FOUND") throw error;
  }
}

function nothing(path: string): Why {
  return { path, status: "missing", reason: null, through: null, rule: null, tracked: false, text: "" };
}

function ruleOf(decision: Decision | null): WhyRule | null {
  if (decision === null) return null;
  const { line, pattern } = decision.rule;
  // Of a file that isn't the repository's not even the line's number: guesses at names would tell its text in order.
  return { source: decision.source, line: pattern === "" ? 0 : line, pattern };
}

function place(rule: WhyRule): string {
  return rule.pattern === "" ? rule.source : `${rule.source}:${rule.line}: ${rule.pattern}`;
}

function included(
  root: Root,
  config: WhyConfig,
  { file, decision }: { file: WalkedFile; decision: Decision | null },
  { listed }: WalkOptions,
): Why {
  const rule = ruleOf(decision);
  const base = { ...nothing(file.path), rule };
  // Whoever asks about a commit is told of what is left out alone.
  if (listed !== undefined) return { ...base, status: "included", text: "The commit holds it." };
  const read = readTextFile(root, file.path, config.ceilings);
  if ("skip" in read) {
    return { ...base, status: "skipped", reason: read.skip, text: SKIP_REASONS[read.skip] };
  }
  const by =
    rule !== null
      ? `Taken in by ${place(rule)}.`
      : file.tracked
        ? "Git tracks it."
        : "No rule leaves it out.";
  const marks = [
    read.encoding === "utf-8" ? null : read.encoding,
    read.lossy ? "some bytes unreadable" : null,
    read.minified ? "minified" : null,
    read.generated ? "generated" : null,
  ].filter((mark) => mark !== null);
  return {
    ...base,
    status: "included",
    text: marks.length === 0 ? by : `${by} It is read as: ${marks.join(", ")}.`,
  };
}

function skipped(
  wanted: string,
  { reason, path, decision }: { reason: SkipReason; path: string; decision: Decision | null },
): Why {
  const rule = ruleOf(decision);
  const through = path.replace(/\/$/, "") === wanted ? null : path;
  const where = through === null ? "" : ` That holds for all of ${through}.`;
  const text = `${SKIP_REASONS[reason]}${rule === null ? "" : ` Rule: ${place(rule)}.`}${where}`;
  return { ...nothing(through === null ? path : wanted), status: "skipped", reason, through, rule, text };
}

function other(root: Root, wanted: string, files: typeof walkFiles): Why {
  const absolute = `${root.path}/${wanted}`;
  let isFolder = false;
  try {
    isFolder = files.stat(absolute)?.isDirectory() === true;
  } catch {
    // Then it is missing.
  }
  if (isFolder) return { ...nothing(`${wanted}/`), status: "included", text: "The folder is entered." };
  return { ...nothing(wanted), text: "There is no such file." };
}
