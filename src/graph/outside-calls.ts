// Calls on what packages outside declare: where types implement interfaces without naming them, any may lead to a method
// here. They are counted, since nothing of them can be looked up.
import type { Reference } from "../parse/facts.ts";
import { hasBlocks } from "./ecmascript-blocks.ts";
import type { NotLooked } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";

export function mayLeadHere(
  r: Resolver,
  { owner, tables }: Subject,
  { receiver, binding }: Reference,
): boolean {
  const ofPackage = binding === "import" && !/[.([]/.test(receiver);
  return owner !== null && receiver !== "" && !ofPackage && r.family(tables.file)?.implementing !== undefined;
}

/** `globalThis.name`: what a script or `declare global` declares is a member of the global object. */
export function isOfGlobalObject({ global, tables }: Subject, { receiver }: Reference): boolean {
  return global && hasBlocks(tables.file.language) && /^(?:globalThis|window|self|global)$/.test(receiver);
}

export function throughOutside(count: number, name: string): NotLooked[] {
  if (count === 0) return [];
  const calls = `${count} ${count === 1 ? "call" : "calls"} of ${name}`;
  return [{ what: `${calls} on what packages outside declare`, why: "an interface may lead here" }];
}
