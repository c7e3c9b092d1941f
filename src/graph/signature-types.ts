// Which types does the head of a declaration name, and where are they declared? One step far.
import { declarationOfPlace } from "./declarations.ts";
import { holds, placeKey } from "./file-tables.ts";
import type { Declaration, SignatureTypes } from "./graph.ts";
import type { Resolver } from "./resolve.ts";

export async function signatureTypesOf(r: Resolver, declaration: Declaration): Promise<SignatureTypes> {
  const tables = r.tables(await r.file(declaration.file));
  const types: Declaration[] = [];
  const unsettled = new Set<string>();
  if (tables === null) return { types, unsettled: [] };
  const { symbols, references } = tables.facts;
  const seen = new Set<string>();
  for (const at of declaration.symbols) {
    const symbol = symbols[at]!;
    const words = new Set(symbol.signature.match(/[\p{L}\p{N}_$]+/gu));
    for (const [index, { role, name, range }] of references.entries()) {
      // A name of the head that stands in the body too is met in the head first, or is the same.
      if (role !== "type" || !words.has(name) || !holds(symbol.range, range)) continue;
      if (symbol.bodyStart > 0 && range.start > symbol.bodyStart) continue;
      const meaning = await r.meaning(tables.file, index);
      if (meaning.kind === "possible") unsettled.add(name);
      if (meaning.kind !== "proven") continue;
      for (const place of meaning.targets) {
        if (seen.has(placeKey(place))) continue;
        seen.add(placeKey(place));
        const target = await declarationOfPlace(r, place);
        if (target !== null) types.push(target);
      }
    }
  }
  return { types, unsettled: [...unsettled] };
}

/** The heads of what a type holds, in order. */
export async function memberHeads(r: Resolver, { file, symbols: own }: Declaration): Promise<string[]> {
  const tables = r.tables(await r.file(file));
  if (tables === null) return [];
  return tables.facts.symbols.flatMap(({ parent, signature }) =>
    signature !== "" && own.includes(parent) ? [signature] : [],
  );
}
