// Sections of Markdown: what is a heading, where its section ends, what hides headings.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sectionFacts } from "../../src/parse/sections.ts";

const names = (text: string): string[] => sectionFacts(text).symbols.map((s) => s.name);
const ranges = (text: string): string[] =>
  sectionFacts(text).symbols.map((s) => `${s.name} ${s.range.start}-${s.range.end}`);

test("both kinds of headings, with their levels", () => {
  const facts = sectionFacts("# A\n\n## B\n\n### C\n\n## D\n\nE\n=\n\nF\n-\n");
  assert.deepEqual(
    facts.symbols.map((s) => s.qualified),
    ["A", "A > B", "A > B > C", "A > D", "E", "E > F"],
  );
  assert.deepEqual(
    facts.symbols.map((s) => s.parent),
    [-1, 0, 1, 0, -1, 4],
  );
});

test("a section ends before the next one of its level, blank lines left off", () => {
  assert.deepEqual(ranges("intro\n\n# A\ntext\n\n## B\nmore\n\n\n# C\n"), ["A 3-7", "B 6-7", "C 10-10"]);
  assert.deepEqual(ranges("# A\r\ntext\r\n\r\n# B"), ["A 1-2", "B 4-4"]);
});

test("names are what a reader sees", () => {
  assert.deepEqual(names("# `code` and *stress* [link](x) ![pic](y) ##\n"), ["code and stress link pic"]);
  assert.deepEqual(names("# snake_case stays, _this_ not {#id}\n"), ["snake_case stays, this not"]);
  assert.deepEqual(names("# C#\n# a \\* b\n# <b>bold</b>\n"), ["C#", "a * b", "bold"]);
  assert.deepEqual(names("two\nlines\n=====\n"), ["two lines"]);
});

test("places of names", () => {
  const [a, b] = sectionFacts("##   Name ##\n\nOther\n---\n").symbols;
  assert.deepEqual(a!.nameRange, { start: 1, startColumn: 6, end: 1, endColumn: 13 });
  assert.deepEqual([a!.bodyStart, b!.bodyStart, b!.nameRange.start], [0, 0, 3]);
  assert.equal(sectionFacts("# A\ntext\n").symbols[0]!.bodyStart, 2);
});

test("what is no heading", () => {
  assert.deepEqual(names("#no\n####### seven\n    # code\n> # quote\n\n- # item\n"), []);
  assert.deepEqual(names("```\n# a\n```\n~~~ # b\n# c\n~~~\n````\n```\n# d\n````\n# yes\n"), ["yes"]);
  assert.deepEqual(names("<!--\n# a\n-->\n<pre>\n# b\n</pre>\n<!-- x -->\n# yes\n"), ["yes"]);
  assert.deepEqual(names("---\ntitle: x\n# a\n---\n# yes\n"), ["yes"]);
  assert.deepEqual(names("text\n\n---\n\nmore\n***\n"), []);
  assert.deepEqual(names("- item\n---\n"), []);
  assert.deepEqual(names("| a |\n|---|\n"), []);
});

test("an empty heading ends sections and is none", () => {
  assert.deepEqual(ranges("# A\n#\ntext\n## B\n"), ["A 1-1", "B 4-4"]);
});

test("an unclosed fence hides the rest", () => {
  assert.deepEqual(names("# A\n```\n# b\n"), ["A"]);
});

test("any lines: parents come first and hold their children; long lines are no trouble", () => {
  const line = fc.constantFrom(
    "# a",
    "## b",
    "### c",
    "###### f",
    "text",
    "",
    "===",
    "---",
    "```",
    "~~~",
    "<!--",
    "-->",
    "> q",
    "- i",
    "    x",
    "\t# t",
    "#",
    "# #",
    "<pre>",
    "</pre>",
    "| t |",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const { symbols } = sectionFacts(lines.join("\n"));
      for (const [i, s] of symbols.entries()) {
        assert.ok(s.range.start <= s.range.end && s.range.end <= lines.length);
        assert.ok(s.parent < i);
        if (s.parent === -1) continue;
        const parent = symbols[s.parent]!;
        assert.ok(parent.range.start < s.range.start && parent.range.end >= s.range.end);
      }
    }),
    { numRuns: 500 * Number(process.env.PITH_SOAK ?? 1) },
  );
  for (const long of ["# ", "#", "[", "_", "`", "- ", "a ", "*"]) {
    assert.ok(sectionFacts(`# ${long.repeat(100_000)}\n${long.repeat(100_000)}\n`).symbols.length <= 2);
  }
});
