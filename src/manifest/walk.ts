// What a walk through a manifest is given, and what it gives back.
import type { ViewLevel } from "./node-cost.ts";

/** Which form of a leaf is opened. A form that there isn't is not charged as if there were. */
export type LeafLevel = "full" | "summary";

/** The content of a leaf, or undefined where there is none of that level. */
export type Resolver = (id: string, level: LeafLevel) => string | undefined;

export interface RuntimeOptions {
  /** In place of the variant's. */
  budget?: number;
  /** Kept free of the budget, for what else the caller has to say. */
  reserve?: number;
  /** Leaves that are closed to make room for another: none, the least recently opened or re-opened, the first opened. */
  evict?: "none" | "least-recently-used" | "oldest";
  resolver?: Resolver;
  search?: (query: string, k: number) => string[];
  viewLevel?: ViewLevel;
}

/** A node in view. */
export interface Entry {
  id: string;
  title: string | null;
  what: string;
  when: string;
  tier: number;
  leaf: boolean;
  /** Of opening it: a branch its children's descriptors (those in view already are not charged again), a leaf its whole content. */
  cost: number;
  expanded: boolean;
  meta: Readonly<Record<string, unknown>>;
}

export type Opened =
  | { kind: "branch"; entries: Entry[] }
  | { kind: "leaf"; content: string | null; ref: string; level: LeafLevel };
