// Why is a unit offered that holds no word of the question? By its meaning: which of its words stand for which of the asked.
import type { Passage } from "../rank/passages.ts";
import { shownText } from "../redact/redact.ts";
import { shippedModel } from "../vectors/model.ts";
import { askedWords, nearestWords, type WordPair } from "../vectors/nearest-words.ts";
import type { Source } from "./sources.ts";

/** Nothing of what the question asks for stands in it, by words. */
export function isByMeaning({ concepts, imported, lines, features }: Passage): boolean {
  return concepts === 0 && imported.concepts === 0 && lines.length === 0 && features.length > 0;
}

/** Pairs of words that are named: each costs tokens. */
export const MOST_PAIRS = 2;

/** Such as `meaning: near observers (signal)`. */
export function reasonByMeaning(question: string, { start, end }: Passage, { lines }: Source): string {
  const loaded = shippedModel();
  if ("fault" in loaded) return "near in meaning";
  const text = lines.slice(start - 1, end).join("\n");
  return reasonOfPairs(
    nearestWords(loaded.embedder, askedWords(loaded.embedder, question), text, MOST_PAIRS),
  );
}

/** A word that stands in both is near to nothing else. */
export function reasonOfPairs(pairs: readonly WordPair[]): string {
  if (pairs.length === 0) return "near in meaning";
  const said = pairs.map(({ asked, found }) =>
    asked === found ? shownText(asked) : `near ${shownText(asked)} (${shownText(found)})`,
  );
  return `meaning: ${said.join(", ")}`;
}
