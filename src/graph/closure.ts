// What reaches a declaration, or is reached from it, within so many steps? Proven edges are followed, breadth first;
// possible ones are counted at each step, and followed by nobody.
import { calleesOf } from "./callees.ts";
import { declarationAt, declarationKey } from "./declarations.ts";
import type { ClosureAnswer, ClosureStep, Declaration, NotLooked, ProvenSite } from "./graph.ts";
import { intervalOf } from "./interval.ts";
import type { Resolver } from "./resolve.ts";

/** Declarations that one closure visits. */
const MOST_DECLARATIONS = 5_000;

export async function closureOf(
  r: Resolver,
  declaration: Declaration,
  direction: "callers" | "callees",
  depth: number,
): Promise<ClosureAnswer> {
  const steps: ClosureStep[] = [];
  const loose: ClosureAnswer["loose"][number][] = [];
  const possible: { depth: number; count: number }[] = [];
  const notLooked = new Map<string, NotLooked>();
  const seen = new Set([declarationKey(declaration)]);
  const totals = { proven: 0, possible: 0 };
  let level = [declaration];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: Declaration[] = [];
    let count = 0;
    for (const from of level) {
      const found = await (direction === "callers" ? callersOf(r, from) : calledBy(r, from));
      count += found.possible;
      totals.proven += found.edges.length;
      for (const item of found.notLooked) notLooked.set(`${item.what}\0${item.why}`, item);
      for (const { via, to } of found.edges) {
        if (to === null) {
          loose.push({ depth: at, site: via, from });
          continue;
        }
        const key = declarationKey(to);
        if (seen.has(key)) continue;
        if (seen.size >= MOST_DECLARATIONS) {
          const item = {
            what: `declarations beyond ${MOST_DECLARATIONS}`,
            why: `ceiling of ${MOST_DECLARATIONS} declarations`,
          };
          notLooked.set(item.what, item);
          continue;
        }
        seen.add(key);
        steps.push({ depth: at, declaration: to, via, from });
        next.push(to);
      }
    }
    possible.push({ depth: at, count });
    totals.possible += count;
    level = next;
  }
  return { steps, loose, possible, totals, notLooked: [...notLooked.values()] };
}

interface Edges {
  edges: { via: ProvenSite; to: Declaration | null }[];
  possible: number;
  notLooked: readonly NotLooked[];
}

async function callersOf(r: Resolver, declaration: Declaration): Promise<Edges> {
  const { proven, possible, notLooked } = await intervalOf(r, declaration, "callers");
  const edges: Edges["edges"] = [];
  for (const via of proven) {
    const tables = r.tables(await r.file(via.file));
    const to = via.symbol === -1 || tables === null ? null : declarationAt(tables, tables.first[via.symbol]!);
    edges.push({ via, to });
  }
  return { edges, possible: possible.length, notLooked };
}

async function calledBy(r: Resolver, declaration: Declaration): Promise<Edges> {
  const { proven, possible, notLooked } = await calleesOf(r, declaration);
  const edges: Edges["edges"] = [];
  for (const callee of proven) {
    for (const to of callee.targets)
      edges.push({ via: Object.assign(callee, { rule: callee.rule ?? "same-file" }), to });
  }
  return { edges, possible: possible.length, notLooked };
}
