// What do the shown spans call, extend, and who calls them? Asked of the graph for what was chosen, in brief.
import { compareStrings } from "../base/order.ts";
import { openGraph, type Asker, type Declaration, type Graph, type NotLooked } from "../graph/graph.ts";
import type { Related, RelatedList, Relations } from "../pack/relations.ts";
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Offered } from "./candidates.ts";
import { compactLeftOut, leftOutSentence } from "./compact-left-out.ts";
import type { GraphMemory } from "./graph-view.ts";

/** Of each kind so many are named: a span's relations are a hint where to go on, `trace` is the whole list. */
const NAMED = 3;
/** Spans of one answer whose relations are looked up: each may read every file that holds its name. */
export const MOST_RELATED = 12;

/**
 * Gives the offered ones their relations, but for those that are no declaration of a parsed file. What was not looked at
 * for them is given back: of it nobody knows whether it has more.
 */
export async function relate(
  memory: GraphMemory,
  snapshot: Snapshot,
  offered: readonly Offered[],
  asker: Asker,
): Promise<NotLooked[]> {
  const graph = openGraph(memory.view(snapshot), asker);
  const notLooked: NotLooked[] = [];
  for (const { candidate, source, unit } of offered) {
    const file = graph.view.indexOf(source.path);
    if (unit === -1 || file === -1 || source.syntax === null || !("facts" in source.syntax) || source.changed)
      continue;
    // Units of a parsed file are its symbols, one for one.
    const declaration = await graph.declarationOf(file, unit);
    if (declaration !== null)
      candidate.relations = await relationsOf(graph, declaration, (more) => notLooked.push(...more));
  }
  return notLooked;
}

/** The same for the completeness line: one sentence for all spans, or none. */
export function relationsLeftOut(notLooked: readonly NotLooked[]): string[] {
  return leftOutSentence("not looked at for relations", compactLeftOut(notLooked));
}

async function relationsOf(
  graph: Graph,
  declaration: Declaration,
  leftOut: (notLooked: readonly NotLooked[]) => void,
): Promise<Relations> {
  const callees = await graph.callees(declaration);
  const bases = await graph.bases(declaration);
  const callers = await graph.callers(declaration);
  for (const { notLooked } of [callees, bases, callers]) leftOut(notLooked);
  const calls = listOf(
    callees.proven.flatMap(({ targets }) => targets.map(placeOf)),
    callees.possible.length,
  );
  const above = listOf(
    bases.proven.filter(({ distance }) => distance === 1).map(({ declaration: d }) => placeOf(d)),
    bases.possible.length,
  );
  const by = listOf(
    callers.proven.map(({ path, line, enclosing }) => ({ path, line, name: shownText(enclosing) })),
    callers.totals.possible,
  );
  return {
    of: shownText(declaration.qualified),
    ...(calls === null ? {} : { calls }),
    ...(above === null ? {} : { bases: above }),
    ...(by === null ? {} : { callers: by }),
  };
}

/** Each place once by what it names: a caller that calls five times is one caller. Null where there is none at all. */
function listOf(all: readonly Related[], possible: number): RelatedList | null {
  if (all.length === 0 && possible === 0) return null;
  const once = new Map<string, Related>();
  for (const related of all) {
    const key = JSON.stringify([related.path, related.name === "" ? related.line : related.name]);
    if (!once.has(key)) once.set(key, related);
  }
  const sorted = [...once.values()].sort((a, b) => compareStrings(a.path, b.path) || a.line - b.line);
  const proven = sorted.slice(0, NAMED).map((related) => ({ ...related, path: shownPath(related.path) }));
  return { proven, total: sorted.length, possible };
}

function placeOf({ path, line, qualified }: Declaration): Related {
  return { path, line, name: shownText(qualified) };
}
