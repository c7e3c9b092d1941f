// Which types may be meant by one that does not name them? In TypeScript whatever has the members of a type is of that type:
// `const y: Shape = new Base()`. And of which type is an object that is written out, where its name says it?
import { hasBlocks } from "./ecmascript-blocks.ts";
import { annotatedType, typeAt } from "./ecmascript-types.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import { typesAbove } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";

/** A type with more members is hardly met by chance, and takes long to compare. */
const MOST_MEMBERS = 200;
/** What is behind an object that is written out: `{ … } satisfies Shape`. */
const CAST = /\}\s*(?:as|satisfies)\s+(?!const\b)(?=[\w$])/;

/** Whether a value of the type has what `wanted` asks for, without naming it. */
export function fitsShape(r: Resolver, type: Place, wanted: Place): Promise<boolean> {
  return r.once(`f${placeKey(type)}:${placeKey(wanted)}`, false, async () => {
    const asked = await askedBy(r, wanted);
    if (asked === null || asked.size === 0) return false;
    for (const name of asked) {
      const found = await r.members({ kind: "instance", place: type }, name, false);
      if (found.kind === "none") return false;
    }
    return true;
  });
}

/** Names of the members that a type must have; null where something above it is a class. */
async function askedBy(r: Resolver, wanted: Place): Promise<ReadonlySet<string> | null> {
  return r.once(`a${placeKey(wanted)}`, null, async () => {
    const names = new Set<string>();
    for (const key of (await typesAbove(r, wanted)).keys) {
      const [file, at] = key.split(":").map(Number) as [number, number];
      const tables = r.tables(await r.file(file));
      if (tables === null) continue;
      for (const s of tables.symbolsOf(at)) {
        const { kind } = tables.facts.symbols[s]!;
        // Of a class, only what extends it is meant: to be taken for another one by chance is rare.
        if (kind !== "interface" && kind !== "type") return null;
        for (const child of tables.children(s)) {
          const { name, nameRange } = tables.facts.symbols[child]!;
          const end = tables.endOf(nameRange);
          if (!/^["']?\s*\?/.test(tables.file.text.slice(end, end + 10))) names.add(name);
          if (names.size > MOST_MEMBERS) return null;
        }
      }
    }
    return names;
  });
}

/** The type that is written beside an object of which the symbol is a property: `const x: Shape = { … }`. */
export async function shapeOf(r: Resolver, tables: FileTables, at: number): Promise<Place | null> {
  const { symbols } = tables.facts;
  const { parent, kind } = symbols[at]!;
  if (parent === -1 || (kind !== "method" && kind !== "property")) return null;
  const above = symbols[parent]!;
  if (!hasBlocks(tables.file.language) || (above.kind !== "constant" && above.kind !== "variable"))
    return null;
  const written = annotatedType(above, tables.file) || castOf(tables, parent);
  if (written === "") return null;
  const entity = await r.typed(written, tables.file, parent);
  return entity.kind === "instance" ? entity.place : null;
}

function castOf(tables: FileTables, at: number): string {
  const end = tables.endOf(tables.facts.symbols[at]!.range);
  const text = tables.file.text.slice(Math.max(0, end - 200), end);
  const cast = CAST.exec(text);
  return cast === null ? "" : typeAt(text, cast.index + cast[0].length);
}
