// Which patterns take a declaration out of a value (`const { name: other } = x`)? Those whose value has it, and those whose
// value is not known.
import type { Doubt } from "./doubt.ts";
import { mayBeTaken, takenOut } from "./ecmascript-hidden-takers.ts";
import type { FileTables } from "./file-tables.ts";
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
  doubt: Doubt,
): Promise<{ possible: readonly PossibleSite[]; late: readonly PossibleSite[] }> {
  const possible: PossibleSite[] = [];
  const late: PossibleSite[] = [];
  if (!mayBeTaken(subject)) return { possible, late };
  const isMember = subject.symbol.kind === "method";
  for (const name of isMember ? [subject.symbol.name] : names) {
    for (const site of names.has(name) ? takenOut(tables, name) : []) {
      const { targets, receivers, unsure } = await takenMember(r, tables, site, name);
      const isIt = doubt.isAmong(targets, subject.keys);
      const mayBe =
        isIt || (doubt.mayBeThrough(receivers) && (await mayDispatchOn(r, subject, receivers, targets)));
      if (mayBe) possible.push(site);
      // Any value may have a method of the name; a module is one only where it was handed on.
      else if (unsure) (isMember ? possible : late).push(site);
    }
  }
  return { possible, late };
}
