// How many of the lines that were asked for does a budget hold? From the first on, span by span; what is cut is cut after
// a whole line, and the answer says where it goes on.
import type { Counter } from "../tokens/counter.ts";
import type { Advice, AnswerRoot, ReadAnswer, ReadSpan, TooSmallAnswer } from "./answer.ts";
import { finish } from "./budget.ts";
import { safeJson } from "../base/safe-text.ts";
import { asPutOut, countsColor, type Looks } from "./destination.ts";
import { forTerminal, oneLine, pathLabel } from "./label.ts";
import { paint } from "./render-terminal.ts";
import { instructionLike } from "../redact/instruction-like.ts";
import { closingLines, rootLines } from "./render-text.ts";
import { mostThatFit } from "./most-that-fit.ts";
import { rootReserve, STAND_IN_ROOT } from "./root-reserve.ts";
import { fenceFor } from "./span-text.ts";
import { untrustedMark } from "./untrusted-mark.ts";
import { budgetFor, tooSmall, tooSmallAdvice } from "./too-small.ts";

/** What an answer says that does not show all lines. */
export interface Rest {
  caps: string[];
  advice: Advice | null;
  /** Place at which to read on. */
  next: string | null;
}

export interface LinesInput extends Looks {
  spans: readonly ReadSpan[];
  budget: number;
  counter: Counter;
  answer: (spans: ReadSpan[], tokens: number, rest: Rest) => ReadAnswer;
}

export interface FittedLines {
  output: string;
  answer: ReadAnswer;
  /** What is said in place of the answer where the budget has no room even for an empty one; else null. */
  small: TooSmallAnswer | null;
}

interface Rendered extends FittedLines {
  cost: number;
}

export function fitLines(input: LinesInput): FittedLines {
  const { budget, counter, spans } = input;
  // A place without lines counts as one: it has a heading.
  const all = spans.map((s) => (s.end < s.start ? [""] : s.text.split("\n")));
  const total = all.reduce((sum, lines) => sum + lines.length, 0);
  if (spans.length === 0) {
    // All that was asked for is held by the client of a session: there is nothing to cut.
    const none = rendered(input, cut(spans, all, 0));
    if (none.cost <= budget) return inColor(input, none);
  }
  const most = mostLines(all, budget, counter);
  const shown = mostThatFit(total, most, (n) => costAnywhere(input, cut(spans, all, n)) <= budget);
  if (shown === 0) return nothingFits(input, all);
  const chosen = rendered(input, cut(spans, all, shown));
  if (chosen.cost <= budget) return inColor(input, chosen);
  // The root costs more than was set aside for it.
  const fewer = mostThatFit(total, shown, (n) => rendered(input, cut(spans, all, n)).cost <= budget);
  return fewer === 0 ? nothingFits(input, all) : inColor(input, rendered(input, cut(spans, all, fewer)));
}

/** As if every root cost the same: where the tree lies must not change what is shown of it. */
function costAnywhere(input: LinesInput, made: Cut): number {
  const { format, counter } = input;
  return rendered(input, made, { root: STAND_IN_ROOT }).cost + rootReserve(format === "json", counter);
}

/** A bound that is cheap to find: lines are counted one by one, which is seldom more than they cost together. */
function mostLines(all: readonly string[][], budget: number, counter: Counter): number {
  let cost = 0;
  let lines = 0;
  for (const texts of all) {
    for (const text of texts) {
      if (!counter.atMost(text, 2 * budget)) return lines;
      cost += counter.count(text);
      if (cost > 2 * budget) return lines;
      lines++;
    }
  }
  return lines;
}

interface Cut {
  /** Without their costs. */
  spans: ReadSpan[];
  caps: string[];
  next: string | null;
}

