// What stands before the spans of an answer, carved out of the same budget: a map of signatures, a trace of one name. As
// many rows as its own share holds; the answer says how large that was and what was left out of it.
import { safeJson } from "../base/safe-text.ts";
import type { SpanKind } from "../base/span.ts";
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Counter } from "../tokens/counter.ts";
import { cutLine, oneLine, pathLabel } from "./label.ts";
import { mostThatFit } from "./most-that-fit.ts";

export interface HeadRow {
  path: string;
  line: number;
  kind: SpanKind;
  /** Qualified name of the declaration that it is, or that it stands in; or empty. */
  name: string;
  /** The signature, or the line as it stands. */
  text: string;
  /** Why it is here, where that is not its place in the order. */
  reason?: string;
}

export interface AnswerHead {
  kind: "map" | "trace";
  /** What the rows are, in words. */
  title: string;
  rows: HeadRow[];
  /** Rows that had no room, or are only counted. */
  left: number;
  /** What was asked for, the most that it may cost, and what it costs, counted alone. */
  share: { asked: number; most: number; cost: number };
}

export interface HeadInput {
  kind: AnswerHead["kind"];
  title: string;
  rows: readonly HeadRow[];
  /** Rows that are counted and not given. */
  uncounted?: number;
  asked: number;
  most: number;
  format: string | undefined;
  counter: Counter;
}

/** With as many of the first rows as its share holds. `floor`: what the first row alone would need. */
export function fitHead(input: HeadInput): { head: AnswerHead; floor: number } {
  const { rows, uncounted = 0, asked, most, format, counter } = input;
  const shown = rows.map((row): HeadRow => ({
    ...row,
    path: shownPath(row.path),
    name: shownText(row.name),
    text: shownText(row.text),
  }));
  const made = (count: number): AnswerHead => ({
    kind: input.kind,
    title: input.title,
    rows: shown.slice(0, count),
    left: rows.length - count + uncounted,
    share: { asked, most, cost: most },
  });
  const costOf = (head: AnswerHead) =>
    counter.count(format === "json" ? safeJson(head) : headLines(head).join("\n"));
  const count = mostThatFit(rows.length, rows.length, (n) => costOf(made(n)) <= most);
  const head = made(count);
  head.share.cost = count === 0 ? 0 : costOf(head);
  return { head, floor: count > 0 || rows.length === 0 ? 0 : costOf(made(1)) };
}

/** A title, then the rows file by file: a number and a colon set off what comes from a file. */
export function headLines({ kind, title, rows, left, share }: AnswerHead): string[] {
  const more = left === 0 ? "" : `, ${left} more`;
  const lines = [`${kind}: ${oneLine(title)}${more} (${share.cost} of ${share.most})`];
  let path: string | null = null;
  for (const row of rows) {
    if (row.path !== path) lines.push(`  ${pathLabel(row.path)}`);
    path = row.path;
    const reason = row.reason === undefined ? "" : ` — ${oneLine(row.reason)}`;
    lines.push(`    ${row.line}: ${cutLine(oneLine(row.text))}${reason}`);
  }
  return lines;
}
