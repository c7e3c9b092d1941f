// How are many things put into groups of much the same size, the like with the like? Each lot is halved across the direction in
// which its words differ most, and the halves again. No pair is compared with every other: n things take n log n steps.
// Exact to the last bit on every platform: sums, divisions and square roots alone, in one order.

/** What is in a lot is set against two of it, then against the means of what that gave. */
const REFINEMENTS = 2;
/** A lot is cut where there is the widest gap, this far from the even cut. */
const SLACK = 0.15;

interface Vectors {
  terms: Int32Array[];
  /** Of each thing, for all of its terms alike. */
  weights: Float64Array[];
}

/** Indexes in `parts` groups, each in order, the groups by their first. `bags`: the words of each thing. */
export function splitByLikeness(bags: readonly ReadonlySet<string>[], parts: number): number[][] {
  const { terms, weights } = vectorsOf(bags);
  const dense = new Float64Array(vocabulary(terms));
  const groups: number[][] = [];
  const open: { lot: number[]; parts: number }[] = [
    { lot: bags.map((_, i) => i), parts: Math.max(1, Math.min(parts, bags.length)) },
  ];
  while (open.length > 0) {
    const { lot, parts: wanted } = open.pop()!;
    if (wanted === 1) {
      groups.push(lot.sort((a, b) => a - b));
      continue;
    }
    const first = Math.floor(wanted / 2);
    const { left, right } = halved(lot, first, wanted, { terms, weights }, dense);
    open.push({ lot: left, parts: first }, { lot: right, parts: wanted - first });
  }
  return groups.sort((a, b) => a[0]! - b[0]!);
}

function vocabulary(terms: readonly Int32Array[]): number {
  let most = 0;
  for (const list of terms) for (const term of list) if (term >= most) most = term + 1;
  return most;
}

/** Words that a single thing has say nothing of likeness, words that most have little. */
function vectorsOf(bags: readonly ReadonlySet<string>[]): Vectors {
  const holders = new Map<string, number>();
  for (const bag of bags) for (const word of bag) holders.set(word, (holders.get(word) ?? 0) + 1);
  const numbers = new Map<string, number>();
  const terms: Int32Array[] = [];
  const weights: Float64Array[] = [];
  for (const bag of bags) {
    const own = [...bag].filter((word) => holders.get(word)! > 1);
    const rarity = own.map((word) => Math.log2(1 + bags.length / holders.get(word)!));
    const length = Math.sqrt(rarity.reduce((sum, one) => sum + one * one, 0)) || 1;
    terms.push(
      Int32Array.from(own, (word) => {
        let number = numbers.get(word);
        if (number === undefined) numbers.set(word, (number = numbers.size));
        return number;
      }),
    );
    // To a grid: what a platform's logarithm may differ in falls away.
    weights.push(Float64Array.from(rarity, (one) => Math.round((one / length) * 4096)));
  }
  return { terms, weights };
}

function halved(
  lot: readonly number[],
  first: number,
  wanted: number,
  vectors: Vectors,
  dense: Float64Array,
): { left: number[]; right: number[] } {
  const size = Math.round((lot.length * first) / wanted);
  // The one that is least like the whole, and the one least like that one.
  let along = projected(lot, vectors, dense, [[lot, 1]]);
  const a = lot[smallest(along)]!;
  along = projected(lot, vectors, dense, [[[a], 1]]);
  const b = lot[smallest(along)]!;
  along = projected(lot, vectors, dense, [
    [[a], 1],
    [[b], -1],
  ]);
  let cut = cutAlong(lot, along, size, first, wanted);
  for (let i = 0; i < REFINEMENTS; i++) {
    along = projected(lot, vectors, dense, [
      [cut.left, 1 / cut.left.length],
      [cut.right, -1 / cut.right.length],
    ]);
    cut = cutAlong(lot, along, size, first, wanted);
  }
  return cut;
}

/** How far each of a lot goes along a direction, given as sums of things. */
function projected(
  lot: readonly number[],
  { terms, weights }: Vectors,
  dense: Float64Array,
  direction: readonly [readonly number[], number][],
): Float64Array {
  for (const [things, factor] of direction)
    for (const i of things)
      for (let t = 0; t < terms[i]!.length; t++) dense[terms[i]![t]!]! += factor * weights[i]![t]!;
  const along = Float64Array.from(lot, (i) => {
    let sum = 0;
    for (let t = 0; t < terms[i]!.length; t++) sum += dense[terms[i]![t]!]! * weights[i]![t]!;
    return sum;
  });
  for (const [things] of direction) for (const i of things) for (const term of terms[i]!) dense[term] = 0;
  return along;
}

function smallest(values: Float64Array): number {
  let at = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! < values[at]!) at = i;
  return at;
}

/** The far ones to the left, as many as were asked for or as few more or less as the widest gap asks. */
function cutAlong(
  lot: readonly number[],
  along: Float64Array,
  size: number,
  first: number,
  wanted: number,
): { left: number[]; right: number[] } {
  const order = lot.map((_, at) => at).sort((a, b) => along[b]! - along[a]! || a - b);
  const slack = Math.floor(size * SLACK);
  const least = Math.max(first, size - slack);
  const most = Math.min(lot.length - (wanted - first), size + slack);
  let best = Math.min(Math.max(size, least), most);
  let widest = along[order[best - 1]!]! - along[order[best]!]!;
  for (let at = least; at <= most; at++) {
    const gap = along[order[at - 1]!]! - along[order[at]!]!;
    if (gap > widest * 1.5 && gap > 0) {
      widest = gap;
      best = at;
    }
  }
  const pick = (from: number, to: number) => order.slice(from, to).map((at) => lot[at]!);
  return { left: pick(0, best), right: pick(best, order.length) };
}
