// Is what facts say made of the words of their text? Every run of letters and digits in it must be one of the text, or a
// piece of one: names, heads and comments are cut from it, with other marks and blanks in between.

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;
/** Words that syntax facts have of their own: what has no name in the text, or stands for something that is not written. */
const OWN: ReadonlySet<string> = new Set(["default", "self", "Companion"]);
/** Pieces of words are looked for in the whole text: more of them than a file has is no file's. */
const MOST_PIECES = 2_000;

export class TextWords {
  readonly #text: string;
  #words: Set<string> | null = null;
  readonly #held = new Set<string>();
  #pieces = 0;

  constructor(text: string) {
    this.#text = text;
  }

  hold(piece: string): boolean {
    if (piece === "" || this.#held.has(piece)) return true;
    for (const [word] of piece.matchAll(WORD)) if (!this.#has(word)) return false;
    this.#held.add(piece);
    return true;
  }

  #has(word: string): boolean {
    this.#words ??= new Set(this.#text.match(WORD));
    if (this.#words.has(word) || OWN.has(word)) return true;
    return ++this.#pieces <= MOST_PIECES && this.#text.includes(word);
  }
}
