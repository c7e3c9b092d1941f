// What names are bound to: the cases in which a language's scopes are not what they seem.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { exportLines, factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();

/** References of a text without their places. */
function references(languageId: string, text: string): string[] {
  return referenceLines(factsOf(parser.parse(text, languageId))).map((line) =>
    line.slice(line.indexOf(" ") + 1),
  );
}

test("JavaScript: functions are seen before they are declared, `let` only in its block, `var` in its function", () => {
  assert.deepEqual(references("javascript", "early();\nfunction early() {}\n"), [
    "call early (local = early)",
  ]);
  const text = "function f() {\n  { let a; var b; }\n  a();\n  b();\n}\nb();\n";
  assert.deepEqual(references("javascript", text), [
    "call a (unknown) in f",
    "call b (local) in f",
    "call b (unknown)",
  ]);
});

test("JavaScript: a parameter hides an import, a named function value is seen inside itself alone", () => {
  const text =
    'import { go } from "./go.js";\nfunction f(go) { go(); }\nconst g = function h() { h(); };\nh();\n';
  assert.deepEqual(references("javascript", text).slice(1), [
    "call go (param) in f",
    "call h (local) in g",
    "call h (unknown)",
  ]);
});

test("TypeScript: types and values share names; type parameters are the declaration's own", () => {
  const text = "class Box<T> { get(): T { return new Box<T>().get(); } }\nlet x: T;\n";
  assert.deepEqual(references("typescript", text), [
    "new Box (local = Box) in Box.get",
    "call new Box<T>() . get (member) in Box.get",
    "type T (unknown) in x",
  ]);
});

test("TypeScript: receivers carry the type that is written beside them", () => {
  const text =
    "function f(a: Foo | null, b: ns.Bar<string>, c: Baz[]) { a.x(); b.x(); c.x(); const d = make(); d.x(); }\n" +
    "class C { private s: Store; m() { this.s.x(); this.t.x(); } }\n";
  const calls = references("typescript", text).filter(
    (line) => line.startsWith("call") && line.includes(" . "),
  );
  assert.deepEqual(calls, [
    "call a . x of Foo (member) in f",
    "call b . x of ns.Bar (member) in f",
    "call c . x (member) in f",
    "call d . x of make() (member) in f",
    "call this.s . x of Store (this) in C.m",
    "call this.t . x (this) in C.m",
  ]);
});

test("TypeScript: `require` and `import()` bind imports", () => {
  const text =
    'const a = require("a");\nconst { b, c: d } = require("bc");\nasync function f() { const { e } = await import("e"); e(); }\nd();\n';
  const facts = factsOf(parser.parse(text, "typescript"));
  assert.deepEqual(
    importLines(facts).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["a * as a", "bc b as b", "bc c as d", "e e as e"],
  );
  assert.deepEqual(references("typescript", text), ["call e (import) in f", "call d (import)"]);
});

test("TypeScript: a re-export that is newer than the grammar is read all the same", () => {
  const facts = factsOf(
    parser.parse('export type * from "./types.js";\nexport type * as ns from "./more.js";\n', "typescript"),
  );
  assert.deepEqual(exportLines(facts), [
    "1:1-1:33 * is * from ./types.js",
    "2:1-2:38 ns is * from ./more.js",
  ]);
  assert.ok(facts.imports.every((i) => i.typeOnly) && facts.errors);
});

test("Python: assignment makes a name local to the whole function, `global` does not", () => {
  const text = "x = 1\ndef f():\n    print(x)\n    x = 2\ndef g():\n    global x\n    x = 3\n";
  assert.deepEqual(references("python", text), ["call print (unknown) in f", "write x (local = x) in g"]);
});

test("Python: functions do not see the names of the class around them", () => {
  const text = "class A:\n    size = 1\n    other = size\n    def f(self):\n        return size\n";
  assert.deepEqual(references("python", text), [
    "read size (local = A.size) in A.other",
    "read size (unknown) in A.f",
  ]);
});

test("Python: the first parameter is the object, but for static methods and functions", () => {
  const text =
    "class A:\n    def f(me): me.g()\n    @staticmethod\n    def s(me): me.g()\n    def g(self): pass\ndef h(self): self.g()\n";
  assert.deepEqual(references("python", text), [
    "call me . g of A (this = A.g) in A.f",
    "decorator staticmethod (unknown) in A.s",
    "call me . g (member) in A.s",
    "call self . g (member) in h",
  ]);
});

test("Go: `:=` binds after its statement", () => {
  const text = 'package p\nimport "net/url"\nfunc f() {\n\turl := url.Parse("x")\n\turl.String()\n}\n';
  assert.deepEqual(references("go", text), [
    "read url (import) in f",
    "call url . Parse (import) in f",
    "call url . String of url.Parse() (member) in f",
  ]);
});

test("Rust: a later `let` of the same name hides the earlier one only below it", () => {
  const text =
    "fn f(a: A) {\n    let b = a.x();\n    let a = make();\n    a.x();\n    let a = other(a);\n    a.x();\n}\n";
  assert.deepEqual(references("rust", text), [
    "type A (unknown) in f",
    "call a . x of A (member) in f",
    "call make (unknown) in f",
    "call a . x of make() (member) in f",
    "call other (unknown) in f",
    "call a . x of other() (member) in f",
  ]);
});

test("Java: members are seen in the whole class and in classes inside it", () => {
  const text = "class A { void f() { g(); new B() { void h() { g(); x(); } }; } void g() {} }\n";
  assert.deepEqual(references("java", text), [
    "call g (this = A.g) in A.f",
    "new B (unknown) in A.f",
    "call g (this = A.g) in A.f.h",
    "call x (unknown) in A.f.h",
  ]);
});

test("columns count UTF-16 code units", () => {
  const text = 'const a = "\u{1F600}é"; function f() {}\n';
  const facts = factsOf(parser.parse(text, "javascript"));
  const f = facts.symbols.find((s) => s.name === "f")!;
  assert.deepEqual(f.nameRange, { start: 1, startColumn: 27, end: 1, endColumn: 28 });
  assert.equal(text.slice(f.nameRange.startColumn - 1, f.nameRange.endColumn - 1), "f");
});
