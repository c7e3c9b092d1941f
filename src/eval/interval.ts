// How sure is a mean? The 95% interval of the bootstrap by percentiles: questions are drawn with repetition, the mean is
// taken, many times over. Of a difference the pairs are drawn, question by question. The draws come from a fixed seed.
import { mean } from "./measure.ts";
import { seeded } from "./learner.ts";

export interface Interval {
  mean: number;
  low: number;
  high: number;
}

const DRAWS = 2_000;
const SEED = 20_261_130;
/** What lies outside at each end. */
const TAIL = 0.025;

/** Of no value: 0, from 0 to 0. */
export function intervalOf(values: readonly number[]): Interval {
  const count = values.length;
  if (count === 0) return { mean: 0, low: 0, high: 0 };
  const random = seeded(SEED);
  const means = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[Math.floor(random() * count)]!;
    means[draw] = sum / count;
  }
  means.sort();
  const at = (share: number): number => means[Math.min(DRAWS - 1, Math.floor(share * DRAWS))]!;
  return { mean: mean(values), low: at(TAIL), high: at(1 - TAIL) };
}
