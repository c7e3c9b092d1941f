// How deep and how short must a level become to fit? Steps of shortening and tiers of branches between are weighed together:
// the least of both that fits, the shorter way before the shorter descriptions.
import { DETAILS } from "./shorten.ts";

export interface LevelPlan {
  /** Step of shortening. */
  detail: number;
  /** Tiers that the siblings become; 1: they stay one level. */
  tiers: number;
  /** Of the first of them. */
  width: number;
  /** Tokens that the first of them may take so that the others fit. */
  first: number;
}

export interface LevelToPlan {
  siblings: number;
  /** Tokens of all of them at a step of shortening. */
  costAt: (detail: number) => number;
  /** Tokens of a branch put between. */
  clusterAt: (detail: number) => number;
  /** For this level. */
  cap: number;
  /** For this level and all below it on one way. */
  room: number;
  /** What the dearest way below the siblings takes at a step of shortening. */
  belowAt: (detail: number) => number;
  /** What is estimated is multiplied by it: tiers of what is not divided evenly are wider. */
  caution: number;
}

/** More tiers than a navigator has steps lead nowhere. */
const MOST_TIERS = 6;

/** Steps of shortening that one more tier is weighed against: each tier is one more choice that may be wrong. */
const TIER = 2;

/** Null where nothing fits. */
export function planLevel(level: LevelToPlan): LevelPlan | null {
  const { siblings: n, costAt, clusterAt, cap, room, belowAt, caution } = level;
  const shortest = DETAILS.length - 1;
  for (let effort = 0; effort <= shortest + TIER * (MOST_TIERS - 1); effort++) {
    for (let tiers = 1; tiers <= MOST_TIERS; tiers++) {
      const detail = effort - TIER * (tiers - 1);
      if (detail < 0 || detail > shortest) continue;
      const width = tiers === 1 ? n : widthOf(n, tiers);
      if (tiers > 1 && (width < 2 || width >= n)) continue;
      const last = (costAt(detail) * width) / n;
      const between = tiers === 1 ? 0 : width * clusterAt(detail);
      const [first, rest] = tiers === 1 ? [last, 0] : [between, (tiers - 2) * between + last];
      if (first <= cap && first + rest * caution + belowAt(detail) <= room)
        return { detail, tiers, width, first: Math.min(cap, first) };
    }
  }
  return null;
}

/** The least tokens that a way through so many leaves takes at a step of shortening, put into even tiers. */
export function leastWay(leaves: number, leaf: number, cluster: number, caution: number): number {
  let least = leaves * leaf;
  for (let tiers = 2; tiers <= MOST_TIERS; tiers++) {
    const width = widthOf(leaves, tiers);
    least = Math.min(least, width * cluster + ((tiers - 2) * width * cluster + width * leaf) * caution);
  }
  return least;
}

/** The least width whose power holds all. */
function widthOf(n: number, tiers: number): number {
  let width = Math.max(1, Math.round(n ** (1 / tiers)));
  while (width ** tiers < n) width++;
  while (width > 1 && (width - 1) ** tiers >= n) width--;
  return width;
}
