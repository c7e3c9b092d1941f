// Which terms stand for a question or a path when its vector is made? The stems that the index has for the same words.
import { splitIdentifier } from "../text/identifiers.ts";
import { holdsIdeograph } from "../text/letters.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop-words.ts";
import { wordsIn } from "../text/words-in.ts";

/** More words than this say nothing new; a bound on work. */
const MOST_WORDS = 2_000;

/** Each word counts as often as it is said. */
export function textTerms(text: string): [term: string, count: number][] {
  const counts = new Map<string, number>();
  let words = 0;
  for (const word of wordsIn(text.slice(0, MOST_WORDS * 50))) {
    if (isStopWord(word.toLowerCase())) continue;
    if (++words > MOST_WORDS) break;
    // Text without spaces comes as pairs of characters, which the index has as they are.
    const parts = holdsIdeograph(word) ? [word.normalize("NFKC")] : splitIdentifier(word).map(stem);
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts];
}

/** The words of folders and file name; the ending says nothing of what a file is about. */
export function pathTerms(path: string): [term: string, count: number][] {
  return textTerms(path.replace(/(?<=[^/])\.\w+$/, ""));
}
