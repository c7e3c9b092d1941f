// Which patterns take a declaration out of a value (`const { name: other } = x`)? Those whose value has it, and those whose
// value is not known.
import { mayBeTaken, takenOut } from "./ecmascript-hidden-takers.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import { takenMember } from "./quoted-members.ts";
import type { Resolver } from "./resolve.ts";
import { mayDispatchOn, type Subject } from "./subject.ts";

/** `late`: possible only where the module of the subject was handed on as a value. */
export async function usesByTaking(
  r: Resolver,
  subject: Subject,
  tables: FileTables,
  names: ReadonlySet<string>,
): Promise<{ possible: readonly PossibleSite[]; late: readonly PossibleSite[] }> {
  const possible: PossibleSite[] = [];
  const late: PossibleSite[] = [];
  if (!mayBeTaken(subject)) return { possible, late };
  const isMember = subject.symbol.kind === "method";
  for (const name of isMember ? [subject.symbol.name] : names) {
    for (const site of names.has(name) ? takenOut(tables, name) : []) {
      const { targets, receivers, unsure } = await takenMember(r, tables, site, name);
      const isIt = targets.some((target) => subject.keys.has(placeKey(target)));
      if (isIt || (await mayDispatchOn(r, subject, receivers, targets))) possible.push(site);
      // Any value may have a method of the name; a module is one only where it was handed on.
      else if (unsure) (isMember ? possible : late).push(site);
    }
  }
  return { possible, late };
}
