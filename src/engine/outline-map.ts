// The map of a folder or of the whole root: its files, those that others rest on first, each with its outer declarations;
// with a question, the files that answer it best first (`outline-question.ts`).
import { counted } from "../base/counted.ts";
import type { Advice, OutlineAnswer, OutlineFile } from "../pack/answer.ts";
import type { WordHelp } from "../rank/query-help.ts";
import { oneLine, pathLabel } from "../pack/label.ts";
import { liveFiles } from "../rank/live-files.ts";
import { mapOrder, type MappedFile } from "../rank/map-order.ts";
import { unitsOfWords, type Unit } from "../rank/units.ts";
import { shownText } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { OutlineArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { Outcome } from "./operation.ts";
import { isMissing, type Sources } from "./sources.ts";
import { skippedMeanwhile } from "./torn-reads.ts";

/** The rows of a map, in their order, and what they leave unsaid. */
export interface MapRows {
  items: OutlineFile[];
  from: string;
  caps: string[];
  unresolved?: readonly string[];
  words?: readonly WordHelp[];
  /** In words, how they are ordered. */
  order: string;
  advice?: Advice | null;
}

export interface MappedFolder {
  path: string;
  /** The path with a slash at its end; empty for the root. */
  below: string;
  /** Files of the snapshot in it that are in scope. */
  files: readonly number[];
}

export async function outlineMap(
  sources: Sources,
  begun: BegunAnswer,
  args: OutlineArguments,
  { path, below, files }: MappedFolder,
): Promise<Outcome> {
  const { snapshot } = begun.view;
  const known = files.filter((file) => snapshot.files[file]!.segment >= 0);
  const ordered = mapOrder(snapshot, liveFiles(snapshot), known);
  const caps: string[] = [];
  const { exported } = args;
  const items =
    exported === undefined
      ? await byWords(sources, snapshot, ordered)
      : await byVisibility(sources, snapshot, ordered, exported, caps);
  const from = exported === undefined ? "line patterns" : "parser";
  return finishMap(begun, args, { path, below }, { items, from, caps, order: "files most relied on first" });
}

export function finishMap(
  begun: BegunAnswer,
  args: OutlineArguments,
  { path, below }: Pick<MappedFolder, "path" | "below">,
  { items, from, caps, unresolved = [], words = [], order, advice = null }: MapRows,
): Promise<Outcome> {
  const where = path === "" ? begun.scopeText : path;
  return finishList<OutlineFile, OutlineAnswer>(begun, args, {
    items,
    answer: (some, base) => ({
      ...base,
      op: "outline",
      path,
      declarations: [],
      files: some,
      from,
    }),
    text: rowText,
    known: rowText,
    completeness: {
      ...completenessOf(begun, { caps, unresolved, words, folder: below }),
      scope: `${where}, ${order}`,
    },
    advice,
    found: items.length > 0,
  });
}

function rowText({ path, lines, declared, declarations }: OutlineFile): string {
  const names = declarations.map(
    ({ kind, name, count }) => `${kind} ${oneLine(name)}${count > 1 ? ` ×${count}` : ""}`,
  );
  const left = declared - declarations.reduce((sum, { count }) => sum + count, 0);
  if (left > 0) names.push(`${left} more`);
  return `${pathLabel(path)} (${lines})${names.length === 0 ? "" : `: ${names.join(", ")}`}`;
}

/** Different outer declarations named for each file. */
const MOST_NAMES = 8;
/** Files of which more than the words layer knows is looked at: more than a map of the default budget shows. */
const MOST_READ = 200;

/** Lines after the first in which the head of an implementation may go on. */
const MOST_HEAD = 2;

/** What a declaration is called in a row. */
type Naming = (unit: Unit) => string;

export function named(
  outer: readonly Unit[],
  nameOf: Naming,
): Pick<OutlineFile, "declared" | "declarations"> {
  const declarations = new Map<string, OutlineFile["declarations"][number]>();
  for (const unit of outer) {
    const { kind, line } = unit;
    const name = nameOf(unit);
    const key = `${kind} ${name}`;
    const before = declarations.get(key);
    if (before !== undefined) before.count++;
    else if (declarations.size < MOST_NAMES) declarations.set(key, { kind, name, line, count: 1 });
  }
  return { declared: outer.length, declarations: [...declarations.values()] };
}

async function byWords(
  sources: Sources,
  snapshot: Snapshot,
  ordered: readonly MappedFile[],
): Promise<OutlineFile[]> {
  const rows = ordered.map(({ file, mentionedBy }) => {
    const { path, segment, entry } = snapshot.files[file]!;
    const view = snapshot.segments[segment]!;
    const outer = unitsOfWords(view, entry).filter((unit) => unit.parent === -1);
    return { file, path, mentionedBy, lines: view.entryLines[entry]!, outer };
  });
  // Line patterns know what is implemented for, not what: that stands in the text.
  const implementing = rows
    .slice(0, MOST_READ)
    .filter(({ outer }) => outer.some(({ kind }) => kind === "implementation"))
    .map(({ file }) => file);
  const read = await sources.linesOf(snapshot, implementing);
  const texts = new Map(read.map((text, i) => [implementing[i]!, text]));
  return rows.map(({ file, path, mentionedBy, lines, outer }) => {
    const text = texts.get(file);
    const shown = text === undefined || isMissing(text) || text.changed ? null : text.lines;
    const { declared, declarations } = named(outer, (unit) => nameByWords(unit, shown));
    return { path, lines, mentionedBy, declared, declarations };
  });
}

export function nameByWords({ kind, line, shortName }: Unit, lines: readonly string[] | null): string {
  const head = kind === "implementation" ? lines?.slice(line - 1, line + MOST_HEAD).join(" ") : undefined;
  // Names that come from line patterns are cut from the text as it is.
  return implemented(head ?? "") ?? shownText(shortName);
}

/** Only exported declarations, or only the others; files without any are left out. */
async function byVisibility(
  sources: Sources,
  snapshot: Snapshot,
  ordered: readonly MappedFile[],
  exported: boolean,
  caps: string[],
): Promise<OutlineFile[]> {
  const parsed = ordered.slice(0, MOST_READ);
  if (parsed.length < ordered.length)
    caps.push(
      `${counted(ordered.length - parsed.length, "file less relied on was", "files less relied on were")} not parsed for what is exported`,
    );
  const loaded = await sources.ofSnapshot(
    snapshot,
    parsed.map(({ file }) => file),
  );
  let unknown = 0;
  const items = loaded.flatMap((source, i): OutlineFile[] => {
    if (isMissing(source)) {
      caps.push(skippedMeanwhile(source));
      return [];
    }
    if (source.units.some((u) => u.exported === null)) unknown++;
    const outer = source.units.filter((u) => u.parent === -1 && u.exported === exported);
    if (outer.length === 0) return [];
    const { mentionedBy } = parsed[i]!;
    const nameOf: Naming = (unit) =>
      (unit.kind === "implementation" ? implemented(unit.signature) : null) ?? unit.shortName;
    return [{ path: source.path, lines: source.lines.length, mentionedBy, ...named(outer, nameOf) }];
  });
  if (unknown > 0) caps.push(`what ${counted(unknown, "file exports", "files export")} isn't known`);
  return items;
}

const IMPLEMENTING = /^\s*(?:[a-z]+\s+)*?(?:impl|extension|given|instance|defimpl|extend)\b/;

/** `Display for Point` of `impl<T> Display for Point<T> where T: Debug {`; null where the text begins otherwise. */
export function implemented(head: string): string | null {
  const keyword = IMPLEMENTING.exec(head);
  if (keyword === null) return null;
  let rest = head.slice(keyword[0].length);
  if (rest.startsWith("<")) rest = rest.slice(closingOf(rest) + 1);
  const name = rest
    .replace(/\{.*|\bwhere\b.*|\bdo\b.*|;.*/s, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[:,]$/, "");
  return name === "" ? null : name;
}

/** Where the bracket that the text begins with closes. */
function closingOf(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "<") depth++;
    else if (text[i] === ">" && text[i - 1] !== "-" && text[i - 1] !== "=" && --depth === 0) return i;
  }
  return text.length - 1;
}
