// What reaches a declaration, or is reached from it, within so many steps? Every proven edge, breadth first, each place
// once; possible ones are listed for the declaration itself, counted further out, and followed by nobody.
import { calleesOf } from "./callees.ts";
import { declarationAt, declarationKey } from "./declarations.ts";
import type {
  Callee,
  ClosureAnswer,
  ClosureStep,
  Declaration,
  NotLooked,
  PossibleSite,
  Site,
} from "./graph.ts";
import { intervalOf } from "./interval.ts";
import { Looks } from "./looks.ts";
import type { Resolver } from "./resolve.ts";
import { bySite } from "./sites.ts";

/** Declarations that one closure visits. */
const MOST_DECLARATIONS = 5_000;

export function closureOf(
  r: Resolver,
  declaration: Declaration,
  direction: "callers" | "callees",
  depth: number,
  looks = new Looks(),
): Promise<ClosureAnswer> {
  return new Walk(r, declaration, looks).run(direction === "callers" ? callersOf : calledBy, depth);
}

class Walk {
  readonly #r: Resolver;
  readonly #asked: Declaration;
  readonly #steps: ClosureStep[] = [];
  readonly #notLooked = new Map<string, NotLooked>();
  /** Places that are listed: what several declarations reach counts once, at the nearest. */
  readonly #taken = new Set<string>();
  readonly #seen: Set<string>;
  readonly #looks: Looks;

  constructor(r: Resolver, asked: Declaration, looks: Looks) {
    this.#looks = looks;
    this.#r = r;
    this.#asked = asked;
    this.#seen = new Set([declarationKey(asked)]);
  }

  async run(edgesOf: typeof callersOf, depth: number): Promise<ClosureAnswer> {
    const byDepth: ClosureAnswer["byDepth"][number][] = [];
    let possible: ClosureAnswer["possible"] = [];
    let level: readonly Declaration[] = [this.#asked];
    for (let at = 1; at <= depth && level.length > 0; at++) {
      const before = this.#steps.length;
      const next: Declaration[] = [];
      const counts = { possible: 0, external: 0 };
      for (const from of level) {
        if (!this.#looks.more()) continue;
        const found = await edgesOf(this.#r, from, at > 1);
        this.#looks.take(found.looked);
        if (at === 1) possible = found.listed;
        counts.possible += found.possible;
        counts.external += found.external;
        for (const item of found.notLooked) this.#skip(item);
        for (const edge of found.edges) this.#add(edge, from, at, next);
      }
      byDepth.push({ depth: at, proven: this.#steps.length - before, ...counts });
      level = next;
    }
    this.#steps.sort((a, b) => a.depth - b.depth || bySite(a.via, b.via));
    // What cuts the most comes first: a short list shows the first ones.
    const notLooked = [...this.#looks.notLooked, ...this.#notLooked.values()];
    return { steps: this.#steps, possible, byDepth, notLooked };
  }

  #add({ via, leads, next: reached }: Edge, from: Declaration, depth: number, next: Declaration[]): void {
    const place = `${via.file}:${via.line}:${via.column}`;
    if (!this.#taken.has(place)) {
      this.#taken.add(place);
      this.#steps.push({ depth, via, from, leads });
    }
    for (const to of reached) {
      const key = declarationKey(to);
      if (this.#seen.has(key)) continue;
      if (this.#seen.size >= MOST_DECLARATIONS) {
        const what = `declarations beyond ${MOST_DECLARATIONS}`;
        this.#skip({ what, why: `ceiling of ${MOST_DECLARATIONS} declarations` });
        return;
      }
      this.#seen.add(key);
      next.push(to);
    }
  }

  #skip(item: NotLooked): void {
    this.#notLooked.set(`${item.what}\0${item.why}`, item);
  }
}

interface Edge {
  readonly via: ClosureStep["via"];
  /** What is used at the place. */
  readonly leads: readonly Declaration[];
  /** What the next step is asked of. */
  readonly next: readonly Declaration[];
}

export interface Edges {
  readonly edges: readonly Edge[];
  readonly possible: number;
  /** Where they are listed and not only counted. */
  readonly listed: readonly (PossibleSite | Callee)[];
  readonly external: number;
  readonly notLooked: readonly NotLooked[];
  /** Files that it took. */
  readonly looked: number;
}

/** `counted`: the possible ones are counted alone. Then what was found is kept: closures meet at the same declarations. */
async function callersOf(r: Resolver, declaration: Declaration, counted: boolean): Promise<Edges> {
  const key = declarationKey(declaration);
  const known = counted ? r.callers.get(key) : undefined;
  if (known !== undefined) return known;
  const { proven, possible, notLooked, looked } = await intervalOf(r, declaration, "callers");
  const edges: Edge[] = [];
  for (const via of proven) edges.push({ via, leads: [declaration], next: await around(r, via) });
  const listed = counted ? [] : possible;
  const found = { edges, possible: possible.length, listed, external: 0, notLooked, looked };
  if (counted) r.callers.set(key, found, 1 + edges.length + notLooked.length);
  return found;
}

/** The declaration in which a place stands: none at the top of a file. */
async function around(r: Resolver, { file, symbol }: Site): Promise<Declaration[]> {
  const tables = symbol === -1 ? null : r.tables(await r.file(file));
  return tables === null ? [] : [declarationAt(tables, tables.first[symbol]!)];
}

async function calledBy(r: Resolver, declaration: Declaration): Promise<Edges> {
  const { proven, possible, external, notLooked } = await calleesOf(r, declaration);
  const edges = proven.map((callee): Edge => {
    const { targets } = callee;
    return {
      via: Object.assign(callee, { rule: callee.rule ?? "same-file" }),
      leads: targets,
      next: targets,
    };
  });
  return { edges, possible: possible.length, listed: possible, external, notLooked, looked: 1 };
}
