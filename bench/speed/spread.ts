// The spread of a few runs: minimum, median, maximum.

export interface Spread {
  min: number;
  median: number;
  max: number;
  n: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const middle =
    sorted.length % 2 === 1 ? at(0.5) : (sorted[sorted.length / 2 - 1]! + sorted[sorted.length / 2]!) / 2;
  return { min: sorted[0] ?? Number.NaN, median: middle, max: sorted.at(-1) ?? Number.NaN, n: sorted.length };
}

export function showSpread({ min, median, max }: Spread, digits = 0): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
