// In which order do strings stand by their UTF-8 bytes? Multikey quicksort (Bentley and Sedgewick, 1997): it looks at
// each byte about once, where a comparing sort of short words that share beginnings looks at them log n times.

export interface EncodedStrings {
  bytes: Uint8Array;
  /** String i is `bytes[at[i] .. at[i + 1]]`. */
  at: Uint32Array;
}

/** Below this size insertion beats partition (the usual 8 to 16; measured flat between them). */
const SMALL = 12;

/** Indices of the strings, ascending by their bytes; equal ones stay in their order. */
export function utf8Order({ bytes, at }: EncodedStrings): Uint32Array {
  const count = at.length - 1;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;

  /** Byte at a depth, from 1; 0 behind the end, which sorts first. */
  const byteAt = (index: number, depth: number): number => {
    const place = at[index]! + depth;
    return place < at[index + 1]! ? bytes[place]! + 1 : 0;
  };
  const before = (a: number, b: number, depth: number): boolean => {
    for (let d = depth; ; d++) {
      const x = byteAt(a, d);
      const y = byteAt(b, d);
      if (x !== y) return x < y;
      if (x === 0) return a < b;
    }
  };

  // Ranges still to sort, as [from, to, depth]. A stack of our own: equal beginnings may be longer than the call stack.
  const stack = [0, count, 0];
  while (stack.length > 0) {
    const depth = stack.pop()!;
    const to = stack.pop()!;
    const from = stack.pop()!;
    if (to - from <= SMALL) {
      for (let i = from + 1; i < to; i++) {
        const index = order[i]!;
        let j = i - 1;
        while (j >= from && before(index, order[j]!, depth)) {
          order[j + 1] = order[j]!;
          j--;
        }
        order[j + 1] = index;
      }
      continue;
    }
    const pivot = medianOfThree(
      byteAt(order[from]!, depth),
      byteAt(order[(from + to) >> 1]!, depth),
      byteAt(order[to - 1]!, depth),
    );
    let less = from;
    let more = to;
    let i = from;
    while (i < more) {
      const index = order[i]!;
      const byte = byteAt(index, depth);
      if (byte < pivot) {
        order[i++] = order[less]!;
        order[less++] = index;
      } else if (byte > pivot) {
        order[i] = order[--more]!;
        order[more] = index;
      } else i++;
    }
    stack.push(from, less, depth, more, to, depth);
    // Strings that end here are equal: only their first order remains to be restored.
    if (pivot === 0) order.subarray(less, more).sort();
    else stack.push(less, more, depth + 1);
  }
  return order;
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
