// Facts as bytes: all of it comes back, and bytes that are not whole are refused.
import assert from "node:assert/strict";
import { test } from "node:test";
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
