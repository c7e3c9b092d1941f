// Calls of ECMAScript that do not look like one: `f.call(…)`, `f.apply(…)`, `super(…)` in a class without a name.
import type { Reference } from "../parse/facts.ts";
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import type { FileTables } from "./file-tables.ts";
import type { ProvenSite } from "./graph.ts";
import { ProvenInText } from "./sites.ts";

const THROUGH = /\s*(?:\?\.|\.)\s*(?:call|apply)\s*(?:\?\.)?\(/y;
/** Before the base in the head of a class. Those with a declaration of their own are found by it as well. */
const UNNAMED = /\bclass\s*(?:\s[\w$]+\s*)?(?:<[^<>{}()]*>\s*)?extends\s+(?:[\w$]+\s*\.\s*)*$/;
/** Between the head of a class and a name in what it extends. */
const IN_HEAD = /\bclass\b[^{};]*\bextends\b[^{};]*$/;
/** Code units before a name in which the head is looked for. */
const HEAD = 400;
const CLASS = /\bclass\b[^;{}()]*\{/g;

/** `f.call(object, …)` and `f.apply(object, list)` call `f`. */
export function isCalledThrough(tables: FileTables, { range }: Reference): boolean {
  if (!hasBlocks(tables.file.language)) return false;
  THROUGH.lastIndex = tables.endOf(range);
  return THROUGH.test(tables.file.text);
}

/** `super(…)` in `class extends Base { … }`, where the reference is the base; null where it is none. */
export function unnamedBaseCalls(tables: FileTables, { range }: Reference): ProvenSite[] | null {
  const { file } = tables;
  if (!hasBlocks(file.language)) return null;
  const start = tables.startOf(range);
  if (!UNNAMED.test(file.text.slice(Math.max(0, start - 200), start))) return null;
  return superCalls(tables, tables.endOf(range)).map(
    (at) => new ProvenInText(tables, at, "call", "super-method"),
  );
}

/** Whether the offset is in what a class extends: a value, also where the name is read as that of a type. */
export function isInBase({ file }: FileTables, start: number): boolean {
  return hasBlocks(file.language) && IN_HEAD.test(file.text.slice(Math.max(0, start - HEAD), start));
}

/** Places of `super(…)` in the class whose head ends behind the offset. */
export function superCalls(tables: FileTables, head: number): number[] {
  const { file } = tables;
  const code = codeOf(tables, file.text);
  const open = file.text.indexOf("{", head);
  const close = code === null || open === -1 ? -1 : code.closes(open);
  if (code === null || close === -1) return [];
  const inner: (readonly [number, number])[] = [];
  CLASS.lastIndex = open;
  for (
    let match = CLASS.exec(file.text);
    match !== null && match.index < close;
    match = CLASS.exec(file.text)
  ) {
    const begin = match.index + match[0].length - 1;
    if (!code.isHidden(match.index)) inner.push([begin, code.closes(begin)]);
  }
  const found: number[] = [];
  for (const match of file.text.slice(open, close).matchAll(/\bsuper\s*\(/g)) {
    const at = open + match.index;
    if (code.isHidden(at) || inner.some(([from, to]) => at > from && at < to)) continue;
    found.push(at);
  }
  return found;
}
