// Exact search equals the obvious one: split into lines, look into each.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitLines } from "../../src/base/lines.ts";
import { findExact } from "../../src/text/exact.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

function naive(text: string, needle: string): { line: number; columns: { start: number; end: number }[] }[] {
  return splitLines(text).flatMap((content, i) => {
    const columns = [];
    for (let at = content.indexOf(needle); at !== -1; at = content.indexOf(needle, at + needle.length)) {
      columns.push({ start: at + 1, end: at + 1 + needle.length });
    }
    return columns.length === 0 ? [] : [{ line: i + 1, columns }];
  });
}

const letter = fc.constantFrom("a", "b", "ab", "_", " ", "é", "😀", "\r", "\n", "\r\n");
const text = fc.array(letter, { maxLength: 60 }).map((p) => p.join(""));
const needle = fc
  .array(
    letter.filter((p) => !p.includes("\n")),
    { minLength: 1, maxLength: 3 },
  )
  .map((p) => p.join(""));

test("findExact gives the lines and columns of a search line by line", () => {
  fc.assert(
    fc.property(text, needle, (t, n) => assert.deepEqual(findExact(t, n), naive(t, n))),
    { numRuns: 3000 * soak },
  );
});

test("a limit gives the first lines", () => {
  fc.assert(
    fc.property(text, needle, fc.nat(5), (t, n, limit) =>
      assert.deepEqual(findExact(t, n, { limit }), findExact(t, n).slice(0, limit)),
    ),
    { numRuns: 1000 * soak },
  );
});

test("whole words and any case are kept in what is found without them", () => {
  fc.assert(
    fc.property(text, needle, (t, n) => {
      const lines = (options: object) => findExact(t, n, options).map((l) => l.line);
      const plain = lines({});
      assert.ok(lines({ word: true }).every((l) => plain.includes(l)));
      const anyCase = lines({ ignoreCase: true });
      assert.ok(plain.every((l) => anyCase.includes(l)));
    }),
    { numRuns: 1000 * soak },
  );
});
