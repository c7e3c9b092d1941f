// Questions whose answer is a number or a complete list: computed, with places; or refused with what would answer them.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/shapes.ts": [
    "/** A shape. */",
    "export interface Shape { area(): number }",
    "export class Square implements Shape {",
    "  /** Its area. */",
    "  area(): number { return 1; }",
    "  grow(): void {}",
    "}",
    "export class Small extends Square {}",
    "class Hidden {}",
    "export function draw(a: string): void;",
    "export function draw(a: number): void;",
    "export function draw(a: unknown): void { void a; }",
    "// TODO: more",
    "",
  ].join("\n"),
  "src/other.py": [
    "import os",
    "import json",
    "",
    "class Odd(ValueError):",
    "    pass",
    "",
    "def documented():",
    '    """Says."""',
    "",
    "# A comment above is no docstring.",
    "def bare() -> int:",
    "    return 1",
    "",
    "def _private(): pass",
    "",
  ].join("\n"),
  "src/deep/more.py": "import os.path\n\n@bare\ndef third(): pass\n\ndef test_named_so(): pass\n",
  "src/late.go": "package src\n\ntype Late struct{}\n\nfunc (l *Late) Run() {}\n\nfunc Free() {}\n",
  "tests/test_other.py": "from src.other import documented, bare\n\ndef test_bare():\n    bare()\n",
  "docs/read.md": "# Read\n\nNo TODO here? There is one.\n",
};

const RIGHT: readonly (readonly [question: string, count: number, places?: string])[] = [
  ["how many functions are there", 8],
  ["how many functions in src/other.py", 3, "src/other.py:7 src/other.py:11 src/other.py:14"],
  ["list all public functions in src/other.py", 2, "src/other.py:7 src/other.py:11"],
  ["which functions in src/other.py lack a docstring", 2, "src/other.py:11 src/other.py:14"],
  ["functions in src/other.py with a docstring", 1, "src/other.py:7"],
  ["functions in src/other.py without a return annotation", 2, "src/other.py:7 src/other.py:14"],
  ["list all functions in the other module", 3, "src/other.py:7 src/other.py:11 src/other.py:14"],
  ["which public functions in src/other.py are untested", 0, ""],
  ["functions in src/deep without tests", 2, "src/deep/more.py:4 src/deep/more.py:6"],
  ["how many overloads of draw", 2, "src/shapes.ts:10 src/shapes.ts:11"],
  ["which classes extend Square", 1, "src/shapes.ts:8"],
  ["list all classes that implement Shape", 2, "src/shapes.ts:3 src/shapes.ts:8"],
  ["how many subclasses of Shape", 2, "src/shapes.ts:3 src/shapes.ts:8"],
  ["list all exception classes", 1, "src/other.py:4"],
  ["methods of Square without docs", 1, "src/shapes.ts:6"],
  ["how many methods does Late have", 1, "src/late.go:5"],
  ["how many files import os", 2, "src/deep/more.py:1 src/other.py:1"],
  ["how many files import src.other", 1, "tests/test_other.py:1"],
  ["how many files import numpy", 0, ""],
  ["which files mention TODO", 2],
  ["count the TODOs", 2, "docs/read.md:3 src/shapes.ts:13"],
  ["list all functions decorated with bare", 1, "src/deep/more.py:4"],
  ["how many python files", 3],
  ["how many test files are there", 1],
  ["list all test functions", 2, "src/deep/more.py:6 tests/test_other.py:3"],
  ["how many lines of python are in src/deep", 6],
  ["files by language", 6],
  ["functions whose name starts with test_", 2, "src/deep/more.py:6 tests/test_other.py:3"],
  ["which go files have no test file", 1],
  ["list all structs", 1, "src/late.go:3"],
  ["how many lines contain TODO", 2],
  ["how many lines contain 'TODO'", 2],
  ['how many lines contain "No TODO here"', 1],
  ['count of lines containing "grow(): void"', 1],
  ["how many lines contain grow():", 1],
  ["how many lines contain bare()", 3],
  ["how many lines hold os.path", 1],
  ["how many lines mention os or json in src", 3],
  ["how many lines do not contain e in src/late.go", 3],
  ["how many lines in src/late.go contain Late", 2],
  ["how many lines contain 'a|b'", 0],
  ["how many lines contain 'def ' and contain 'bare'", 2],
  ["how many files contain 'class '", 2],
  ["which files mention json or Late", 2],
];

