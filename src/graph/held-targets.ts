// What is called where a call means a property or an export that is given a function or a class?
import { placeKey, type Place } from "./file-tables.ts";
import type { Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";

/** What targets hold, by their key: as long as the view is there, and so many of them. */
const kept = new WeakMap<Resolver, Map<string, readonly Place[]>>();
const MOST_KEPT = 200_000;

/** Whether what is meant may hold what is called; then it has to be looked up. */
export function mayHold(r: Resolver, subject: Subject, meaning: Meaning): boolean {
  if (meaning.kind !== "proven" || subject.plain || r.family(subject.tables.file)?.held === undefined)
    return false;
  const known = kept.get(r);
  return meaning.targets.some((target) => known?.get(placeKey(target))?.length !== 0);
}

/** The meaning with what its targets are given, in place of them; as it is where nobody could ask for that. */
export async function heldMeaning(r: Resolver, subject: Subject, meaning: Meaning): Promise<Meaning> {
  const held = r.family(subject.tables.file)?.held;
  if (meaning.kind !== "proven" || held === undefined || subject.plain) return meaning;
  let known = kept.get(r);
  if (known === undefined || known.size >= MOST_KEPT) kept.set(r, (known = new Map()));
  const targets: Place[] = [];
  for (const target of meaning.targets) {
    const key = placeKey(target);
    const own = known.get(key) ?? (await held(r, target));
    known.set(key, own);
    targets.push(...own);
  }
  return { ...meaning, targets };
}
