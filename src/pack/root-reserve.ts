// Where the root lies and which revision it is at must not change what is shown of it: the same tree gives the same
// spans. So what is shown is chosen with a stand-in root and this much room beside it, which is more than nearly every
// root takes. Only where a root takes more still, and so the answer would cost more than its budget, is there less in it.
import type { Counter } from "../tokens/counter.ts";
import type { Unit } from "../tokens/units.ts";
import type { AnswerRoot } from "./answer.ts";

export const STAND_IN_ROOT: AnswerRoot = { path: "/", rev: null, dirty: null };

/** Room for a path of some 70 letters and a revision, which JSON has in whole: 40 digits. By unit. */
const RESERVE: Record<Unit, { text: number; json: number }> = {
  o200k_base: { text: 30, json: 50 },
  cl100k_base: { text: 30, json: 50 },
  // One and a half times as many, as the unit counts.
  estimate: { text: 45, json: 75 },
  bytes: { text: 90, json: 110 },
};

/** What a root may cost more than the stand-in without an effect on what is shown. */
export function rootReserve(json: boolean, { unit }: Counter): number {
  return RESERVE[unit][json ? "json" : "text"];
}
