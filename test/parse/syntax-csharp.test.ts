// What C# says that other languages do not: `using`, namespaces of a whole file, properties and events, records, patterns
// that bind, initialisers, members reached through `?.`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { cutAnywhere } from "./syntax-cut.ts";
import { factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "csharp"));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const inMethod = (body: string): string[] =>
  references(`class A { void M(Foo p) { ${body} } }`)
    .filter((line) => line !== "type Foo (unknown) in A.M")
    .map((line) => line.replace(/ in A\.M.*$/, ""));

test("a namespace of the whole file qualifies its types", () => {
  assert.deepEqual(
    names("namespace A.B;\nclass C { public void M() {} }\nenum E { One }\ndelegate void D();\n"),
    ["namespace A.B", "class A.B.C", "method A.B.C.M", "enum A.B.E", "constant A.B.E.One", "type A.B.D"],
  );
});

test("members are private unless said otherwise; those of interfaces and records are not", () => {
  const text =
    "public class A { int a; public int b; protected internal int C { get; } void M() {} private class N { public int d; } }\ninterface I { void M(); int P { get; } }\npublic record R(int X);\nfile class F { }\n";
  assert.deepEqual(names(text), [
    "class A",
    "field A.a hidden",
    "field A.b",
    "property A.C",
    "method A.M hidden",
    "class A.N hidden",
    "field A.N.d hidden",
    "interface I",
    "method I.M",
    "property I.P",
    "class R",
    "property R.X",
    "class F hidden",
  ]);
});

test("kinds of members", () => {
  const text =
    "partial class A<T> : Base<T>, ns.I where T : class { public A() {} ~A() {} static A() {} public event H E, F; public event H G { add { } remove { } } public int this[int i] => i; public static A<T> operator +(A<T> a, A<T> b) => a; public static implicit operator int(A<T> a) => 1; const int K = 1, L = 2; static readonly int R = 3; void I.X() {} }\npartial class A<T> { }\nstruct S { }\nrecord struct Q(int Y);\n";
  assert.deepEqual(
    names(text).map((n) => n.replace(" hidden", "")),
    [
      "class A",
      "constructor A.A",
      "method A.~A",
      "constructor A.A",
      "field A.E",
      "field A.F",
      "property A.G",
      "property A.this",
      "method A.operator +",
      "method A.implicit operator int",
      "constant A.K",
      "constant A.L",
      "constant A.R",
      "method A.X",
      "class A",
      "struct S",
      "struct Q",
      "property Q.Y",
    ],
  );
  assert.deepEqual(facts(text).symbols[0]!.bases, ["Base", "ns.I"]);
});

test("`using` in all its forms", () => {
  const text =
    "global using System;\nusing static System.Math;\nusing Json = Newtonsoft.Json.Convert;\nusing L = System.Collections.Generic.List<int>;\nclass A { Json j = Json.Make(); }\n";
  assert.deepEqual(
    importLines(facts(text)).map((l) => l.slice(l.indexOf(" ") + 1)),
    [
      "System * as -",
      "System.Math * as -",
      "Newtonsoft.Json Convert as Json",
      "System.Collections.Generic List as L",
    ],
  );
  assert.deepEqual(references(text).slice(2), [
    "type Json (import) in A.j",
    "read Json (import) in A.j",
    "call Json . Make (import) in A.j",
  ]);
});

test("`this`, `base` and fields by their types", () => {
  const text =
    "class A : B { private ns.Store store; Foo Prop { get; set; } void M() { this.store.Save(); store.Save(); Prop.Go(); this.M(); base.M(); M(); this.other.Go(); } }\n";
  assert.deepEqual(
    references(text).filter((line) => line.startsWith("call")),
    [
      "call this.store . Save of ns.Store (this) in A.M",
      "call store . Save of ns.Store (member) in A.M",
      "call Prop . Go of Foo (member) in A.M",
      "call this . M of A (this = A.M) in A.M",
      "call base . M (super) in A.M",
      "call M (this = A.M) in A.M",
      "call this.other . Go (this) in A.M",
    ],
  );
});

test("names that patterns, loops and `out` bind have their types", () => {
  assert.deepEqual(
    inMethod(
      "if (p is Foo a) a.X(); foreach (Foo b in p) b.X(); F(out Foo c); c.X(); try { } catch (Foo d) { d.X(); } switch (p) { case Foo e: e.X(); break; } var f = new Foo(); f.X(); Foo g = new(); g.X(); var h = (Foo)p; h.X(); var i = p as Foo; i.X(); var j = Make(); j.X(); using var k = new Foo(); k.X();",
    ).filter((line) => line.includes(" . X")),
    [
      ...Array.from({ length: 9 }, (_, i) => `call ${"abcdefghi"[i]} . X of Foo (member)`),
      "call j . X of Make() (member)",
      "call k . X of Foo (member)",
    ],
  );
});

test("members behind `?.`, in initialisers and in `with`", () => {
  assert.deepEqual(
    inMethod("p?.A().B; var a = new Foo { X = 1 }; var b = p with { Y = 2 }; var c = new { Z = 3 };"),
    [
      "call p . A of Foo (member)",
      "read p?.A() . B (member)",
      "new Foo (unknown)",
      "write Foo . X (member)",
      "write p . Y of Foo (member)",
    ],
  );
});

test("types in generics, casts, arrays and attributes are types", () => {
  const text =
    "[Marked(typeof(Z))] class A { List<X[]> a; (Y b, int c) T; object M() { Get<V>(default(U), nameof(R)); return (W)x; } }\n";
  assert.deepEqual(references(text), [
    "decorator Marked (unknown) in A",
    "type Z (unknown) in A",
    "type List (unknown) in A.a",
    "type X (unknown) in A.a",
    "type Y (unknown) in A.T",
    "call Get (unknown) in A.M",
    "type V (unknown) in A.M",
    "type U (unknown) in A.M",
    "read R (unknown) in A.M",
    "type W (unknown) in A.M",
    "read x (unknown) in A.M",
  ]);
});

test("a class with bases does not promise the members of the class around it", () => {
  const text = "class A { void F() {} class B { void G() { F(); } } class C : D { void G() { F(); } } }\n";
  assert.deepEqual(
    references(text).filter((line) => line.startsWith("call")),
    ["call F (this = A.F) in A.B.G", "call F (unknown) in A.C.G"],
  );
});

test("broken syntax gives the facts of the rest", () => {
  assert.ok(names("class A { void M() { if ( } }\nclass B { public void N() { } }\n").includes("class B"));
});

test("the fixture cut anywhere", () => cutAnywhere(parser, "csharp.cs", "csharp", 50));
