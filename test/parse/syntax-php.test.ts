// What PHP says that other languages do not: namespaces, names from the root, traits, promoted parameters, variables
// whose types are what is assigned to them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf, importLines, referenceLines, symbolLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(`<?php\n${text}`, "php"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);

test("a namespace with braces qualifies, one without does not", () => {
  assert.deepEqual(names("namespace A\\B { class C { function d() {} } }"), [
    "namespace A\\B",
    "class A\\B::C",
    "method A\\B::C::d",
  ]);
  assert.deepEqual(names("namespace A\\B;\nclass C {}"), ["namespace A\\B", "class C"]);
});

test("a name from the root is no name of the file", () => {
  assert.deepEqual(
    references("class E extends \\E {}\nnew \\E; new E; new \\A\\E; new A\\E;\nnamespace\\f();"),
    [
      "type \\ . E (member) in E",
      "new \\ . E (member)",
      "new E (local = E)",
      "new \\A . E (member)",
      "read A (unknown)",
      "new A . E (member)",
      "call namespace\\f . f (member)",
    ],
  );
});

test("the first part of a name may be imported", () => {
  assert.deepEqual(references("use A\\Models;\nnew Models\\User;"), [
    "import Models (import)",
    "read Models (import)",
    "new Models . User (import)",
  ]);
});

test("a variable has a type while all assignments agree", () => {
  assert.deepEqual(references("function f(A $a) { $b = new B; $b->one(); $b = new C; $a->two(); }"), [
    "type A (unknown) in f",
    "new B (unknown) in f",
    "call $b . one (member) in f",
    "new C (unknown) in f",
    "call $a . two of A (member) in f",
  ]);
  assert.deepEqual(
    references("function f(A $a) { $b = null; $b = new B; $b->one(); $a = g(); $a->two(); }").filter((r) =>
      r.includes(" . "),
    ),
    ["call $b . one of B (member) in f", "call $a . two (member) in f"],
  );
});

test("a variable that a closure takes by reference is not known", () => {
  assert.deepEqual(
    references("$a = new A; $b = new A; $f = function () use ($a, &$b) { $b = 1; }; $a->x(); $b->y();").slice(
      2,
    ),
    ["call $a . x of A (member)", "call $b . y (member)"],
  );
});

test("a function and a variable of one name are not each other", () => {
  assert.deepEqual(references("function run() {}\n$run = 1;\necho $run; run(); $run();"), [
    "call run (local = run)",
  ]);
});

test("members of a class without a name are not those of the class around it", () => {
  const text =
    "class A { private $x; function f() { return new class { private $x; function g() { $this->x; } }; } }";
  assert.deepEqual(references(text), [
    "read $this . x of A::f::class (this = A::f::class::x) in A::f::class::g",
  ]);
});

test("the type of a promoted parameter is that of the property", () => {
  assert.deepEqual(
    references(
      "class A { function __construct(private ?Log $log) {} function f() { $this->log?->info(); } }",
    ),
    [
      "type Log (unknown) in A::log",
      "read $this . log of A (this = A::log) in A::f",
      "call $this->log . info of Log (this) in A::f",
    ],
  );
});

test("what is visible outside", () => {
  assert.deepEqual(
    names(
      "class A { private $a; protected $b; var $c; public private(set) int $d; private function e() {} function f() {} }",
    ),
    [
      "class A",
      "property A::a hidden",
      "property A::b",
      "property A::c",
      "property A::d",
      "method A::e hidden",
      "method A::f",
    ],
  );
});

test("files are included from where they say", () => {
  assert.deepEqual(
    importLines(
      facts(
        'require "a.php"; require_once __DIR__ . "/b.php"; include(dirname(__DIR__) . "/c.php"); include $x; require "a$b.php";',
      ),
    ).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["a.php * as -", "./b.php * as -", "../c.php * as -"],
  );
});

test("broken code gives what can be read", () => {
  const { errors, symbols } = facts("class A { function f() { $x = ; } function g() {} }\nfunction h( {}");
  assert.equal(errors, true);
  assert.ok(symbols.some((s) => s.qualified === "A::f"));
  assert.ok(symbols.some((s) => s.qualified === "A::g"));
});

test("documentation and attributes stand above", () => {
  assert.deepEqual(symbolLines(facts("/** Does it. */\n#[Pure]\nfunction f() {}")), [
    'function f | exported | 2:1-4:16 name 4:10-4:11 body 4 parent -1 | `function f()` | "Does it."',
  ]);
});

test("text around the code is no code", () => {
  const result = factsOf(
    parser.parse("<h1><?= $title ?></h1>\n<?php function f() {} ?>\nclass X {}\n", "php"),
  );
  assert.deepEqual(
    result.symbols.map((s) => s.qualified),
    ["f"],
  );
});
