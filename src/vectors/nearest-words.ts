// Which words of a text stand for which words of a question, when the two are near in meaning? The pairs whose products add
// most to the nearness of both: it is the sum of the products of all pairs.
import { splitIdentifier } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop-words.ts";
import { wordsIn } from "../text/words-in.ts";
import { type Embedder, weightOf } from "./embedder.ts";

export interface WordPair {
  asked: string;
  found: string;
}

/** Bounds on work: a question of so many words, a text of so many different ones. */
const MOST_ASKED = 48;
const MOST_FOUND = 400;

/** The words of a question, read once for all the texts that it is compared with: it may be long. */
export function askedWords(embedder: Embedder, question: string): KnownWord[] {
  return knownWords(embedder, question, MOST_ASKED);
}

/** The best pairs, each word in one alone; of words that the model knows. */
export function nearestWords(
  embedder: Embedder,
  asked: readonly KnownWord[],
  text: string,
  most: number,
): WordPair[] {
  const found = knownWords(embedder, text, MOST_FOUND);
  const pairs = asked.flatMap((a) =>
    found.map((f) => ({ asked: a.word, found: f.word, product: productOf(a.sums, f.sums) })),
  );
  // A stable sort: among equal pairs the words that come first.
  pairs.sort((a, b) => b.product - a.product);
  const chosen: WordPair[] = [];
  const used = new Set<string>();
  for (const pair of pairs) {
    if (chosen.length === most || pair.product <= 0) break;
    if (used.has(`a ${pair.asked}`) || used.has(`f ${pair.found}`)) continue;
    used.add(`a ${pair.asked}`).add(`f ${pair.found}`);
    chosen.push({ asked: pair.asked, found: pair.found });
  }
  return chosen;
}

export interface KnownWord {
  /** As it is first written there, in lower case. */
  word: string;
  sums: Float64Array;
}

function knownWords(embedder: Embedder, text: string, most: number): KnownWord[] {
  const known = new Map<string, { word: string; count: number }>();
  for (const written of wordsIn(text)) {
    if (isStopWord(written.toLowerCase())) continue;
    for (const word of splitIdentifier(written)) {
      const term = stem(word);
      const before = known.get(term);
      if (before !== undefined) before.count++;
      else if (known.size < most && embedder.knows(term)) known.set(term, { word, count: 1 });
    }
  }
  return [...known].map(([term, { word, count }]) => {
    const sums = new Float64Array(embedder.dimensions);
    embedder.sumsOf(term, sums);
    const weight = weightOf(count);
    return { word, sums: sums.map((value) => value * weight) };
  });
}

function productOf(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}
