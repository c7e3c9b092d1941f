import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { identifierTerms } from "../../src/text/identifiers.ts";
import { TermReader, hashWord } from "../../src/text/term-reader.ts";

function termsOf(reader: TermReader, record: number): string[] {
  const first = reader.first[record]!;
  return [...reader.pool.subarray(first, first + reader.all[record]!)].map((id) => reader.terms[id]!);
}

test("a record holds the stems and the whole, the short form of a plain word its stem alone", () => {
  const reader = new TermReader();
  const compound = reader.recordOf("HttpAdapters");
  assert.deepEqual(termsOf(reader, compound), ["http", "adapt", "=httpadapters"]);
  assert.equal(reader.brief[compound], 3);
  const plain = reader.recordOf("Redirect");
  assert.deepEqual(termsOf(reader, plain), ["redirect", "=redirect"]);
  assert.equal(reader.brief[plain], 1);
  assert.deepEqual(termsOf(reader, reader.recordOf("404")), ["404"]);
  assert.deepEqual(termsOf(reader, reader.recordOf("x")), []);
  assert.deepEqual(termsOf(reader, reader.recordOf("路由")), ["路由"]);
  assert.equal(reader.stop[reader.recordOf("The")], 1);
  assert.equal(reader.stop[reader.recordOf("thing")], 0);
  assert.equal(reader.terms[0], "");
});

test("terms have one number each, whichever way they are asked for", () => {
  const reader = new TermReader();
  const record = reader.recordOf("routing");
  assert.equal(reader.idOf("rout"), reader.pool[reader.first[record]!]);
  assert.equal(reader.idOf("=routing"), reader.whole[record]);
  assert.equal(reader.terms[reader.idOf("=other")], "=other");
});

test("many words, met in any order, keep their terms", () => {
  const word = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (words) => {
      const reader = new TermReader();
      for (const word of words) reader.recordOf(word);
      const text = words.join(" ");
      let at = 0;
      for (const word of words) {
        const record = reader.record(text, at, at + word.length, hashWord(text, at, at + word.length));
        const { parts, whole } = identifierTerms(word);
        assert.deepEqual(termsOf(reader, record), whole === "" ? parts : [...parts, whole]);
        at += word.length + 1;
      }
    }),
  );
});

test("the table grows", () => {
  const reader = new TermReader();
  for (let i = 0; i < 30_000; i++) reader.recordOf(`word${i}`);
  assert.equal(reader.records, 30_000);
  for (let i = 0; i < 30_000; i += 7)
    assert.ok(termsOf(reader, reader.recordOf(`word${i}`)).includes(`=word${i}`));
  assert.equal(reader.records, 30_000);
});

test("words that are made to collide are still told apart", () => {
  const reader = new TermReader();
  for (let i = 0; i < 2_000; i++) {
    const word = `collide${i}`;
    const record = reader.record(word, 0, word.length, 42);
    assert.equal(reader.record(word, 0, word.length, 42), record);
    assert.equal(termsOf(reader, record).at(-1), `=collide${i}`);
  }
  assert.equal(reader.records, 2_000);
});
