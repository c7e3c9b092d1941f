// The lines that answer, inside the budget. Chooses by estimates, then counts the finished answer and corrects until it
// fits: what is promised is the exact cost of what the caller receives, its own cost line included.
import { checkBudget } from "./budget.ts";
import type { PackInput, PackResult } from "./pack-input.ts";
import { Packing } from "./packing.ts";
import { rootReserve, STAND_IN_ROOT } from "./root-reserve.ts";
import { sessionReserve } from "./session-part.ts";

export type { PackInput, PackResult } from "./pack-input.ts";

export function pack(input: PackInput): PackResult {
  const budget = checkBudget(input.budget);
  const heads = input.heads ?? [];
  if (heads.length > 0) {
    const packed = packWith({ ...input, budget });
    if (packed.answer.spans.length > 0 || (packed.small === null && !packed.found)) return packed;
    // What answers comes before what stands before it.
    const caps = [
      ...input.completeness.caps,
      `no room for the ${heads.map((h) => h.kind).join(" and the ")}`,
    ];
    return packWith({ ...input, budget, heads: [], completeness: { ...input.completeness, caps } });
  }
  return packWith({ ...input, budget });
}

function packWith(input: PackInput): PackResult {
  const { budget, client } = input;
  const json = input.format === "json";
  const reserve = rootReserve(json, input.counter);
  if (client !== undefined && client.resident > 0) {
    // The very choice that is made without a session: what is held of it mostly leaves more room than is needed to say so.
    const same = new Packing(input, budget, { root: STAND_IN_ROOT, reserve }).something();
    if (same !== null) return same;
  }
  const session = client === undefined ? 0 : sessionReserve(json, input.counter);
  return (
    new Packing(input, budget, { root: STAND_IN_ROOT, reserve: reserve + session }).result() ??
    // The root costs more than was set aside for it.
    new Packing(input, budget, { root: input.root, reserve: session }).result()!
  );
}
