// How often does each term stand in each field of a chunk? Name, signature line, comment, body, and the names of what
// encloses the chunk. The tables are kept from file to file, and counting allocates nothing but its result.
import type { TermReader } from "../text/term-reader.ts";
import { packCounts } from "./facts.ts";
import type { WordsChunk, WordsDeclaration } from "./facts.ts";
import { Owners } from "./words-owners.ts";
import type { Scan } from "./words-scan.ts";

const NONE = { name: 0, signature: 0, comment: 0, body: 0, enclosing: 0 };
const MANY = 1e6;

/** One count in a field, and all the bits that the field has. */
interface Field {
  one: number;
  bits: number;
}
const NAME: Field = { one: packCounts({ ...NONE, name: 1 }), bits: packCounts({ ...NONE, name: MANY }) };
const SIGNATURE: Field = {
  one: packCounts({ ...NONE, signature: 1 }),
  bits: packCounts({ ...NONE, signature: MANY }),
};
const COMMENT: Field = {
  one: packCounts({ ...NONE, comment: 1 }),
  bits: packCounts({ ...NONE, comment: MANY }),
};
const BODY: Field = { one: packCounts({ ...NONE, body: 1 }), bits: packCounts({ ...NONE, body: MANY }) };
const ENCLOSING: Field = {
  one: packCounts({ ...NONE, enclosing: 1 }),
  bits: packCounts({ ...NONE, enclosing: MANY }),
};

/** The chunks with their terms. `brief` leaves out the wholes of plain words (data). */
export function countChunks(
  scan: Scan,
  declarations: readonly WordsDeclaration[],
  starts: readonly number[],
  reader: TermReader,
  brief: boolean,
): WordsChunk[] {
  const owners = new Owners(declarations);
  const chunks: WordsChunk[] = [];
  for (let c = 0; c < starts.length; c++) {
    const from = starts[c]!;
    const to = starts[c + 1] ?? scan.lines;
    counter.begin();
    let line = from;
    while (line < to) {
      const named = owners.nextLine - 1;
      const plainEnd = named >= line && named < to ? named : to;
      counter.addBody(reader, scan.tokens, scan.token[line]!, scan.token[plainEnd]!, brief);
      line = plainEnd;
      if (line < to) {
        const names = owners.namesOf(owners.pass(), reader);
        counter.addHead(reader, scan.tokens, scan.token[line]!, scan.token[line + 1]!, names);
        line++;
      }
    }
    const [first, last] = withoutEmptyEdges(scan, from, to);
    for (const declaration of owners.enclosing(first + 1, last + 1)) {
      for (const name of owners.namesOf(declaration, reader)) {
        counter.add(reader, name, reader.all[name]!, ENCLOSING);
      }
    }
    const declaration = owners.ownerOf(first + 1, last + 1);
    chunks.push({ start: from + 1, end: to, declaration, length: counter.length, ...counter.finish() });
  }
  return chunks;
}

/** First and last line with words. Blank lines and brackets at the edges do not decide whose a chunk is. */
function withoutEmptyEdges(scan: Scan, from: number, to: number): [first: number, last: number] {
  let first = from;
  let last = to - 1;
  while (first < last && scan.token[first + 1] === scan.token[first]) first++;
  while (last > first && scan.token[last + 1] === scan.token[last]) last--;
  return [first, last];
}

/** Counts the terms of one chunk after another. */
class ChunkCounter {
  /** Words counted, weighted by nothing: see `WordsChunk.length`. */
  length = 0;
  /** Place of a term in the chunk, valid where the stamp is the chunk's. */
  #place = new Int32Array(16384);
  #stamp = new Int32Array(16384);
  #now = 0;
  #ids = new Uint32Array(4096);
  #counts = new Uint32Array(4096);
  #size = 0;

  begin(): void {
    this.#size = 0;
    this.length = 0;
    this.#now++;
  }

