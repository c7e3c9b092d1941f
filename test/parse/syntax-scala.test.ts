// What Scala says that other languages do not: objects beside classes, parameters of classes, patterns, givens,
// extensions, bodies told by indentation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import {
  exportLines,
  factsOf,
  importLines,
  symbolLines,
  symbolNames,
  valueReferences,
} from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "scala"));
const references = (text: string) => valueReferences(facts(text));
const names = (text: string) => symbolNames(facts(text));

test("an object has its own members beside those of its class", () => {
  const text =
    "class A { def x = 1; def f = x; def y = 2 }\nobject A { def x = 1; def g = x; def h = y }\nclass B { A.x; A.g; A.y }\n";
  const { symbols, references: all } = facts(text);
  assert.deepEqual(
    all.filter((r) => r.name !== "A").map((r) => [r.name, symbols[r.target]?.parent]),
    [
      ["x", 0],
      ["x", 4],
      ["y", undefined],
      ["x", undefined],
      ["g", 4],
      ["y", 0],
    ],
  );
});

test("parameters of a class are known in its body, some are its members", () => {
  const text =
    "class A(b: B, val c: C, private var d: D) { def f = { b.x; c.x; d.x; this.c.x } }\ncase class E(f: F)\n";
  assert.deepEqual(names(text), [
    "class A",
    "property A.c",
    "property A.d hidden",
    "method A.f",
    "class E",
    "property E.f",
  ]);
  assert.deepEqual(
    references(text).filter((line) => line.includes(" . x")),
    [
      "read b . x of B (member) in A.f",
      "read c . x of C (member) in A.f",
      "read d . x of D (member) in A.f",
      "read this.c . x of C (this) in A.f",
    ],
  );
});

test("a class inside sees the members around it", () => {
  assert.deepEqual(references("class A { def x = 1; class B { def f = x } }\n"), [
    "read x (this = A.x) in A.B.f",
  ]);
});

test("members of what is made without a name are none of the class around", () => {
  const text = "class A { val x = 1; def f = new B { val x = 2; def g = this.x } }\n";
  assert.deepEqual(names(text), [
    "class A",
    "property A.x",
    "method A.f",
    "class A.f.new hidden",
    "property A.f.new.x hidden",
    "method A.f.new.g hidden",
  ]);
  assert.deepEqual(references(text), [
    "new B (unknown) in A.f.new",
    "read this . x of A.f.new (this = A.f.new.x) in A.f.new.g",
  ]);
});

test("patterns bind small names and compare with others", () => {
  const text =
    "def f(s: S) = s match {\n  case A(x, B) => x\n  case y: C => y.z\n  case D.E | `s` => 1\n  case w @ F(_) => w.z\n  case h :: t => t\n}\n";
  assert.deepEqual(references(text), [
    "read B (unknown) in f",
    "read y . z of C (member) in f",
    "read D (unknown) in f",
    "read D . E (member) in f",
    "read w . z of F (member) in f",
  ]);
});

test("types of values", () => {
  const text =
    "class P[T <: Q] {\n  val a = new A\n  def f(t: T) = {\n    val b = B()\n    val c: p.C = x\n    val d = a\n    val e = y.asInstanceOf[E]\n    val g = new G with H\n    a.u; b.u; c.u; d.u; e.u; g.u; t.u\n    for { i <- is; j = i } yield j.u\n  }\n}\n";
  assert.deepEqual(
    references(text).filter((line) => line.includes(" . u")),
    [
      "read a . u of A (member) in P.f",
      "read b . u of B() (member) in P.f",
      "read c . u of p.C (member) in P.f",
      "read d . u of A (member) in P.f",
      "read e . u of E (member) in P.f",
      "read g . u of G (member) in P.f",
      "read t . u of Q (member) in P.f",
      "read j . u (member) in P.f",
    ],
  );
});

test("infix calls, assignments, names of arguments", () => {
  assert.deepEqual(
    references(
      'def f = {\n  a foreach b\n  c |+| d\n  e +: g\n  h += 1\n  i.j = 2\n  k(l = m)\n  super.n()\n  s"$o"\n}\n',
    ),
    [
      "read a (unknown) in f",
      "call a . foreach (member) in f",
      "read b (unknown) in f",
      "read c (unknown) in f",
      "call c . |+| (member) in f",
      "read d (unknown) in f",
      "read e (unknown) in f",
      "read g (unknown) in f",
      "write h (unknown) in f",
      "read i (unknown) in f",
      "write i . j (member) in f",
      "call k (unknown) in f",
      "read m (unknown) in f",
      "call super . n (super) in f",
      "read o (unknown) in f",
    ],
  );
});

test("givens and extensions", () => {
  assert.deepEqual(
    facts(
      "given a: Show[Int] with\n  def x = 1\ngiven Show[String] = ???\nextension (c: Circle)\n  def area = c.r\n  def twice = area\ntrait T[A]:\n  extension (a: A) def show: String\nend T\nenum E(val i: Int):\n  case F extends E(1)\n  case G, H\n",
    ).symbols.map((s) => `${s.kind} ${s.qualified} ${s.bases.join()}`.trim()),
    [
      "implementation a Show",
      "method a.x",
      "implementation Show Show",
      "implementation Circle",
      "method Circle.area",
      "method Circle.twice",
      "trait T",
      "method T.show",
      "enum E",
      "property E.i",
      "constant E.F E",
      "constant E.G",
      "constant E.H",
    ],
  );
});

test("a comment behind an indented body belongs to what follows", () => {
  assert.deepEqual(
    symbolLines(
      facts("object A {\n  val a: B =\n    new B\n\n  /** Doc. */\n  val c: D =\n    new D\n}\n"),
    ).slice(1),
    [
      "property A.a | exported | 2:3-3:10 name 2:7-2:8 body 0 parent 0 | `val a: B`",
      'property A.c | exported | 5:3-7:10 name 6:7-6:8 body 0 parent 0 | `val c: D` | "Doc."',
    ],
  );
});

test("what is visible outside", () => {
  assert.deepEqual(
    names(
      "class A {\n  private def a = 1\n  private[b] def c = 1\n  private[this] val d = 1\n  protected def e = { def f = 1 }\n}\n",
    ),
    [
      "class A",
      "method A.a hidden",
      "method A.c",
      "property A.d hidden",
      "method A.e",
      "function A.e.f hidden",
    ],
  );
});

test("imports and exports", () => {
  const read = facts(
    "package a.b\nimport c.D, e.{F, G => H, I => _, _}\nimport j.K as L\nimport m.*\nimport n.given\nimport o.{given P, Q}\nexport r.{S, T as U}\nexport v.*\n",
  );
  assert.deepEqual(
    importLines(read).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["c D as D", "e F as F", "e G as H", "e * as -", "j K as L", "m * as -", "n given as -", "o Q as Q"],
  );
  assert.deepEqual(
    exportLines(read).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["S is S from r", "U is T from r", "* is * from v"],
  );
});

test("broken code gives what can be read", () => {
  const { errors, symbols } = facts("class A {\n  def f( = 1\n  val\n  def g = 2\n}\nclass B\n");
  assert.equal(errors, true);
  assert.ok(symbols.some((s) => s.name === "A"));
});
