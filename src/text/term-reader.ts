// Which terms does a word of a text stand for? A reader remembers every raw word that it has met, so that a text is
// read without making a string per word. Terms are numbers of one reader: `reader.terms[id]` is the string.
//
//   text ──hash of the code units──► slots ──► record ──► pool[first … first + all]
//                                                          stems of the parts, then `=whole`
//
// In code all of a record's terms are taken. In comments, prose and data only the first `brief` ones are: the whole of
// a plain word would say there what its stem says already.
import { WHOLE, foldIdentifier, splitIdentifier } from "./identifiers.ts";
import { IDEOGRAPH, letterKind } from "./letters.ts";
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

/** A longer probe means that somebody made words that collide; those go to a map whose hash is seeded. */
const LONGEST_PROBE = 32;

export class TermReader {
  /** Term of each number. Number 0 is no term. */
  readonly terms: string[] = [""];
  // Stems and wholes apart, so that a whole is looked up without its mark; and the stem of every part met.
  readonly #parts = new Map<string, number>();
  readonly #wholes = new Map<string, number>();
  readonly #stems = new Map<string, number>();

  /** Of each record: where its terms begin in `pool`, how many there are, how many of them a comment takes. */
  first = new Int32Array(4096);
  all = new Uint8Array(4096);
  brief = new Uint8Array(4096);
  /** 1 where the word is an English stop word. */
  stop = new Uint8Array(4096);
  /** Number of the term of the whole, or 0. */
  whole = new Int32Array(4096);
  records = 0;
  pool = new Int32Array(8192);
  #pooled = 0;

  #slots = new Int32Array(16384);
  #hashes = new Int32Array(4096);
  #rawStart = new Int32Array(4096);
  #rawLength = new Uint16Array(4096);
  #raw = new Uint16Array(65536);
  #rawUsed = 0;
  readonly #collided = new Map<string, number>();

  /** Number of a term (a stem or `=whole`), given on first sight. */
  idOf(term: string): number {
    if (term.startsWith(WHOLE)) return this.#wholeOf(term.slice(1));
    return this.#parts.get(term) ?? this.#newTerm(this.#parts, term, "");
  }

  /** Record of the word `text[start..end)`, whose `hash` is `hashWord`'s. */
  record(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const length = end - start;
    let slot = hash & mask;
    for (let probe = 0; probe < LONGEST_PROBE; probe++) {
      const held = this.#slots[slot]!;
      if (held === 0) return this.#add(text.slice(start, end), hash, slot);
      const record = held - 1;
      if (
        this.#hashes[record] === hash &&
        this.#rawLength[record] === length &&
        this.#same(text, start, record)
      ) {
        return record;
      }
      slot = (slot + 1) & mask;
    }
    const word = text.slice(start, end);
    return this.#collided.get(word) ?? this.#add(word, hash, -1);
  }

  /** Record of a whole string: for names, paths and queries. */
  recordOf(word: string): number {
    return this.record(word, 0, word.length, hashWord(word, 0, word.length));
  }

