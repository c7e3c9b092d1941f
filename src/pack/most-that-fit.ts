// How many of the first parts of an answer does a budget hold?

/** The most of `total` parts that fit, `most` at most, by halving: more parts never cost less. 0 where not one does. */
export function mostThatFit(total: number, most: number, fits: (count: number) => boolean): number {
  if (most === total && total > 0 && fits(total)) return total;
  let low = 0;
  let high = Math.min(most, total - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
