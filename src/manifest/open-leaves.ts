// Which leaves are open in a walk, what each costs, and which would be closed to make room for another.
import type { LeafLevel, RuntimeOptions } from "./walk.ts";

export interface OpenLeaf {
  level: LeafLevel;
  tokens: number;
}

export class OpenLeaves {
  readonly #evict: NonNullable<RuntimeOptions["evict"]>;
  /** That which was touched longest ago first. */
  readonly #leaves = new Map<string, OpenLeaf>();

  constructor(evict: RuntimeOptions["evict"] = "none") {
    this.#evict = evict;
  }

  copy(): OpenLeaves {
    const copy = new OpenLeaves(this.#evict);
    for (const [id, leaf] of this.#leaves) copy.open(id, leaf);
    return copy;
  }

  get tokens(): number {
    let sum = 0;
    for (const { tokens } of this.#leaves.values()) sum += tokens;
    return sum;
  }

  get list(): ({ id: string } & OpenLeaf)[] {
    return [...this.#leaves].map(([id, leaf]) => ({ id, ...leaf }));
  }

  has(id: string): boolean {
    return this.#leaves.has(id);
  }

  get(id: string): OpenLeaf | undefined {
    return this.#leaves.get(id);
  }

  /** Used again: it is closed later than those that were not. */
  touch(id: string): void {
    const leaf = this.#leaves.get(id);
    if (leaf === undefined || this.#evict === "oldest") return;
    this.#leaves.delete(id);
    this.#leaves.set(id, leaf);
  }

  open(id: string, leaf: OpenLeaf): void {
    this.#leaves.set(id, leaf);
  }

  /** What it gives back; 0 where it isn't open. */
  close(id: string): number {
    const tokens = this.#leaves.get(id)?.tokens ?? 0;
    this.#leaves.delete(id);
    return tokens;
  }

  get oldest(): string | null {
    const [oldest] = this.#leaves.keys();
    return oldest ?? null;
  }

  /** Leaves whose closing leaves room for this cost: none where there is room, null where none would make it. */
  toClose(cost: number, remaining: number): string[] | null {
    const closed: string[] = [];
    let room = remaining;
    if (this.#evict !== "none") {
      for (const [id, { tokens }] of this.#leaves) {
        if (cost <= room) break;
        closed.push(id);
        room += tokens;
      }
    }
    return cost <= room ? closed : null;
  }
}
