// Front matter that is read without the YAML library says what the library says of it. A comment, which changes nothing, is what the
// quick way leaves to the library: so both can be asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { frontMatterOf } from "../../../src/manifest/compile/front-matter.ts";
import { plainFrontMatter } from "../../../src/manifest/compile/plain-front-matter.ts";
import { loadYaml } from "../../../src/manifest/compile/yaml-words.ts";

const RUNS = 500 * Number(process.env["PITH_SOAK"] ?? 1);
const yaml = await loadYaml();

const piece = fc.oneof(
  fc.constantFrom(
    "title",
    "ms.date",
    "Guide",
    "true",
    "Null",
    "no",
    "yes",
    "~",
    "1.10",
    "0x1f",
    "1e3",
    ".inf",
    "8/25/2021",
    "2021-01-02",
    '"',
    "'",
    "[",
    "]",
    ",",
    ", ",
    ":",
    ": ",
    " #",
    "#",
    "- ",
    "-",
    "&a",
    "*a",
    "!t",
    "|",
    ">",
    "%",
    "@",
    "`",
    "{",
    "}",
    "?",
    "\\",
    "\t",
    " ",
    "  ",
    "ö",
    "\u00a0",
    "---",
    "...",
    "<<",
    "=",
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 6 }),
);
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom("word", "two words", "a/b") }, piece), {
    maxLength: 4,
  })
  .map((parts) => parts.join(""));
const value = fc.oneof(
  text,
  text.map((one) => `"${one}"`),
  fc.array(text, { maxLength: 3 }).map((list) => `[${list.map((one) => `"${one}"`).join(", ")}]`),
);
const key = fc.constantFrom(
  "title",
  "author",
  "a",
  "tags",
  "b.c",
  "title",
  "tags",
  "ms.date",
  "a-b",
  "_x",
  "true",
  "NULL",
  "n",
  "y",
  "1",
  "<<",
  "title ",
);
const line = fc
  .tuple(
    key,
    fc.constantFrom(": ", ": ", ": ", ": ", ":  ", ":", " : ", ":\t"),
    value,
    fc.constantFrom("", "", " ", "\t"),
  )
  .map((parts) => parts.join(""));

test("the quick way says what the library says", () => {
  let quick = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      if (plainFrontMatter(lines) === null) return;
      quick++;
      const ours = frontMatterOf(["---", ...lines, "---", "body"], yaml);
      const theirs = frontMatterOf(["---", ...lines, "# by the library", "---", "body"], yaml);
      assert.equal(theirs.fault, null);
      assert.deepEqual([...ours.data], [...theirs.data]);
      for (const name of ours.data.keys()) {
        assert.equal(ours.text(name), theirs.text(name));
        assert.deepEqual(ours.list(name), theirs.list(name));
      }
    }),
    { numRuns: RUNS },
  );
  assert.ok(quick > RUNS / 20, String(quick));
});

test("what most documents have is read that way", () => {
  const lines = [
    'title: "C++ reference"',
    "ms.date: 8/25/2021",
    "author: somebody",
    'tags: ["one", "two, three"]',
  ];
  assert.notEqual(plainFrontMatter(lines), null);
});
