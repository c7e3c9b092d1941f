// How much of what Pith says of a target's callers does the oracle bear out? Four verdicts on each place that is said:
// right, wrong, kin (the oracle means a member that overrides or implements it, or is overridden), undecided (the oracle
// can't tell, or does not read the file).
import { CALLS, type Place, type Role, type SiteRow, type Target, type Truth, relations } from "./truth.ts";

export type Verdict = "right" | "wrong" | "kin" | "undecided";

/** A place that Pith gave. */
export interface Said {
  path: string;
  line: number;
  column: number;
  /** Rule or reason. */
  why: string;
  /** Null where it is no name of a parser (a string, a file that is not parsed). */
  role: string | null;
}

export interface Answer {
  proven: readonly Said[];
  possible: readonly Said[];
}

export interface Judged extends Said {
  verdict: Verdict;
  /** What the oracle says stands there. */
  truth: string;
}

export interface Score {
  target: Target;
  /** Pith does not know the declaration: all its uses are missed. */
  unaskable: boolean;
  proven: Judged[];
  possible: Judged[];
  /** Calls that mean the target. */
  calls: number;
  /** Of them among the proven; among proven and possible. */
  provenCalls: number;
  insideCalls: number;
  /** Calls in neither. */
  missed: Place[];
  /** Possible and false. */
  falsePossible: number;
}

export interface Scorer {
  /** Targets that have calls, with their number. */
  called(target: Target): number;
  score(target: Target, answer: Answer | null): Score;
}

/** `callsOnly`: the oracle was asked of calls alone; whatever else is said to be a use is not for it to judge. */
export function createScorer(truth: Truth, leftOut: (path: string) => boolean, callsOnly = false): Scorer {
  const uses = new Map<number, { path: string; site: SiteRow }[]>();
  const byLine = new Map<string, SiteRow[]>();
  for (const [path, { sites }] of truth.files) {
    if (leftOut(path)) continue;
    for (const site of sites) {
      push(byLine, `${path}:${site[0]}`, site);
      const meaning = site[4];
      if (typeof meaning === "string" || !CALLS.has(site[3])) continue;
      for (const target of meaning) push(uses, target, { path, site });
    }
  }
  const isKin = relations(truth.targets);

  function judge(target: Target, said: Said): Judged {
    if (!truth.files.has(said.path) || leftOut(said.path)) {
      return { ...said, verdict: "undecided", truth: "not read by the oracle" };
    }
    if (callsOnly && said.role !== null && !CALLS.has(said.role as Role)) {
      return { ...said, verdict: "undecided", truth: "not asked of the oracle" };
    }
    const line = byLine.get(`${said.path}:${said.line}`) ?? [];
    const exact = line.filter((s) => s[1] === said.column);
    // What is no name of a parser has no column that could be compared.
    const here =
      exact.length > 0 ? exact : said.role === null ? line.filter((s) => s[2] === target.name) : [];
    const meanings = here.map((s) => s[4]);
    const means = (test: (id: number) => boolean) =>
      meanings.some((m) => typeof m !== "string" && m.some(test));
    const told = here.map((s) => `${s[2]} ${tell(s[4])}`).join("; ") || "no such name";
    if (means((id) => id === target.target) || here.some((s) => s[5]?.includes(target.target))) {
      return { ...said, verdict: "right", truth: told };
    }
    if (means((id) => isKin(target.target, id))) return { ...said, verdict: "kin", truth: told };
    if (meanings.includes("unknown")) return { ...said, verdict: "undecided", truth: told };
    return { ...said, verdict: "wrong", truth: told };
  }

  function tell(meaning: SiteRow[4]): string {
    if (typeof meaning === "string") return meaning;
    return meaning
      .map((id) => truth.targets[id]!)
      .map((t) => `${t.kind} ${t.at[0]!.path}:${t.at[0]!.line}`)
      .join(", ");
  }

  return {
    called: (target) => uses.get(target.target)?.length ?? 0,
    score(target, answer) {
      const calls = uses.get(target.target) ?? [];
      const proven = (answer?.proven ?? []).map((s) => judge(target, s));
      const possible = (answer?.possible ?? []).map((s) => judge(target, s));
      const provenAt = placesOf(proven);
      const possibleAt = placesOf(possible);
      const missed: Place[] = [];
      let provenCalls = 0;
      let insideCalls = 0;
      for (const { path, site } of calls) {
        const place = `${path}:${site[0]}:${site[1]}`;
        if (provenAt.has(place)) provenCalls++;
        if (provenAt.has(place) || possibleAt.has(place) || possibleAt.has(`${path}:${site[0]}`))
          insideCalls++;
        else missed.push({ path, line: site[0], column: site[1] });
      }
      const falsePossible = possible.filter((s) => s.verdict === "wrong").length;
      return {
        target,
        unaskable: answer === null,
        proven: proven.map(kinIsWrong),
        possible,
        calls: calls.length,
        provenCalls,
        insideCalls,
        missed,
        falsePossible,
      };
    },
  };
}

/** To prove a call of one member where the compiler means another one is wrong, however near the two are. */
function kinIsWrong(judged: Judged): Judged {
  return judged.verdict === "kin" ? { ...judged, verdict: "wrong" } : judged;
}

function placesOf(said: readonly Said[]): Set<string> {
  return new Set(
    said.map((s) => (s.role === null ? `${s.path}:${s.line}` : `${s.path}:${s.line}:${s.column}`)),
  );
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [value]);
  else held.push(value);
}

export interface Totals {
  targets: number;
  unaskable: number;
  calls: number;
  proven: number;
  wrong: number;
  undecided: number;
  provenCalls: number;
  insideCalls: number;
  /** Possible but false, over true: of targets that have calls. */
  widths: number[];
}

export function totalsOf(scores: readonly Score[]): Totals {
  const totals: Totals = {
    targets: scores.length,
    unaskable: 0,
    calls: 0,
    proven: 0,
    wrong: 0,
    undecided: 0,
    provenCalls: 0,
    insideCalls: 0,
    widths: [],
  };
  for (const score of scores) {
    if (score.unaskable) totals.unaskable++;
    totals.calls += score.calls;
    totals.provenCalls += score.provenCalls;
    totals.insideCalls += score.insideCalls;
    for (const { verdict } of score.proven) {
      if (verdict === "undecided") totals.undecided++;
      else totals.proven++;
      if (verdict === "wrong") totals.wrong++;
    }
    if (score.calls > 0 && !score.unaskable) totals.widths.push(score.falsePossible / score.calls);
  }
  totals.widths.sort((a, b) => a - b);
  return totals;
}

export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return 0;
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** Kinds that a question about callers is asked of. */
const ASKED = new Set([
  "function",
  "class",
  "struct",
  "trait",
  "method",
  "property",
  "variable",
  "assignment",
  "enum",
  "constructor",
  "interface",
  "macro",
  "constant",
]);

export function isAsked(target: Target, locals: boolean): boolean {
  return target.local === locals && target.name !== "_" && ASKED.has(target.kind);
}

export type { Role };
