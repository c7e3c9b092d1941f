// A cheaper form of a leaf that is too large to be opened whole: how it begins, and the headings of the rest with how each begins.
// Made of its own lines alone, so that it says nothing that the content doesn't.
import type { CountTokens } from "../manifest-unit.ts";

/** Code points that one token stands for at most, roughly: more of a text need not be counted. */
const MOST_PER_TOKEN = 8;
/** Of what there is for it, so much shows how the content begins; the rest its headings. */
const HEAD_SHARE = 0.5;
const LONGEST_LINE = 200;
const HEADING = /^(?:#{1,6}\s|=+\s)\S/;

/** At most so many tokens. */
export function summaryOf(content: string, most: number, count: CountTokens): string {
  const budget = Math.max(1, most);
  const head = headOf(content, budget * HEAD_SHARE, count);
  let text = head;
  let tokens = count(head);
  for (const line of headingsAfter(content, head.length)) {
    const cost = count(`\n${line}`);
    // A token more for where two lines meet.
    if (tokens + cost + 1 > budget - 2) break;
    text += `\n${line}`;
    tokens += cost + 1;
  }
  return `${text}\n…`;
}

/** Whole lines from the begin; of a first line that is too long as much as fits. */
function headOf(content: string, most: number, count: CountTokens): string {
  const part = content.slice(0, Math.floor(most * MOST_PER_TOKEN));
  let end = 0;
  let tokens = 0;
  while (end < part.length) {
    const newline = part.indexOf("\n", end);
    const to = newline === -1 ? part.length : newline + 1;
    const cost = count(part.slice(end, to));
    if (tokens + cost > most) break;
    tokens += cost;
    end = to;
  }
  if (end > 0) return part.slice(0, end).trimEnd();
  let length = Math.min(part.length, Math.floor(most));
  while (length > 1 && count(part.slice(0, length)) > most) length = Math.floor(length * 0.7);
  return part.slice(0, length).toWellFormed();
}

function* headingsAfter(content: string, from: number): Generator<string> {
  let at = content.indexOf("\n", from);
  while (at !== -1) {
    const next = content.indexOf("\n", at + 1);
    const to = next === -1 ? content.length : next;
    if (to - at - 1 <= LONGEST_LINE) {
      const line = content.slice(at + 1, to);
      if (HEADING.test(line)) yield line;
    }
    at = next;
  }
}
