// Sections of every format: what is one, what hides it, that ranges nest, that nothing takes long.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SectionFormat } from "../../src/lang/language.ts";
import { languages } from "../../src/lang/registry.ts";
import { MOST_SECTIONS } from "../../src/parse/section-facts.ts";
import { factsOfSections } from "../../src/parse/section-formats.ts";
import { CASES, fixture } from "./syntax-text.ts";

const names = (text: string, format: SectionFormat): string[] =>
  factsOfSections(text, format).symbols.map((s) => s.qualified);
const ranges = (text: string, format: SectionFormat): string[] =>
  factsOfSections(text, format).symbols.map((s) => `${s.name} ${s.range.start}-${s.range.end}`);

const FORMATS = languages
  .flatMap((language) => (language.sections === undefined ? [] : [[language.id, language.sections] as const]))
  .flatMap(([id, format]) =>
    CASES.filter((c) => c[1] === id).map(([name]) => [format, fixture(name)] as const),
  );

test("every format has a fixture", () => {
  const known = new Set(
    languages.map((language) => language.sections).filter((format) => format !== undefined),
  );
  assert.deepEqual([...new Set(FORMATS.map(([format]) => format))].sort(), [...known].sort());
});

test("JSON: keys of two steps, not in lists; broken and foreign kinds of it", () => {
  assert.deepEqual(names('{"a":{"b":{"c":1}},"d":[{"e":1}]}', "json"), ["a", "a > b", "d"]);
  assert.deepEqual(names('[{"a":1}]', "json"), []);
  assert.deepEqual(names("{a: 1, 'b': {c: 2}, // d\n /* e: 1 */ f: 3,}", "json"), ["a", "b", "b > c", "f"]);
  assert.deepEqual(names('{"a":{"b":1', "json"), ["a", "a > b"]);
  assert.deepEqual(names('{"a\\u0062":1}', "json"), ["ab"]);
});

test("YAML: blocks of text, lists and flow hide keys", () => {
  assert.deepEqual(
    names(
      "a:\n  - b: 1\n    c: 2\nd: |\n  e: 1\nf: {g: 1,\n  h: 2}\ni:\n    j: 1\n    k:\n      l: 1\n",
      "yaml",
    ),
    ["a", "d", "f", "i", "i > j", "i > k"],
  );
  assert.deepEqual(names("- a: 1\n- b: 2\n", "yaml"), []);
  assert.deepEqual(ranges("a:\n  b: 1\n\n# of c\nc: 2\n", "yaml"), ["a 1-2", "b 2-2", "c 4-5"]);
  assert.deepEqual(names("a: 1\r\nb:\r\n  c: 2\r\n", "yaml"), ["a", "b", "b > c"]);
});

test("TOML: strings and lists over several lines", () => {
  assert.deepEqual(
    names('a = """\n[b]\n"""\nc = [\n  "]",\n  # d = 1\n]\n[e]\nf = \'\'\'\ng = 1\'\'\'\n', "toml"),
    ["a", "c", "e", "e > f"],
  );
});

test("reStructuredText: levels by order, tables and short marks are none", () => {
  assert.deepEqual(names("A\n=\n\nBee\n---\n\nCee\n~~~\n\nDee\n---\n\nE\n", "rst"), [
    "Bee",
    "Bee > Cee",
    "Dee",
  ]);
  assert.deepEqual(names("===\nTop\n===\n\nSub\n===\n", "rst"), ["Top", "Top > Sub"]);
  assert.deepEqual(names("text\nmore\n----\n\n   indented\n   ========\n", "rst"), []);
});

test("HTML: elements and headings nest, whatever is left open", () => {
  assert.deepEqual(ranges('<div id="a">\n<h1>One</h1>\n<p id=b>\n</div>\n<h1>Two</h1>\n', "html"), [
    "a 1-4",
    "One 2-4",
    "b 3-3",
    "Two 5-5",
  ]);
  assert.deepEqual(names("<h1>A</h1><h2>B</h2><h1></h1><h3>C</h3>", "html"), ["A", "A > B", "C"]);
  assert.deepEqual(names('<script><p id="no"></script><textarea id="t"><p id="no"></textarea>', "html"), [
    "t",
  ]);
});

test("SQL: what ends a statement", () => {
  assert.deepEqual(names("create table a (b text default ';');create table c(d int)", "sql"), ["a", "c"]);
  assert.deepEqual(
    ranges(
      "create function f() returns int as $x$\nselect ';';\n$x$ language sql;\ncreate view v as select 1;\n",
      "sql",
    ),
    ["f 1-3", "v 4-4"],
  );
  assert.deepEqual(
    ranges("create package p as\n  procedure a;\n  procedure b;\nend p;\n/\ncreate table t(a int);\n", "sql"),
    ["p 1-4", "t 6-6"],
  );
  assert.deepEqual(
    names("select 1; drop table x; -- create table no\ninsert into y values ('create table no');", "sql"),
    [],
  );
});

