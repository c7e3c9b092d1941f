// What holds of the facts of any text: ranges nest or are disjoint, indexes and lines lie inside, bytes carry all.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "../../src/parse/syntax-codec.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { soundFacts } from "./sound-facts.ts";
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

test("facts of mutated texts hold together and survive their bytes", async () => {
  const parser = await createInlineParser();
  fc.assert(
    fc.property(mutated, ({ languageId, text }) => {
      const result = parser.parse(text, languageId);
      if ("skip" in result) {
        assert.notEqual(result.skip, "failed");
        return;
      }
      soundFacts(result.facts, text);
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
