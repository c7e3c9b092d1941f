// Of which declarations is a type of C# made? All parts of a partial type are one.
import { CSHARP, projectOf } from "./csharp-namespaces.ts";
import { arityOf } from "./csharp-text.ts";
import { type FileTables, type Place, placeKey, tablesOf } from "./file-tables.ts";
import { namedIn } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

export function headOf(tables: FileTables, at: number): string {
  const { range, nameRange } = tables.facts.symbols[at]!;
  const start = tables.startOf(nameRange);
  return tables.file.text.slice(Math.max(tables.startOf(range), start - 300), start);
}

export function isPartial(tables: FileTables, at: number): boolean {
  return /\bpartial\s+(?:record\s+)?(?:class|struct|interface|record)\s+$/.test(headOf(tables, at));
}

/** All declarations of which a type is made, the same for each of them. */
export function partsOf(r: Resolver, place: Place): Promise<readonly Place[]> {
  return r.once(`sp${placeKey(place)}`, [place] as readonly Place[], async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null || !isPartial(tables, place.at)) return [place];
    const { symbols } = tables.facts;
    const { qualified } = symbols[place.at]!;
    let root = place.at;
    while (symbols[root]!.parent !== -1 && symbols[symbols[root]!.parent]!.kind !== "namespace")
      root = symbols[root]!.parent;
    const space = CSHARP.packageOf(tables, root) ?? "";
    const { places } = await namedIn(r, CSHARP, space, symbols[root]!.name);
    const project = projectOf(r.view, tables.file.path);
    const parts: Place[] = [];
    for (const file of new Set(places.map((p) => p.file))) {
      const home = tablesOf(await r.file(file));
      if (home === null || projectOf(r.view, home.file.path) !== project) continue;
      for (const s of home.byQualified.get(qualified) ?? []) {
        if (home.first[s] !== s || !isPartial(home, s) || arityOf(home, s) !== arityOf(tables, place.at))
          continue;
        parts.push(home.place(s));
      }
    }
    return parts.length === 0 ? [place] : parts.sort((a, b) => a.file - b.file || a.at - b.at);
  });
}
