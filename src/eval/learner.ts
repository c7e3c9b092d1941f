// How are weights learnt from ranked lists? Listwise softmax: the labelled files of a question should take the weight
// of the whole list. Adam, an L2 term, no weight below 0; deterministic. Ranking by NDCG directly overfits (measured).
// Learns the weights that Pith brings (bench/learn-weights.ts) and the factors of a repository's own (learn-lanes.ts).

export interface Example {
  repository: string;
  /** Features of each candidate, one row each; priors carry a minus. */
  rows: readonly Float64Array[];
  /** Rows that are labelled. */
  wanted: readonly number[];
}

export interface LearnOptions {
  /** L2 towards `towards`. */
  decay: number;
  /** 0 for each weight unless given. */
  towards?: readonly number[];
  /** No weight rises above it. */
  most?: number;
  steps: number;
  rate: number;
  start: readonly number[];
}

export const LEARN: Pick<LearnOptions, "decay" | "steps" | "rate"> = { decay: 0.004, steps: 400, rate: 0.05 };

export function learn(examples: readonly Example[], options: LearnOptions): number[] {
  const size = options.start.length;
  const { towards, most = Number.POSITIVE_INFINITY } = options;
  const weights = [...options.start];
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  const used = examples.filter(({ wanted }) => wanted.length > 0).map((example) => flatten(example, size));
  for (let step = 1; step <= options.steps; step++) {
    const gradient = gradientOf(used, weights);
    for (let i = 0; i < size; i++) {
      const g = gradient[i]! + 2 * options.decay * (weights[i]! - (towards?.[i] ?? 0));
      first[i] = 0.9 * first[i]! + 0.1 * g;
      second[i] = 0.999 * second[i]! + 0.001 * g * g;
      const move = first[i]! / (1 - 0.9 ** step) / (Math.sqrt(second[i]! / (1 - 0.999 ** step)) + 1e-8);
      weights[i] = Math.min(most, Math.max(0, weights[i]! - options.rate * move));
    }
  }
  return weights;
}

/** The rows of an example in one array: the sums run over them some hundred times. */
interface Flat {
  rows: Float64Array;
  count: number;
  wanted: readonly number[];
  shares: Float64Array;
}

function flatten({ rows, wanted }: Example, size: number): Flat {
  const flat = new Float64Array(rows.length * size);
  rows.forEach((row, r) => flat.set(row, r * size));
  return { rows: flat, count: rows.length, wanted, shares: new Float64Array(rows.length) };
}

function gradientOf(examples: readonly Flat[], weights: readonly number[]): Float64Array {
  const size = weights.length;
  const gradient = new Float64Array(size);
  for (const { rows, count, wanted, shares } of examples) {
    let most = Number.NEGATIVE_INFINITY;
    for (let r = 0; r < count; r++) {
      let score = 0;
      for (let i = 0; i < size; i++) score += rows[r * size + i]! * weights[i]!;
      shares[r] = score;
      if (score > most) most = score;
    }
    let total = 0;
    for (let r = 0; r < count; r++) total += shares[r] = Math.exp(shares[r]! - most);
    for (let r = 0; r < count; r++) {
      const share = shares[r]! / total / examples.length;
      if (share < 1e-9) continue;
      for (let i = 0; i < size; i++) gradient[i]! += share * rows[r * size + i]!;
    }
    const share = 1 / wanted.length / examples.length;
    for (const r of wanted) for (let i = 0; i < size; i++) gradient[i]! -= share * rows[r * size + i]!;
  }
  return gradient;
}

export function dot(row: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row[i]! * weights[i]!;
  return sum;
}

/** Numbers from a seed, the same everywhere (mulberry32): folds must not change from run to run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` folds of the names, drawn by the seed. */
export function foldsOf(names: readonly string[], count: number, seed: number): string[][] {
  const random = seeded(seed);
  const shuffled = [...names];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return Array.from({ length: count }, (_, fold) => shuffled.filter((_name, i) => i % count === fold));
}
