// May `super().f()` reach a class beside the one that it stands in? Where bases are asked in one line for the object's own
// class (Python), a class below both puts its other bases between a class and its base.
import { declarationAt } from "./declarations.ts";
import { isType, placeKey, type FileTables, type Place } from "./file-tables.ts";
import { implementorsOf, typesAbove } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";

/** `owner` holds the member that may be reached; the call stands inside of the symbol `enclosing`. */
export async function isBesideCaller(
  r: Resolver,
  owner: Place | null,
  tables: FileTables,
  enclosing: number,
): Promise<boolean> {
  if (owner === null || r.family(tables.file)?.lineage === undefined) return false;
  const { symbols } = tables.facts;
  let at = enclosing;
  while (at !== -1 && !isType(symbols[at]!.kind)) at = symbols[at]!.parent;
  if (at === -1) return false;
  const own = tables.place(at);
  // What is above or below it the order of its own class tells.
  const [aboveOwn, aboveOwner] = [await typesAbove(r, own), await typesAbove(r, owner)];
  if (aboveOwn.keys.has(placeKey(owner)) || aboveOwner.keys.has(placeKey(own))) return false;
  const { proven } = await r.once(
    `beside ${placeKey(own)}`,
    { proven: [], possible: [], notLooked: [] },
    () => implementorsOf(r, declarationAt(tables, own.at)),
  );
  for (const { declaration } of proven) {
    const below = { file: declaration.file, at: declaration.symbols[0]! };
    if ((await typesAbove(r, below)).keys.has(placeKey(owner))) return true;
  }
  return false;
}
