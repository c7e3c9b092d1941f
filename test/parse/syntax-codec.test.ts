// Facts as bytes: all of it comes back, and bytes that are not whole are refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "../../src/parse/syntax-codec.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { CASES, factsOf, fixture } from "./syntax-text.ts";

test("facts of every fixture come back from their bytes, which are a fraction of their JSON", async () => {
  const parser = await createInlineParser();
  for (const [name, languageId] of CASES) {
    const facts = factsOf(parser.parse(fixture(name), languageId));
    const bytes = encodeSyntaxFacts(facts);
    assert.deepEqual(decodeSyntaxFacts(bytes), facts);
    if (facts.references.length > 20) assert.ok(bytes.length * 6 < JSON.stringify(facts).length);
  }
});

test("names beyond Latin letters and halves of surrogate pairs survive", async () => {
  const parser = await createInlineParser();
  const facts = factsOf(parser.parse("/** \u{1F600} \ud800 */\nfunction größe名() {}\n", "javascript"));
  const back = decodeSyntaxFacts(encodeSyntaxFacts(facts));
  assert.equal(back.symbols[0]!.name, "größe名");
  assert.deepEqual(back, facts);
});

test("bytes that are cut short or of another version are refused", async () => {
  const parser = await createInlineParser();
  const bytes = encodeSyntaxFacts(factsOf(parser.parse(fixture("go.go"), "go")));
  for (const length of [0, 1, 5, 100, bytes.length - 1]) {
    assert.throws(() => decodeSyntaxFacts(bytes.slice(0, length)), RangeError);
  }
  const other = bytes.slice();
  other[0] = 99;
  assert.throws(() => decodeSyntaxFacts(other), RangeError);
});

test("changed bytes are facts of their own or a RangeError, and ask for no more memory than they have bytes", async () => {
  const parser = await createInlineParser();
  const texts = CASES.slice(0, 6).map(([name, id]) =>
    encodeSyntaxFacts(factsOf(parser.parse(fixture(name), id))),
  );
  const huge = Uint8Array.of(255, 255, 255, 255, 15);
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(
        fc.tuple(fc.nat(), fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 3 }), fc.constant(huge))),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      (sound, changes) => {
        const bytes = sound.slice();
        for (const [at, piece] of changes) bytes.set(piece, at % (bytes.length - piece.length));
        let facts;
        try {
          facts = decodeSyntaxFacts(bytes);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
          return;
        }
        // Nothing in them is undefined, so that they can be written again.
        assert.ok(encodeSyntaxFacts(facts).length > 0);
        assert.ok(facts.symbols.every((s) => s.kind !== undefined && s.name !== undefined));
        assert.ok(facts.references.every((r) => r.role !== undefined && r.binding !== undefined));
      },
    ),
    { numRuns: 2_000 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});
