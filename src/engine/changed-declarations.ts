// Which declarations does a diff change, and which does it take away? Each hunk is held against the file as it stands:
// what fits neither before nor after the change is named and not guessed at.
import { throwIfCancelled } from "../base/error.ts";
import type { FileChange, Hunk } from "../git/unified-diff.ts";
import type { Declaration, Graph, NotLooked } from "../graph/graph.ts";
import type { GraphFile } from "../graph/view.ts";
import { languageOf } from "../lang/registry.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import { redactSync, shownText } from "../redact/redact.ts";
import type { GraphMemory } from "./graph-view.ts";
import { type FileThen, type Lost, lostFrom, lostStars, lostThrough } from "./lost-declarations.ts";

/** What a diff does to a declaration. */
export type Change = "body" | "signature" | "added" | "removed";

export interface Changed {
  readonly declaration: Declaration;
  readonly change: Change;
}

export interface ChangedDeclarations {
  readonly changed: readonly Changed[];
  readonly lost: readonly Lost[];
  readonly notLooked: readonly NotLooked[];
}

export async function changedDeclarations(
  graph: Graph,
  memory: GraphMemory,
  files: readonly FileChange[],
  signal?: AbortSignal,
): Promise<ChangedDeclarations> {
  const changed: Changed[] = [];
  const lost: Lost[] = [];
  const notLooked: NotLooked[] = [];
  for (const file of files) {
    throwIfCancelled(signal);
    const path = [file.newPath, file.oldPath].find((p) => p !== null && graph.view.indexOf(p) !== -1) ?? null;
    if (path === null) {
      lost.push(...(await goneFile(memory, file, notLooked)));
      continue;
    }
    if (file.binary) {
      notLooked.push({ what: path, why: "the diff does not say how it changed" });
      continue;
    }
    const [loaded] = await graph.view.load([graph.view.indexOf(path)]);
    const found = await inFile(graph, memory, loaded!, file, notLooked);
    changed.push(...found.changed);
    lost.push(...found.lost);
  }
  return { changed, lost, notLooked };
}

/** A file that is not there (any more): all that the diff takes away of it. */
async function goneFile(memory: GraphMemory, file: FileChange, notLooked: NotLooked[]): Promise<Lost[]> {
  const path = file.oldPath ?? file.newPath!;
  const isWhole = file.newPath === null && file.hunks.length === 1 && file.hunks[0]!.oldStart === 1;
  const language = languageOf(path, "", {}).id;
  if (!isWhole) {
    notLooked.push({ what: path, why: "not among the indexed files" });
    return [];
  }
  // As a whole: what is secret hangs on what stands around it.
  const text = redactSync(path, file.hunks[0]!.lines.map((l) => l.text).join("\n")).text;
  const [facts] = await memory.texts.factsOf([{ language, text: `${text}\n` }]);
  if (facts === null || facts === undefined) {
    notLooked.push({ what: path, why: "what it declared could not be read" });
    return [];
  }
  return lostFrom({ path, language, text, facts }, null);
}

async function inFile(
  graph: Graph,
  memory: GraphMemory,
  file: GraphFile,
  change: FileChange,
  notLooked: NotLooked[],
): Promise<{ changed: Changed[]; lost: Lost[] }> {
  const lines = file.text.split(/\r?\n/);
  const shown = redactSync(file.path, file.text).text.split(/\r?\n/);
  const side = shown.length === lines.length ? sideThatFits(lines, shown, change.hunks) : null;
  if (side === null) {
    notLooked.push({ what: file.path, why: "the diff does not fit the file as it stands" });
    return { changed: [], lost: [] };
  }
  const { touched, other, from } = apply(lines, change.hunks, side);
  const text = shownOther(file.path, other, from, shown);
  const [before] = await memory.texts.factsOf([{ language: file.language, text }]);
  const declarations = await graph.declarationsIn(file.index, touched);
  if (file.facts === null) notLooked.push({ what: file.path, why: file.skip ?? "not parsed" });
  const then = before ?? null;
  const moved = movedFrom(file.path, change, then, notLooked);
  const changed = declarations.map((declaration): Changed => ({
    declaration,
    change: changeOf(declaration, then, side),
  }));
  const outside = touched.length > 0 && declarations.length === 0 && file.facts !== null;
  if (outside)
    notLooked.push({ what: file.path, why: "changed outside any declaration, which nothing calls" });
  if (then === null || side === "old") return { changed, lost: [] };
  // Under its old path nothing is there any more.
  const now = moved === null ? file.facts : null;
  const path = moved ?? file.path;
  const was = { path, language: file.language, text, facts: then };
  const lost = [...lostFrom(was, now), ...(await lostByStars(graph, was, now, notLooked))];
  return { changed, lost: lost.filter(({ symbol }) => moved === null || symbol.exported) };
}

/** Names that `export * from "./other"` passed on, where the line is gone. */
async function lostByStars(
  graph: Graph,
  then: FileThen,
  now: SyntaxFacts | null,
  notLooked: NotLooked[],
): Promise<Lost[]> {
  const lost: Lost[] = [];
  for (const star of lostStars(then, now)) {
    const at = moduleBeside(graph, then.path, star.module);
    const [of] = at === -1 ? [] : await graph.view.load([at]);
    if (of?.facts === null || of?.facts === undefined || of.facts.exports.some((e) => e.exported === "*")) {
      const what = `names that ${then.path} passed on from ${shownText(star.module)}`;
      notLooked.push({ what, why: "not all of them are known: ask for the dependents of the file" });
    }
    if (of?.facts) lost.push(...lostThrough(then, star, of.facts, now));
  }
  return lost;
}

