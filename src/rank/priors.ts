// What speaks against a file, unless the query asks for that very thing?
import { PRIORS, type Prior } from "./features.ts";
import type { Lifts } from "./lifts.ts";
import { ROLE } from "./path-kinds.ts";
import type { PathTable } from "./path-table.ts";

const LIFTED_BY: Record<Prior, (lifts: Lifts) => boolean> = {
  test: (lifts) => lifts.tests,
  example: (lifts) => lifts.examples,
  generated: (lifts) => lifts.generated,
  legacy: (lifts) => lifts.legacy,
  olderVersion: (lifts) => lifts.version || lifts.legacy,
  // Asked for by its name: see below.
  platform: () => false,
  header: (lifts) => lifts.headers,
  prose: (lifts) => lifts.docs || lifts.records || lifts.examples,
  record: (lifts) => lifts.records,
  data: (lifts) => lifts.data,
};

/** 1 or 0 for each prior, in the order of `PRIORS`. */
export function priorsOf(table: PathTable, file: number, lifts: Lifts): number[] {
  const bits = table.role[file]!;
  return PRIORS.map((prior) => {
    if ((bits & ROLE[prior]) === 0 || LIFTED_BY[prior](lifts)) return 0;
    if (prior === "platform" && table.platforms.get(file)!.some((name) => lifts.words.has(name))) return 0;
    return 1;
  });
}