/** The first `count` lines of all spans. */
function cut(spans: readonly ReadSpan[], all: readonly string[][], count: number): Cut {
  const shown: ReadSpan[] = [];
  const caps: string[] = [];
  let next: string | null = null;
  let left = count;
  let further = 0;
  spans.forEach((span, i) => {
    const lines = all[i]!;
    if (lines.length <= left) {
      shown.push(marked(span));
      left -= lines.length;
      return;
    }
    if (next !== null || span.end < span.start) {
      further++;
      return;
    }
    const from = span.start + left;
    const rest = `${pathLabel(span.path)}:${from}-${span.end}`;
    next = rest;
    caps.push(`${rest} did not fit the budget`);
    if (left > 0) {
      const end = from - 1;
      shown.push(
        marked({
          ...span,
          end,
          text: lines.slice(0, left).join("\n"),
          redacted: span.redacted.filter((r) => r.line <= end),
          note: [`cut at the budget, goes on to line ${span.end}`, span.note].filter(Boolean).join("; "),
        }),
      );
    }
    left = 0;
  });
  // Counted, not listed: a list of what does not fit would take the room of what does.
  if (further > 0) caps.push(`${further} further ${further === 1 ? "place" : "places"} did not fit`);
  return { spans: shown, caps, next };
}

/** What of a span looks like an instruction: looked for in the lines that are shown, so that other lines take no mark's place. */
function marked(span: ReadSpan): ReadSpan {
  const untrusted = instructionLike(span.text, span.start);
  return untrusted.length === 0 ? span : { ...span, untrusted };
}

function rendered(
  input: LinesInput,
  { spans, caps, next }: Cut,
  { advice = null, root }: { advice?: Advice | null; root?: AnswerRoot } = {},
): Rendered {
  const shown = spans.map((span) => ({ ...span, cost: spanCost(input, span) }));
  const made = (tokens: number) => {
    const answer = input.answer(shown, tokens, { caps, advice, next });
    return root === undefined ? answer : { ...answer, root };
  };
  let answer = made(input.budget);
  const render = (tokens: number) => {
    answer = made(tokens);
    const { format, to } = input;
    return format === "json"
      ? asPutOut(safeJson(answer), format, to)
      : page(input, answer, countsColor(input));
  };
  const done = finish(input.counter, render, input.budget);
  return { ...done, answer, small: null };
}

/** Heading and lines as they stand in the answer, counted alone. */
function spanCost({ format, counter }: LinesInput, span: ReadSpan): number {
  if (format === "json") return counter.count(safeJson(span));
  return counter.count(`${heading(span)}\n\`\`\`\n${span.text}\n\`\`\`\n`);
}

function page({ format, to }: LinesInput, answer: ReadAnswer, color: boolean): string {
  const brush = paint(color);
  const clean = format === "terminal" ? forTerminal : (line: string) => line;
  const fence = fenceFor(answer.spans.map((s) => s.text));
  const parts = rootLines(answer).map((line) => brush.faint(clean(line)));
  for (const span of answer.spans) {
    parts.push(brush.place(clean(heading(span))), fence);
    if (span.end >= span.start)
      parts.push(...(format === "terminal" ? span.text.split("\n").map(clean) : [span.text]));
    parts.push(fence);
  }
  parts.push(...closingLines(answer).map((line) => brush.faint(clean(line))));
  return asPutOut(parts.join("\n"), format, to);
}

function heading(span: ReadSpan): string {
  const note = span.note === null ? "" : ` (${span.note})`;
  const name = span.name === "" ? "" : ` ${span.kind} ${oneLine(span.name)}`;
  return `${pathLabel(span.path)}:${span.start}-${span.end} of ${span.lines}${name}${untrustedMark(span.untrusted)}${note}`;
}

function nothingFits(input: LinesInput, all: readonly string[][]): FittedLines {
  const { budget, counter, spans } = input;
  const first = cut(spans, all, 1);
  const needed = budgetFor(Math.max(costAnywhere(input, first), rendered(input, first).cost));
  const advice = tooSmallAdvice(needed, counter.unit);
  const advised = rendered(input, cut(spans, all, 0), { advice });
  if (advised.cost <= budget) return inColor(input, advised);
  return { ...advised, ...tooSmall(input, advised.answer, needed, budget, counter) };
}

/** Where it is not counted, colour changes nothing but the looks, so it comes last. */
function inColor(input: LinesInput, fitted: Rendered): Rendered {
  return input.format === "terminal" && input.color === true && !countsColor(input)
    ? { ...fitted, output: page(input, fitted.answer, true) }
    : fitted;
}
