// Which terms stand for a text of a manifest? Stems without stop words, as ranking has them, so that a question and a content
// meet in their word forms. Text without blanks comes as pairs of characters.
import { splitIdentifier } from "../text/identifiers.ts";
import { holdsIdeograph } from "../text/letters.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop-words.ts";
import { wordsIn } from "../text/words-in.ts";

/** Term → how often, in the order of first sight. Words of a text repeat: what each stands for is found once per reader. */
export class NodeTerms {
  readonly #known = new Map<string, readonly string[]>();

  of(text: string, times = 1, into: Map<string, number> = new Map()): Map<string, number> {
    for (const word of wordsIn(text)) {
      for (const term of this.#termsOf(word)) into.set(term, (into.get(term) ?? 0) + times);
    }
    return into;
  }

  #termsOf(word: string): readonly string[] {
    let terms = this.#known.get(word);
    if (terms === undefined) {
      terms = termsOf(word);
      this.#known.set(word, terms);
    }
    return terms;
  }
}

function termsOf(word: string): string[] {
  if (isStopWord(word.toLowerCase())) return [];
  return holdsIdeograph(word) ? [word.normalize("NFKC")] : splitIdentifier(word).map(stem);
}
