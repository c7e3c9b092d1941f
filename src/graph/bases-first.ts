// Values of types that are made of those of their bases. Asked from below they nest as deep as the types do, and the
// resolver cuts what is too deep and keeps nothing of it: where many ways lead to one base, each of them is then walked.
// So they are made from above, each once.
import { placeKey, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";

/** Makes the values of all types above one that are not known yet, bases before what names them. */
export async function basesFirst(
  r: Resolver,
  place: Place,
  key: (place: Place) => string,
  above: (place: Place) => Promise<readonly Place[]>,
  make: (place: Place) => Promise<unknown>,
): Promise<void> {
  if (r.knows(key(place))) return;
  const seen = new Set([placeKey(place)]);
  const open = [{ place, left: [...(await above(place))] }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.left.shift();
    if (next === undefined) {
      open.pop();
      if (open.length > 0) await make(top.place);
    } else if (!seen.has(placeKey(next)) && !r.knows(key(next))) {
      seen.add(placeKey(next));
      open.push({ place: next, left: [...(await above(next))] });
    }
  }
}

/** The places of the types that are declared in the repository. */
export function placesOf(
  types: readonly ({ kind: "declared"; place: Place } | { kind: string })[],
): readonly Place[] {
  return types.flatMap((type) => ("place" in type ? [type.place] : []));
}
