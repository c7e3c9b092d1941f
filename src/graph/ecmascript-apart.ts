// Does a symbol that stands in an object belong to something else inside of it? To a class without a name, or to what a list
// holds: `const all = { list: [class { go() {} }] }` has no `go`.
import { codeOf } from "./ecmascript-code.ts";
import type { FileTables } from "./file-tables.ts";

/** Brackets inside of each other that are looked at. */
const MOST_DEEP = 64;
const CLASS = /\bclass\b(?:\s+[\w$\u0080-\uffff]+)?(?:\s+extends\s[^{};]*)?\s*$/;

/** `object` and `member` are symbols; a class has what stands in its own body. */
export function standsApart(tables: FileTables, object: number, member: number): boolean {
  const { symbols } = tables.facts;
  if (!/^(?:constant|variable|property)$/.test(symbols[object]!.kind)) return false;
  const { text } = tables.file;
  const from = tables.endOf(symbols[object]!.nameRange);
  const code = codeOf(tables, text);
  let open = code?.innermost(tables.startOf(symbols[member]!.nameRange)) ?? -1;
  for (let deep = 0; deep < MOST_DEEP && open > from; deep++) {
    if (text[open] === "[") return true;
    if (text[open] === "{" && CLASS.test(text.slice(Math.max(from, open - 200), open))) return true;
    open = code!.innermost(open);
  }
  return false;
}
