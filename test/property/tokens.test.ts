import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";

import { openCounterSync } from "../../src/tokens/counter.ts";
import { countInStretches } from "../../src/tokens/merge-long.ts";
import { countByHeap, countByScan } from "../../src/tokens/merge.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { loadVocabulary } from "../../src/tokens/vocabulary.ts";

const soak = Number(process.env.PITH_SOAK ?? 1);

const fragment = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.stringMatching(/^[a-zA-Z_]{1,20}$/),
  fc.constantFrom(
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t\t",
    "    ",
    "'s",
    "'LL",
    "//",
    "{",
    "});\n",
    "<|endoftext|>",
    "漢字",
    "ǅ",
  ),
);
const text = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(""));

// The other implementation reads white space as JavaScript does; the reference (and ours) as Unicode does.
const differs = /[\u0085\ufeffſ]/;

test("token counts equal another implementation's", () => {
  const plain = { disallowedSpecial: new Set<string>() };
  fc.assert(
    fc.property(text, (given) => {
      fc.pre(!differs.test(given));
      const wellFormed = Buffer.from(given).toString();
      assert.equal(openCounterSync("o200k_base").count(given), o200k(wellFormed, plain));
      assert.equal(openCounterSync("cl100k_base").count(given), cl100k(wellFormed, plain));
    }),
    { numRuns: 300 * soak },
  );
});

test("a text that is counted part by part costs what it costs as a whole, whatever was counted before", () => {
  // Line ends beside all that may take part in them; long enough to be cut.
  const line = fc
    .tuple(
      fragment,
      fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n", " \n", "/\n", "\u2028\n", "\u0085\n", "\n/", "\n "),
    )
    .map((parts) => parts.join(""));
  const lines = fc.array(line, { minLength: 90, maxLength: 160 });
  for (const unit of ["o200k_base", "cl100k_base"] as const) {
    const counter = openCounterSync(unit);
    fc.assert(
      fc.property(lines, fc.nat(), fragment, (all, at, other) => {
        for (const given of [all, all.toSpliced(at % all.length, 1, other)].map((l) => l.join(""))) {
          const cost = counter.count(given);
          // Up to a limit a text is counted in one piece.
          assert.ok(counter.atMost(given, cost));
          assert.ok(!counter.atMost(given, cost - 1));
        }
      }),
      { numRuns: 150 * soak },
    );
  }
});

test("merging with a heap counts what merging by scan counts", () => {
  const vocabulary = loadVocabulary("o200k_base");
  fc.assert(
    fc.property(
      fc.oneof(text, fc.string({ unit: fc.constantFrom("a", "b", "e", "r", "A"), maxLength: 90 })),
      (given) => {
        const bytes = Buffer.from(given).subarray(0, 99);
        if (bytes.length === 0) return;
        assert.equal(
          countByHeap(vocabulary, bytes, 0, bytes.length),
          countByScan(vocabulary, bytes, 0, bytes.length),
        );
      },
    ),
    { numRuns: 300 * soak },
  );
});

/** Pieces that merge in many ways: few letters, runs, words glued together, any bytes. */
const long = fc
  .array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "b", "e", "r", "A", "=", "-", " "), maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom("the", "ing", "er", "function", "и", "во", "日本", "😀", "é"),
        maxLength: 60,
      }),
      fc
        .tuple(fc.constantFrom("a", " ", "=", "\n", "ab", "на", "0"), fc.integer({ min: 1, max: 400 }))
        .map(([unit, times]) => unit.repeat(times)),
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.string({ unit: "grapheme-ascii", maxLength: 300 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const vocabularies = {
  o200k_base: loadVocabulary("o200k_base"),
  cl100k_base: loadVocabulary("cl100k_base"),
};

test("merging in stretches counts what merging the whole counts", () => {
  fc.assert(
    fc.property(
      long,
      fc.constantFrom("o200k_base" as const, "cl100k_base" as const),
      fc.integer({ min: 300, max: 700 }),
      (given, name, stretch) => {
        const vocabulary = vocabularies[name];
        const bytes = Buffer.from(given);
        fc.pre(bytes.length > 0);
        assert.equal(
          countInStretches(vocabulary, bytes, 0, bytes.length, stretch),
          countByHeap(vocabulary, bytes, 0, bytes.length),
        );
      },
    ),
    { numRuns: 200 * soak },
  );
});

test("atMost says what count says, for every unit and limit", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: -1, max: 60 }), fc.constantFrom(...UNITS), (given, limit, unit) => {
      const counter = openCounterSync(unit);
      const cost = counter.count(given);
      assert.equal(counter.atMost(given, limit), cost <= limit);
      assert.ok(counter.atMost(given, cost));
      assert.ok(!counter.atMost(given, cost - 1));
      assert.ok(cost <= Buffer.byteLength(given.normalize("NFKC")) || unit !== "estimate");
      assert.ok(cost <= Buffer.byteLength(given) || unit === "estimate");
    }),
    { numRuns: 300 * soak },
  );
});
