// How near is a vector to each of many? Sums of products of whole numbers over rows that lie one behind the other: exact,
// so the same everywhere, with the machine's wide registers or without. 150,000 rows of 128: 2.5 ms, and 25 without.
import { OUT_AT, ROWS_AT, ROWS_ROOM, simdModule } from "./simd-module.ts";

/** Product of the vector with the row that begins at `at`. */
export function product(vector: Int8Array, rows: Int8Array, at: number): number {
  let sum = 0;
  for (let d = 0; d < vector.length; d++) sum += vector[d]! * rows[at + d]!;
  return sum;
}

/** Of two vectors of one length, whatever rounding and cutting made of theirs; 0 where one is all zeros. */
export function cosine(a: Int8Array, b: Int8Array): number {
  const lengths = Math.sqrt(product(a, a, 0)) * Math.sqrt(product(b, b, 0));
  return lengths === 0 ? 0 : product(a, b, 0) / lengths;
}

/** Product of the vector with each row, into `out`. Rows have the vector's length; `out` has one place for each. */
export function similarities(vector: Int8Array, rows: Int8Array, out: Int32Array): void {
  const kernel = kernelFor(vector.length);
  if (kernel === null) plainSimilarities(vector, rows, out);
  else wideSimilarities(kernel, vector, rows, out);
}

/** The same without wide registers. */
export function plainSimilarities(vector: Int8Array, rows: Int8Array, out: Int32Array): void {
  const size = vector.length;
  const whole = size - (size % 4);
  for (let row = 0, at = 0; row < out.length; row++, at += size) {
    let a = 0;
    let b = 0;
    let c = 0;
    let e = 0;
    // Four sums at once: each addition waits for the one before it in its own sum alone.
    for (let d = 0; d < whole; d += 4) {
      a += vector[d]! * rows[at + d]!;
      b += vector[d + 1]! * rows[at + d + 1]!;
      c += vector[d + 2]! * rows[at + d + 2]!;
      e += vector[d + 3]! * rows[at + d + 3]!;
    }
    for (let d = whole; d < size; d++) a += vector[d]! * rows[at + d]!;
    out[row] = a + b + c + e;
  }
}

interface Kernel {
  vector: Int16Array;
  rows: Int8Array;
  sums: Int32Array;
  /** A multiple of 16; rows, a multiple of 4. */
  products(size: number, rows: number): void;
}

const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object) => {
      exports: { memory: { buffer: ArrayBuffer }; products: Kernel["products"] };
    };
  };
};

/** Undefined before it is first asked for; null on a machine that can't. */
let made: Kernel | null | undefined;

/** Null where this machine, or this length, has no place for wide registers. */
function kernelFor(size: number): Kernel | null {
  if (size === 0 || size % 16 !== 0 || size > OUT_AT / 2) return null;
  return (made ??= makeKernel());
}

function makeKernel(): Kernel | null {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(simdModule()));
    const { buffer } = exports.memory;
    return {
      vector: new Int16Array(buffer, 0, OUT_AT / 2),
      rows: new Int8Array(buffer, ROWS_AT, ROWS_ROOM),
      sums: new Int32Array(buffer, OUT_AT, (ROWS_AT - OUT_AT) / 4),
      products: exports.products,
    };
  } catch {
    // A machine without wide registers, or a process that may not make code.
    return null;
  }
}

/** Rows are copied in block by block: that costs half of the time, and no second copy of all of them is held. */
function wideSimilarities(kernel: Kernel, vector: Int8Array, rows: Int8Array, out: Int32Array): void {
  const size = vector.length;
  const most = Math.min(kernel.sums.length, ROWS_ROOM / size) & ~3;
  kernel.vector.set(vector);
  for (let row = 0; row < out.length; row += most) {
    const count = Math.min(most, out.length - row);
    kernel.rows.set(rows.subarray(row * size, (row + count) * size));
    // Of the up to three rows behind the last one nothing is read.
    kernel.products(size, (count + 3) & ~3);
    out.set(kernel.sums.subarray(0, count), row);
  }
}
