// How are vectors learnt from pairs? Each question must find its own code among the code of the whole batch (a softmax
// over cosines), and each code its question. Adagrad; single precision; the same numbers for the same seed.
import type { Bag, Pair } from "./corpus.ts";

export interface LearnOptions {
  dimensions: number;
  temperature: number;
  rate: number;
}

const NEGLIGIBLE = 1e-4;

export class ContrastiveModel {
  readonly dimensions: number;
  readonly rows: Float32Array;
  readonly #squares: Float32Array;
  readonly #gradient: Float32Array;
  readonly #touched: Int32Array;
  readonly #isTouched: Uint8Array;
  #touchedCount = 0;
  readonly #options: LearnOptions;

  /** `scale[r]`: length of row r at the start. */
  constructor(scale: Float64Array, options: LearnOptions, random: () => number) {
    const { dimensions } = options;
    this.dimensions = dimensions;
    this.#options = options;
    const size = scale.length * dimensions;
    this.rows = new Float32Array(size);
    this.#squares = new Float32Array(size).fill(1e-6);
    this.#gradient = new Float32Array(size);
    this.#touched = new Int32Array(scale.length);
    this.#isTouched = new Uint8Array(scale.length);
    for (let r = 0; r < scale.length; r++) {
      for (let d = 0; d < dimensions; d++) {
        // The sum of four even numbers is near enough to a normal one.
        const noise = random() + random() + random() + random() - 2;
        this.rows[r * dimensions + d] = (scale[r]! * noise * Math.sqrt(3)) / Math.sqrt(dimensions);
      }
    }
  }

  /** One step; gives the mean loss of the questions. */
  step(pairs: readonly Pair[], rate: number): number {
    const n = pairs.length;
    const D = this.dimensions;
    const left = this.#embed(pairs.map((pair) => pair.left));
    const right = this.#embed(pairs.map((pair) => pair.right));
    const shares = similarities(left.unit, right.unit, n, D, 1 / this.#options.temperature);
    for (let i = 0; i < n; i++) {
      const { file } = pairs[i]!;
      for (let j = 0; j < n; j++) {
        if (i !== j && file >= 0 && pairs[j]!.file === file) shares[i * n + j] = Number.NEGATIVE_INFINITY;
      }
    }
    const loss = softmaxGradient(shares, n);
    const factor = 1 / (this.#options.temperature * n);
    const dLeft = new Float32Array(n * D);
    const dRight = new Float32Array(n * D);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const share = shares[i * n + j]!;
        // Most of them together are less than a hundredth of the whole, and most of the time.
        if (share < NEGLIGIBLE && share > -NEGLIGIBLE) continue;
        const g = share * factor;
        const a = i * D;
        const b = j * D;
        for (let d = 0; d < D; d++) {
          dLeft[a + d]! += g * right.unit[b + d]!;
          dRight[b + d]! += g * left.unit[a + d]!;
        }
      }
    }
    pairs.forEach((pair, i) => {
      this.#spread(pair.left, left, dLeft, i);
      this.#spread(pair.right, right, dRight, i);
    });
    this.#update(rate);
    return loss;
  }

  #embed(bags: readonly Bag[]): { unit: Float32Array; length: Float64Array } {
    const D = this.dimensions;
    const { rows } = this;
    const unit = new Float32Array(bags.length * D);
    const length = new Float64Array(bags.length);
    bags.forEach((bag, i) => {
      const at = i * D;
      for (let k = 0; k < bag.rows.length; k++) {
        const from = bag.rows[k]! * D;
        const weight = bag.weights[k]!;
        for (let d = 0; d < D; d++) unit[at + d]! += weight * rows[from + d]!;
      }
      let squares = 1e-12;
      for (let d = 0; d < D; d++) squares += unit[at + d]! * unit[at + d]!;
      length[i] = Math.sqrt(squares);
      for (let d = 0; d < D; d++) unit[at + d]! /= length[i]!;
    });
    return { unit, length };
  }

  /** The gradient of a vector, through its scaling to length 1, to the rows of its bag. */
  #spread(
    bag: Bag,
    { unit, length }: { unit: Float32Array; length: Float64Array },
    of: Float32Array,
    i: number,
  ): void {
    const D = this.dimensions;
    const at = i * D;
    let along = 0;
    for (let d = 0; d < D; d++) along += of[at + d]! * unit[at + d]!;
    for (let d = 0; d < D; d++) of[at + d] = (of[at + d]! - along * unit[at + d]!) / length[i]!;
    for (let k = 0; k < bag.rows.length; k++) {
      const row = bag.rows[k]!;
      if (this.#isTouched[row] === 0) {
        this.#isTouched[row] = 1;
        this.#touched[this.#touchedCount++] = row;
      }
      const to = row * D;
      const weight = bag.weights[k]!;
      const gradient = this.#gradient;
      for (let d = 0; d < D; d++) gradient[to + d]! += weight * of[at + d]!;
    }
  }

  #update(rate: number): void {
    const D = this.dimensions;
    const gradient = this.#gradient;
    const squares = this.#squares;
    const { rows } = this;
    for (let t = 0; t < this.#touchedCount; t++) {
      const row = this.#touched[t]!;
      this.#isTouched[row] = 0;
      for (let at = row * D; at < (row + 1) * D; at++) {
        const g = gradient[at]!;
        squares[at]! += g * g;
        rows[at]! -= (rate * g) / Math.sqrt(squares[at]!);
        gradient[at] = 0;
      }
    }
    this.#touchedCount = 0;
  }
}

function similarities(a: Float32Array, b: Float32Array, n: number, D: number, factor: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      let p = i * D;
      let q = j * D;
      for (const end = p + D; p < end; p += 4, q += 4) {
        s0 += a[p]! * b[q]!;
        s1 += a[p + 1]! * b[q + 1]!;
        s2 += a[p + 2]! * b[q + 2]!;
        s3 += a[p + 3]! * b[q + 3]!;
      }
      out[i * n + j] = (s0 + s1 + s2 + s3) * factor;
    }
  }
  return out;
}

/** Turns similarities into the gradient of both losses (rows and columns, half each); gives the rows' mean loss. */
function softmaxGradient(shares: Float64Array, n: number): number {
  let loss = 0;
  const gradient = new Float64Array(n * n);
  for (const [along, across] of [
    [n, 1],
    [1, n],
  ] as const) {
    for (let i = 0; i < n; i++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < n; j++) most = Math.max(most, shares[i * along + j * across]!);
      let total = 0;
      for (let j = 0; j < n; j++) total += Math.exp(shares[i * along + j * across]! - most);
      for (let j = 0; j < n; j++) {
        gradient[i * along + j * across]! += (0.5 * Math.exp(shares[i * along + j * across]! - most)) / total;
      }
      gradient[i * n + i]! -= 0.5;
      if (across === 1) loss -= shares[i * n + i]! - most - Math.log(total);
    }
  }
  shares.set(gradient);
  return loss / n;
}
