import assert from "node:assert/strict";
import { test } from "node:test";

import { openCounter, openCounterSync } from "../../src/tokens/counter.ts";
import { countByHeap } from "../../src/tokens/merge.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { loadVocabulary } from "../../src/tokens/vocabulary.ts";

// Counts made once with the reference implementation (tiktoken 1.0.22, encode_ordinary).
const REFERENCE: [text: string, o200k: number, cl100k: number][] = [
  ["", 0, 0],
  ["hello world", 2, 2],
  ["<|endoftext|>", 7, 7],
  ["\0\0x", 2, 3],
  ["export function redactFile(path: string): Promise<Redacted> {\n", 14, 15],
  ["a\ufeff b", 3, 3],
  ["x\u0085\u0085y", 6, 6],
  ["it'ſ IT'LL he'Re", 8, 9],
  ["   \n  \n\tx   ", 4, 4],
  ["漢字かな交じり文", 7, 9],
  ["👩‍👩‍👧 \u0301\u0301", 11, 16],
  ["12345678", 3, 3],
];

test("counts equal the reference implementation's", () => {
  for (const [text, o200k, cl100k] of REFERENCE) {
    assert.equal(openCounterSync("o200k_base").count(text), o200k, JSON.stringify(text));
    assert.equal(openCounterSync("cl100k_base").count(text), cl100k, JSON.stringify(text));
  }
});

test("a lone surrogate costs what U+FFFD costs, as UTF-8 writes it", () => {
  for (const unit of UNITS) {
    const counter = openCounterSync(unit);
    assert.equal(counter.count("a\ud800b \udc00"), counter.count("a\ufffdb \ufffd"), unit);
  }
});

test("bytes are UTF-8 bytes and estimate follows its formula", async () => {
  const bytes = await openCounter("bytes");
  assert.equal(bytes.count("aé漢😀"), 1 + 2 + 3 + 4);
  const estimate = await openCounter("estimate");
  assert.equal(estimate.exact, false);
  assert.equal(estimate.count("hello world"), 3);
  // One letter of three bytes that NFKC turns into eighteen letters: the byte bound must not hide that.
  assert.equal(estimate.count("\ufdfa"), Math.ceil(1.5 * openCounterSync("o200k_base").count("\ufdfa")));
  assert.equal(estimate.count("{"), 1);
});

test("runs of 100,000 characters of one kind are counted whole", () => {
  // Quadratic merging would take minutes here. Counts are the reference implementation's where it could be waited for.
  const counter = openCounterSync("o200k_base");
  assert.equal(counter.count("a".repeat(100_000)), 12_500);
  for (const run of ["aB", "!", " ", "漢", "\ud800", "=-"]) {
    assert.ok(counter.count(run.repeat(100_000 / run.length)) > 0);
  }
});

test("a word of 300,000 letters is counted as it is merged whole, again and again", () => {
  let state = 7;
  const letters = Array.from({ length: 300_000 }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  }).join("");
  const bytes = Buffer.from(letters);
  for (const name of ["o200k_base", "cl100k_base"] as const) {
    const counter = openCounterSync(name);
    const whole = countByHeap(loadVocabulary(name), bytes, 0, bytes.length);
    assert.equal(counter.count(letters), whole);
    assert.equal(counter.count(`${letters} x`), whole + 1);
    assert.ok(counter.atMost(letters, whole));
    assert.ok(!counter.atMost(letters, whole - 1));
  }
});
