// In which order do strings stand by their UTF-8 bytes? A comparing sort would look at the beginnings that words share
// over and over. Here the first four bytes of all strings are sorted by counting; what still agrees is sorted on by
// multikey quicksort (Bentley and Sedgewick, 1997), which looks at each byte about once.

export interface EncodedStrings {
  bytes: Uint8Array;
  /** String i is `bytes[at[i] .. at[i + 1]]`. */
  at: Uint32Array;
}

/** Strings that can be found: `order` reads them in ascending order of their bytes. */
export interface OrderedStrings extends EncodedStrings {
  order: Uint32Array;
}

/** Below this size insertion beats partition (the usual 8 to 16; measured flat between them). */
const SMALL = 12;
/** Below this many strings counting over 65,536 values costs more than it saves. */
const WORTH_COUNTING = 10_000;
const COUNTED_BYTES = 4;

/** Indices of the strings, ascending by their bytes; equal ones stay in their order. */
export function utf8Order(strings: EncodedStrings): Uint32Array {
  const count = strings.at.length - 1;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (count < WORTH_COUNTING) {
    sortRange(strings, order, 0, count, 0);
    return order;
  }
  const heads = headsOf(strings);
  const byLow = countingPass(heads, order, 0);
  const byHead = countingPass(heads, byLow, 16);
  let from = 0;
  for (let to = 1; to <= count; to++) {
    if (to < count && heads[byHead[to]!] === heads[byHead[from]!]) continue;
    if (to - from > 1) sortRange(strings, byHead, from, to, 0);
    from = to;
  }
  return byHead;
}

/** The first bytes as one number each. A string that is shorter counts like one that goes on with NUL. */
function headsOf({ bytes, at }: EncodedStrings): Uint32Array {
  const heads = new Uint32Array(at.length - 1);
  for (let i = 0; i < heads.length; i++) {
    const start = at[i]!;
    const length = Math.min(at[i + 1]! - start, COUNTED_BYTES);
    let head = 0;
    for (let d = 0; d < length; d++) head |= bytes[start + d]! << (24 - 8 * d);
    heads[i] = head;
  }
  return heads;
}

/** One pass of a radix sort over 16 bits of the heads. */
function countingPass(heads: Uint32Array, order: Uint32Array, shift: number): Uint32Array {
  const next = new Uint32Array(65_537);
  for (const index of order) next[((heads[index]! >>> shift) & 0xffff) + 1]!++;
  for (let value = 0; value < 65_536; value++) next[value + 1]! += next[value]!;
  const sorted = new Uint32Array(order.length);
  for (const index of order) sorted[next[(heads[index]! >>> shift) & 0xffff]!++] = index;
  return sorted;
}

/** Sorts `order[start .. end]` whose strings agree in their first `shared` bytes. */
function sortRange(
  { bytes, at }: EncodedStrings,
  order: Uint32Array,
  start: number,
  end: number,
  shared: number,
): void {
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
  const stack = [start, end, shared];
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
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
