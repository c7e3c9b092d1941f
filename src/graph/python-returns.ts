// What does a function of Python return, where no annotation says it? The one value that all its `return` name.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { isChain } from "./expressions.ts";
import { tablesOf } from "./file-tables.ts";
import type { Returned } from "./language-graph.ts";
import { headOf, KEEPING, pythonText } from "./python-text.ts";
import type { GraphFile } from "./view.ts";

export function returnedValues(symbol: SyntaxSymbol, file: GraphFile): Returned | null {
  const tables = tablesOf(file)!;
  const head = headOf(tables, file.facts!.symbols.indexOf(symbol));
  if (head === null || head.result !== "" || !head.decorators.every((d) => KEEPING.test(d))) return null;
  const end = tables.endOf(symbol.range);
  const { code, statements } = pythonText(file);
  if (/\byield\b/.test(code.slice(head.body, end))) return null;
  let found: { text: string; end: number } | null = null;
  let skipped = -1;
  for (const statement of statements) {
    if (statement.start < head.body) continue;
    if (statement.start >= end) break;
    if (skipped !== -1 && statement.indent > skipped) continue;
    skipped = -1;
    const text = code.slice(statement.start, statement.end);
    if (/^(?:async\s+def|def|class)\s/.test(text)) skipped = statement.indent;
    else if (/:\s*return\b/.test(text)) return null;
    const value = /^return\b\s*([^]*)$/.exec(text)?.[1];
    if (value === undefined || value === "" || value === "None") continue;
    // A local name may have been given something else between two of them.
    if (!isChain(value) || (found !== null && value !== "self")) return null;
    if (found !== null && found.text !== value) return null;
    found = { text: value, end: statement.end };
  }
  return found === null ? null : { of: [{ end: found.end, awaited: false }], isAsync: head.isAsync };
}
