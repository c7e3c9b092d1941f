import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Embedder, lengthOf, weightOf } from "../../src/vectors/embedder.ts";
import { similarities } from "../../src/vectors/similarity.ts";
import { decodeWeights, encodeWeights } from "../../src/vectors/weights-file.ts";
import { piecesOf } from "../../src/vectors/word-pieces.ts";
import { madeWeights } from "./made-weights.ts";

const WORDS = ["parse", "rout", "token", "größ", "语言"];
const weights = decodeWeights(encodeWeights(madeWeights(WORDS)), "x");
const embedder = new Embedder(weights);

const term = fc.oneof(
  fc.constantFrom(...WORDS, "__proto__", "constructor", "=whole", ">import", "a", "42", "", "zod"),
  fc.string(),
);
const bag = fc.array(fc.tuple(term, fc.double({ min: 0.5, max: 60, noNaN: true })), { maxLength: 30 });

/** With whole numbers of any size, so that nothing can round before the end. */
function naive(terms: readonly (readonly [string, number])[]): Int8Array {
  const D = weights.dimensions;
  const sums = Array.from({ length: D }, () => 0n);
  for (const [word, count] of terms) {
    const known = weights.words.indexOf(word);
    const isWord = /^\p{L}[\p{L}\p{M}\p{N}]*$/u.test(word) && word.length > 1 && word.length <= 48;
    const pieces =
      known !== -1 || !isWord ? [] : piecesOf(word, weights.buckets).map((p) => p + weights.words.length);
    const rows = known === -1 ? pieces : [known];
    const share = known === -1 ? Math.max(1, Math.round(64 / pieces.length)) : 64;
    for (const row of rows) {
      for (let d = 0; d < D; d++) {
        const product = weightOf(count) * share * weights.multipliers[row]! * weights.rows[row * D + d]!;
        sums[d]! += BigInt(product);
      }
    }
  }
  const length = Math.sqrt(sums.reduce((total, sum) => total + Number(sum) * Number(sum), 0));
  return Int8Array.from(sums, (sum) =>
    length === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(Number(sum) * (lengthOf(D) / length)))),
  );
}

test("a vector is the naive sum, in any order of the words", () => {
  fc.assert(
    fc.property(bag, fc.integer(), (terms, seed) => {
      const vector = embedder.embed(terms);
      assert.deepEqual(vector, naive(terms));
      const shuffled = terms.toSorted(
        ([a], [b]) => Math.sin(a.length * 7 + seed) - Math.sin(b.length * 7 + seed),
      );
      assert.deepEqual(embedder.embed(shuffled), vector);
    }),
  );
});

test("what has no meaning has no direction: no words, numbers, wholes, imports, blanks, endless words", () => {
  for (const terms of [[], ["42"], ["=httpadapter", ">zod"], ["", " ", "a"], ["x".repeat(49)]]) {
    assert.ok(
      embedder.embed(terms.map((t) => [t, 1])).every((value) => value === 0),
      terms.join(),
    );
  }
});

test("a word of any script that the model doesn't know has a vector of its pieces", () => {
  for (const word of ["zustand", "кот", "検索する", "بحث", "naïve"]) {
    assert.ok(
      embedder.embed([[word, 1]]).some((value) => value !== 0),
      word,
    );
  }
});

test("pieces are cut with the edges marked, and a short word is one piece", () => {
  assert.equal(piecesOf("zod", 1 << 20).length, 2);
  assert.equal(piecesOf("go", 1 << 20).length, 1);
  assert.deepEqual(
    piecesOf("zod", 7).every((p) => p >= 0 && p < 7),
    true,
  );
  assert.notDeepEqual(piecesOf("route", 1 << 20), piecesOf("outer", 1 << 20));
});

test("similarities are the naive products, whatever the size", () => {
  const number = fc.integer({ min: -127, max: 127 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 13 }),
      fc.nat(6),
      fc.array(number, { minLength: 91, maxLength: 91 }),
      (size, count, values) => {
        const vector = Int8Array.from(values.slice(0, size));
        const rows = Int8Array.from(values.slice(size, size + size * Math.min(count, 6)));
        const out = new Int32Array(rows.length / size);
        similarities(vector, rows, out);
        out.forEach((sum, row) => {
          let expected = 0;
          for (let d = 0; d < size; d++) expected += vector[d]! * rows[row * size + d]!;
          assert.equal(sum, expected);
        });
      },
    ),
  );
});
