// What is as little of a candidate as can be shown?
import type { Candidate } from "./candidate.ts";
import type { Selection } from "./selection.ts";

/** Smallest room that is tried for one span, in the answer's unit. */
const LEAST_ROOM = 20;

/** Takes as little of one candidate as can be shown into a selection without a ceiling; null where nothing of it can. */
export function smallestOf(candidate: Candidate, rank: number, selection: Selection): Selection | null {
  for (let room = LEAST_ROOM; room < LEAST_ROOM * 2 ** 16; room = Math.ceil(room * 1.4)) {
    if (selection.take(candidate, rank, { room, fill: false })) return selection;
  }
  return null;
}
