// How is a segment made from facts? Terms are numbered as they come, sorted once at the end, and the postings are
// filled by counting. `segment.ts` reads what this writes: the two change together, with SEGMENT_FORMAT.
import { sha256 } from "../base/hash.ts";
import { FACTS_VERSION } from "../parse/facts.ts";
import type { WordsFacts } from "../parse/facts.ts";
import { shippedModel } from "../vectors/model.ts";
import { utf8Order } from "./byte-order.ts";
import { chunkVectors } from "./chunk-vectors.ts";
import { writeColumnFile } from "./column-file.ts";
import { GrowingColumn, startsOf } from "./growing-column.ts";
import { Interner } from "./interner.ts";
import { nameColumns, postingsIn, termColumns } from "./segment-columns.ts";
import type { Postings } from "./segment-columns.ts";
import { SEGMENT_FORMAT, SEGMENT_KIND } from "./segment.ts";
import type { Segment, SegmentMeta } from "./segment.ts";
import { encodeStrings, stringColumns } from "./string-table.ts";

/** One content in one language. */
export interface SegmentFile {
  key: string;
  language: string;
  bytes: number;
  facts: WordsFacts;
}

/** What numbers the terms of chunks: the reader that made the facts. Its terms never start with `>`. */
export interface TermNumbers {
  readonly terms: readonly string[];
}

/** A segment of the given files in their order; of several with one key the first is kept. */
export function buildSegment(files: readonly SegmentFile[], reader: TermNumbers): Uint8Array<ArrayBuffer> {
  const builder = new SegmentBuilder();
  for (const file of files) builder.add(file, reader);
  return builder.finish();
}

export class SegmentBuilder {
  readonly #keys = new Interner();
  readonly #languages = new Interner();
  readonly #kinds = new Interner();
  readonly #names = new Interner();
  readonly #terms = new Interner();

  readonly #entryLanguage = new GrowingColumn();
  readonly #entryLines = new GrowingColumn();
  readonly #entryBytes = new GrowingColumn();
  readonly #entryChunks = new GrowingColumn();
  readonly #entryDeclarations = new GrowingColumn();
  readonly #entryImports = new GrowingColumn();
  readonly #imports = new GrowingColumn();

  readonly #chunkEntry = new GrowingColumn();
  readonly #chunkStart = new GrowingColumn();
  readonly #chunkEnd = new GrowingColumn();
  readonly #chunkLength = new GrowingColumn();
  readonly #chunkDeclaration = new GrowingColumn();

  readonly #declarationName = new GrowingColumn();
  readonly #declarationKind = new GrowingColumn();
  readonly #declarationEntry = new GrowingColumn();
  readonly #declarationStart = new GrowingColumn();
  readonly #declarationLine = new GrowingColumn();
  readonly #declarationEnd = new GrowingColumn();
  readonly #declarationParent = new GrowingColumn();

  // The postings as they come. Of one term, those of an earlier chunk come first.
  readonly #postedTerm = new GrowingColumn();
  readonly #postedChunk = new GrowingColumn();
  readonly #postedCounts = new GrowingColumn();

  /** Number of a reader's term here, plus one; 0 where it has not been met. */
  #ofReader = new Uint32Array(0);
  #reader: TermNumbers | null = null;

  get entries(): number {
    return this.#entryLines.length;
  }

  get chunks(): number {
    return this.#chunkStart.length;
  }

  /** The entry with this facts key, or -1. */
  entryOf(key: string): number {
    return this.#keys.find(key);
  }

