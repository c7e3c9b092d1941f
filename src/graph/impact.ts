// What could break if declarations change? Everything that uses them, and what uses that, step by step over proven
// edges; what is possible is listed for the declarations themselves and counted further out.
import { declarationAt, declarationKey } from "./declarations.ts";
import type { Declaration, Impact, ImpactSite, NotLooked, PossibleSite, ProvenSite } from "./graph.ts";
import { intervalOf } from "./interval.ts";
import { Looks } from "./looks.ts";
import { isType } from "./file-tables.ts";
import { implementorsOf } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";
import { bySite } from "./sites.ts";

/** Declarations whose uses one answer looks up. */
const MOST_DECLARATIONS = 1_000;

export async function impactOf(
  r: Resolver,
  declarations: readonly Declaration[],
  depth: number,
  looks = new Looks(),
): Promise<Impact> {
  return new Spread(r, declarations, looks).run(depth);
}

class Spread {
  readonly #r: Resolver;
  readonly #asked: readonly Declaration[];
  readonly #sites: ImpactSite[] = [];
  readonly #possible: PossibleSite[] = [];
  /** Places that are listed already, so that what several changes reach counts once. */
  readonly #taken = new Set<string>();
  readonly #notLooked = new Map<string, NotLooked>();
  readonly #seen: Set<string>;
  readonly #looks: Looks;

  constructor(r: Resolver, asked: readonly Declaration[], looks: Looks) {
    this.#looks = looks;
    this.#r = r;
    this.#asked = asked;
    this.#seen = new Set(asked.map(declarationKey));
  }

  async run(depth: number): Promise<Impact> {
    const further: { depth: number; count: number }[] = [];
    const own: { proven: number; possible: number }[] = [];
    let level: readonly Declaration[] = this.#asked;
    const possible: PossibleSite[] = [];
    for (let at = 1; at <= depth && level.length > 0; at++) {
      const next: Declaration[] = [];
      let count = 0;
      for (const from of level) {
        // What changes itself is always asked about: its counts are told one by one.
        if (at > 1 && !this.#looks.more()) continue;
        const found = await this.#uses(from, at === 1);
        if (at === 1) {
          own.push({ proven: found.proven.length, possible: found.possible.length });
          possible.push(...found.possible);
        } else count += found.possible.length;
        for (const site of found.proven) await this.#reach(site, from, at, next);
      }
      if (at > 1) further.push({ depth: at, count });
      level = next;
    }
    for (const site of possible) if (this.#isNew(site)) this.#possible.push(site);
    this.#possible.sort(bySite);
    this.#sites.sort((a, b) => a.depth - b.depth || bySite(a.site, b.site));
    return {
      sites: this.#sites,
      possible: this.#possible,
      further,
      own,
      notLooked: [...this.#looks.notLooked, ...this.#notLooked.values()],
    };
  }

  async #reach(site: ProvenSite, from: Declaration, depth: number, next: Declaration[]): Promise<void> {
    if (!this.#isNew(site)) return;
    const tables = site.symbol === -1 ? null : this.#r.tables(await this.#r.file(site.file));
    const to = tables === null ? null : declarationAt(tables, tables.first[site.symbol]!);
    this.#sites.push({ depth, site, from, to });
    if (to === null || this.#seen.has(declarationKey(to))) return;
    if (this.#seen.size >= MOST_DECLARATIONS) {
      this.#skip(`declarations beyond ${MOST_DECLARATIONS}`, `ceiling of ${MOST_DECLARATIONS} declarations`);
      return;
    }
    this.#seen.add(declarationKey(to));
    next.push(to);
  }

  /** `direct`: of a declaration that changes itself: also types that name it, and members that must fit it. */
  async #uses(
    of: Declaration,
    direct: boolean,
  ): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
    const r = this.#r;
    const found = await intervalOf(r, of, direct ? "references" : "callers");
    for (const { what, why } of found.notLooked) this.#skip(what, why);
    this.#looks.take(found.looked);
    if (!direct) return found;
    const { proven: below, notLooked } = isType(of.kind)
      ? { proven: [], notLooked: [] }
      : await implementorsOf(r, of);
    for (const { what, why } of notLooked) this.#skip(what, why);
    const fitting = below.map(({ site }): ProvenSite => Object.assign(site, { rule: "override" as const }));
    return { proven: [...usesAlone(found.proven), ...fitting], possible: usesAlone(found.possible) };
  }

  #isNew({ file, line, column }: ProvenSite | PossibleSite): boolean {
    const key = `${file}:${line}:${column}`;
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }

  #skip(what: string, why: string): void {
    this.#notLooked.set(`${what}\0${why}`, { what, why });
  }
}

/** Where a file uses a name, its import says nothing more. */
function usesAlone<Site extends ProvenSite | PossibleSite>(sites: readonly Site[]): readonly Site[] {
  const used = new Set(sites.filter((s) => s.role !== "import").map((s) => s.file));
  return sites.filter((s) => s.role !== "import" || !used.has(s.file));
}