const REFUSED = [
  "how many decorators are there",
  "list all routes in src",
  "list all types that implement Late",
  "how many functions in src/nowhere.py",
  "how many classes extend Nobody",
  "how many purple functions are there",
  "list the functions that return early",
  "how many functions are there that nobody has understood yet",
  "count the imports",
  "how many files import other",
  "which files import src/other.py",
  "which files do not import shapes.ts",
  "list all files that import ./other",
  // What is meant, and not what is written.
  "how many lines contain a comment",
  "how many lines mention the function",
  "how many lines contain functions",
  "how many lines contain only whitespace",
  "how many lines contain more than 80 characters",
  "how many lines contain two words",
  "how many lines contain 'not closed",
  "how many lines contain TODO and FIXME",
  "how many functions contain await",
  // Conditions that the count of such things would pass over.
  "how many test lines",
  "how many exported lines",
  "how many lines in the class Square",
  "how many exported TODOs",
  "how many todos in the class Square",
  "how many files extend Square",
  "how many files lack a doc comment",
  "how many public files",
  "how many functions import os",
  "which functions have no test file",
  "how many exported implementations of Shape",
  "how many symbols are there",
  "how many declarations in src/other.py",
  // Words that nobody here knows.
  "how many template classes",
  "which template classes lack prepare",
  "which classes lack prepare",
  "list all classes that have a run method",
];

async function asked(opened: Opened, query: string, budget = 3000): Promise<ContextAnswer> {
  const args = { query, answer: "aggregate", format: "json", budget } as const;
  return (await opened.ask("context", args)).answer as ContextAnswer;
}

test("computed: the number and the places", async () => {
  await using opened = new Opened(FILES);
  for (const [question, count, places] of RIGHT) {
    const { aggregate, spans, advice, route } = await asked(opened, question);
    assert.equal(route, "aggregation");
    assert.equal(aggregate?.count, count, `${question}: ${aggregate?.of ?? advice?.text}`);
    assert.equal(aggregate.atLeast, false, question);
    if (places === undefined) continue;
    const named = spans.flatMap(({ path, matches }) => matches.map(({ line }) => `${path}:${line}`));
    assert.deepEqual(named.toSorted(), places.split(" ").filter(Boolean).toSorted(), question);
  }
});

test("refused: nothing is counted, and it is said what would answer", async () => {
  await using opened = new Opened(FILES);
  for (const question of REFUSED) {
    const { aggregate, advice, spans } = await asked(opened, question);
    assert.equal(aggregate, undefined, `${question}: ${aggregate?.count} ${aggregate?.of}`);
    assert.deepEqual([advice?.code, spans], ["not-computed", []], question);
  }
});

test("where nothing can be computed a question gets lines, with one advice that says so", async () => {
  await using opened = new Opened(FILES);
  const { output, answer } = await opened.ask("context", { query: "list all routes in src", budget: 700 });
  assert.match((answer as ContextAnswer).route, /^(?:ranked|lossless)$/);
  assert.match(output, /^advice: No number was computed: /m);
});

test("a question for a number that isn't understood says so beside its lines, whatever stands before the noun", async () => {
  await using opened = new Opened(FILES);
  for (const query of [
    "how many template classes",
    "how many lazily loaded functions are there",
    "which template classes lack prepare",
    "how many lines contain two words",
    "how many functions contain await",
  ])
    assert.match(
      (await opened.ask("context", { query, budget: 700 })).output,
      /^advice: No number was/m,
      query,
    );
});

test("groups, and a number alone with few places", async () => {
  await using opened = new Opened(FILES);
  const { aggregate } = await asked(opened, "functions by file");
  assert.deepEqual(aggregate!.groups.slice(0, 2), [
    { name: "src/other.py", count: 3 },
    { name: "src/deep/more.py", count: 2 },
  ]);
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `m/f${i}.py`,
      Array.from({ length: 30 }, (_, j) => `def f${j}(): pass`).join("\n"),
    ]),
  );
  await using large = new Opened(many);
  const number = await asked(large, "how many functions are there", 4000);
  assert.equal(number.aggregate!.count, 1200);
  assert.ok(number.cost.tokens < 900, String(number.cost.tokens));
  assert.match(number.completeness.caps.join(), /list all … names every place/);
});

test("what can't be parsed makes the number a least one", async () => {
  await using opened = new Opened({
    "a.py": "def one(): pass\n",
    "b.py": `def two(: pass\n${"}{".repeat(400)}\n`,
  });
  const { aggregate, completeness } = await asked(opened, "how many functions are there");
  assert.equal(aggregate!.atLeast, true);
  assert.match(completeness.caps.join(), /1 file known in part/);
});

test("in a session rows that are held are counted and not sent again, and the number stays what it is", async () => {
  await using opened = new Opened(FILES);
  const ask = async (query: string) =>
    (await opened.ask("context", { query, answer: "aggregate", format: "json", session: "rows" }))
      .answer as ContextAnswer;
  for (const query of ["list all functions in src/other.py", "functions by file"]) {
    const first = await ask(query);
    const again = await ask(query);
    assert.equal(again.aggregate?.count, first.aggregate?.count);
    const rows = (answer: ContextAnswer) => answer.spans.length + answer.aggregate!.groups.length;
    assert.ok(rows(first) > 0, query);
    assert.equal(rows(again), 0, query);
    assert.ok(again.cost.tokens < first.cost.tokens);
  }
});
