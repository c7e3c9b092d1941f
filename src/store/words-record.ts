// The words facts of one content as bytes of their own: what a bundle holds of it. The same facts are always the same
// bytes, whichever segment they rested in, so that facts made again can be compared byte by byte. Bytes that come from
// elsewhere are believed in nothing: every number is looked at before it is used, and nothing stands for more than it is.
//
//   numbers are LEB128 in as few bytes as they need, texts UTF-8 behind their length
//   version, lines, bytes of the file
//   terms        count, then each, ascending by its bytes
//   declarations count, then name, kind, start, line, end, parent + 1 of each
//   imports      count, then each
//   chunks       count, then start, end, length, declaration + 1, postings of each: steps between terms, field counts
import { isUtf8 } from "node:buffer";
import type { SpanKind } from "../base/span.ts";
import type { WordsDeclaration, WordsFacts } from "../parse/facts.ts";
import { SPAN_KINDS } from "../parse/syntax-codec.ts";
import type { TermNumbers } from "./segment-writer.ts";

const VERSION = 1;
/** The bits that `packCounts` uses. */
const MOST_COUNTS = 2 ** 30 - 1;
/** Stands before the name of an import among the terms of a segment. */
const IMPORT_MARK = ">".charCodeAt(0);

export interface WordsRecord {
  bytes: number;
  /** `termIds` of the chunks are places in `terms`, ascending. */
  facts: WordsFacts;
  terms: readonly string[];
}

/** The bytes of facts; `reader` numbered their terms. */
export function encodeWords(bytes: number, facts: WordsFacts, reader: TermNumbers): Uint8Array<ArrayBuffer> {
  const ids = new Set<number>();
  for (const chunk of facts.chunks) for (const id of chunk.termIds) ids.add(id);
  const terms = Array.from(ids, (id) => ({ id, text: Buffer.from(reader.terms[id]!, "utf8") }));
  terms.sort((a, b) => Buffer.compare(a.text, b.text));
  const place = new Map(terms.map(({ id }, i) => [id, i]));

  const out = new Writer();
  for (const number of [VERSION, facts.lines, bytes, terms.length]) out.number(number);
  for (const { text } of terms) out.text(text);
  out.number(facts.declarations.length);
  for (const d of facts.declarations) {
    out.text(Buffer.from(d.name, "utf8"));
    for (const n of [SPAN_KINDS.indexOf(d.kind), d.start, d.line, d.end, d.parent + 1]) out.number(n);
  }
  out.number(facts.imports.length);
  for (const name of facts.imports) out.text(Buffer.from(name, "utf8"));
  out.number(facts.chunks.length);
  for (const chunk of facts.chunks) {
    const postings = Array.from(chunk.termIds, (id, i) => ({
      term: place.get(id)!,
      counts: chunk.counts[i]!,
    }));
    postings.sort((a, b) => a.term - b.term);
    for (const n of [chunk.start, chunk.end, chunk.length, chunk.declaration + 1, postings.length])
      out.number(n);
    let before = -1;
    for (const { term, counts } of postings) {
      out.number(term - before - 1);
      out.number(counts);
      before = term;
    }
  }
  return out.finish();
}

/** Throws RangeError unless the bytes are, to the last one, what `encodeWords` could have written. */
export function decodeWords(given: Uint8Array): WordsRecord {
  const r = new Reader(given);
  if (r.number() !== VERSION) throw new RangeError("words facts of another form");
  const lines = r.number();
  const bytes = r.number();
  const terms = readTerms(r);
  const declarations: WordsDeclaration[] = [];
  for (let n = r.count(); n > 0; n--) declarations.push(readDeclaration(r, declarations.length, lines));
  const imports: string[] = [];
  for (let n = r.count(); n > 0; n--) imports.push(r.text().toString("utf8"));
  const used = new Uint8Array(terms.length);
  const chunks: WordsFacts["chunks"] = [];
  let line = 0;
  for (let n = r.count(); n > 0; n--) {
    const chunk = readChunk(r, used, declarations.length);
    // In order, without gaps.
    require(chunk.start === line + 1 && chunk.end >= chunk.start && chunk.end <= lines);
    line = chunk.end;
    chunks.push(chunk);
  }
  require(!used.includes(0) && r.isAtEnd);
  return { bytes, terms, facts: { lines, declarations, chunks, imports } };
}

function readTerms(r: Reader): string[] {
  const terms: string[] = [];
  let before: Buffer | null = null;
  for (let n = r.count(); n > 0; n--) {
    const text = r.text();
    require(text.length > 0 && text[0] !== IMPORT_MARK);
    require(before === null || Buffer.compare(before, text) < 0);
    before = text;
    terms.push(text.toString("utf8"));
  }
  return terms;
}

function readDeclaration(r: Reader, index: number, lines: number): WordsDeclaration {
  const name = r.text().toString("utf8");
  const kind: SpanKind | undefined = SPAN_KINDS[r.number()];
  const [start, line, end] = [r.number(), r.number(), r.number()];
  const parent = r.number() - 1;
  require(start >= 1 && start <= line && line <= end && end <= lines && parent < index);
  if (kind === undefined) throw new RangeError("an unknown kind");
  return { name, kind, start, line, end, parent };
}

function readChunk(r: Reader, used: Uint8Array, declarations: number): WordsFacts["chunks"][number] {
  const [start, end, length] = [r.number(), r.number(), r.number()];
  const declaration = r.number() - 1;
  require(declaration < declarations);
  const postings = r.count();
  const termIds = new Uint32Array(postings);
  const counts = new Uint32Array(postings);
  let term = -1;
  for (let i = 0; i < postings; i++) {
    term += r.number() + 1;
    const packed = r.number();
    require(term < used.length && packed > 0 && packed <= MOST_COUNTS);
    used[term] = 1;
    termIds[i] = term;
    counts[i] = packed;
  }
  return { start, end, length, declaration, termIds, counts };
}

function require(holds: boolean): void {
  if (!holds) throw new RangeError("no words facts");
}

class Writer {
  #bytes = new Uint8Array(4096);
  #size = 0;

  number(value: number): void {
    this.#room(5);
    let rest = value >>> 0;
    while (rest > 127) {
      this.#bytes[this.#size++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#size++] = rest;
  }

  text(bytes: Uint8Array): void {
    this.number(bytes.byteLength);
    this.#room(bytes.byteLength);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.byteLength;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size);
  }

  #room(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + more));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

const MOST_NUMBER = 2 ** 32;

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** In as few bytes as it needs: otherwise one number could be written in many ways. */
  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("it is cut short");
      value += (byte & 127) * scale;
      if (value >= MOST_NUMBER || (byte === 0 && scale > 1)) throw new RangeError("no number");
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  /** Of things that follow, each of at least one byte. */
  count(): number {
    const count = this.number();
    if (count > this.#bytes.length - this.#at) throw new RangeError("more than there is room for");
    return count;
  }

  text(): Buffer {
    const length = this.count();
    const text = this.#bytes.subarray(this.#at, (this.#at += length));
    // What is no UTF-8 would come out as another text.
    if (!isUtf8(text)) throw new RangeError("no text");
    return text;
  }
}
