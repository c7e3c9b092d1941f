// What Dart says that other languages do not: named constructors, cascades, parts, fields as parameters, heads that are
// apart from their bodies, names that are private by how they begin.
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
const facts = (text: string) => factsOf(parser.parse(text, "dart"));
const references = (text: string) => valueReferences(facts(text));
const names = (text: string) => symbolNames(facts(text));

test("a head and its body are one symbol", () => {
  assert.deepEqual(symbolLines(facts("/// Doc.\n@a\nint f(\n  int b,\n) async {\n  return b;\n}\n")), [
    'function f | exported | 1:1-7:2 name 3:5-3:6 body 5 parent -1 | `int f(int b)` | "Doc."',
  ]);
});

test("constructors, accessors, operators", () => {
  assert.deepEqual(
    names(
      "class A {\n A(this.x);\n A.named();\n factory A.made() => A(1);\n const A._();\n int get y => 1;\n set y(int v) {}\n A operator +(A o) => o;\n go() {}\n static void s() {}\n}\n",
    ),
    [
      "class A",
      "constructor A.A",
      "constructor A.named",
      "constructor A.made",
      "constructor A._ hidden",
      "property A.y",
      "property A.y",
      "method A.+",
      "method A.go",
      "method A.s",
    ],
  );
});

test("bases of all kinds", () => {
  assert.deepEqual(
    facts(
      "class A<T> extends B<T> with C, d.D implements E {}\nmixin F on G implements H {}\nclass I = J with K;\nenum L with M implements N { a }\nextension O on P {}\nextension on Q<int> {}\nextension type R(int i) implements S {}\n",
    )
      .symbols.filter((s) => s.parent === -1)
      .map((s) => `${s.kind} ${s.name}: ${s.bases.join(" ")}`),
    [
      "class A: B C d.D E",
      "trait F: G H",
      "class I: J K",
      "enum L: M N",
      "implementation O: P",
      "implementation Q: ",
      "class R: S",
    ],
  );
});

test("members are named without a receiver, and have types", () => {
  assert.deepEqual(
    references(
      "class A {\n final B b;\n A(this.b) : super();\n void f() { b.x(); g(); this.b.y(); }\n void g() {}\n}\n",
    ),
    [
      "write this . b of A (this = A.b) in A.A",
      "read b (this = A.b) in A.f",
      "call b . x of B (member) in A.f",
      "call g (this = A.g) in A.f",
      "read this . b of A (this = A.b) in A.f",
      "call this.b . y of B (this) in A.f",
    ],
  );
});

test("the parts of an expression stand in a row", () => {
  assert.deepEqual(
    references(
      "void f() {\n a.b.c(d.e)?.g = 1;\n h[0].i();\n j!.k();\n l..m = 2..n()..o;\n const P.q();\n new r.S();\n}\n",
    ),
    [
      "read a (unknown) in f",
      "read a . b (member) in f",
      "call a.b . c (member) in f",
      "read d (unknown) in f",
      "read d . e (member) in f",
      "write a.b.c(d.e) . g (member) in f",
      "read h (unknown) in f",
      "call h[0] . i (member) in f",
      "read j (unknown) in f",
      "call j . k (member) in f",
      "read l (unknown) in f",
      "write l . m (member) in f",
      "call l . n (member) in f",
      "read l . o (member) in f",
      "new P (unknown) in f",
      "call P . q (member) in f",
      "read r (unknown) in f",
      "new r . S (member) in f",
    ],
  );
});

test("types of local variables", () => {
  assert.deepEqual(
    references(
      "void f<T extends Q>(T t, p.R r) {\n final a = A();\n var b = A.make();\n B c = x;\n final d = const D(1);\n final e = c;\n final g = await A();\n a.u(); b.u(); c.u(); d.u(); e.u(); g.u(); t.u(); r.u();\n}\n",
    ).filter((line) => line.includes(" . u")),
    [
      "call a . u of A() (member) in f",
      "call b . u of A.make() (member) in f",
      "call c . u of B (member) in f",
      "call d . u of D (member) in f",
      "call e . u of B (member) in f",
      "call g . u (member) in f",
      "call t . u of Q (member) in f",
      "call r . u of p.R (member) in f",
    ],
  );
});

test("patterns bind, and read what they match", () => {
  assert.deepEqual(
    references(
      "void f(s) {\n switch (s) { case A(b: var c, :final d): c; d; case e: break; }\n var (g, h: i) = s;\n for (final (j, k) in s) { j; }\n if (s case B(:var n)) { n; }\n}\n",
    ),
    [
      "read A . b (member) in f",
      "read A . d (member) in f",
      "read e (unknown) in f",
      "read B . n (member) in f",
    ],
  );
});

test("variables of a file, declared together", () => {
  assert.deepEqual(symbolLines(facts("final a = A(), _b = 2;\nlate int c;\nconst d = 1;\n")), [
    "constant a | exported | 1:1-1:14 name 1:7-1:8 body 0 parent -1 | `final a = A()`",
    "constant _b | 1:16-1:22 name 1:16-1:18 body 0 parent -1 | `final _b = 2`",
    "variable c | exported | 2:1-2:11 name 2:10-2:11 body 0 parent -1 | `late int c`",
    "constant d | exported | 3:1-3:12 name 3:7-3:8 body 0 parent -1 | `const d = 1`",
  ]);
});

test("imports, exports and parts", () => {
  const read = facts(
    "library;\nimport 'a.dart';\nimport 'package:b/b.dart' as b;\nimport 'c.dart' show C, D hide E;\nimport 'd.dart' deferred as d;\nimport 'e.dart' if (dart.library.io) 'f.dart';\nexport 'g.dart' show G;\nexport 'h.dart' hide H;\npart 'i.dart';\npart of 'j.dart';\npart of k.l;\n",
  );
  assert.equal(read.errors, false);
  assert.deepEqual(
    importLines(read).map((line) => line.slice(line.indexOf(" ") + 1)),
    [
      "a.dart * as -",
      "package:b/b.dart * as b",
      "c.dart C as C",
      "c.dart D as D",
      "d.dart * as d",
      "e.dart * as -",
      "f.dart * as -",
      "i.dart * as -",
      "j.dart * as -",
      "k.l * as -",
    ],
  );
  assert.deepEqual(
    exportLines(read).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["G is G from g.dart", "* is * from h.dart", "* is * from i.dart"],
  );
});

test("labels are no fault", () => {
  assert.equal(facts("void f() {\n out: while (true) { break out; }\n}\n").errors, false);
});

test("broken code gives what can be read", () => {
  const { errors, symbols } = facts("class A {\n void f( {\n var = 3;\n }\n void g() {}\n}\nvoid h() {}\n");
  assert.equal(errors, true);
  assert.ok(symbols.length > 0);
});
