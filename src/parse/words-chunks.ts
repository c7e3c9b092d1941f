// How is a file cut into chunks? At declarations; neighbours under 20 lines are joined, pieces over 80 are split. Then
// each chunk's words are counted by the field in which they stand.
import { packCounts } from "./facts.ts";
import type { WordsChunk, WordsDeclaration } from "./facts.ts";
import type { TermReader } from "../text/term-reader.ts";
import { Owners } from "./words-owners.ts";
import type { Scan } from "./words-scan.ts";

/** In lines (recipe of ranking: 20 to 80). */
const SMALL = 20;
const LARGE = 80;
/** Smaller leftovers (closing brackets, a constant) join any neighbour. */
const TINY = 5;

/** First lines (from 0) of the chunks. */
export function cutChunks(scan: Scan, declarations: readonly WordsDeclaration[]): number[] {
  const pieces = cutPieces(scan, declarations);
  const chunks: number[] = [];
  let start = 0;
  for (let i = 0; i < pieces.length; i++) {
    const next = pieces[i + 1]?.start ?? scan.lines;
    const after = pieces[i + 2]?.start ?? scan.lines;
    if (i + 1 < pieces.length && joins(next - start, after - next, pieces[i + 1]!.leaves)) continue;
    splitLarge(scan, start, next, chunks);
    start = next;
  }
  return chunks;
}

function joins(size: number, nextSize: number, leaves: boolean): boolean {
  if (size + nextSize > LARGE) return false;
  if (leaves) return size + nextSize <= SMALL;
  return (size < SMALL && nextSize < SMALL) || size < TINY || nextSize < TINY;
}

/** Pieces between the starts and ends of declarations; `leaves` marks a declaration outside the one before it. */
function cutPieces(
  scan: Scan,
  declarations: readonly WordsDeclaration[],
): { start: number; leaves: boolean }[] {
  const DECLARES = 1;
  const LEAVES = 2;
  const FOLLOWS = 4;
  const cuts = new Uint8Array(scan.lines + 1);
  for (let i = 0; i < declarations.length; i++) {
    const { start, end, parent } = declarations[i]!;
    const before = i === 0 ? parent : declarations[i - 1]!.parent;
    cuts[start - 1]! |= DECLARES | (i > 0 && before !== parent && i - 1 !== parent ? LEAVES : 0);
    cuts[end]! |= FOLLOWS;
  }
  const pieces: { start: number; leaves: boolean }[] = scan.lines > 0 ? [{ start: 0, leaves: false }] : [];
  for (let line = 1; line < scan.lines; line++) {
    const cut = cuts[line]!;
    if (cut === 0) continue;
    if ((cut & DECLARES) !== 0) pieces.push({ start: line, leaves: (cut & LEAVES) !== 0 });
    else if (hasWordsBeforeCut(scan, cuts, line)) pieces.push({ start: line, leaves: false });
  }
  return pieces;
}

/** Closing brackets and blank lines behind a declaration stay with it. */
function hasWordsBeforeCut(scan: Scan, cuts: Uint8Array, from: number): boolean {
  for (let line = from; line < scan.lines && (line === from || cuts[line] === 0); line++) {
    if (scan.token[line + 1]! > scan.token[line]!) return true;
  }
  return false;
}

/** Cuts lines `from..to` into parts of at most `LARGE`, where a blank line or little indentation offers itself. */
function splitLarge(scan: Scan, from: number, to: number, chunks: number[]): void {
  chunks.push(from);
  let start = from;
  for (let parts = Math.ceil((to - from) / LARGE); parts > 1; parts = Math.ceil((to - start) / LARGE)) {
    const target = start + Math.ceil((to - start) / parts);
    start = bestCut(scan, Math.max(start + SMALL, target - 12), Math.min(target, start + LARGE));
    chunks.push(start);
  }
}

function bestCut(scan: Scan, first: number, last: number): number {
  let best = last;
  let bestCost = Infinity;
  for (let line = last; line >= first; line--) {
    if (scan.flags[line] === 0) continue;
    const cost = scan.indent[line]! * 2 + (scan.flags[line - 1] === 0 ? 0 : 3) + (last - line) / 8;
    if (cost < bestCost) {
      bestCost = cost;
      best = line;
    }
  }
  return best;
}

