// Which places are one declaration? The parts of a partial type, and what a file of JavaScript has beside the file that
// declares its types.
import { placeKey, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";

/** All declarations of which one thing is made. */
export async function partsOf(r: Resolver, place: Place): Promise<readonly Place[]> {
  return (await r.family(await r.file(place.file))?.parts?.(r, place)) ?? [place];
}

/** One place for all parts of a declaration. */
export async function wholes(r: Resolver, places: readonly Place[]): Promise<readonly Place[]> {
  if (places.length <= 1) return places;
  const found = new Map<string, Place>();
  for (const place of places) {
    const [first = place] = await partsOf(r, place);
    found.set(placeKey(first), first);
  }
  return [...found.values()];
}

/** Whether the places are in a file of JavaScript and in the file that declares its types. */
export async function isPair(r: Resolver, places: readonly Place[]): Promise<boolean> {
  if (places.length !== 2) return false;
  const [a, b] = places.map(({ file }) => r.view.paths[file]!.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ""));
  return a === b;
}
