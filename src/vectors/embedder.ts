// What does a bag of words mean, as a vector? The sum of the words' rows, each by its weight, scaled to one length and
// rounded to small whole numbers.
//
// Identical on every platform: the sums are whole numbers far below 2^53, exact in any order; square root and division
// are exact to the last bit by IEEE 754; and the one sum that rounds runs over the dimensions in their order.
import type { Weights } from "./weights-file.ts";
import { piecesOf } from "./word-pieces.ts";

/** Length of every vector before rounding, per root of the dimensions: most components then use five bits. */
const LENGTH_PER_ROOT = 34;
/** What a row of the vocabulary counts; the pieces of an unknown word share it. */
const WHOLE_WORD = 64;
/** Weights of words are whole numbers of this fraction. */
const WEIGHT_UNIT = 16;

/** Longer words are no words. In UTF-16 code units. */
const LONGEST_WORD = 48;

/** Rows of a term, each with what it counts; empty for a term without a meaning of its own. */
interface TermRows {
  rows: readonly number[];
  share: number;
}

const NOTHING: TermRows = { rows: [], share: 0 };

export class Embedder {
  readonly dimensions: number;
  readonly id: string;
  readonly #weights: Weights;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #sums: Float64Array;

  constructor(weights: Weights) {
    this.dimensions = weights.dimensions;
    this.id = weights.id;
    this.#weights = weights;
    this.#numbers = new Map(weights.words.map((word, i) => [word, i]));
    this.#sums = new Float64Array(weights.dimensions);
  }

  /** Whether a term is a word of the vocabulary; others are read by their pieces. */
  knows(term: string): boolean {
    return this.#numbers.has(term);
  }

  /** Rows of a term as the index has it: a stem; wholes (`=name`), imports (`>name`), numbers and single letters have none. */
  rowsOf(term: string): TermRows {
    const known = this.#numbers.get(term);
    if (known !== undefined) return { rows: [known], share: WHOLE_WORD };
    if (term.length < 2 || term.length > LONGEST_WORD || !isWord(term)) return NOTHING;
    const pieces = piecesOf(term, this.#weights.buckets);
    const first = this.#weights.words.length;
    return {
      rows: pieces.map((piece) => first + piece),
      share: Math.max(1, Math.round(WHOLE_WORD / pieces.length)),
    };
  }

  /** The same as sums, written into `sums`, to be added again and again; false for a term without a meaning. */
  sumsOf(term: string, sums: Float64Array): boolean {
    const { rows, share } = this.rowsOf(term);
    if (rows.length === 0) return false;
    sums.fill(0);
    for (const row of rows) this.#addRow(sums, row, share);
    return true;
  }

  #addRow(sums: Float64Array, row: number, factor: number): void {
    const { rows, multipliers } = this.#weights;
    const times = factor * multipliers[row]!;
    const at = row * this.dimensions;
    for (let d = 0; d < sums.length; d++) sums[d]! += times * rows[at + d]!;
  }

  /** The vector of terms, each with how often it counts. All zeros where none of them means anything. */
  embed(terms: Iterable<readonly [term: string, count: number]>): Int8Array {
    const sums = this.#sums.fill(0);
    for (const [term, count] of terms) {
      const { rows, share } = this.rowsOf(term);
      const weight = weightOf(count) * share;
      for (const row of rows) this.#addRow(sums, row, weight);
    }
    const vector = new Int8Array(this.dimensions);
    writeVector(sums, vector, 0);
    return vector;
  }
}

/** Weight of a term that counts so often: its root, as a whole number. */
export function weightOf(count: number): number {
  return Math.round(WEIGHT_UNIT * Math.sqrt(count));
}

/** Scales sums to the one length and rounds them into `into[at ..]`. */
export function writeVector(sums: Float64Array, into: Int8Array, at: number): void {
  let squares = 0;
  for (let d = 0; d < sums.length; d++) squares += sums[d]! * sums[d]!;
  if (squares === 0) {
    into.fill(0, at, at + sums.length);
    return;
  }
  const scale = lengthOf(sums.length) / Math.sqrt(squares);
  for (let d = 0; d < sums.length; d++) {
    const value = Math.round(sums[d]! * scale);
    into[at + d] = value > 127 ? 127 : value < -127 ? -127 : value;
  }
}

/** Length of vectors of so many dimensions. */
export function lengthOf(dimensions: number): number {
  return LENGTH_PER_ROOT * Math.sqrt(dimensions);
}

function isWord(term: string): boolean {
  return /^\p{L}[\p{L}\p{M}\p{N}]*$/u.test(term);
}
