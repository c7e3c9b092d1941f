// A small model of made numbers, the same each time.
import type { Weights } from "../../src/vectors/weights-file.ts";

export function madeWeights(words: readonly string[], dimensions = 8, buckets = 16): Omit<Weights, "id"> {
  let state = 1;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >>> 8;
  const count = words.length + buckets;
  return {
    dimensions,
    words: [...words].sort(),
    buckets,
    multipliers: Uint16Array.from({ length: count }, () => 1 + (next() % 65535)),
    rows: Int8Array.from({ length: count * dimensions }, () => (next() % 255) - 127),
  };
}
