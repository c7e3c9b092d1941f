// What readers see of a segment: columns over one buffer. Numbers are indices inside the segment.
import type { SpanKind } from "../base/span.ts";
import type { SkipReason } from "../files/skip-reasons.ts";

/** Of the bytes from `start` up to `end`. */
export type BytesTest = (bytes: Uint8Array, start: number, end: number) => boolean;

export interface SegmentView {
  readonly id: string;
  readonly entries: number;
  readonly chunks: number;
  readonly declarations: number;
  readonly terms: number;

  /** Facts key of an entry (one content in one language). */
  entryKey(entry: number): string;
  entryLanguage(entry: number): string;
  readonly entryLines: Uint32Array;
  readonly entryBytes: Uint32Array;
  /** `chunkOffset[entry] .. chunkOffset[entry + 1]` are the entry's chunks; likewise for declarations. */
  readonly chunkOffset: Uint32Array;
  readonly declarationOffset: Uint32Array;
  entryImports(entry: number): string[];

  readonly chunkEntry: Uint32Array;
  readonly chunkStart: Uint32Array;
  readonly chunkEnd: Uint32Array;
  /** Number of terms in the chunk. */
  readonly chunkLength: Uint32Array;
  /** Declaration that the chunk belongs to, or -1. */
  readonly chunkDeclaration: Int32Array;
  /** Id of the model of the vectors, or empty. */
  readonly model: string;
  /** One row for each chunk; empty where there was no model. */
  readonly chunkVectors: Int8Array;

  declarationName(declaration: number): string;
  declarationKind(declaration: number): SpanKind;
  readonly declarationEntry: Uint32Array;
  readonly declarationStart: Uint32Array;
  readonly declarationLine: Uint32Array;
  readonly declarationEnd: Uint32Array;
  /** Enclosing declaration, or -1. */
  readonly declarationParent: Int32Array;
  /** Declarations of exactly this name, ascending. */
  declarationsNamed(name: string): number[];
  /** Declarations whose lower-cased name equals the given lower-case name, ascending. */
  declarationsNamedFolded(lower: string): number[];

  /** Names of declarations that begin with an ASCII letter, in either case, and pass a test of their UTF-8 bytes. */
  namesBeginning(letter: string, test: BytesTest): string[];

  /** Number of a term, or -1. `>name` terms stand for imports of `name`. */
  termId(term: string): number;
  /** Terms by their first letter, as `namesBeginning`. */
  termsBeginning(letter: string, test: BytesTest): string[];
  /** Chunks that hold the term, ascending, and their packed field counts (`unpackCounts`). */
  postingChunks(termId: number): Uint32Array;
  postingCounts(termId: number): Uint32Array;
  /** Terms of an entry, each once. Looks through all postings: for the few entries that change. */
  termsOf(entry: number): string[];
}

/**
 * A file that exists now. `segment` is an index into the snapshot's segments; -1 where the file was skipped, and where
 * it was not read yet (then `skip` is null as well, and `key` is empty).
 */
export interface LiveFile {
  path: string;
  size: number;
  mtimeNs: bigint;
  ctimeNs?: bigint;
  ino: bigint;
  key: string;
  segment: number;
  entry: number;
  skip: SkipReason | null;
  /** Set where true. `doubtful`: it was touched so shortly before it was read that its content must be hashed again. */
  generated?: boolean;
  minified?: boolean;
  lossy?: boolean;
  doubtful?: boolean;
}

export interface Snapshot {
  readonly generation: number;
  readonly segments: readonly SegmentView[];
  /** Sorted by path. */
  readonly files: readonly LiveFile[];
  /** Set when the byte ceiling of a first answer was hit: how many of how many files have facts. */
  readonly partial: { read: number; of: number; why: string } | null;
  /** Said once to the user: a cache that was rebuilt or bypassed, and why. */
  readonly notices: readonly string[];
}
