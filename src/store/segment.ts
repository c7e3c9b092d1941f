// What does a segment say? Views over its columns; nothing is parsed or copied when it is opened.
import type { SpanKind } from "../base/span.ts";
import type { OrderedStrings } from "./byte-order.ts";
import type { ColumnFile } from "./column-file.ts";
import { columnBytes, readColumnFile } from "./column-file.ts";
import type { BytesTest, SegmentView } from "./segment-view.ts";
import { StringTable } from "./string-table.ts";

export const SEGMENT_KIND = "SEGM";
/** Raised whenever a column of a segment changes its meaning. */
export const SEGMENT_FORMAT = 2;

export interface SegmentMeta {
  id: string;
  languages: string[];
  kinds: string[];
  /** Id of the model by which the vectors were made; empty where there are none. */
  model: string;
}

/** Throws CACHE_UNUSABLE (subject: what is wrong) unless the bytes are a whole segment of this version. */
export function openSegment(bytes: Uint8Array): Segment {
  return new Segment(readColumnFile<SegmentMeta>(SEGMENT_KIND, SEGMENT_FORMAT, bytes), bytes);
}

/** The bytes of a segment's file. Throws as `columnBytes` does. */
export function segmentBytes(path: string): Uint8Array {
  return columnBytes(path, SEGMENT_KIND, SEGMENT_FORMAT);
}

export class Segment implements SegmentView {
  readonly id: string;
  /** The segment as it is written to disk. */
  readonly bytes: Uint8Array;
  readonly entryLines: Uint32Array;
  readonly entryBytes: Uint32Array;
  readonly chunkOffset: Uint32Array;
  readonly declarationOffset: Uint32Array;
  readonly chunkEntry: Uint32Array;
  readonly chunkStart: Uint32Array;
  readonly chunkEnd: Uint32Array;
  readonly chunkLength: Uint32Array;
  readonly chunkDeclaration: Int32Array;
  readonly model: string;
  readonly chunkVectors: Int8Array;
  readonly declarationEntry: Uint32Array;
  readonly declarationStart: Uint32Array;
  readonly declarationLine: Uint32Array;
  readonly declarationEnd: Uint32Array;
  readonly declarationParent: Int32Array;

  readonly #languages: readonly string[];
  readonly #kinds: readonly string[];
  /** Facts keys of the entries, in their order. */
  readonly keys: OrderedStrings;
  readonly #keys: StringTable;
  readonly #entryLanguage: Uint8Array;
  readonly #importOffset: Uint32Array;
  readonly #importTerm: Uint32Array;
  readonly #names: StringTable;
  readonly #nameDeclarations: Uint32Array;
  readonly #nameDeclaration: Uint32Array;
  readonly #folds: StringTable;
  readonly #foldNames: Uint32Array;
  readonly #foldName: Uint32Array;
  readonly #declarationName: Uint32Array;
  readonly #declarationKind: Uint8Array;
  readonly #terms: StringTable;
  readonly #postingOffset: Uint32Array;
  readonly #postingChunk: Uint32Array;
  readonly #postingCounts: Uint32Array;

