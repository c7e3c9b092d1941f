// What is in a file, a folder, a repository? A file's declarations with their signatures; of a folder or the whole root
// the files that others mention most, each with its outer declarations.
import { compareStrings } from "../base/order.ts";
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { nearestPaths } from "../files/scope.ts";
import type { OutlineAnswer, OutlineFile, OutlineItem } from "../pack/answer.ts";
import { oneLine, pathLabel } from "../pack/label.ts";
import { liveFiles } from "../rank/live-files.ts";
import { referencesTo } from "../rank/references.ts";
import { unitsOfWords, type Unit } from "../rank/units.ts";
import { redactSync } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { OutlineArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { completenessOf, completenessOfFiles } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { refuseSkipped, skipped } from "./refuse-skipped.ts";
import { isMissing, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

export async function outline(
  workspace: Workspace,
  sources: Sources,
  args: OutlineArguments,
  context: OperationContext,
): Promise<Outcome> {
  const begun = await beginAnswer(workspace, args, context);
  const path = args.path === undefined ? "" : relativePath(workspace.root, args.path).replace(/\/$/u, "");
  const { snapshot } = begun.view;
  if (snapshot.files.some((f) => f.path === path)) return outlineFile(sources, begun, args, path);
  const below = path === "" ? "" : `${path}/`;
  const files = snapshot.files.flatMap((f, i) => (f.path.startsWith(below) && begun.looksAt(f) ? [i] : []));
  if (files.length === 0 && path !== "") {
    refuseSkipped(workspace, path);
    const near = nearestPaths(
      path,
      snapshot.files.map((f) => f.path),
    );
    throw new PithError("PATH_NOT_FOUND", `There is no file or folder ${path} to read.`, {
      subject: path,
      next:
        near.length > 0 ? `Nearest: ${near.join(", ")}.` : `\`pith why ${path}\` says why it is not read.`,
    });
  }
  return outlineFolder(sources, begun, args, { path, below, files });
}

async function outlineFile(
  sources: Sources,
  begun: BegunAnswer,
  args: OutlineArguments,
  path: string,
): Promise<Outcome> {
  const { snapshot } = begun.view;
  const [source] = await sources.ofPaths(snapshot, [path]);
  if (source === undefined || isMissing(source)) throw skipped(path, source?.skip ?? "vanished");
  const depth = (unit: Unit): number => (unit.parent < 0 ? 0 : 1 + depth(source.units[unit.parent]!));
  const items: OutlineItem[] = source.units
    .filter((u) => args.exported === undefined || u.exported === args.exported)
    .map((u) => ({
      path,
      start: u.start,
      end: Math.min(u.end, source.lines.length),
      kind: u.kind,
      name: u.name,
      signature: u.signature === "" ? (source.lines[u.line - 1] ?? "").trim() : u.signature,
      exported: u.exported,
      depth: depth(u),
    }));
  const from = source.syntaxSkip === null ? "parser" : `line patterns (${source.syntaxSkip})`;
  return finishList<OutlineItem, OutlineAnswer>(begun, args, {
    items,
    answer: (declarations, base) => ({ ...base, op: "outline", path, declarations, files: [], from }),
    text: (i) =>
      `${"  ".repeat(i.depth)}${i.start}-${i.end} ${i.exported === true ? "exported " : ""}${inOneLine(i.signature)}`,
    completeness: completenessOfFiles(`${path} (${source.lines.length} lines, declarations by ${from})`, {
      inScope: 1,
      read: 1,
      skipped: {},
    }),
    advice: null,
    found: items.length > 0,
  });
}

function inOneLine(signature: string): string {
  return oneLine(signature.replaceAll(/\s*\n\s*/gu, " "));
}

/** Outer declarations named for each file of a folder. */
const MOST_NAMES = 8;

interface Folder {
  path: string;
  /** The path with a slash at its end; empty for the root. */
  below: string;
  /** Files of the snapshot in it that are in scope. */
  files: readonly number[];
}

async function outlineFolder(
  sources: Sources,
  begun: BegunAnswer,
  args: OutlineArguments,
  { path, below, files }: Folder,
): Promise<Outcome> {
  const { snapshot } = begun.view;
  const live = liveFiles(snapshot);
  const ordered = files
    .filter((file) => snapshot.files[file]!.segment >= 0)
    .map((file) => ({ file, mentionedBy: referencesTo(snapshot, live, file) }))
    .sort(
      (a, b) =>
        b.mentionedBy - a.mentionedBy ||
        compareStrings(snapshot.files[a.file]!.path, snapshot.files[b.file]!.path),
    );
  const caps: string[] = [];
  const items =
    args.exported === undefined
      ? ordered.map(({ file, mentionedBy }) => outlineByWords(snapshot, file, mentionedBy))
      : await outlineByVisibility(sources, snapshot, ordered, args.exported, caps);
  const where = path === "" ? begun.scopeText : path;
  return finishList<OutlineFile, OutlineAnswer>(begun, args, {
    items,
    answer: (some, base) => ({
      ...base,
      op: "outline",
      path,
      declarations: [],
      files: some,
      from: args.exported === undefined ? "line patterns" : "parser",
    }),
    text: (f) => {
      const names = f.declarations.map((d) => `${d.kind} ${oneLine(d.name)}`);
      const more = f.declared > names.length ? `, ${f.declared - names.length} more` : "";
      return `${pathLabel(f.path)} (${f.lines})${names.length === 0 ? "" : `: ${names.join(", ")}${more}`}`;
    },
    completeness: {
      ...completenessOf(begun, { caps, folder: below }),
      scope: `${where}, files most mentioned first`,
    },
    advice: null,
    found: items.length > 0,
  });
}

function outlineByWords(snapshot: Snapshot, file: number, mentionedBy: number): OutlineFile {
  const { path, segment, entry } = snapshot.files[file]!;
  const view = snapshot.segments[segment]!;
  const outer = unitsOfWords(view, entry).filter((u) => u.parent === -1);
  return { path, lines: view.entryLines[entry]!, mentionedBy, ...named(outer) };
}

function named(outer: readonly Unit[]): Pick<OutlineFile, "declared" | "declarations"> {
  const declarations = outer.slice(0, MOST_NAMES).map(({ kind, shortName, line }) => {
    // Names that come from line patterns are cut from the text as it is.
    return { kind, name: redactSync("", shortName).text, line };
  });
  return { declared: outer.length, declarations };
}

/** Files that are parsed to know what they export: line patterns don't. */
const MOST_PARSED = 200;

/** Only exported declarations, or only the others; files without any are left out. */
async function outlineByVisibility(
  sources: Sources,
  snapshot: Snapshot,
  ordered: readonly { file: number; mentionedBy: number }[],
  exported: boolean,
  caps: string[],
): Promise<OutlineFile[]> {
  const parsed = ordered.slice(0, MOST_PARSED);
  if (parsed.length < ordered.length)
    caps.push(`${ordered.length - parsed.length} less mentioned files were not parsed for what they export`);
  const loaded = await sources.ofSnapshot(
    snapshot,
    parsed.map(({ file }) => file),
  );
  let unknown = 0;
  const items = loaded.flatMap((source, i): OutlineFile[] => {
    if (isMissing(source)) {
      caps.push(`${source.path} ${source.skip} while it was read`);
      return [];
    }
    if (source.units.some((u) => u.exported === null)) unknown++;
    const outer = source.units.filter((u) => u.parent === -1 && u.exported === exported);
    if (outer.length === 0) return [];
    const { mentionedBy } = parsed[i]!;
    return [{ path: source.path, lines: source.lines.length, mentionedBy, ...named(outer) }];
  });
  if (unknown > 0) caps.push(`what ${unknown} files export isn't known`);
  return items;
}
