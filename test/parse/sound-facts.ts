// What holds of the facts of any text.
import assert from "node:assert/strict";
import type { Range, SyntaxFacts, SyntaxSymbol } from "../../src/parse/facts.ts";

function inside(range: Range, lines: readonly string[]): void {
  assert.ok(range.start >= 1 && range.start <= range.end && range.end <= Math.max(1, lines.length));
  assert.ok(range.startColumn >= 1 && range.endColumn >= 1);
  assert.ok(range.start < range.end || range.startColumn <= range.endColumn);
  for (const [line, column] of [
    [range.start, range.startColumn],
    [range.end, range.endColumn],
  ] as const) {
    assert.ok(column <= (lines[line - 1] ?? "").length + 1, `column ${column} of line ${line}`);
  }
}

const before = (a: Range, b: Range): boolean =>
  a.end < b.start || (a.end === b.start && a.endColumn <= b.startColumn);
const holds = (a: Range, b: Range): boolean =>
  (a.start < b.start || (a.start === b.start && a.startColumn <= b.startColumn)) &&
  (a.end > b.end || (a.end === b.end && a.endColumn >= b.endColumn));

/** Throws unless ranges nest or are disjoint, indexes and lines lie inside, and (`verbatim`) names stand where they say. */
export function soundFacts(facts: SyntaxFacts, text: string, { verbatim = true } = {}): void {
  const lines = text.split("\n");
  const { symbols } = facts;
  const open: SyntaxSymbol[] = [];
  for (const [i, symbol] of symbols.entries()) {
    inside(symbol.range, lines);
    inside(symbol.nameRange, lines);
    assert.ok(holds(symbol.range, symbol.nameRange), `${symbol.qualified}: name outside`);
    assert.notEqual(symbol.name.trim(), "");
    assert.ok(!symbol.signature.includes("\n"));
    assert.ok(symbol.bodyStart === 0 || symbol.bodyStart >= symbol.range.start);
    assert.ok(symbol.parent >= -1 && symbol.parent < i);
    if (symbol.parent !== -1) assert.ok(holds(symbols[symbol.parent]!.range, symbol.range));
    while (open.length > 0 && before(open[open.length - 1]!.range, symbol.range)) open.pop();
    const above = open[open.length - 1];
    if (above !== undefined)
      assert.ok(holds(above.range, symbol.range), `${symbol.qualified} cuts ${above.qualified}`);
    open.push(symbol);
  }
  for (const reference of facts.references) {
    inside(reference.range, lines);
    assert.ok(reference.enclosing >= -1 && reference.enclosing < symbols.length);
    assert.ok(reference.target >= -1 && reference.target < symbols.length);
    if (reference.enclosing !== -1) assert.ok(holds(symbols[reference.enclosing]!.range, reference.range));
    assert.ok(reference.receiver.length <= 80);
    if (!verbatim) continue;
    const line = lines[reference.range.start - 1]!;
    assert.equal(line.slice(reference.range.startColumn - 1, reference.range.endColumn - 1), reference.name);
  }
  for (const { range } of [...facts.imports, ...facts.exports]) inside(range, lines);
}