const ENDINGS = [
  "",
  ".ts",
  ".tsx",
  ".d.ts",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  "/index.ts",
  "/index.js",
];

/** The file of a module that is named by its place; -1 where there is none. */
function moduleBeside({ view }: Graph, path: string, module: string): number {
  if (!/^\.\.?\//.test(module)) return -1;
  const parts = [...path.split("/").slice(0, -1), ...module.split("/")];
  const plain: string[] = [];
  for (const part of parts) {
    if (part === "..") plain.pop();
    else if (part !== "." && part !== "") plain.push(part);
  }
  const stem = plain.join("/");
  for (const start of [stem, stem.replace(/\.[cm]?jsx?$/, "")])
    for (const ending of ENDINGS) {
      const at = view.indexOf(start + ending);
      if (at !== -1) return at;
    }
  return -1;
}

/** The path by which others still import a file that was moved; null where it was not, or is not yet. */
function movedFrom(
  path: string,
  { oldPath, newPath }: FileChange,
  then: SyntaxFacts | null,
  notLooked: NotLooked[],
): string | null {
  if (oldPath === null || newPath === null || oldPath === newPath) return null;
  if (path === newPath && then !== null) return oldPath;
  notLooked.push({ what: oldPath, why: `it moves to ${shownText(newPath)}: ask for its dependents` });
  return null;
}

/**
 * The other side as it may be shown. What it has from the file is secret where it is in the file, whatever a diff has taken
 * away around it; what it has from the diff where it is on that side.
 */
function shownOther(
  path: string,
  other: readonly string[],
  from: readonly number[],
  shown: readonly string[],
): string {
  const redacted = redactSync(path, other.join("\n")).text.split("\n");
  const whole = redacted.length === other.length;
  const lines = other.map((_, i) => (from[i]! >= 0 ? shown[from[i]!]! : whole ? redacted[i]! : ""));
  return redactSync(path, lines.join("\n")).text;
}

/**
 * Whether the file is as it was before the change or as it is after it; null for neither. Lines that hold secrets are not
 * compared: that one fits would confirm a guess. A hunk without a line of one side says nothing of that side (a deletion
 * without context fits any file): where both fit, its other side decides.
 */
function sideThatFits(
  lines: readonly string[],
  shown: readonly string[],
  hunks: readonly Hunk[],
): "old" | "new" | null {
  const fits = (side: "old" | "new") =>
    hunks.every((hunk) => {
      const own = hunk.lines.filter((l) => l.side === "both" || l.side === side);
      const start = (side === "new" ? hunk.newStart : hunk.oldStart) - 1;
      return own.every(({ text }, i) => {
        const at = start + i;
        return at < lines.length && (lines[at] === text || lines[at] !== shown[at]);
      });
    });
  const saysNothingOf = (side: "old" | "new") =>
    hunks.some(({ lines: all }) => all.every((l) => l.side !== "both" && l.side !== side));
  if (!fits("new")) return fits("old") ? "old" : null;
  return saysNothingOf("new") && fits("old") ? "old" : "new";
}

/** Lines of the file that a diff touches, and the lines of its other side with where they come from. */
function apply(
  lines: readonly string[],
  hunks: readonly Hunk[],
  side: "old" | "new",
): { touched: number[]; other: string[]; from: number[] } {
  const touched: number[] = [];
  const other: string[] = [];
  /** Of each line of the other side the line of the file that it is, from 0, or -1. */
  const from: number[] = [];
  const keep = (until: number): void => {
    for (; at < until; at++) {
      other.push(lines[at]!);
      from.push(at);
    }
  };
  let at = 0;
  for (const hunk of hunks) {
    const size = hunk.lines.filter((l) => l.side === "both" || l.side === side).length;
    // An empty side is numbered by the line before it.
    const start = (side === "new" ? hunk.newStart : hunk.oldStart) - (size === 0 ? 0 : 1);
    keep(Math.min(start, lines.length));
    at = start;
    /** Lines behind which something was taken out. */
    const gone = new Set<number>();
    const before = touched.length;
    for (const { side: of, text } of hunk.lines) {
      if (of === "both") keep(Math.min(at + 1, lines.length));
      else if (of === side) {
        touched.push(++at);
      } else {
        other.push(text);
        from.push(-1);
        gone.add(at);
      }
    }
    // What was taken out changes what holds the lines on both of its sides, unless others stand in its place.
    const own = new Set(touched.slice(before));
    for (const line of gone)
      if (!own.has(line) && !own.has(line + 1) && line > 0 && line < lines.length)
        touched.push(...between(line, lines.length));
  }
  keep(lines.length);
  return { touched, other, from };
}

/** The lines beside a place where something was taken out. */
function between(line: number, last: number): number[] {
  return line + 1 <= last ? [line, line + 1] : [line];
}

function changeOf(declaration: Declaration, other: SyntaxFacts | null, side: "old" | "new"): Change {
  if (other === null) return "body";
  const same = other.symbols.filter(
    (s) => s.qualified === declaration.qualified && s.kind === declaration.kind,
  );
  if (same.length === 0) return side === "new" ? "added" : "removed";
  return same.some((s) => s.signature === declaration.signature && s.exported === declaration.exported)
    ? "body"
    : "signature";
}
