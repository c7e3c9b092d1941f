// What a describer gave, as a manifest can hold it: one line each, trimmed, not over the format's limit, texts where texts belong.
import { codePoints } from "../node-cost.ts";
import type { Descriptor } from "./descriptor.ts";

/** Of `what` and `when`, in code points: the format's own. */
export const LONGEST_LINE = 160;
/** Of a keyword, and how many a node may have. */
const LONGEST_KEYWORD = 80;
const MOST_KEYWORDS = 32;

/** A part that is missing, blank or no text is null: rules then say it. */
export function checkedDescriptor(given: unknown): {
  what: string | null;
  when: string | null;
  keywords: string[] | null;
} {
  const { what, when, keywords } = (typeof given === "object" && given !== null ? given : {}) as Partial<
    Record<keyof Descriptor, unknown>
  >;
  return { what: line(what), when: line(when), keywords: words(keywords) };
}

function line(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = cutLine(value, LONGEST_LINE);
  return text === "" ? null : text;
}

function words(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const kept = new Set<string>();
  for (const one of value.slice(0, MOST_KEYWORDS * 4)) {
    if (typeof one !== "string" || kept.size === MOST_KEYWORDS) continue;
    const word = cutLine(one, LONGEST_KEYWORD);
    if (word !== "") kept.add(word);
  }
  return [...kept];
}

/** One line without control characters, of at most so many code points. */
export function cutLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/gu, " ")
    .trim();
  if (line.length <= most || codePoints(line) <= most) return line;
  return [...line].slice(0, most).join("").trimEnd();
}
