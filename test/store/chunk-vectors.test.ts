import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { packCounts, unpackCounts } from "../../src/parse/facts.ts";
import { type TermPostings, chunkVectors } from "../../src/store/chunk-vectors.ts";
import { Embedder } from "../../src/vectors/embedder.ts";
import { decodeWeights, encodeWeights } from "../../src/vectors/weights-file.ts";
import { madeWeights } from "../vectors/made-weights.ts";

const WORDS = ["parse", "rout", "token"];
const embedder = new Embedder(decodeWeights(encodeWeights(madeWeights(WORDS)), "x"));
const CHUNKS = 4;

const counts = fc
  .record({
    name: fc.nat(15),
    signature: fc.nat(31),
    comment: fc.nat(63),
    body: fc.nat(1023),
    enclosing: fc.nat(31),
  })
  .map(packCounts);
const postings = fc.uniqueArray(
  fc.record({
    term: fc.constantFrom(...WORDS, "zod", "unknown", "=whole", ">import", "__proto__"),
    held: fc.dictionary(fc.integer({ min: 0, max: CHUNKS - 1 }).map(String), counts, {
      noNullPrototype: true,
    }),
  }),
  { selector: ({ term }) => term },
);

test("a chunk's vector is that of its bag of words, each counted by its fields; in any order of the terms", () => {
  fc.assert(
    fc.property(postings, (list) => {
      const given = list.map(({ term, held }): TermPostings => {
        const chunks = Object.keys(held).map(Number);
        return {
          term,
          chunks: Uint32Array.from(chunks),
          counts: Uint32Array.from(chunks, (c) => held[String(c)]!),
        };
      });
      const rows = chunkVectors(embedder, CHUNKS, given);
      assert.deepEqual(chunkVectors(embedder, CHUNKS, given.toReversed()), rows);
      for (let chunk = 0; chunk < CHUNKS; chunk++) {
        const bag = list
          .filter(({ held }) => Object.hasOwn(held, String(chunk)))
          .map(({ term, held }): [string, number] => {
            const { name, signature, comment, body, enclosing } = unpackCounts(held[String(chunk)]!);
            return [term, 6 * name + 1.5 * signature + 1.5 * comment + body + enclosing];
          });
        const size = embedder.dimensions;
        assert.deepEqual(rows.slice(chunk * size, (chunk + 1) * size), embedder.embed(bag));
      }
    }),
  );
});
