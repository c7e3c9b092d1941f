// Which of many siblings are told apart together? Those most alike, in groups of a bounded size, as the format groups them;
// and behind that two things that it leaves out: whoever stays alone, and pairs that fell into different groups.
import { likeness, pairsFrom, type Bag, type Pair } from "./likeness.ts";

/** Wider levels fill their groups up with the neighbours in order, and not pair by pair: no pair there has a word in common. */
const WIDE = 1_000;
/** Below it two siblings are not looked for each other's sake on a wide level. */
const LEAST_LIKE_WIDE = 0.2;

/** Indexes, each in one group, ordered by their first. */
export function groupSiblings(bags: readonly Bag[], most: number): number[][] {
  const count = bags.length;
  if (count <= most) return [bags.map((_, i) => i)];
  const groups = new Groups(count, most);
  const least = count <= WIDE ? Number.MIN_VALUE : LEAST_LIKE_WIDE;
  const pairs = pairsFrom(bags, least);
  // Stable: pairs of one likeness stay in the order of their indexes.
  for (const { i, j } of pairs.sort((a, b) => b.likeness - a.likeness)) groups.join(i, j);
  if (count <= WIDE) groups.fillByPairs();
  else groups.fillInOrder();
  return groups.all();
}

/** Groups beside those of a level: each lone one with whom it is most like, in a group of its own. */
export function loneGroups(bags: readonly Bag[], groups: readonly number[][], most: number): number[][] {
  if (most < 2 || bags.length < 2) return [];
  return groups
    .filter((group) => group.length === 1)
    .map(([lone]) => {
      const near = nearestTo(bags, lone!, most - 1);
      return [lone!, ...near].sort((a, b) => a - b);
    });
}

/** Siblings that collide though each was told apart from others, in groups of a bounded size. `groupOf`: with whom it was. */
export function crossGroups(
  bags: readonly Bag[],
  groupOf: readonly number[],
  threshold: number,
  most: number,
): number[][] {
  if (most < 2) return [];
  const found = pairsFrom(bags, Math.max(threshold, Number.MIN_VALUE));
  const pairs = found.filter(({ i, j }) => groupOf[i] !== groupOf[j]);
  if (pairs.length === 0) return [];
  const groups = new Groups(bags.length, most);
  for (const { i, j } of pairs.sort((a, b) => b.likeness - a.likeness)) groups.join(i, j);
  return groups.all().filter((group) => group.length > 1);
}

/** The most alike first, then the first ones. */
function nearestTo(bags: readonly Bag[], lone: number, most: number): number[] {
  const own = bags[lone]!;
  const near: Pair[] = [];
  bags.forEach((bag, j) => {
    if (j === lone) return;
    near.push({ i: lone, j, likeness: likeness(own, bag) });
  });
  return near
    .sort((a, b) => b.likeness - a.likeness || a.j - b.j)
    .slice(0, most)
    .map(({ j }) => j);
}

/** Sets that are joined as long as they stay within the limit. */
class Groups {
  readonly #parents: Int32Array;
  readonly #sizes: Int32Array;
  readonly #most: number;

  constructor(count: number, most: number) {
    this.#parents = Int32Array.from({ length: count }, (_, i) => i);
    this.#sizes = new Int32Array(count).fill(1);
    this.#most = most;
  }

  join(i: number, j: number): void {
    const a = this.#find(i);
    const b = this.#find(j);
    const size = this.#sizes[a]! + this.#sizes[b]!;
    if (a === b || size > this.#most) return;
    // The smaller index leads, so that the way to it stays short enough with the halving below.
    const [head, tail] = a < b ? [a, b] : [b, a];
    this.#parents[tail] = head;
    this.#sizes[head] = size;
  }

  fillByPairs(): void {
    const count = this.#parents.length;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count && this.#sizes[this.#find(i)]! < this.#most; j++) this.join(i, j);
    }
  }

  /** What isn't full goes on with the next that isn't. */
  fillInOrder(): void {
    let open = -1;
    for (let i = 0; i < this.#parents.length; i++) {
      const own = this.#find(i);
      if (this.#sizes[own] === this.#most || own === open) continue;
      if (open !== -1) this.join(open, own);
      if (open === -1 || this.#find(own) !== this.#find(open)) open = own;
      else open = this.#find(open);
    }
  }

  all(): number[][] {
    const groups = new Map<number, number[]>();
    for (let i = 0; i < this.#parents.length; i++) {
      const head = this.#find(i);
      const group = groups.get(head);
      if (group === undefined) groups.set(head, [i]);
      else group.push(i);
    }
    return [...groups.values()];
  }

  #find(i: number): number {
    let at = i;
    while (this.#parents[at] !== at) {
      this.#parents[at] = this.#parents[this.#parents[at]!]!;
      at = this.#parents[at]!;
    }
    return at;
  }
}
