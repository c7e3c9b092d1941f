// What Ruby says that other languages do not: names that are variables or calls, classes opened again, sections of
// visibility, calls that declare methods, objects of blocks that are not told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "ruby"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);

test("a name is a variable once it is assigned, before that a call", () => {
  assert.deepEqual(references("def f(a)\n  total\n  total = a\n  total.size\n  other\nend\n"), [
    "call total (unknown) in f",
    "call total . size (member) in f",
    "call other (unknown) in f",
  ]);
});

test("a method is called by its name alone, in a class that is opened again too", () => {
  const text = "class A; def one; two; end; end\nclass A; def two; one; end; def self.go; one; end; end\n";
  assert.deepEqual(references(text), [
    "call two (this = A::two) in A::one",
    "call one (this = A::one) in A::two",
    "call one (unknown) in A::go",
  ]);
});

test("methods of the class are apart from those of its instances", () => {
  const text =
    "class A; def self.x; end; def x; end; class << self; def y; x; end; end; def z; x; self.x; y; end; end\n";
  assert.deepEqual(references(text), [
    "call x (this = A::x) in A::y",
    "call x (this = A::x) in A::z",
    "call self . x of A (this) in A::z",
    "call y (unknown) in A::z",
  ]);
  const { symbols, references: all } = facts(text);
  assert.deepEqual(
    all.map((r) => symbols[r.target]?.signature),
    ["def self.x", "def x", undefined, undefined],
  );
});

test("a class inside has none of the methods around it", () => {
  assert.deepEqual(references("class A; def one; end; class B; def two; one; end; end; end\n"), [
    "call one (unknown) in A::B::two",
  ]);
});

test("in blocks of a class body, and where a call changes it, the object is not told", () => {
  const text =
    "class A; def one; end; get('/') { one }; def two; each { one }; x.instance_eval { one }; end; end\n";
  assert.deepEqual(
    references(text).filter((line) => line.startsWith("call one")),
    ["call one (unknown) in A", "call one (this = A::one) in A::two", "call one (unknown) in A::two"],
  );
});

test("sections of visibility", () => {
  assert.deepEqual(
    names(
      "class A\n def a; end\n private\n def b; end\n public\n def c; end\n private def d; end\n def e; end\n private :e\n protected\n def f; end\n class << self\n private\n def g; end\n end\n def self.h; end\n private_class_method :h\n I = 1\n private_constant :I\nend\n",
    ),
    [
      "class A",
      "method A::a",
      "method A::b hidden",
      "method A::c",
      "method A::d hidden",
      "method A::e hidden",
      "method A::f",
      "method A::g hidden",
      "method A::h hidden",
      "constant A::I hidden",
    ],
  );
});

test("calls that declare", () => {
  assert.deepEqual(
    names(
      "class A\n attr_accessor :a, :b\n define_method(:c) { }\n define_method(name) { }\n alias_method :d, :c\n alias e c\n def_delegators :x, :f, :g\n delegate :h, to: :x\nend\n",
    ),
    [
      "class A",
      "property A::a",
      "property A::b",
      "method A::c",
      "method A::d",
      "method A::e",
      "method A::f",
      "method A::g",
      "method A::h",
    ],
  );
});

test("classes that are values", () => {
  assert.deepEqual(
    facts(
      "P = Struct.new(:x) do\n def y; x; end\nend\nE = Class.new(Base)\nmodule M; Q = Data.define(:z); end\n",
    ).symbols.map((s) => [s.kind, s.qualified, s.bases.join()]),
    [
      ["class", "P", ""],
      ["property", "P::x", ""],
      ["method", "P::y", ""],
      ["class", "E", "Base"],
      ["module", "M", ""],
      ["class", "M::Q", ""],
      ["property", "M::Q::z", ""],
    ],
  );
});

test("names of two parts stand where they stand", () => {
  assert.deepEqual(
    facts("module M\n class A::B < C::D; def x; end; end\nend\nclass ::E; end\nA::B::F = 1\n").symbols.map(
      (s) => [s.qualified, s.parent, s.bases.join()],
    ),
    [
      ["M", -1, ""],
      ["M::A::B", 0, "C::D"],
      ["M::A::B::x", 1, ""],
      ["E", -1, ""],
      ["A::B::F", -1, ""],
    ],
  );
});

test("a variable of the object has a type while all assignments agree", () => {
  const text =
    "class A; def initialize; @a = B::C.new; @b = nil; @c = D.new; end; def f; @b ||= E.new(1); @c = 1; @a.x; @b.y; @c.z; end; attr_reader :a; def g; a.q; self.a.r; end; end\n";
  assert.deepEqual(
    references(text).filter((line) => / \. [xyzqr] /.test(line)),
    [
      "call @a . x of B::C (member) in A::f",
      "call @b . y of E (member) in A::f",
      "call @c . z (member) in A::f",
      "call a . q of B::C (member) in A::g",
      "call self.a . r of B::C (this) in A::g",
    ],
  );
});

test("a local variable has a type while all assignments agree", () => {
  const text = "def f\n a = A.new\n a.x\n b = A.new\n b = B.new\n b.y\n c = C.make\n c.z\nend\n";
  assert.deepEqual(
    references(text).filter((line) => / \. [xyz] /.test(line)),
    ["call a . x of A (member) in f", "call b . y (member) in f", "call c . z of C.make() (member) in f"],
  );
});

test("constants from the root are no constants of the file", () => {
  assert.deepEqual(references("class E; end\n::E.new\nE.new\n"), [
    "new :: . E (member)",
    "call ::E . new (member)",
    "new E (local = E)",
    "call E . new (member)",
  ]);
});

test("methods that are named in symbols", () => {
  assert.deepEqual(
    references(
      "class A\n before :x\n def x; list.map(&:y); send(:x); obj.send('z', 1); method(:x); end\nend\n",
    ),
    [
      "call before (unknown) in A",
      "read x (this = A::x) in A",
      "call list (unknown) in A::x",
      "call list . map (member) in A::x",
      "call & . y (member) in A::x",
      "call send (unknown) in A::x",
      "call x (this = A::x) in A::x",
      "call obj (unknown) in A::x",
      "call obj . send (member) in A::x",
      "call obj . z (member) in A::x",
      "call method (unknown) in A::x",
      "read x (this = A::x) in A::x",
    ],
  );
});

test("files that are loaded", () => {
  assert.deepEqual(
    importLines(
      facts(
        'require "a/b"\nrequire_relative "c"\nrequire_relative "../d"\nload "e.rb"\nautoload :F, "f"\nrequire x\nrequire "#{y}"\n',
      ),
    ).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["a/b * as -", "./c * as -", "../d * as -", "e.rb * as -", "f F as F"],
  );
});

test("broken code gives what can be read", () => {
  const { errors, symbols } = facts("class A\n def f(\n  1 +\n end\n def g; end\nend\ndef h; end\n");
  assert.equal(errors, true);
  assert.ok(symbols.some((s) => s.name === "g"));
});
