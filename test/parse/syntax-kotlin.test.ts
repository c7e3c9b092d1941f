// What Kotlin says that other languages do not: extensions, companions, lambdas that may have another `this`, classes in
// one line, names in strings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { closedBodies } from "../../src/lang/kotlin-types.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { cutAnywhere } from "./syntax-cut.ts";
import { factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "kotlin"));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const calls = (text: string): string[] => references(text).filter((line) => line.startsWith("call"));

test("kinds and visibility", () => {
  const text =
    "class A private constructor(val a: Int, private var b: Int, c: Int) : Base(c), I { constructor() : this(1, 2, 3) { }\n  val p: Int get() = 1\n  internal fun f() {}\n  private fun g() {}\n}\ninterface I\nobject O\nenum class E { ONE, TWO }\nannotation class N\ntypealias T = Int\nconst val K = 1\nprivate val v = 2\nfun top() { fun inner() {} }\n";
  assert.deepEqual(names(text), [
    "class A",
    "property A.a",
    "property A.b hidden",
    "constructor A.constructor",
    "property A.p",
    "method A.f",
    "method A.g hidden",
    "interface I",
    "class O",
    "enum E",
    "constant E.ONE",
    "constant E.TWO",
    "class N",
    "type T",
    "constant K",
    "property v hidden",
    "function top",
    "function top.inner hidden",
  ]);
  assert.deepEqual(facts(text).symbols[0]!.bases, ["Base", "I"]);
});

test("extensions are qualified by what they extend, and `this` in them is that", () => {
  const text =
    "fun Foo.go() { this.run(); helper() }\nval ns.Foo?.size: Int get() = this.count()\nfun <T> List<T>.none() {}\nclass A { fun helper() {}\n  fun Foo.inside() { this.run(); helper() }\n}\n";
  assert.deepEqual(names(text), [
    "function Foo.go",
    "property ns.Foo.size",
    "function List.none",
    "class A",
    "method A.helper",
    "method A.inside",
  ]);
  assert.deepEqual(calls(text), [
    "call this . run of Foo (member) in Foo.go",
    "call helper (unknown) in Foo.go",
    "call this . count of ns.Foo (member) in ns.Foo.size",
    "call this . run of Foo (member) in A.inside",
    "call helper (unknown) in A.inside",
  ]);
});

test("members of a companion are reached as members of its class", () => {
  const text =
    "class A { companion object { fun make() = A() }\n  fun f() { make(); A.make() }\n}\nclass B { companion object Named : Base { val x = 1 } }\n";
  assert.deepEqual(names(text), [
    "class A",
    "class A.Companion",
    "method A.make",
    "method A.f",
    "class B",
    "class B.Named",
    "property B.x",
  ]);
  assert.deepEqual(calls(text), [
    "call A (local = A) in A.make",
    "call make (this = A.make) in A.f",
    "call A . make (member = A.make) in A.f",
  ]);
});

test("in a lambda that may have a receiver, members of the class are not sure; in others they are", () => {
  const text =
    "class A { fun close() {}\n  fun f(b: B) {\n    b.apply { close(); this.close() }\n    b.let { close(); this.close() }\n    val o = object : C() { override fun g() { close(); this.close() } }\n  }\n}\n";
  assert.deepEqual(
    calls(text).filter((line) => line.includes("close")),
    [
      "call close (unknown) in A.f",
      "call this . close (member) in A.f",
      "call close (this = A.close) in A.f",
      "call this . close of A (this = A.close) in A.f",
      "call close (unknown) in A.f.g",
      "call this . close (member) in A.f.g",
    ],
  );
});

test("receivers have their types", () => {
  const text =
    "class A(val s: Store) { fun f(a: ns.Foo?, l: List<Foo>) { this.s.x(); s.x(); a?.x(); a!!.x(); l.x(); val b = Foo(1); b.x(); val c = a as Bar; c.x(); for (d: Foo in l) d.x(); when (val e = make()) { else -> e.x() }; try { } catch (g: Err) { g.x() } } }\n";
  assert.deepEqual(
    calls(text).filter((line) => line.includes(" . x")),
    [
      "call this.s . x of Store (this) in A.f",
      "call s . x of Store (member) in A.f",
      "call a . x of ns.Foo (member) in A.f",
      "call a . x of ns.Foo (member) in A.f",
      "call l . x of List (member) in A.f",
      "call b . x of Foo() (member) in A.f",
      "call c . x of Bar (member) in A.f",
      "call d . x of Foo (member) in A.f",
      "call e . x of make() (member) in A.f",
      "call g . x of Err (member) in A.f",
    ],
  );
});

test("imports, renamed and whole packages", () => {
  const text = "package p.q\nimport a.B\nimport a.b.*\nimport a.C as D\nfun f(): D = B.make()\n";
  assert.deepEqual(
    importLines(facts(text)).map((l) => l.slice(l.indexOf(" ") + 1)),
    ["a B as B", "a.b * as -", "a C as D"],
  );
  assert.deepEqual(references(text).slice(2), [
    "type D (import) in f",
    "read B (import) in f",
    "call B . make (import) in f",
  ]);
});

test("names in strings, infix calls, generic calls, keys of arguments", () => {
  const text = 'val a = 1\nfun f(b: Int) { "$a ${b + a} \\$c"; x to a; gen<Foo>(a); g(key = a) }\n';
  assert.deepEqual(references(text).slice(1), [
    "read a (local = a) in f",
    "read a (local = a) in f",
    "read x (unknown) in f",
    "call x . to (member) in f",
    "read a (local = a) in f",
    "call gen (unknown) in f",
    "type Foo (unknown) in f",
    "read a (local = a) in f",
    "call g (unknown) in f",
    "read a (local = a) in f",
  ]);
});

test("classes in one line are closed; nothing else changes", () => {
  const text =
    'class A { val b = 1 }\nval s = "class { x }"\nfun f() = list.map { it }\nenum class E { A, B }\n';
  assert.equal(
    closedBodies(text),
    'class A { val b = 1;}\nval s = "class { x;}"\nfun f() = list.map { it }\nenum class E { A, B;}\n',
  );
  assert.equal(facts("class A { val b = 1 }\nobject O { fun f() { g() } }\n").errors, false);
});

test("broken syntax gives the facts of the rest", () => {
  const text = "class A {\n  fun f() { x( }\n  fun h() {}\n}\nfun g() {}\n";
  assert.deepEqual(names(text), ["class A", "method A.f", "method A.h", "function g"]);
  assert.ok(facts(text).errors);
});

test("the fixture cut anywhere", () => cutAnywhere(parser, "kotlin.kt", "kotlin", 50));
