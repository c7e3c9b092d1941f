// What is called where a call means a property or an export that is given a function or a class?
import type { Place } from "./file-tables.ts";
import type { Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";

/** The meaning with what its targets are given, in place of them; as it is where nobody could ask for that. */
export async function heldMeaning(r: Resolver, subject: Subject, meaning: Meaning): Promise<Meaning> {
  const held = r.family(subject.tables.file)?.held;
  if (meaning.kind !== "proven" || held === undefined || subject.plain) return meaning;
  const targets: Place[] = [];
  for (const target of meaning.targets) targets.push(...(await held(r, target)));
  return { ...meaning, targets };
}
