// How is a description made shorter? By whole words, in steps: all nodes of a level at one step, so that they stay comparable.
import { codePoints } from "../node-cost.ts";
import type { Descriptor } from "./descriptor.ts";

interface Detail {
  keywords: number;
  /** Of `what` and of `when`, in code points. */
  line: number;
  title: number;
}

/** As it was described first. */
export const DETAILS: readonly Detail[] = [
  { keywords: Infinity, line: Infinity, title: Infinity },
  { keywords: 4, line: 120, title: 100 },
  { keywords: 2, line: 80, title: 60 },
  { keywords: 0, line: 56, title: 40 },
  { keywords: 0, line: 36, title: 32 },
  { keywords: 0, line: 20, title: 20 },
];

export function shortened(
  title: string,
  { what, when, keywords }: Descriptor,
  detail: number,
): { title: string; descriptor: Descriptor } {
  const most = DETAILS[detail]!;
  return {
    title: cutAtWord(title, most.title),
    descriptor: {
      what: cutAtWord(what, most.line),
      when: cutAtWord(when, most.line),
      keywords: keywords.slice(0, most.keywords),
    },
  };
}

/** At most so many code points, its end marked where something is left out. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most || codePoints(text) <= most) return text;
  const start = text.slice(0, most - 1);
  // A pair of surrogates is one code point; most texts have none.
  const head = codePoints(start) === start.length ? start : [...text].slice(0, most - 1).join("");
  // A blank in the last half: of a text without blanks the letters count.
  const blank = head.lastIndexOf(" ");
  const kept = blank > head.length / 2 ? head.slice(0, blank) : head;
  return `${kept.replace(/[\s,;:.–-]{1,8}$/u, "")}…`;
}
