// What Swift says that other languages do not: extensions, members named without a receiver, conditions that bind,
// members of types that are not written, conditional compilation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { exportLines, factsOf, importLines, symbolNames, valueReferences } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "swift"));
const references = (text: string) => valueReferences(facts(text));
const names = (text: string) => symbolNames(facts(text));

test("an extension adds to its type", () => {
  const text =
    "struct A { var x: B }\nextension A: P { func f() { x.go(); g() } }\nextension A.C { func h() {} }\n";
  assert.deepEqual(
    facts(text).symbols.map((s) => [s.kind, s.qualified, s.bases.join()]),
    [
      ["struct", "A", ""],
      ["property", "A.x", ""],
      ["implementation", "A", "P"],
      ["method", "A.f", ""],
      ["implementation", "A.C", ""],
      ["method", "A.C.h", ""],
    ],
  );
  assert.deepEqual(references(text), [
    "read x (this = A.x) in A.f",
    "call x . go of B (member) in A.f",
    "call g (unknown) in A.f",
  ]);
});

test("members of the type are apart from those of its instances", () => {
  const text =
    "class A {\n func x() {}\n static func x() {}\n func f() { x(); self.x() }\n static func g() { x() }\n}\n";
  const { symbols, references: all } = facts(text);
  assert.deepEqual(
    all.map((r) => symbols[r.target]?.signature),
    ["func x()", undefined, "static func x()"],
  );
});

test("a type inside has none of the members around it", () => {
  assert.deepEqual(
    references("class A {\n func x() {}\n class B {\n func f() { x(); C() }\n }\n class C {}\n}\n"),
    ["call x (unknown) in A.B.f", "call C (local = A.C) in A.B.f"],
  );
});

test("conditions bind behind their value", () => {
  const text =
    "class A {\n var o: B?\n func f() {\n if let o { o.x() } else { o }\n guard let o = o else { return }\n o.y()\n if let c = o as? C, c.z() { c.w() }\n }\n}\n";
  assert.deepEqual(references(text), [
    "read o (this = A.o) in A.f",
    "call o . x of B (member) in A.f",
    "read o (this = A.o) in A.f",
    "read o (this = A.o) in A.f",
    "call o . y of B (member) in A.f",
    "call c . z of C (member) in A.f",
    "call c . w of C (member) in A.f",
  ]);
});

test("patterns: cases, labels, and what they bind", () => {
  const text =
    "func f(s: S) {\n switch s {\n case .a, .b: break\n case let .c(x, y: z): x; z\n case .d(let e as E): e.go()\n case S.k: break\n case other: break\n }\n}\n";
  assert.deepEqual(references(text), [
    "read . . a (member) in f",
    "read . . b (member) in f",
    "read . . c (member) in f",
    "read . . d (member) in f",
    "call e . go of E (member) in f",
    "read S (unknown) in f",
    "read S . k (member) in f",
    "read other (unknown) in f",
  ]);
});

test("a local variable hides a member", () => {
  assert.deepEqual(references("class A {\n let x: B\n func f() {\n x.a()\n let x = C()\n x.b()\n }\n}\n"), [
    "read x (this = A.x) in A.f",
    "call x . a of B (member) in A.f",
    "call C (unknown) in A.f",
    "call x . b of C() (member) in A.f",
  ]);
});

test("a value of a type parameter is what bounds it", () => {
  assert.deepEqual(references("func f<T: P, U>(t: T, u: U) { t.a(); u.b() }\n"), [
    "call t . a of P (member) in f",
    "call u . b (member) in f",
  ]);
});

test("calls, subscripts, closures, key paths, wrapped properties", () => {
  assert.deepEqual(
    references(
      "func f() {\n a[0] = 1\n b![1].c()\n d { $0.e } g: { $1 }\n h(\\.i)\n j($k)\n l.m += 1\n try? await n().o()\n Box<P>(q)\n}\n",
    ),
    [
      "read a (unknown) in f",
      "read b (unknown) in f",
      "call b![1] . c (member) in f",
      "call d (unknown) in f",
      "read $0 . e (member) in f",
      "call h (unknown) in f",
      "read \\ . i (member) in f",
      "call j (unknown) in f",
      "read k (unknown) in f",
      "read l (unknown) in f",
      "write l . m (member) in f",
      "call n (unknown) in f",
      "call n() . o (member) in f",
      "call Box (unknown) in f",
      "read q (unknown) in f",
    ],
  );
});

test("names in backticks and operators", () => {
  assert.deepEqual(
    names(
      "enum A {\n case `default`, x\n static func == (a: A, b: A) -> Bool { true }\n}\nfunc <+> (a: A, b: A) -> A { a }\n",
    ),
    ["enum A", "constant A.default", "constant A.x", "method A.==", "function <+>"],
  );
});

test("what is visible outside", () => {
  assert.deepEqual(
    names(
      "public class A {\n private(set) var a = 1\n private let b = 2\n func c() { func d() {} }\n}\nprivate extension A { func e() {} }\nfileprivate struct F { let g: Int }\n",
    ),
    [
      "class A",
      "property A.a",
      "property A.b hidden",
      "method A.c",
      "function A.c.d hidden",
      "implementation A hidden",
      "method A.e hidden",
      "struct F hidden",
      "property F.g hidden",
    ],
  );
});

test("imports", () => {
  const read = facts("import A\nimport struct B.C\n@testable import D\n@_exported import E.F\n");
  assert.deepEqual(
    importLines(read).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["A * as -", "B C as C", "D * as -", "E.F * as -"],
  );
  assert.deepEqual(exportLines(read), ["4:1-4:22 * is * from E.F"]);
});

test("conditional compilation goes wherever it likes", () => {
  const read = facts(
    "#if canImport(Darwin) && !os(iOS)\nclass A {\n #if DEBUG\n func f() { if #available(iOS 13.0, *) { #expect(g(())) } }\n #else\n func h() {}\n #endif\n}\n#endif\n",
  );
  assert.equal(read.errors, false);
  assert.deepEqual(
    read.symbols.map((s) => s.qualified),
    ["A", "A.f", "A.h"],
  );
  assert.deepEqual(
    read.references.map((r) => r.name),
    ["expect", "g"],
  );
});

test("broken code gives what can be read", () => {
  const { errors, symbols } = facts("class A {\n func f( { \n let = 3\n }\n func g() {}\n}\nfunc h() {}\n");
  assert.equal(errors, true);
  assert.ok(symbols.length > 0);
});