test("CSS: strings, addresses and comments hide brackets", () => {
  assert.deepEqual(names('.a{content:"{"}.b{background:url(a;{b})}/* .c{} */.d{}', "css"), [
    ".a",
    ".b",
    ".d",
  ]);
  assert.deepEqual(names("@media x{.a{b:c}}@import url(http://x);.e{f:g}", "css"), [
    "@media x",
    "@media x > .a",
    ".e",
  ]);
});

test("make, Docker, HCL: what belongs to what", () => {
  assert.deepEqual(ranges("a: b\n\tx\n\n\ty\nB = 1\\\n 2\nc:\n\tz\n", "makefile"), [
    "a 1-4",
    "B 5-6",
    "c 7-8",
  ]);
  assert.deepEqual(ranges("default:\n  @just x\n\nbuild target='a': default\n  make\n", "makefile"), [
    "default 1-2",
    "build 4-5",
  ]);
  assert.deepEqual(ranges("FROM a\nRUN x\nFROM b as c\nRUN y\n", "dockerfile"), ["a 1-2", "c 3-4"]);
  assert.deepEqual(names('resource "a" "b" {\n x = <<E\n}\nE\n}\nlocals {\n c = "${"}"}"\n}\n', "hcl"), [
    "a.b",
    "locals",
    "local.c",
  ]);
});

test("cut anywhere, mixed with anything: ranges inside, parents first and around", () => {
  const piece = fc.constantFrom(
    "",
    "\n",
    "{",
    "}",
    '"',
    "'",
    "`",
    "/*",
    "*/",
    "$$",
    "<<E\n",
    "#",
    ":",
    "=",
    "\t",
    "<!--",
    "]",
    "\ud83d",
    "\r\n",
  );
  const any = fc.record({
    which: fc.nat(FORMATS.length - 1),
    donor: fc.nat(FORMATS.length - 1),
    edits: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), piece, fc.nat(80)), {
      maxLength: 6,
    }),
  });
  fc.assert(
    fc.property(any, ({ which, donor, edits }) => {
      const [format, whole] = FORMATS[which]!;
      const other = FORMATS[donor]![1];
      let text = whole;
      for (const [place, remove, marks, take] of edits) {
        const at = Math.floor(place * text.length);
        const from = Math.floor(place * other.length);
        text = text.slice(0, at) + marks + other.slice(from, from + take) + text.slice(at + remove);
      }
      const lines = text.split("\n");
      const { symbols } = factsOfSections(text, format);
      for (const [i, { range, nameRange, parent, name, signature }] of symbols.entries()) {
        for (const r of [range, nameRange]) {
          assert.ok(r.start >= 1 && r.start <= r.end && r.end <= lines.length);
          assert.ok(r.startColumn >= 1 && r.startColumn <= lines[r.start - 1]!.length + 1);
          assert.ok(r.endColumn <= lines[r.end - 1]!.length + 1);
        }
        assert.ok(name.trim() !== "" && !signature.includes("\n") && parent < i);
        if (parent === -1) continue;
        const above = symbols[parent]!.range;
        assert.ok(above.start <= range.start && above.end >= range.end, `${format}: ${name}`);
      }
    }),
    {
      numRuns: 1_000 * Number(process.env.PITH_SOAK ?? 1),
      // A title without an end in a short page.
      examples: [[{ which: 2, donor: 0, edits: [[0.10515463917525773, 1, "", 0]] }]],
    },
  );
});

test("HTML: what has no end of its own near by is none, in short pages as in long ones", () => {
  for (const rest of ["", "\n".repeat(5_000)])
    assert.deepEqual(names(`<title>A /title>\n<h1>B</h1>\n<p>c</p>${rest}`, "html"), ["B"]);
});

test("any text is read in one pass, and the sections of a file are bounded", () => {
  const pieces = [
    '{"a":',
    "[",
    "{",
    '"',
    "a:\n",
    "a: ",
    "- ",
    "'",
    "[a]\n",
    "a=[\n",
    'a="""',
    "<h1>",
    '<p id="a">',
    "</p>",
    "<!--",
    '<a "',
    '{{define "x"',
    "{% endblock",
    "{% block a",
    "create table a(",
    "create view a;",
    "begin ",
    "/**/",
    "--",
    "$$",
    "`",
    "url(",
    "a{",
    "}",
    ";",
    "#{",
    "@a:",
    "FROM a\n",
    "a: b\n",
    "ifeq\nendif\n",
    "a {\n",
    'a = "${',
    "<<E\n",
    "A\n=\n\n",
    "=\n",
    "a ",
    "delimiter x\n",
    "$a: 1;",
    "// a\n",
    "/* a */\n",
  ];
  const formats = [...new Set(FORMATS.map(([format]) => format))];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(60_000 / piece.length));
    for (const format of formats) {
      const began = process.cpuUsage().user;
      assert.ok(
        factsOfSections(text, format).symbols.length <=
          Math.max(MOST_SECTIONS, format === "markdown" ? 1e6 : 0),
      );
      const took = (process.cpuUsage().user - began) / 1000;
      // A pass takes some milliseconds; one that is worse than quadratic or scans the rest at every step takes seconds.
      assert.ok(took < 5_000, `${format} of ${JSON.stringify(piece)} took ${took} ms`);
    }
  }
});
