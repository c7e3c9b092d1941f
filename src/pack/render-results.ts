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
  explain?: boolean;
  /** For people: colours when true, plain when false; absent for models. */
  color?: boolean;
}

export function renderResult(result: SearchResult, options: ResultOptions = {}): string {
  const brush = paint(options.color === true);
  const clean = options.color === undefined ? (text: string) => text : forTerminal;
  if (options.lean === true) return leanResult(result);
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

function leanResult({ path, matches, untrusted }: SearchResult): string {
  const label = pathLabel(path);
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
