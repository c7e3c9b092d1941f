// How alike are descriptors? Shared words by all words (Jaccard), as the format measures collisions. Pairs are found through an
// index from words to those that hold them, so that siblings without a common word cost nothing; what that may cost has a ceiling.

export type Bag = ReadonlySet<string>;

export interface Pair {
  i: number;
  j: number;
  likeness: number;
}

/**
 * Meetings of two bags in a word that are followed. Past it the most common words lead to no pair any more, and pairs that share
 * nothing else are not found. 1,000 siblings with forty words in common stay below it; of more than that each has few of its own.
 */
const MOST_MEETINGS = 20_000_000;
const MOST_MEETINGS_WIDE = 2_000_000;
const WIDE = 1_000;
/** So few are compared all with all: an index costs more. */
const FEW = 8;

function ceilingFor(bags: readonly Bag[]): number {
  return bags.length <= WIDE ? MOST_MEETINGS : MOST_MEETINGS_WIDE;
}

/** 0 where both are empty. */
export function likeness(a: Bag, b: Bag): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** The first pair, by its indexes, of the highest likeness; null where no two share a word. */
export function worstPair(bags: readonly Bag[], meetings = ceilingFor(bags)): Pair | null {
  let worst: Pair | null = null;
  if (bags.length <= FEW) {
    for (let i = 0; i < bags.length; i++)
      for (let j = i + 1; j < bags.length; j++) {
        const value = likeness(bags[i]!, bags[j]!);
        if (value > (worst?.likeness ?? 0)) worst = { i, j, likeness: value };
      }
    return worst;
  }
  // Not by `pairsFrom` with a floor that rises: a level of equals would make all its pairs.
  for (const pair of meetingPairs(bags, () => worst?.likeness ?? 0, meetings))
    if (worst === null || pair.likeness > worst.likeness) worst = pair;
  return worst;
}

/** Pairs that are as alike as that or more, in the order of their indexes. */
export function pairsFrom(bags: readonly Bag[], least: number, meetings = ceilingFor(bags)): Pair[] {
  return [...meetingPairs(bags, () => least, meetings)].filter((pair) => pair.likeness >= least);
}

/** In the order of indexes, those that can reach the floor alone. */
function* meetingPairs(bags: readonly Bag[], floor: () => number, meetings: number): Generator<Pair> {
  const holders = new Map<string, number[]>();
  bags.forEach((bag, i) => {
    for (const word of bag) {
      const list = holders.get(word);
      if (list === undefined) holders.set(word, [i]);
      else list.push(i);
    }
  });
  const followed = followedWords(holders, meetings);
  const unfollowed = bags.map((bag) => [...bag].filter((word) => !followed.has(word)));
  const shared = new Uint32Array(bags.length);
  const nexts = new Map<string, number>();
  for (let i = 0; i < bags.length; i++) {
    const met: number[] = [];
    for (const word of bags[i]!) {
      if (!followed.has(word)) continue;
      const list = holders.get(word)!;
      const next = (nexts.get(word) ?? 0) + 1;
      nexts.set(word, next);
      for (let at = next; at < list.length; at++) if (shared[list[at]!]!++ === 0) met.push(list[at]!);
    }
    for (const j of met.sort((a, b) => a - b)) {
      const known = shared[j]!;
      shared[j] = 0;
      const rest = Math.min(unfollowed[i]!.length, unfollowed[j]!.length);
      const sizes = bags[i]!.size + bags[j]!.size;
      if ((known + rest) / (sizes - known - rest) < floor()) continue;
      let all = known;
      if (rest > 0) for (const word of unfollowed[j]!) if (bags[i]!.has(word)) all++;
      yield { i, j, likeness: all / (sizes - all) };
    }
  }
}

/** The rarest first, as long as the meetings that they lead to stay within the ceiling. */
function followedWords(
  holders: ReadonlyMap<string, readonly number[]>,
  meetings: number,
): { has(word: string): boolean } {
  let needed = 0;
  for (const { length } of holders.values()) needed += (length * (length - 1)) / 2;
  if (needed <= meetings) return holders;
  const followed = new Set<string>();
  let left = meetings;
  for (const [word, { length }] of [...holders].sort((a, b) => a[1].length - b[1].length)) {
    left -= (length * (length - 1)) / 2;
    if (left < 0) break;
    followed.add(word);
  }
  return followed;
}