  /** Index of the entry, whether it was there before or not. */
  add(file: SegmentFile, reader: TermNumbers): number {
    const { facts } = file;
    const known = this.entries;
    const entry = this.#keys.idOf(file.key);
    if (entry < known) return entry;
    this.#follow(reader);
    this.#beginEntry(file.language, facts.lines, file.bytes);

    const firstDeclaration = this.#declarationName.length;
    const inSegment = (local: number): number => (local < 0 ? -1 : local + firstDeclaration);
    for (const d of facts.declarations) {
      this.#addDeclaration(entry, d.name, d.kind, d.start, d.line, d.end, inSegment(d.parent));
    }
    const imports = facts.imports.map((name) => this.#terms.idOf(`>${name}`));
    for (const term of imports) this.#imports.push(term);
    // Who imports a name is asked of files, so one posting a file is enough: it stands on the first chunk.
    if (facts.chunks.length > 0) for (const term of new Set(imports)) this.#post(term, this.chunks, 1);

    for (const chunk of facts.chunks) {
      this.#postedTerm.append(this.#termsOfReader(chunk.termIds));
      this.#postedChunk.appendMany(this.chunks, chunk.termIds.length);
      this.#postedCounts.append(chunk.counts);
      this.#addChunk(entry, chunk.start, chunk.end, chunk.length, inSegment(chunk.declaration));
    }
    this.#endEntry(facts.declarations.length, facts.chunks.length, imports.length);
    return entry;
  }

  /** Takes entries (ascending) of a segment with all that belongs to them. None may be here already. */
  addFrom(segment: Segment, entries: readonly number[]): void {
    if (this.#reader !== null) throw new TypeError("entries of a segment beside those of a reader");
    const newChunk = new Int32Array(segment.chunks).fill(-1);
    for (const old of entries) {
      const entry = this.#keys.idOf(segment.entryKey(old));
      this.#beginEntry(segment.entryLanguage(old), segment.entryLines[old]!, segment.entryBytes[old]!);
      const declarations = rangeOf(segment.declarationOffset, old);
      const inSegment = (d: number): number =>
        d < 0 ? -1 : d - declarations.from + this.#declarationName.length;
      const parents: number[] = [];
      for (let d = declarations.from; d < declarations.to; d++)
        parents.push(inSegment(segment.declarationParent[d]!));
      const chunks = rangeOf(segment.chunkOffset, old);
      for (let c = chunks.from; c < chunks.to; c++) {
        newChunk[c] = this.chunks;
        const declaration = inSegment(segment.chunkDeclaration[c]!);
        const { chunkStart, chunkEnd, chunkLength } = segment;
        this.#addChunk(entry, chunkStart[c]!, chunkEnd[c]!, chunkLength[c]!, declaration);
      }
      for (let d = declarations.from; d < declarations.to; d++) {
        const { declarationStart: start, declarationLine: line, declarationEnd: end } = segment;
        const parent = parents[d - declarations.from]!;
        const name = segment.declarationName(d);
        this.#addDeclaration(entry, name, segment.declarationKind(d), start[d]!, line[d]!, end[d]!, parent);
      }
      const imports = segment.entryImports(old);
      for (const name of imports) this.#imports.push(this.#terms.idOf(`>${name}`));
      this.#endEntry(parents.length, chunks.to - chunks.from, imports.length);
    }
    for (let term = 0; term < segment.terms; term++) {
      const chunks = segment.postingChunks(term);
      const counts = segment.postingCounts(term);
      let id = -1;
      for (let i = 0; i < chunks.length; i++) {
        const chunk = newChunk[chunks[i]!]!;
        if (chunk === -1) continue;
        if (id === -1) id = this.#terms.idOf(segment.term(term));
        this.#post(id, chunk, counts[i]!);
      }
    }
  }

  finish(): Uint8Array<ArrayBuffer> {
    const keys = this.#keys.strings;
    const loaded = shippedModel();
    const embedder = "embedder" in loaded ? loaded.embedder : null;
    const model = embedder?.id ?? "";
    const meta: SegmentMeta = {
      // Facts are a function of the key, so the keys in their order name the content.
      id: sha256(`${SEGMENT_FORMAT}.${FACTS_VERSION}.${model}\n${keys.join("\n")}`).slice(0, 32),
      languages: this.#languages.strings,
      kinds: this.#kinds.strings,
      model,
    };
    const terms = termColumns(this.#terms.strings, this.#posted(), this.#imports.view());
    return writeColumnFile(SEGMENT_KIND, SEGMENT_FORMAT, meta, {
      ...stringColumns("key", keys),
      "key.order": utf8Order(encodeStrings(keys)),
      "entry.language": Uint8Array.from(this.#entryLanguage.view()),
      "entry.lines": this.#entryLines.view(),
      "entry.bytes": this.#entryBytes.view(),
      "entry.chunks": startsOf(this.#entryChunks.view()),
      "entry.declarations": startsOf(this.#entryDeclarations.view()),
      "entry.imports": startsOf(this.#entryImports.view()),
      "chunk.entry": this.#chunkEntry.view(),
      "chunk.start": this.#chunkStart.view(),
      "chunk.end": this.#chunkEnd.view(),
      "chunk.length": this.#chunkLength.view(),
      "chunk.declaration": this.#chunkDeclaration.signed(),
      ...nameColumns(this.#names.strings, this.#declarationName.view()),
      "declaration.kind": Uint8Array.from(this.#declarationKind.view()),
      "declaration.entry": this.#declarationEntry.view(),
      "declaration.start": this.#declarationStart.view(),
      "declaration.line": this.#declarationLine.view(),
      "declaration.end": this.#declarationEnd.view(),
      "declaration.parent": this.#declarationParent.signed(),
      ...terms,
      "chunk.vector":
        embedder === null
          ? new Uint8Array(0)
          : bytesOf(chunkVectors(embedder, this.chunks, postingsIn(terms))),
    });
  }

  #beginEntry(language: string, lines: number, bytes: number): void {
    this.#entryLanguage.push(this.#languages.idOf(language));
    this.#entryLines.push(lines);
    this.#entryBytes.push(bytes);
  }

  #endEntry(declarations: number, chunks: number, imports: number): void {
    this.#entryDeclarations.push(declarations);
    this.#entryChunks.push(chunks);
    this.#entryImports.push(imports);
  }

  #addDeclaration(
    entry: number,
    name: string,
    kind: string,
    start: number,
    line: number,
    end: number,
    parent: number,
  ): void {
    this.#declarationName.push(this.#names.idOf(name));
    this.#declarationKind.push(this.#kinds.idOf(kind));
    this.#declarationEntry.push(entry);
    this.#declarationStart.push(start);
    this.#declarationLine.push(line);
    this.#declarationEnd.push(end);
    this.#declarationParent.push(parent);
  }

  #addChunk(entry: number, start: number, end: number, length: number, declaration: number): void {
    this.#chunkEntry.push(entry);
    this.#chunkStart.push(start);
    this.#chunkEnd.push(end);
    this.#chunkLength.push(length);
    this.#chunkDeclaration.push(declaration);
  }

  /** A builder follows one reader. */
  #follow(reader: TermNumbers): void {
    if (this.#reader !== null && this.#reader !== reader)
      throw new TypeError("terms of two readers in one segment");
    this.#reader = reader;
    if (this.#ofReader.length >= reader.terms.length) return;
    const larger = new Uint32Array(Math.max(4096, reader.terms.length * 2));
    larger.set(this.#ofReader);
    this.#ofReader = larger;
  }

  /** The reader's terms differ already, so that no map of strings is asked. */
  #termsOfReader(ids: Uint32Array): Uint32Array {
    const terms = new Uint32Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      if (this.#ofReader[id] === 0) this.#ofReader[id] = this.#terms.add(this.#reader!.terms[id]!) + 1;
      terms[i] = this.#ofReader[id]! - 1;
    }
    return terms;
  }

  #posted(): Postings {
    return {
      term: this.#postedTerm.view(),
      chunk: this.#postedChunk.view(),
      counts: this.#postedCounts.view(),
    };
  }

  #post(term: number, chunk: number, counts: number): void {
    this.#postedTerm.push(term);
    this.#postedChunk.push(chunk);
    this.#postedCounts.push(counts);
  }
}

function rangeOf(offsets: Uint32Array, index: number): { from: number; to: number } {
  return { from: offsets[index]!, to: offsets[index + 1]! };
}

function bytesOf(rows: Int8Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.length);
}
