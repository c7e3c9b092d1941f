// How is a file shown in a search by lines, and how many of its lines? The first few of each file; then, unless that was
// asked otherwise, the hidden ones file by file, as many as the budget still holds.
import { safeJson } from "../base/safe-text.ts";
import { LINES_PER_FILE } from "../base/limits.ts";
import { splitLines } from "../base/lines.ts";
import type { SearchAnswer, SearchResult, SpansAnswer } from "../pack/answer.ts";
import { cutLine } from "../pack/label.ts";
import { asRanges, type LineRange } from "../pack/ranges.ts";
import { spanText } from "../pack/span-text.ts";
import { instructionLike } from "../redact/instruction-like.ts";
import { redactSync } from "../redact/redact.ts";
import type { Counter } from "../tokens/counter.ts";
import type { Outcome } from "./operation.ts";

/** A file with lines that match. */
export interface MatchedFile {
  readonly path: string;
  readonly lines: readonly number[];
  /** Of the first of them, as they are shown. */
  readonly texts: readonly string[];
  readonly defines: boolean;
}

/** `most`: lines whose texts may be shown. */
export function matchedFile(
  { path, lines, text }: { path: string; lines: readonly number[]; text: string },
  defines: boolean,
  most: number,
): MatchedFile {
  const shown = splitLines(redactSync(path, text).text);
  return { path, lines, texts: lines.slice(0, most).map((line) => cutLine(shown[line - 1] ?? "")), defines };
}

/** With its first `count` lines. */
export function resultOf({ path, lines, texts, defines }: MatchedFile, count: number): SearchResult {
  const matches = texts.slice(0, count).map((text, i) => ({ line: lines[i]!, text }));
  const more = lines.length - matches.length;
  const said = `${lines.length} matching ${lines.length === 1 ? "line" : "lines"}`;
  const start = matches[0]!.line;
  const end = matches.at(-1)!.line;
  const byLine: string[] = [];
  for (const { line, text } of matches) byLine[line - 1] = text;
  const untrusted = matches.flatMap(({ line, text }) => instructionLike(text, line));
  const ranges = asRanges(matches.map(({ line }): LineRange => [line, line]));
  return {
    path,
    start,
    end,
    kind: "lines",
    name: "",
    reason: `${defines ? "defines it; " : ""}${said}${more > 0 ? `, ${matches.length} shown` : ""}`,
    cost: 0,
    matches,
    text: spanText(byLine, ranges, start, end),
    ...(untrusted.length === 0 ? {} : { untrusted }),
  };
}

/** Lines of each file where so many more than the first are shown. */
function countsOf(files: readonly MatchedFile[], more: number): number[] {
  let left = more;
  return files.map(({ texts }) => {
    const first = Math.min(texts.length, LINES_PER_FILE);
    const added = Math.min(left, texts.length - first);
    left -= added;
    return first + added;
  });
}

/** What a line is guessed to cost may be off by so much: between these the answer itself is counted. */
const SURELY = 0.9;
const HARDLY = 1.5;

/** The answer with as many lines as the budget holds; `finish` makes it with so many of each file. */
export async function fillWithLines(
  files: readonly MatchedFile[],
  { counter, budget, format }: { counter: Counter; budget: number; format: string | undefined },
  finish: (counts: readonly number[]) => Promise<Outcome>,
): Promise<Outcome> {
  let best = await finish(countsOf(files, 0));
  const answer = best.answer as Partial<SearchAnswer> & Partial<SpansAnswer>;
  // Where not even the first lines fit there is nothing to fill.
  if ((answer.results ?? answer.spans)?.length !== files.length || files.length === 0) return best;
  const hidden = files.flatMap(({ lines, texts }) =>
    texts.slice(LINES_PER_FILE).map((text, i) => ({ line: lines[LINES_PER_FILE + i]!, text })),
  );
  let room = budget - answer.cost!.tokens;
  const guesses: number[] = [];
  for (let sum = 0, at = 0; at < hidden.length && sum <= HARDLY * room; at++) {
    const match = hidden[at]!;
    // JSON has a line among the matches and in the text.
    const shown = format === "json" ? safeJson(match) + match.text : `  ${match.line}: ${match.text}\n`;
    guesses.push(counter.count(shown));
    sum += guesses[at]!;
  }
  /** Of the hidden lines from one on, how many have room by what they are guessed to cost. */
  const fitting = (from: number, room: number): number => {
    let count = 0;
    for (let left = room; from + count < guesses.length; count++) {
      left -= guesses[from + count]!;
      if (left < 0) break;
    }
    return count;
  };
  let low = 0;
  let high = fitting(0, HARDLY * room);
  let middle = Math.max(1, fitting(0, SURELY * room));
  while (low < high) {
    const filled = await finish(countsOf(files, middle));
    const { results, spans, cost } = filled.answer as Partial<SearchAnswer> & Partial<SpansAnswer>;
    if ((results ?? spans)?.length === files.length) {
      best = filled;
      low = middle;
      room = budget - cost!.tokens;
      const more = fitting(low, room);
      if (more === 0) break;
      middle = Math.min(high, low + more);
    } else {
      high = middle - 1;
      middle = (low + high + 1) >> 1;
    }
  }
  return best;
}
