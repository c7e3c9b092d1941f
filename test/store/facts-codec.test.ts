import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Range, SyntaxFacts, SyntaxResult } from "../../src/parse/facts.ts";
import { decodeSyntax, encodeSyntax } from "../../src/store/facts-codec.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const text = fc.oneof(fc.string(), fc.constantFrom("", "größe", "𝒳", "\ud83d", "a\udc00b", "\0"));
const number = fc.oneof(fc.nat(300), fc.nat());
const range: fc.Arbitrary<Range> = fc
  .tuple(number, number, number, number)
  .map(([start, startColumn, more, endColumn]) => ({ start, startColumn, end: start + more, endColumn }));
const index = number.map((n) => n - 1);

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true });

const facts: fc.Arbitrary<SyntaxFacts> = record({
  symbols: fc.array(
    record({
      name: text,
      qualified: text,
      kind: fc.constantFrom("class" as const, "method" as const),
      exported: fc.boolean(),
      signature: text,
      doc: text,
      range,
      nameRange: range,
      bodyStart: number,
      parent: index,
      bases: fc.array(text, { maxLength: 3 }),
    }),
    { maxLength: 6 },
  ),
  references: fc.array(
    record({
      name: text,
      range,
      enclosing: index,
      role: fc.constantFrom("call" as const, "jsx" as const),
      receiver: text,
      binding: fc.constantFrom("local" as const, "unknown" as const),
      receiverType: text,
      target: index,
    }),
    { maxLength: 6 },
  ),
  imports: fc.array(record({ module: text, imported: text, local: text, typeOnly: fc.boolean(), range }), {
    maxLength: 3,
  }),
  exports: fc.array(record({ exported: text, local: text, from: text, range }), { maxLength: 3 }),
  errors: fc.boolean(),
});
const result: fc.Arbitrary<SyntaxResult> = fc.oneof(
  facts.map((f) => ({ facts: f })),
  fc.constantFrom({ skip: "too-deep" as const }, { skip: "no-grammar" as const }),
);

test("facts come back as they were, to the last broken surrogate", () => {
  fc.assert(
    fc.property(text, result, (key, given) => {
      assert.deepEqual(decodeSyntax(key, encodeSyntax(key, given)), given);
    }),
    { numRuns: 200 * soak },
  );
});

test("a flipped or missing byte, or another key, is seen", () => {
  const given: SyntaxResult = { skip: "too-large" };
  const bytes = encodeSyntax("key", given);
  assert.equal(decodeSyntax("kez", bytes), null);
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Uint8Array.from(bytes);
    flipped[at]! ^= 1 << (at % 8);
    assert.equal(decodeSyntax("key", flipped), null);
    assert.equal(decodeSyntax("key", bytes.subarray(0, at)), null);
  }
});
