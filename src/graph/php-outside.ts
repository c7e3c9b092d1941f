// Which types of the repository stand below a type of PHP that is declared outside of it? A call through an interface of a
// package may reach them.
import { tablesOf, type Place } from "./file-tables.ts";
import { ownMembers, typesBelow, type MemberKind } from "./php-members.ts";
import { lastPart, same } from "./php-names.ts";
import { basesOf } from "./php-types.ts";
import { isType } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";

/** Files that are read in search of types below one. */
const MOST_FILES = 2_000;

/** Members of the name in types that name the outer one as a base, and in those below them. */
export function outsideBelow(
  r: Resolver,
  path: string,
  name: string,
  kind: MemberKind,
): Promise<readonly Place[]> {
  const key = `po${path.toLowerCase()}:${kind}:${name.toLowerCase()}`;
  return r.once(key, [] as readonly Place[], async () => {
    const found = new Map<string, Place>();
    for (const type of await directlyBelowOutside(r, path)) {
      for (const place of [type, ...(await typesBelow(r, type))]) {
        const tables = tablesOf(await r.file(place.file));
        if (tables === null) continue;
        for (const s of ownMembers(tables, place.at, name, kind)) {
          const member = tables.place(s);
          found.set(`${member.file}:${member.at}`, member);
        }
      }
    }
    return [...found.values()];
  });
}

function directlyBelowOutside(r: Resolver, path: string): Promise<readonly Place[]> {
  return r.once(`pq${path.toLowerCase()}`, [] as readonly Place[], async () => {
    const found: Place[] = [];
    const files = r.view.naming(lastPart(path)).filter((f) => r.view.languageOf(f) === "php");
    for await (const file of r.each(files.slice(0, MOST_FILES))) {
      const tables = tablesOf(file);
      if (tables === null) continue;
      for (const [at, { kind, bases }] of tables.facts.symbols.entries()) {
        if (!isType(kind) || bases.length === 0 || tables.first[at] !== at) continue;
        const own = await basesOf(r, tables.place(at));
        if (own.some(({ type }) => type.kind === "outside" && same(type.path, path)))
          found.push(tables.place(at));
      }
    }
    return found;
  });
}
