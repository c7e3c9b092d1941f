// In every language with a parser: the comment of a symbol is found, blank lines take its place, and nothing of it is left.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { blanked, commentLines, docQuestions } from "../../src/eval/doc-questions.ts";
import { languageById } from "../../src/lang/registry.ts";
import { createInlineParser, type InlineParser } from "../../src/parse/syntax-parser.ts";

let parser: InlineParser;
before(async () => (parser = await createInlineParser()));
after(() => parser.close());

const SAID = "Closes every connection that waited longer than the configured limit.";

const TREES: readonly (readonly [language: string, text: string])[] = [
  [
    "typescript",
    `const x = 1;\n/**\n * ${SAID}\n * @returns nothing\n */\nexport function reap() {\n  one();\n  two();\n}\n`,
  ],
  ["javascript", `// ${SAID}\nfunction reap() {\n  one();\n  two();\n}\n`],
  ["python", `@wrapped\ndef reap(x):\n    """${SAID}\n\n    More of it.\n    """\n    one()\n    return x\n`],
  ["python", `def reap(x):\n    '''${SAID}'''\n    one()\n    return x\n`],
  ["go", `package a\n\n// reap ${SAID}\nfunc reap() {\n\tone()\n\ttwo()\n}\n`],
  ["rust", `/// ${SAID}\n#[inline]\npub fn reap() {\n    one();\n    two();\n}\n`],
  ["java", `class A {\n  /** ${SAID} */\n  @Override\n  void reap() {\n    one();\n    two();\n  }\n}\n`],
  [
    "csharp",
    `class A {\n  /// <summary>${SAID}</summary>\n  void Reap() {\n    One();\n    Two();\n  }\n}\n`,
  ],
  ["ruby", `# ${SAID}\ndef reap\n  one\n  two\nend\n`],
  ["php", `<?php\n/**\n * ${SAID}\n */\nfunction reap() {\n  one();\n  two();\n}\n`],
  [
    "elixir",
    `defmodule A do\n  @doc """\n  ${SAID}\n  """\n  def reap(x) do\n    one(x)\n    two(x)\n  end\nend\n`,
  ],
  ["lua", `-- ${SAID}\nlocal function reap()\n  one()\n  two()\nend\n`],
  ["haskell", `module A where\n\n-- | ${SAID}\nreap :: Int -> Int\nreap x =\n  one x\n  + two x\n`],
  ["zig", `/// ${SAID}\npub fn reap() void {\n    one();\n    two();\n}\n`],
  ["swift", `/// ${SAID}\nfunc reap() {\n    one()\n    two()\n}\n`],
  ["kotlin", `/** ${SAID} */\nfun reap() {\n    one()\n    two()\n}\n`],
  ["dart", `/// ${SAID}\nvoid reap() {\n  one();\n  two();\n}\n`],
  ["scala", `object A {\n  /** ${SAID} */\n  def reap() = {\n    one()\n    two()\n  }\n}\n`],
  ["c", `/* ${SAID} */\nvoid reap(void) {\n  one();\n  two();\n}\n`],
];

for (const [id, text] of TREES) {
  test(`${id}: a doc comment asks for its symbol, and is gone from what is searched`, () => {
    const parsed = parser.parse(text, id);
    assert.ok("facts" in parsed, JSON.stringify(parsed));
    const lines = text.split("\n");
    const { comments } = languageById(id)!;
    const [first, ...more] = docQuestions("a", lines, parsed.facts.symbols, comments);
    assert.ok(first !== undefined, JSON.stringify(parsed.facts.symbols));
    assert.equal(more.length, 0);
    assert.match(first.question.query, /^Closes every connection that waited longer/);
    const left = blanked(lines, new Set(first.comment));
    assert.equal(left.split("\n").length, lines.length);
    assert.doesNotMatch(left, /connection|configured|More of it/);
    assert.match(left, /one/i);
    assert.match(left, /reap/i);
  });
}

test("a comment in another script is a question too", () => {
  const text =
    "/** 設定された時間より長く待った接続を閉じる。そして終わる。 */\nfunction reap() {\n  one();\n}\n";
  const parsed = parser.parse(text, "typescript");
  assert.ok("facts" in parsed);
  const { comments } = languageById("typescript")!;
  const [asked] = docQuestions("a", text.split("\n"), parsed.facts.symbols, comments);
  assert.equal(asked?.question.query, "設定された時間より長く待った接続を閉じる。");
});

test("what is no question: no sentence, a list, a deprecation, one line of code, overloads, the name alone", () => {
  for (const text of [
    `/** Reaps. */\nfunction reap() {\n  one();\n}\n`,
    `/** Closes every connection that waited longer than these: */\nfunction reap() {\n  one();\n}\n`,
    `/** Deprecated since the connection is closed by the pool itself now. */\nfunction reap() {\n  one();\n}\n`,
    `/** ${SAID} */\nconst reap = 1;\n`,
    `/** reap reap reap reap reap reap reap reap */\nfunction reap() {\n  one();\n}\n`,
  ]) {
    const parsed = parser.parse(text, "typescript");
    assert.ok("facts" in parsed);
    const { comments } = languageById("typescript")!;
    assert.deepEqual(docQuestions("a", text.split("\n"), parsed.facts.symbols, comments), [], text);
  }
});

test("a comment that never ends is blank up to the declaration", () => {
  const symbol = { range: { start: 1, end: 5 }, nameRange: { start: 4 }, bodyStart: 0 };
  const rules = { line: ["//"], block: [["/*", "*/"]] } as const;
  assert.deepEqual(commentLines(["/* a", "b", "c", "f"], symbol as never, rules), [1, 2, 3]);
});
