// Who may still use a name that a file no longer declares? Uses that mean nothing else: imports that lead nowhere, bare
// names without a declaration, members of receivers that are not known, lines of files that were not parsed.
import type { LostUses, NotLooked, PossibleSite } from "./graph.ts";
import { ofOtherLanguages } from "./not-looked.ts";
import type { Resolver } from "./resolve.ts";
import { bySite, possibleAt } from "./sites.ts";
import { unparsedUses } from "./textual-uses.ts";

/** Files that one name is looked for in: past it the answer says what it left out. */
const MOST_FILES = 20_000;

/** `member`: it was one of a type or an object, and is used behind a dot. `languages`: of the file that declared it. */
export async function lostUses(
  r: Resolver,
  name: string,
  member: boolean,
  languages: readonly string[],
): Promise<LostUses> {
  const possible: PossibleSite[] = [];
  const notLooked: NotLooked[] = [];
  const foreign = new Map<string, number>();
  const files = r.view.naming(name);
  if (files.length > MOST_FILES) {
    const what = `${files.length - MOST_FILES} files that hold ${name}`;
    notLooked.push({ what, why: `ceiling of ${MOST_FILES} files` });
  }
  const names = new Set([name]);
  for await (const file of r.each(files.slice(0, MOST_FILES))) {
    if (!languages.includes(file.language)) {
      foreign.set(file.language, (foreign.get(file.language) ?? 0) + 1);
      continue;
    }
    const tables = r.tables(file);
    if (tables === null) {
      possible.push(...unparsedUses(file, names, notLooked));
      continue;
    }
    for (const index of tables.byName.get(name) ?? []) {
      const { receiver } = tables.facts.references[index]!;
      const meaning = await r.meaning(file, index);
      if (meaning.kind !== "possible" || meaning.targets.length > 0) continue;
      const behind = receiver !== "";
      if (member ? !behind : behind && meaning.why !== "unresolved-module") continue;
      possible.push(possibleAt(tables, index, meaning.why));
    }
  }
  notLooked.push(...ofOtherLanguages(foreign));
  return { possible: possible.sort(bySite), notLooked };
}
