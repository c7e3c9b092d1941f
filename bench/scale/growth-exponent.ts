// The power that a value grows with: the slope of the line of least squares through the logarithms.

/** `points` are pairs (size, value), at least two of different size, all above zero. */
export function growthExponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const);
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const under = logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return over / under;
}
