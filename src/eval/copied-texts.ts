// Does what was taken out of one place stand in another all the same? A comment that was copied, into a twin, a manual, a
// declaration file, would answer its own question there.

/** As many words as make a text its own; a shorter one counts whole. */
const TELLING = 8;

const WORD = /[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Looks for the beginnings of many texts at once. */
export class CopiedTexts {
  /** By their first two words. */
  readonly #wanted = new Map<string, { words: string[]; text: string }[]>();
  readonly #found = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      const words = wordsOf(text).slice(0, TELLING);
      const key = words.slice(0, 2).join(" ");
      const known = this.#wanted.get(key);
      if (known === undefined) this.#wanted.set(key, [{ words, text }]);
      else known.push({ words, text });
    }
  }

  /** Looks through one file as it is searched. */
  look(content: string): void {
    const words = wordsOf(content);
    for (let at = 0; at + 1 < words.length; at++) {
      const wanted = this.#wanted.get(`${words[at]!} ${words[at + 1]!}`);
      if (wanted === undefined) continue;
      for (const { words: own, text } of wanted)
        if (own.every((word, i) => words[at + i] === word)) this.#found.add(text);
    }
  }

  has(text: string): boolean {
    return this.#found.has(text);
  }
}