const ONE_NAME = packCounts({ name: 1, signature: 0, comment: 0, body: 0, enclosing: 0 });
const ONE_SIGNATURE = packCounts({ name: 0, signature: 1, comment: 0, body: 0, enclosing: 0 });
const ONE_COMMENT = packCounts({ name: 0, signature: 0, comment: 1, body: 0, enclosing: 0 });
const ONE_BODY = packCounts({ name: 0, signature: 0, comment: 0, body: 1, enclosing: 0 });
const ONE_ENCLOSING = packCounts({ name: 0, signature: 0, comment: 0, body: 0, enclosing: 1 });
const FULL = packCounts({ name: 1e6, signature: 1e6, comment: 1e6, body: 1e6, enclosing: 1e6 });
/** All bits of a field, by the bit of its one. */
const fieldBits = (one: number, next: number): number => FULL & (next - one);
const NAME_BITS = fieldBits(ONE_NAME, ONE_SIGNATURE);
const SIGNATURE_BITS = fieldBits(ONE_SIGNATURE, ONE_COMMENT);
const COMMENT_BITS = fieldBits(ONE_COMMENT, ONE_BODY);
const BODY_BITS = fieldBits(ONE_BODY, ONE_ENCLOSING);
const ENCLOSING_BITS = FULL & ~(NAME_BITS | SIGNATURE_BITS | COMMENT_BITS | BODY_BITS);

/** Counts the terms of one chunk after another. Its columns are kept from file to file. */
class ChunkCounter {
  /** Place of a term in the chunk, valid where the stamp is the chunk's. */
  #place = new Int32Array(16384);
  #stamp = new Int32Array(16384);
  #now = 0;
  #ids = new Uint32Array(4096);
  #counts = new Uint32Array(4096);
  #size = 0;
  length = 0;

  begin(): void {
    this.#size = 0;
    this.length = 0;
    this.#now++;
  }

  add(reader: TermReader, record: number, terms: number, one: number, field: number): void {
    const first = reader.first[record]!;
    for (let i = first; i < first + terms; i++) {
      const term = reader.pool[i]!;
      if (term >= this.#stamp.length) this.#growTerms(term);
      if (this.#stamp[term] !== this.#now) {
        this.#stamp[term] = this.#now;
        this.#place[term] = this.#size;
        if (this.#size === this.#ids.length) this.#growChunk();
        this.#ids[this.#size] = term;
        this.#counts[this.#size++] = one;
      } else {
        const place = this.#place[term]!;
        const counts = this.#counts[place]!;
        // Capped, never wrapped into the next field.
        if ((counts & field) !== field) this.#counts[place] = counts + one;
      }
    }
  }

  finish(): { termIds: Uint32Array; counts: Uint32Array } {
    return { termIds: this.#ids.slice(0, this.#size), counts: this.#counts.slice(0, this.#size) };
  }

  #growTerms(term: number): void {
    const size = Math.max(this.#stamp.length * 2, term + 1);
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
    let nextName = owners.nextLine - 1;
    for (let line = from; line < to; line++) {
      let names: number[] | null = null;
      if (line === nextName) {
        names = [...owners.namesOf(owners.pass(), reader)];
        nextName = owners.nextLine - 1;
      }
      countLine(scan, line, reader, names, brief);
    }
    const [first, last] = withoutEmptyEdges(scan, from, to);
    for (const declaration of owners.enclosing(first + 1, last + 1)) {
      for (const name of owners.namesOf(declaration, reader)) {
        counter.add(reader, name, reader.all[name]!, ONE_ENCLOSING, ENCLOSING_BITS);
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

function countLine(
  scan: Scan,
  line: number,
  reader: TermReader,
  names: number[] | null,
  brief: boolean,
): void {
  const { tokens } = scan;
  const end = scan.token[line + 1]!;
  for (let t = scan.token[line]!; t < end; t++) {
    const token = tokens[t]!;
    const record = token >> 1;
    const named = names === null ? -1 : names.indexOf(record);
    if (named >= 0) {
      names!.splice(named, 1);
      counter.add(reader, record, reader.all[record]!, ONE_NAME, NAME_BITS);
    } else if ((token & 1) !== 0) {
      if (reader.stop[record] === 1) continue;
      counter.add(reader, record, reader.brief[record]!, ONE_COMMENT, COMMENT_BITS);
    } else if (names !== null) {
      counter.add(reader, record, reader.all[record]!, ONE_SIGNATURE, SIGNATURE_BITS);
    } else {
      counter.add(reader, record, brief ? reader.brief[record]! : reader.all[record]!, ONE_BODY, BODY_BITS);
    }
    counter.length += reader.brief[record]!;
  }
}
