// What speaks against a file, unless the query asks for that very thing?
import { PRIORS, type Prior, type WeightSet } from "./features.ts";
import type { Lifts, WantedRole } from "./lifts.ts";
import { ROLE } from "./path-kinds.ts";
import type { PathTable } from "./path-table.ts";

const LIFTED_BY: Record<Prior, (lifts: Lifts) => boolean> = {
  test: (lifts) => lifts.tests,
  example: (lifts) => lifts.examples,
  generated: (lifts) => lifts.generated,
  legacy: (lifts) => lifts.legacy,
  olderVersion: (lifts) => lifts.version || lifts.legacy,
  // Lifted where the query names the file's own platform: see `standing`.
  platform: () => false,
  header: (lifts) => lifts.headers,
  prose: (lifts) => lifts.docs || lifts.records || lifts.examples,
  record: (lifts) => lifts.records,
  data: (lifts) => lifts.data,
};

const BITS_OF: Record<WantedRole, number> = {
  tests: ROLE.test,
  examples: ROLE.example,
  docs: ROLE.prose,
  records: ROLE.record,
  data: ROLE.data,
  generated: ROLE.generated,
};

/** Reads what stands for and against files by their role under one query. */
export class PriorReader {
  readonly #table: PathTable;
  readonly #lifts: Lifts;
  readonly #mask: number;
  readonly #wanted: number;
  readonly #weights: readonly number[];
  readonly #penalties = new Map<number, number>();

  constructor(table: PathTable, lifts: Lifts, weights: WeightSet) {
    this.#table = table;
    this.#lifts = lifts;
    this.#wanted = lifts.wants.reduce((bits, role) => bits | BITS_OF[role], 0);
    this.#weights = PRIORS.map((prior) => weights[prior]);
    this.#mask = PRIORS.reduce((mask, prior) => (LIFTED_BY[prior](lifts) ? mask : mask | ROLE[prior]), 0);
  }

  /** 1 for a file of a role that the query asks for outright. */
  wanted(file: number): number {
    return (this.#table.role[file]! & this.#wanted) === 0 ? 0 : 1;
  }

  /** 1 or 0 for each prior in the order of `PRIORS`, from `at` on. */
  writeInto(features: number[], at: number, file: number): void {
    const bits = this.#standing(file);
    for (let i = 0; i < PRIORS.length; i++) features[at + i] = (bits & ROLE[PRIORS[i]!]) === 0 ? 0 : 1;
  }

  /** What is subtracted from the file's score. */
  penalty(file: number): number {
    const bits = this.#standing(file);
    let penalty = this.#penalties.get(bits);
    if (penalty === undefined) {
      penalty = PRIORS.reduce(
        (sum, prior, i) => ((bits & ROLE[prior]) === 0 ? sum : sum + this.#weights[i]!),
        0,
      );
      this.#penalties.set(bits, penalty);
    }
    return penalty;
  }

  #standing(file: number): number {
    const bits = this.#table.role[file]! & this.#mask;
    if ((bits & ROLE.platform) === 0) return bits;
    const named = this.#table.platforms.get(file)!.some((platform) => this.#lifts.words.has(platform));
    return named ? bits & ~ROLE.platform : bits;
  }
}
