// What holds of the facts of any text: ranges nest or are disjoint, indexes and lines lie inside, bytes carry all.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Range, SyntaxFacts, SyntaxSymbol } from "../../src/parse/facts.ts";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "../../src/parse/syntax-codec.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { CASES, factsOf, fixture } from "./syntax-text.ts";

const SOAK = Number(process.env.PITH_SOAK ?? 1);
const texts = new Map(CASES.map(([name, id]) => [id, fixture(name)]));
const languageIds = [...texts.keys()];

/** A fixture with pieces cut out, doubled, moved, replaced by marks or by pieces of another language. */
const mutated = fc
  .record({
    languageId: fc.constantFrom(...languageIds),
    donor: fc.constantFrom(...languageIds),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        remove: fc.integer({ min: 0, max: 60 }),
        from: fc.double({ min: 0, max: 1, noNaN: true }),
        take: fc.integer({ min: 0, max: 60 }),
        marks: fc.constantFrom(
          "",
          "",
          "{",
          "}",
          "(",
          ")",
          "`",
          '"""',
          "/*",
          "\n",
          "\r\n",
          "\0",
          "\ud83d\ude00",
          "\ud800",
          "é",
          "=>",
          ":",
          "#",
        ),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ languageId, donor, edits }) => {
    let text = texts.get(languageId)!;
    const other = texts.get(donor)!;
    for (const { at, remove, from, take, marks } of edits) {
      const place = Math.floor(at * text.length);
      const start = Math.floor(from * other.length);
      text = text.slice(0, place) + marks + other.slice(start, start + take) + text.slice(place + remove);
    }
    return { languageId, text };
  });

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

function check(facts: SyntaxFacts, text: string): void {
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
    const line = lines[reference.range.start - 1]!;
    assert.equal(line.slice(reference.range.startColumn - 1, reference.range.endColumn - 1), reference.name);
  }
  for (const { range } of [...facts.imports, ...facts.exports]) inside(range, lines);
}

test("facts of mutated texts hold together and survive their bytes", async () => {
  const parser = await createInlineParser();
  fc.assert(
    fc.property(mutated, ({ languageId, text }) => {
      const result = parser.parse(text, languageId);
      if ("skip" in result) {
        assert.notEqual(result.skip, "failed");
        return;
      }
      check(result.facts, text);
      assert.deepEqual(decodeSyntaxFacts(encodeSyntaxFacts(result.facts)), result.facts);
    }),
    { numRuns: 300 * SOAK },
  );
});

test("the same text has the same facts whatever was parsed before", async () => {
  const parser = await createInlineParser();
  const first = languageIds.map((id) => factsOf(parser.parse(texts.get(id)!, id)));
  fc.assert(
    fc.property(mutated, fc.constantFrom(...languageIds), (noise, languageId) => {
      parser.parse(noise.text, noise.languageId);
      const again = factsOf(parser.parse(texts.get(languageId)!, languageId));
      assert.deepEqual(again, first[languageIds.indexOf(languageId)]);
    }),
    { numRuns: 20 * SOAK },
  );
});
