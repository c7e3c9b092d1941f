// Which declarations does a diff change, and which does it take away? Each hunk is held against the file as it stands:
// what fits neither before nor after the change is named and not guessed at.
import { throwIfCancelled } from "../base/error.ts";
import type { FileChange } from "../git/unified-diff.ts";
import type { Declaration, Graph, NotLooked } from "../graph/graph.ts";
import type { GraphFile } from "../graph/view.ts";
import { languageOf } from "../lang/registry.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import { redactSync, shownText } from "../redact/redact.ts";
import { apply, shownOther, sideThatFits } from "./diff-sides.ts";
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
export async function lostByStars(
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
  { oldPath, newPath, head }: FileChange,
  then: SyntaxFacts | null,
  notLooked: NotLooked[],
): string | null {
  if (oldPath === null || newPath === null || oldPath === newPath || head?.moved === "copied") return null;
  if (path === newPath && then !== null) return oldPath;
  notLooked.push({ what: oldPath, why: `it moves to ${shownText(newPath)}: ask for its dependents` });
  return null;
}

export function changeOf(
  declaration: Pick<Declaration, "qualified" | "kind" | "signature" | "exported">,
  other: SyntaxFacts | null,
  side: "old" | "new",
): Change {
  if (other === null) return "body";
  const same = other.symbols.filter(
    (s) => s.qualified === declaration.qualified && s.kind === declaration.kind,
  );
  if (same.length === 0) return side === "new" ? "added" : "removed";
  return same.some((s) => s.signature === declaration.signature && s.exported === declaration.exported)
    ? "body"
    : "signature";
}
