// Which uses can't be excluded because the parser stumbled? A brace too many ends a class early: what follows is then of no
// class, and what names mean there, or who means what is declared there, scopes no longer tell. What they prove stays; that
// they lead elsewhere proves nothing.
import type { Reference } from "../parse/facts.ts";
import { isType, type FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import type { Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { possibleAt } from "./sites.ts";
import type { Subject } from "./subject.ts";

/** What is around the name in its text where roles may be wrong as well: a call, a member. */
const CALLED = /^\s*(?:\?\.)?\s*[(<]/;
const BEHIND = /(?:\.|->|::)\s*$/;
/** Blanks before a bracket, or behind a dot, are fewer. */
const AROUND = 40;

/** Whether the parser stumbled in a file. A spare `end` of Ruby is read as a name, and is none. */
export function hasStumbled({ facts, file, byName }: FileTables): boolean {
  if (facts.errors || file.language !== "ruby") return facts.errors;
  return byName.get("end")?.some((at) => facts.references[at]!.receiver === "") === true;
}

/** Uses by one of the names in a file, where it or the file of the declaration was not understood. */
export async function stumbledUses(
  r: Resolver,
  subject: Subject,
  tables: FileTables,
  names: Iterable<string>,
  isAsked: (role: string) => boolean,
): Promise<PossibleSite[]> {
  const here = hasStumbled(tables);
  if (!here && !hasStumbled(subject.tables)) return [];
  const { text } = tables.file;
  const found: PossibleSite[] = [];
  for (const name of names) {
    for (const index of tables.byName.get(name) ?? []) {
      const reference = tables.facts.references[index]!;
      const end = tables.endOf(reference.range);
      const start = tables.startOf(reference.range);
      const called = here && CALLED.test(text.slice(end, end + AROUND));
      if (!called && !isAsked(reference.role)) continue;
      if (!here && isSettledAlone(tables, reference, await r.meaning(tables.file, index))) continue;
      const behind = reference.receiver !== "" || BEHIND.test(text.slice(Math.max(0, start - AROUND), start));
      found.push(possibleAt(tables, index, behind ? "unresolved-receiver" : "same-name"));
    }
  }
  return found;
}

/** Whether a file that was read whole tells by itself what a name in it means, whatever stands in others. */
function isSettledAlone(tables: FileTables, reference: Reference, meaning: Meaning): boolean {
  if (reference.receiver !== "") return false;
  if (meaning.kind === "elsewhere") return true;
  if (meaning.kind !== "proven") return false;
  if (meaning.rule === "import") return true;
  // Inside of a type a member that is inherited may hide what stands outside of it.
  return meaning.rule === "same-file" && !isInType(tables, reference.enclosing);
}

function isInType(tables: FileTables, symbol: number): boolean {
  const { symbols } = tables.facts;
  for (let at = symbol; at !== -1; at = symbols[at]!.parent) {
    const { kind } = symbols[at]!;
    if (isType(kind) && kind !== "namespace" && kind !== "module") return true;
  }
  return false;
}
