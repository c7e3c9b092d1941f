// Calls on what packages outside declare: where types implement interfaces without naming them, any may lead to a method
// here. They are counted, since nothing of them can be looked up.
import type { Reference } from "../parse/facts.ts";
import { hasBlocks } from "./ecmascript-blocks.ts";
import { ecmascriptBuiltins } from "./ecmascript-builtins.ts";
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

const GLOBAL = /^(?:globalThis|window|self|global)$/;
const BEHIND_GLOBAL =
  /^(?:new\s+)?\(*(?:globalThis|window|self|global)\s*(?:\?\.|!?\.)\s*([\w$\u0080-\uffff]+)/;

/**
 * `globalThis.name`: what a script or `declare global` declares is a member of the global object. `globalThis.x.name`: what a
 * program puts there may have any member.
 */
export function isOfGlobalObject({ global, tables, symbol }: Subject, { receiver }: Reference): boolean {
  if (!hasBlocks(tables.file.language)) return false;
  if (GLOBAL.test(receiver))
    return global || (symbol.parent === -1 && GLOBAL.test(symbol.qualified.replace(/\..*$/, "")));
  const given = BEHIND_GLOBAL.exec(receiver)?.[1];
  return (
    given !== undefined &&
    !ecmascriptBuiltins.has(given) &&
    // Members of what has no name of its own (`window.x = { … }`) stand at the top.
    (symbol.parent !== -1 || symbol.qualified !== symbol.name || /^(?:method|property)$/.test(symbol.kind))
  );
}

export function throughOutside(count: number, name: string): NotLooked[] {
  if (count === 0) return [];
  const calls = `${count} ${count === 1 ? "call" : "calls"} of ${name}`;
  return [{ what: `${calls} on what packages outside declare`, why: "an interface may lead here" }];
}
