// One search result: a line with its place, then the lines that matched under their numbers. A number and a colon before
// each of them set off what comes from the file: no line of a file can look like a place.
import { safeJson } from "../base/safe-text.ts";
import type { Counter } from "../tokens/counter.ts";
import type { SearchResult } from "./answer.ts";
import { explanationLine } from "./explanation.ts";
import { forTerminal, oneLine, pathLabel, placeLabel } from "./label.ts";
import { relationsLine } from "./relations.ts";
import { paint, type Paint } from "./render-terminal.ts";
import { untrustedMark } from "./untrusted-mark.ts";

export interface ResultOptions {
  /** In a session: as grep has it, `path:line: text`, or the path once and its lines below. */
  lean?: boolean;
  /** With `lean`: its folder is told once for several results. */
  folder?: ToldFolder | undefined;
  explain?: boolean;
  /** For people: colours when true, plain when false; absent for models. */
  color?: boolean;
}

export function renderResult(result: SearchResult, options: ResultOptions = {}): string {
  const brush = paint(options.color === true);
  const clean = options.color === undefined ? (text: string) => text : forTerminal;
  if (options.lean === true) return leanResult(result, options.folder);
  const reason = result.reason === "" ? "" : ` — ${oneLine(result.reason)}`;
  const mark = untrustedMark(result.untrusted);
  const rows = [`${brush.place(clean(placeLabel(result)))}${brush.faint(clean(mark + reason))}`];
  const before: number[] = [];
  for (const { line, text } of result.matches) {
    if (text === undefined) before.push(line);
    else rows.push(matchedLine(line, clean(text), brush));
  }
  if (before.length > 0) rows.push(`  shown before: ${before.join(", ")}`);
  const relations = result.relations === undefined ? "" : relationsLine(result.relations, result.name);
  if (relations !== "") rows.push(brush.faint(clean(relations)));
  if (options.explain === true && result.explanation !== undefined) {
    rows.push(brush.faint(clean(explanationLine(result.explanation))));
  }
  return rows.join("\n");
}

/** How a result stands to the folder of those around it. */
export interface ToldFolder {
  path: string;
  /** It is the first of them: the folder is told before it. */
  first: boolean;
}

/** A folder told once is shorter from so many results on. */
const LEAST_IN_FOLDER = 3;

/** Results that follow one another in one folder. A path that must be quoted stands for itself. */
export function toldFolders(results: readonly { path: string }[]): Map<object, ToldFolder> {
  const told = new Map<object, ToldFolder>();
  const folderOf = ({ path }: { path: string }) =>
    pathLabel(path) === path ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  for (let i = 0, end = 0; i < results.length; i = end) {
    const path = folderOf(results[i]!);
    end = i + 1;
    while (end < results.length && folderOf(results[end]!) === path) end++;
    if (path === "" || end - i < LEAST_IN_FOLDER) continue;
    for (let at = i; at < end; at++) told.set(results[at]!, { path, first: at === i });
  }
  return told;
}

/** What stands below a folder is set in: a path that isn't begins the line. */
function leanResult(result: SearchResult, folder: ToldFolder | undefined): string {
  if (folder === undefined) return leanRows(result, pathLabel(result.path));
  const rows = leanRows(result, ` ${result.path.slice(folder.path.length)}`);
  return folder.first ? `${folder.path}\n${rows}` : rows;
}

function leanRows({ matches, untrusted }: SearchResult, label: string): string {
  const mark = untrustedMark(untrusted);
  const [first, ...others] = matches;
  if (first !== undefined && others.length === 0)
    return `${label}:${first.line}${mark}${first.text === undefined ? " shown before" : `: ${first.text}`}`;
  const texts = matches.filter(({ text }) => text !== undefined);
  const before = matches.filter(({ text }) => text === undefined).map(({ line }) => line);
  const rows = texts.map(({ line, text }) => `${line}: ${text}`);
  if (texts.length === 0) return `${label}:${before.join(",")} shown before`;
  if (before.length > 0) rows.push(`${before.join(",")}: shown before`);
  return [`${label}${mark}`, ...rows].join("\n");
}

/** What a result costs as it stands in the answer, counted alone. */
export function resultCost(
  result: SearchResult,
  { format, counter, explain }: { format?: string; counter: Counter; explain?: boolean },
): number {
  return counter.count(format === "json" ? safeJson(result) : renderResult(result, { explain }));
}

function matchedLine(line: number, text: string, brush: Paint): string {
  return `  ${brush.number(`${line}:`)} ${text}`;
}
