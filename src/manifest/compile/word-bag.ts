// Which words tell one line from another? The format's own bag, widened to every script: runs of letters and digits in small
// letters, without short ones and without the words of every frame. Of ASCII text exactly the format's (the original saw
// nothing else, so that lines in other scripts never collided).
import type { Descriptor } from "./descriptor.ts";

const FRAME_WORDS = new Set(
  "the a an to of for and or is in on with this that use when task involves anything about".split(" "),
);
/** In code points; of a script that is written without blanks one less, since its words are shorter. */
const SHORTEST = 3;

const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN = /^[\u0000-\u007f]*$/;

let segmenter: Intl.Segmenter | null = null;
/** What runs were cut into: the same lines are read several times in a build. */
const cut = new Map<string, readonly string[]>();
const MOST_CUT = 20_000;
/** Longer runs are seldom met again. */
const LONGEST_KEPT = 200;

export function wordBag(text: string, into: Set<string> = new Set()): Set<string> {
  for (const word of wordsOf(text)) into.add(word);
  return into;
}

/** In their order, repeated where they are. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  if (PLAIN.test(text)) {
    for (const run of text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      if (run.length >= SHORTEST && !FRAME_WORDS.has(run)) words.push(run);
    return words;
  }
  for (const run of text.normalize("NFKC").toLowerCase().match(RUN) ?? []) {
    if (UNSPACED.test(run)) words.push(...unspacedWords(run));
    else if (isTelling(run)) words.push(run);
  }
  return words;
}

export function holdsUnspaced(text: string): boolean {
  return !PLAIN.test(text) && UNSPACED.test(text);
}

/** Of all that a descriptor says. */
export function descriptorBag({ what, when, keywords }: Descriptor): Set<string> {
  const bag = wordBag(what);
  wordBag(when, bag);
  for (const keyword of keywords) wordBag(keyword, bag);
  return bag;
}

function isTelling(run: string): boolean {
  return !FRAME_WORDS.has(run) && [...run].length >= SHORTEST;
}

function unspacedWords(run: string): readonly string[] {
  const before = cut.get(run);
  if (before !== undefined) return before;
  const words = cutRun(run);
  if (cut.size >= MOST_CUT) cut.clear();
  if (run.length <= LONGEST_KEPT) cut.set(run, words);
  return words;
}

/** One character alone is a particle as often as a word: it counts where the run has nothing longer. */
function cutRun(run: string): string[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  const words: string[] = [];
  for (const { segment } of segmenter.segment(run)) {
    const isLong = [...segment].length >= SHORTEST - 1;
    if (UNSPACED.test(segment) ? isLong : isTelling(segment)) words.push(segment);
  }
  return words.length > 0 ? words : [run];
}
