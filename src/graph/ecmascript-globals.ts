// What does a module declare for every file? The contents of its `declare global { … }`.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import type { FileTables } from "./file-tables.ts";

const GLOBAL = /\bdeclare\s+global\s*\{/g;

const extents = new WeakMap<FileTables, readonly (readonly [from: number, to: number])[]>();

export function isGlobalPart(tables: FileTables, symbol: number): boolean {
  if (!hasBlocks(tables.file.language)) return false;
  const start = tables.startOf(tables.facts.symbols[symbol]!.nameRange);
  return globalsOf(tables).some(([from, to]) => start > from && start < to);
}

function globalsOf(tables: FileTables): readonly (readonly [number, number])[] {
  let made = extents.get(tables);
  if (made === undefined) {
    const { text } = tables.file;
    const found: [number, number][] = [];
    for (const match of text.matchAll(GLOBAL)) {
      const code = codeOf(tables, text);
      const open = match.index + match[0].length - 1;
      const close = code === null || code.isHidden(match.index) ? -1 : code.closes(open);
      if (close !== -1) found.push([open, close]);
    }
    extents.set(tables, (made = found));
  }
  return made;
}
