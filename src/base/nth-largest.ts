// Which value has rank n, without sorting them all? Quickselect (Hoare 1961): linear on average.
/** The n-th largest of the values: n at least 1 and at most their number. None of them may be NaN. */
export function nthLargest(values: Float64Array, n: number): number {
  const left = values.slice();
  let low = 0;
  let high = left.length - 1;
  const at = left.length - n;
  while (low < high) {
    const pivot = left[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (left[i]! < pivot) i++;
      while (left[j]! > pivot) j--;
      if (i > j) break;
      const held = left[i]!;
      left[i++] = left[j]!;
      left[j--] = held;
    }
    if (at <= j) high = j;
    else if (at >= i) low = i;
    else break;
  }
  return left[at]!;
}
