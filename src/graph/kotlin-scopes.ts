// How far is a local name of Kotlin seen? To the end of the block in which it stands, of the function or the class among
// whose parameters it is, of the `when` or the `catch` that it heads.
import { isType, type FileTables } from "./file-tables.ts";
import { blocksAt, blocksOf } from "./kotlin-blocks.ts";

/** Where a declaration that stands at the offset is seen no more. */
export function scopeEnd(tables: FileTables, written: string, at: number): number {
  const { symbols } = tables.facts;
  const { text } = tables.file;
  const blocks = blocksOf(tables);
  let end = blocksAt(tables, at)[0]?.end ?? text.length;
  // A function without a name, and what `when` is asked of.
  const own = written.startsWith("fun")
    ? blocks.find((b) => b.kind === "function" && b.head === at)
    : written.startsWith("catch")
      ? blocks.find((b) => b.start > at)
      : /\bwhen\s*\(\s*$/.test(text.slice(Math.max(0, at - 40), at))
        ? blocks.find((b) => b.kind === "when" && b.start > at)
        : undefined;
  if (own !== undefined) end = Math.min(end, own.end);
  // Properties among the parameters of a class.
  const { line, column } = tables.position(at);
  for (let s = tables.enclosing(line, column); s !== -1; s = symbols[s]!.parent)
    if (isType(symbols[s]!.kind)) return Math.min(end, tables.endOf(symbols[s]!.range));
  return end;
}