  finish(): { termIds: Uint32Array; counts: Uint32Array } {
    return { termIds: this.#ids.slice(0, this.#size), counts: this.#counts.slice(0, this.#size) };
  }

  /** Tokens of lines that declare nothing. The hot loop: everything that it touches is a local name. */
  addBody(reader: TermReader, tokens: Int32Array, from: number, to: number, short: boolean): void {
    const { first, all, brief, stop, pool } = reader;
    this.#makeRoom(reader);
    const now = this.#now;
    const stamp = this.#stamp;
    const place = this.#place;
    const { one: oneBody, bits: bodyBits } = BODY;
    const { one: oneComment, bits: commentBits } = COMMENT;
    let ids = this.#ids;
    let counts = this.#counts;
    let size = this.#size;
    let length = 0;
    for (let t = from; t < to; t++) {
      const token = tokens[t]!;
      const record = token >> 1;
      const isComment = (token & 1) === 1;
      if (isComment && stop[record] === 1) continue;
      const words = brief[record]!;
      length += words;
      const one = isComment ? oneComment : oneBody;
      const bits = isComment ? commentBits : bodyBits;
      let i = first[record]!;
      for (const end = i + (isComment || short ? words : all[record]!); i < end; i++) {
        const term = pool[i]!;
        if (stamp[term] === now) {
          const packed = counts[place[term]!]!;
          // Capped, never wrapped into the next field.
          if ((packed & bits) !== bits) counts[place[term]!] = packed + one;
        } else {
          if (size === ids.length) {
            this.#growChunk();
            ids = this.#ids;
            counts = this.#counts;
          }
          stamp[term] = now;
          place[term] = size;
          ids[size] = term;
          counts[size++] = one;
        }
      }
    }
    this.#size = size;
    this.length += length;
  }

  /** Tokens of a line that declares: its names, its comment, and the rest of the signature. */
  addHead(reader: TermReader, tokens: Int32Array, from: number, to: number, names: readonly number[]): void {
    const left = [...names];
    for (let t = from; t < to; t++) {
      const token = tokens[t]!;
      const record = token >> 1;
      const named = left.indexOf(record);
      if (named >= 0) {
        left.splice(named, 1);
        this.add(reader, record, reader.all[record]!, NAME);
      } else if ((token & 1) === 0) {
        this.add(reader, record, reader.all[record]!, SIGNATURE);
      } else if (reader.stop[record] !== 1) {
        this.add(reader, record, reader.brief[record]!, COMMENT);
      } else {
        continue;
      }
      this.length += reader.brief[record]!;
    }
  }

  add(reader: TermReader, record: number, terms: number, field: Field): void {
    this.#makeRoom(reader);
    const first = reader.first[record]!;
    for (let i = first; i < first + terms; i++) {
      const term = reader.pool[i]!;
      const place = this.#stamp[term] === this.#now ? this.#place[term]! : this.#placeFor(term);
      const counts = this.#counts[place]!;
      if ((counts & field.bits) !== field.bits) this.#counts[place] = counts + field.one;
    }
  }

  #placeFor(term: number): number {
    if (this.#size === this.#ids.length) this.#growChunk();
    this.#stamp[term] = this.#now;
    this.#ids[this.#size] = term;
    this.#counts[this.#size] = 0;
    return (this.#place[term] = this.#size++);
  }

  #makeRoom(reader: TermReader): void {
    if (reader.terms.length <= this.#stamp.length) return;
    const size = Math.max(this.#stamp.length * 2, reader.terms.length);
    const place = new Int32Array(size);
    place.set(this.#place);
    this.#place = place;
    const stamp = new Int32Array(size);
    stamp.set(this.#stamp);
    this.#stamp = stamp;
  }

  #growChunk(): void {
    const ids = new Uint32Array(this.#ids.length * 2);
    ids.set(this.#ids);
    this.#ids = ids;
    const counts = new Uint32Array(this.#counts.length * 2);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}

const counter = new ChunkCounter();