  #same(text: string, start: number, record: number): boolean {
    const raw = this.#raw;
    const from = this.#rawStart[record]!;
    for (let i = this.#rawLength[record]! - 1; i >= 0; i--) {
      if (text.charCodeAt(start + i) !== raw[from + i]) return false;
    }
    return true;
  }

  #add(word: string, hash: number, slot: number): number {
    const record = this.records++;
    if (record === this.first.length) this.#growRecords();
    this.#describe(word, record);
    this.#hashes[record] = hash;
    if (slot < 0) {
      this.#collided.set(ownCopy(word), record);
      return record;
    }
    this.#slots[slot] = record + 1;
    this.#keepRaw(word, record);
    if (this.records * 2 > this.#slots.length) this.#rehash();
    return record;
  }

  #describe(word: string, record: number): void {
    this.first[record] = this.#pooled;
    if (word.charCodeAt(0) > 127 && letterKind(word, 0) === IDEOGRAPH) {
      this.#push(this.idOf(word.normalize("NFKC").toLowerCase()));
      this.all[record] = this.brief[record] = 1;
      return;
    }
    const words = splitIdentifier(word);
    for (const part of words) this.#push(this.#stemOf(part));
    const folded = foldIdentifier(word);
    const plain = words.length === 1 && words[0] === folded;
    this.all[record] = this.brief[record] = words.length;
    // A run of digits is its own whole.
    if (folded.length > 1 && !(plain && isDigit(word.charCodeAt(0)))) {
      const id = this.#wholeOf(folded);
      this.#push(id);
      this.whole[record] = id;
      this.all[record] = words.length + 1;
      if (!plain) this.brief[record] = words.length + 1;
    }
    if (plain && isStopWord(folded)) this.stop[record] = 1;
  }

  /** Number of a part's stem. */
  #stemOf(part: string): number {
    let id = this.#stems.get(part);
    if (id === undefined) {
      id = this.#parts.get(stem(part)) ?? this.#newTerm(this.#parts, stem(part), "");
      this.#stems.set(ownCopy(part), id);
    }
    return id;
  }

  #wholeOf(folded: string): number {
    return this.#wholes.get(folded) ?? this.#newTerm(this.#wholes, folded, WHOLE);
  }

  #newTerm(among: Map<string, number>, term: string, mark: string): number {
    const own = ownCopy(term);
    const id = this.terms.push(mark + own) - 1;
    among.set(own, id);
    return id;
  }

  #push(term: number): void {
    if (this.#pooled === this.pool.length) this.pool = doubled(this.pool);
    this.pool[this.#pooled++] = term;
  }

  #keepRaw(word: string, record: number): void {
    while (this.#rawUsed + word.length > this.#raw.length) this.#raw = doubled(this.#raw);
    this.#rawStart[record] = this.#rawUsed;
    this.#rawLength[record] = word.length;
    for (let i = 0; i < word.length; i++) this.#raw[this.#rawUsed + i] = word.charCodeAt(i);
    this.#rawUsed += word.length;
  }

  #growRecords(): void {
    this.first = doubled(this.first);
    this.all = doubled(this.all);
    this.brief = doubled(this.brief);
    this.stop = doubled(this.stop);
    this.whole = doubled(this.whole);
    this.#hashes = doubled(this.#hashes);
    this.#rawStart = doubled(this.#rawStart);
    this.#rawLength = doubled(this.#rawLength);
  }

  /** Twice the slots. A record whose probe would be too long is found through the map from then on. */
  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (const held of this.#slots) {
      if (held === 0) continue;
      let slot = this.#hashes[held - 1]! & mask;
      let probe = 0;
      while (slots[slot] !== 0 && probe < LONGEST_PROBE) {
        slot = (slot + 1) & mask;
        probe++;
      }
      if (probe < LONGEST_PROBE) slots[slot] = held;
      else this.#collided.set(this.#rawWord(held - 1), held - 1);
    }
    this.#slots = slots;
  }

  #rawWord(record: number): string {
    const from = this.#rawStart[record]!;
    return String.fromCharCode(...this.#raw.subarray(from, from + this.#rawLength[record]!));
  }
}

/** FNV-1a over code units, with its high bits folded down. The scanner computes the same while it reads. */
export function hashWord(text: string, start: number, end: number): number {
  let hash = HASH_START;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_PRIME);
  return hash ^ (hash >>> 15);
}

export const HASH_START = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

/** A string that shares no memory with the text from which it was cut, which would stay alive with it. */
function ownCopy(text: string): string {
  // V8 cuts by reference from 13 characters on.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function doubled<T extends Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  column: T,
): T {
  const grown = new (column.constructor as new (length: number) => T)(column.length * 2);
  grown.set(column as never);
  return grown;
}
