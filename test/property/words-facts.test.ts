// What holds of the words layer whatever the text: see the promises in docs, P4 (same bytes) and P9 (bounded).
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { splitLines } from "../../src/base/lines.ts";
import type { Language } from "../../src/lang/language.ts";
import { languages } from "../../src/lang/registry.ts";
import type { WordsFacts } from "../../src/parse/facts.ts";
import { unpackCounts } from "../../src/parse/facts.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { rulesOf } from "../../src/parse/words-rules.ts";
import { scanWords } from "../../src/parse/words-scan.ts";
import { TermReader } from "../../src/text/term-reader.ts";
import { wordsIn } from "../../src/text/words-in.ts";

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);
const folder = new URL("../fixtures/lang/", import.meta.url);
const fixtureLines = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), "utf8").split("\n"),
);

/** Texts like code: lines of all languages in any order, at any indentation, with noise between. */
const codeLike = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...fixtureLines) },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.nat(9), fc.constantFrom(...fixtureLines)).map(([n, l]) => " ".repeat(n) + l),
      },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "",
          "\t",
          "}",
          "*/",
          "/*",
          '"""',
          "`",
          "'",
          '"',
          "\\",
          "\r",
          "=begin",
          "end",
        ),
      },
    ),
    { maxLength: 120 },
  )
  .chain((lines) => fc.constantFrom("\n", "\r\n").map((end) => lines.join(end)));
/** Any code units, lone surrogates among them. */
const anything = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.constantFrom(10, 32, 0xd800, 0xdc00, 0x4e2d)), {
    maxLength: 300,
  })
  .map((units) => String.fromCharCode(...units));
const anyText = fc.oneof(codeLike, anything);
const anyLanguage = fc.constantFrom(...languages);

/** Facts with terms in place of their numbers. */
function spelled(text: string, language: Language, reader: TermReader): unknown {
  const facts = wordsFacts(text, language, reader);
  return {
    ...facts,
    chunks: facts.chunks.map((chunk) => [
      chunk.start,
      chunk.end,
      chunk.declaration,
      chunk.length,
      [...chunk.termIds].map((id, i) => [reader.terms[id], chunk.counts[i]]),
    ]),
  };
}

function checkShape(facts: WordsFacts, text: string): void {
  assert.equal(facts.lines, splitLines(text).length);
  let next = 1;
  for (const chunk of facts.chunks) {
    assert.equal(chunk.start, next);
    assert.ok(chunk.end >= chunk.start && chunk.end - chunk.start < 80, `${chunk.start}-${chunk.end}`);
    assert.ok(chunk.declaration >= -1 && chunk.declaration < facts.declarations.length);
    assert.equal(chunk.termIds.length, chunk.counts.length);
    assert.equal(new Set(chunk.termIds).size, chunk.termIds.length);
    for (const counts of chunk.counts) {
      const { name, signature, comment, body, enclosing } = unpackCounts(counts);
      assert.ok(counts > 0 && name + signature + comment + body + enclosing > 0);
    }
    next = chunk.end + 1;
  }
  assert.equal(next, facts.lines + 1);
  let line = 0;
  let start = 0;
  facts.declarations.forEach((d, i) => {
    assert.ok(d.name !== "" && d.name.length <= 200);
    assert.ok(
      1 <= d.start && d.start <= d.line && d.line <= d.end && d.end <= facts.lines,
      JSON.stringify(d),
    );
    assert.ok(d.line > line && d.start >= start, "in the order of the file");
    line = d.line;
    start = d.start;
    assert.ok(d.parent < i);
    if (d.parent < 0) return;
    const parent = facts.declarations[d.parent]!;
    assert.ok(parent.start <= d.start && d.end <= parent.end, `${d.name} inside ${parent.name}`);
  });
}

test("chunks cover every line once in order, declarations nest, nothing throws", () => {
  const reader = new TermReader();
  fc.assert(
    fc.property(anyText, anyLanguage, (text, language) =>
      checkShape(wordsFacts(text, language, reader), text),
    ),
    { numRuns: 1_000 * SOAK },
  );
});

test("facts are a function of text and language alone", () => {
  const used = new TermReader();
  fc.assert(
    fc.property(anyText, anyLanguage, (text, language) => {
      const fresh = spelled(text, language, new TermReader());
      assert.deepEqual(spelled(text, language, used), fresh);
      assert.deepEqual(spelled(text, language, used), fresh);
    }),
    { numRuns: 300 * SOAK },
  );
});

test("the scanner of files and the reader of short texts see the same words", () => {
  const plain = { ...languages.find((l) => l.id === "data")! };
  fc.assert(
    fc.property(anyText, (text) => {
      const reader = new TermReader();
      const { tokens, token, lines } = scanWords(text, rulesOf(plain), reader);
      const seen = [...tokens.subarray(0, token[lines])].map((t) => t >> 1);
      // The scanner drops single digits, endless numbers and encoded data on sight.
      const words = wordsIn(text).filter((w) => !/^[0-9]$|^[0-9]{17,}$/.test(w) && w.length <= 256);
      assert.deepEqual(
        seen,
        words.map((word) => reader.recordOf(word)),
      );
    }),
    { numRuns: 500 * SOAK },
  );
});

// Eight times the text takes about eight times the time; a scanner that looks for the same end again and again would
// take sixty-four times as long. Counted in this thread's own time and within one run.
const FAST_MS = 30;

test("time grows with the text, not with its square", () => {
  const seeds = [
    "'\\'",
    "/*",
    "/* */ ",
    "`",
    '"""',
    "'a\n",
    "{-",
    "a'",
    "/",
    "#{",
    "<!--",
    "function f() {\n",
    "  a:\n",
    "(",
    "a(",
    "中",
    "é",
    "\ud800",
    "a\\\n",
    "#define a \\\n",
    "# a\n",
    "@a\n",
    "}\n",
    "a\n===\n",
    "# a\n## b\n",
    "class A {\n",
  ];
  const reader = new TermReader();
  for (const id of [
    "javascript",
    "python",
    "rust",
    "cpp",
    "markdown",
    "text",
    "haskell",
    "sql",
    "yaml",
    "kotlin",
    "html",
  ]) {
    const language = languages.find((l) => l.id === id)!;
    for (const seed of seeds) {
      const time = (size: number): number => {
        const text = seed.repeat(Math.ceil(size / seed.length));
        let least = Infinity;
        for (let i = 0; i < 3 && least > FAST_MS; i++) {
          const before = process.threadCpuUsage();
          wordsFacts(text, language, reader);
          const used = process.threadCpuUsage(before);
          least = Math.min(least, (used.user + used.system) / 1_000);
        }
        return least;
      };
      const large = time(48_000);
      if (large < FAST_MS) continue;
      const small = time(6_000);
      assert.ok(
        large < small * 30,
        `${id} ${JSON.stringify(seed)}: ${small.toFixed(1)} ms, eight times: ${large.toFixed(1)} ms`,
      );
    }
  }
});

test("deep nesting is read", () => {
  const deep = Array.from({ length: 900 }, (_, i) => `${" ".repeat(i)}def f${i}():\n`).join("");
  const facts = wordsFacts(
    deep,
    languages.find((l) => l.id === "python")!,
    new TermReader(),
  );
  assert.equal(facts.declarations.length, 900);
  checkShape(facts, deep);
});
