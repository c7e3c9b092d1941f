// Texts that end anywhere, and nesting without end: facts of what is there, or a label, and never a fault.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Range } from "../../src/parse/facts.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { CASES, fixture } from "./syntax-text.ts";

const SOAK = Number(process.env.PITH_SOAK ?? 1);
const LANGUAGES = new Set(["ruby", "php", "swift", "dart", "scala"]);
const parser = await createInlineParser();

function inside(range: Range, lines: readonly string[]): void {
  assert.ok(range.start >= 1 && range.start <= range.end && range.end <= lines.length);
  assert.ok(range.startColumn >= 1 && range.endColumn <= lines[range.end - 1]!.length + 1);
}

for (const [name, languageId] of CASES.filter(([, id]) => LANGUAGES.has(id))) {
  const text = fixture(name);
  test(`${languageId}: a text that ends anywhere`, () => {
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(text.length), (from, to) => {
        const cut = text.slice(from < to ? from : 0, to);
        const result = parser.parse(cut, languageId);
        if ("skip" in result) return assert.notEqual(result.skip, "failed");
        const lines = cut.split("\n");
        for (const { range, nameRange } of result.facts.symbols) {
          inside(range, lines);
          inside(nameRange, lines);
        }
        for (const { range } of [...result.facts.references, ...result.facts.imports]) inside(range, lines);
      }),
      { numRuns: 40 * SOAK },
    );
  });

  test(`${languageId}: nesting without end`, () => {
    for (const piece of [
      "(",
      "[",
      "{",
      "x.y(",
      "if x {",
      "class A {",
      "def f(",
      "->(x) {",
      "a ? b : ",
      "!",
      "a.b.",
    ]) {
      const start = languageId === "php" ? "<?php " : "";
      const result = parser.parse(start + piece.repeat(3_000), languageId);
      if ("skip" in result) assert.notEqual(result.skip, "failed", piece);
    }
  });
}
