// The types that the heads of found declarations name, as the graph resolves them: what an agent would look up next.
import { counted } from "../base/counted.ts";
import { openGraph, type Asker } from "../graph/graph.ts";
import type { SymbolMatch } from "../pack/answer.ts";
import { shownText } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { GraphMemory } from "./graph-view.ts";

// The three are set by hand. Of 16 heads of Pith's own source the longest names 4 types, and half of 20 types hold no more
// than 8 members; past them the answer says how many are left out.
/** Matches whose types are looked up: a name with more declarations is asked for again, with more of it. */
const MOST_MATCHES = 5;
/** Types shown of one match, and members of one type. */
const MOST_TYPES = 8;
const MOST_MEMBERS = 8;

/** Gives the first matches the types of their heads; says what was left out. */
export async function addTypes(
  memory: GraphMemory,
  snapshot: Snapshot,
  matches: readonly SymbolMatch[],
  asker: Asker,
): Promise<string[]> {
  const graph = openGraph(memory.view(snapshot), asker);
  const told = new Set<string>();
  let further = 0;
  for (const match of matches.slice(0, MOST_MATCHES)) {
    const { declarations } = await graph.declarationsOf(`${match.path}:${match.name}`);
    const declaration = declarations.find(
      ({ path, qualified, start }) =>
        path === match.path && qualified === match.qualified && match.start <= start && start <= match.end,
    );
    if (declaration === undefined) continue;
    const { types, unsettled } = await graph.signatureTypes(declaration);
    match.unsettled = unsettled.map(shownText);
    further += Math.max(0, types.length - MOST_TYPES);
    for (const type of types.slice(0, MOST_TYPES)) {
      const members = await graph.memberHeads(type);
      const key = `${type.path}\0${type.line}\0${type.qualified}`;
      // What a type holds is said once in an answer.
      const shown = told.has(key) ? [] : members.slice(0, MOST_MEMBERS);
      told.add(key);
      match.types.push({
        path: type.path,
        line: type.line,
        kind: type.kind,
        name: shownText(type.qualified),
        signature: shownText(type.signature),
        members: shown.map(shownText),
        total: members.length,
      });
    }
  }
  const caps: string[] = [];
  if (matches.length > MOST_MATCHES)
    caps.push(`types of heads were looked up for ${MOST_MATCHES} of ${matches.length} declarations`);
  if (further > 0) caps.push(`${counted(further, "further type")} of heads not shown`);
  return caps;
}
