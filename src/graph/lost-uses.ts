// Who may still use a name that a file no longer declares? Uses that mean nothing else: imports that lead nowhere, bare
// names without a declaration, members of receivers that are not known.
import type { PossibleSite } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { bySite, possibleAt } from "./sites.ts";

/** `member`: it was one of a type or an object, and is used behind a dot. `languages`: of the file that declared it. */
export async function lostUses(
  r: Resolver,
  name: string,
  member: boolean,
  languages: readonly string[],
): Promise<readonly PossibleSite[]> {
  const found: PossibleSite[] = [];
  for await (const file of r.each(r.view.naming(name))) {
    const tables = r.tables(file);
    if (tables === null || !languages.includes(file.language)) continue;
    for (const index of tables.byName.get(name) ?? []) {
      const { receiver } = tables.facts.references[index]!;
      const meaning = await r.meaning(file, index);
      if (meaning.kind !== "possible" || meaning.targets.length > 0) continue;
      const behind = receiver !== "";
      if (member ? !behind : behind && meaning.why !== "unresolved-module") continue;
      found.push(possibleAt(tables, index, meaning.why));
    }
  }
  return found.sort(bySite);
}
