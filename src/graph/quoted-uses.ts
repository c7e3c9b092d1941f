// Is `x["name"]` a use of a subject, where the type of `x` is known?
import type { Doubt } from "./doubt.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { quotedMember } from "./quoted-members.ts";
import type { Resolver } from "./resolve.ts";
import { possibleLike } from "./sites.ts";
import { mayDispatchOn, type Subject } from "./subject.ts";

/** `isAsked`: of callers, which are told by their roles; what stands in a type is none. Null for all uses. */
export async function quotedUse(
  r: Resolver,
  subject: Subject,
  tables: FileTables,
  site: PossibleSite,
  isAsked: ((role: string) => boolean) | null,
  dispatch: boolean,
  doubt: Doubt,
): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
  const member = await quotedMember(r, tables, site, subject.symbol.name);
  if (member === null || (member.role === "type" && isAsked !== null))
    return { proven: [], possible: [site] };
  if (doubt.isAmong(member.targets, subject.keys))
    return isAsked === null || isAsked(member.role)
      ? { proven: [member.site], possible: [] }
      : { proven: [], possible: [possibleLike(site, "handed-on")] };
  const may =
    dispatch &&
    doubt.mayBeThrough(member.receivers) &&
    (await mayDispatchOn(r, subject, member.receivers, member.targets));
  return { proven: [], possible: may ? [possibleLike(site, "dispatch")] : [] };
}