  constructor(file: ColumnFile<SegmentMeta>, bytes: Uint8Array) {
    this.id = file.meta.id;
    this.bytes = bytes;
    this.#languages = file.meta.languages;
    this.#kinds = file.meta.kinds;
    this.keys = {
      bytes: file.column("key.bytes", "u8"),
      at: file.column("key.at", "u32"),
      order: file.column("key.order", "u32"),
    };
    this.#keys = new StringTable(this.keys);
    this.#entryLanguage = file.column("entry.language", "u8");
    this.entryLines = file.column("entry.lines", "u32");
    this.entryBytes = file.column("entry.bytes", "u32");
    this.chunkOffset = file.column("entry.chunks", "u32");
    this.declarationOffset = file.column("entry.declarations", "u32");
    this.#importOffset = file.column("entry.imports", "u32");
    this.#importTerm = file.column("import.term", "u32");
    this.chunkEntry = file.column("chunk.entry", "u32");
    this.chunkStart = file.column("chunk.start", "u32");
    this.chunkEnd = file.column("chunk.end", "u32");
    this.chunkLength = file.column("chunk.length", "u32");
    this.chunkDeclaration = file.column("chunk.declaration", "i32");
    this.model = file.meta.model;
    const vectors = file.column("chunk.vector", "u8");
    this.chunkVectors = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length);
    this.#names = StringTable.of(file, "name");
    this.#nameDeclarations = file.column("name.declarations", "u32");
    this.#nameDeclaration = file.column("name.declaration", "u32");
    this.#folds = StringTable.of(file, "fold");
    this.#foldNames = file.column("fold.names", "u32");
    this.#foldName = file.column("fold.name", "u32");
    this.#declarationName = file.column("declaration.name", "u32");
    this.#declarationKind = file.column("declaration.kind", "u8");
    this.declarationEntry = file.column("declaration.entry", "u32");
    this.declarationStart = file.column("declaration.start", "u32");
    this.declarationLine = file.column("declaration.line", "u32");
    this.declarationEnd = file.column("declaration.end", "u32");
    this.declarationParent = file.column("declaration.parent", "i32");
    this.#terms = StringTable.of(file, "term");
    this.#postingOffset = file.column("term.postings", "u32");
    this.#postingChunk = file.column("posting.chunk", "u32");
    this.#postingCounts = file.column("posting.counts", "u32");
  }

  get entries(): number {
    return this.entryLines.length;
  }

  get chunks(): number {
    return this.chunkStart.length;
  }

  get declarations(): number {
    return this.declarationStart.length;
  }

  get terms(): number {
    return this.#terms.length;
  }

  entryKey(entry: number): string {
    return this.#keys.get(entry);
  }

  /** The entry with this facts key, or -1. */
  entryOfKey(key: string): number {
    return this.#keys.find(key, this.keys.order);
  }

  entryLanguage(entry: number): string {
    return this.#languages[this.#entryLanguage[entry]!]!;
  }

  entryImports(entry: number): string[] {
    const names: string[] = [];
    for (let i = this.#importOffset[entry]!; i < this.#importOffset[entry + 1]!; i++) {
      names.push(this.#terms.get(this.#importTerm[i]!).slice(1));
    }
    return names;
  }

  declarationName(declaration: number): string {
    return this.#names.get(this.#declarationName[declaration]!);
  }

  declarationKind(declaration: number): SpanKind {
    return this.#kinds[this.#declarationKind[declaration]!]! as SpanKind;
  }

  declarationsNamed(name: string): number[] {
    const id = this.#names.find(name);
    return id === -1 ? [] : this.#declarationsOfName(id);
  }

  declarationsNamedFolded(lower: string): number[] {
    const fold = this.#folds.find(lower);
    if (fold === -1) return [];
    const found: number[] = [];
    for (let i = this.#foldNames[fold]!; i < this.#foldNames[fold + 1]!; i++) {
      found.push(...this.#declarationsOfName(this.#foldName[i]!));
    }
    return found.sort((a, b) => a - b);
  }

  namesBeginning(letter: string, test: BytesTest): string[] {
    return this.#names.beginning(letter, test);
  }

  termsBeginning(letter: string, test: BytesTest): string[] {
    return this.#terms.beginning(letter, test);
  }

  termId(term: string): number {
    return this.#terms.find(term);
  }

  /** The term of a number. */
  term(termId: number): string {
    return this.#terms.get(termId);
  }

  postingChunks(termId: number): Uint32Array {
    return this.#postingChunk.subarray(this.#postingOffset[termId]!, this.#postingOffset[termId + 1]!);
  }

  postingCounts(termId: number): Uint32Array {
    return this.#postingCounts.subarray(this.#postingOffset[termId]!, this.#postingOffset[termId + 1]!);
  }

  termsOf(entry: number): string[] {
    const first = this.chunkOffset[entry]!;
    const end = this.chunkOffset[entry + 1]!;
    const terms: string[] = [];
    const chunks = this.#postingChunk;
    const offset = this.#postingOffset;
    let id = 0;
    for (let i = 0; i < chunks.length; i++) {
      if (chunks[i]! < first || chunks[i]! >= end) continue;
      while (offset[id + 1]! <= i) id++;
      terms.push(this.term(id));
      i = offset[id + 1]! - 1;
    }
    return terms;
  }

  #declarationsOfName(id: number): number[] {
    return Array.from(
      this.#nameDeclaration.subarray(this.#nameDeclarations[id]!, this.#nameDeclarations[id + 1]!),
    );
  }
}
