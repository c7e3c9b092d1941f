// What C++ says that other languages do not: members defined outside their classes, namespaces opened again, templates,
// visibility by section, pointers that are objects.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { cutAnywhere } from "./syntax-cut.ts";
import { factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "cpp"));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));

test("members defined outside are qualified by their class and see its members", () => {
  const text =
    "namespace n {\nclass A {\n public:\n  A();\n  ~A();\n  void m();\n  bool operator==(const A& b) const;\n private:\n  int x_;\n};\nA::A() : x_(0) {}\nA::~A() = default;\nvoid A::m() { x_ = 1; m(); this->x_ = 2; }\n}\nbool n::A::operator==(const A& b) const { return x_ == b.x_; }\n";
  assert.deepEqual(
    facts(text).symbols.map((s) => `${s.kind} ${s.qualified} ${s.bodyStart}`),
    [
      "namespace n 1",
      "class n::A 2",
      "constructor n::A::A 0",
      "method n::A::~A 0",
      "method n::A::m 0",
      "method n::A::operator== 0",
      "field n::A::x_ 0",
      "constructor n::A::A 11",
      "method n::A::~A 12",
      "method n::A::m 13",
      "method n::A::operator== 15",
    ],
  );
  assert.deepEqual(
    references(text).filter((line) => /x_|call/.test(line)),
    [
      "write x_ (this = n::A::x_) in n::A::A",
      "write x_ (this = n::A::x_) in n::A::m",
      "call m (this = n::A::m) in n::A::m",
      "write this . x_ of n::A (this = n::A::x_) in n::A::m",
      "read x_ (this = n::A::x_) in n::A::operator==",
      "read b . x_ of A (member) in n::A::operator==",
    ],
  );
});

test("visibility by section; classes close theirs, structs do not; nothing in a nameless namespace is seen", () => {
  assert.deepEqual(
    names(
      "class A { int a; public: int b; private: void c(); };\nstruct B { int d; private: int e; };\nnamespace { int f; }\nstatic int g;\n",
    ),
    [
      "class A",
      "field A::a hidden",
      "field A::b",
      "method A::c hidden",
      "struct B",
      "field B::d",
      "field B::e hidden",
      "variable f hidden",
      "variable g hidden",
    ],
  );
});

test("a namespace opened again knows its names; paths lead through namespaces", () => {
  const text =
    "namespace a::b { int f(); }\nnamespace a::b { int g() { return f(); } }\nint h() { return a::b::f() + ::h() + c::b::f(); }\n";
  assert.deepEqual(
    references(text).filter((line) => line.startsWith("call")),
    [
      "call f (local = a::b::f) in a::b::g",
      "call a::b . f (member = a::b::f) in h",
      "call :: . h (member) in h",
      "call c::b . f (member) in h",
    ],
  );
});

test("templates: what they declare is named outside, their parameters are not", () => {
  const text =
    "template <typename T> class Box { T held; };\ntemplate <class U> U make(U a) { return a; }\ntemplate <typename V> using Vec = std::vector<V>;\ntemplate <typename W> concept Some = requires(W w) { w.go(); };\nBox<int> b = make(Box<T>());\n";
  assert.deepEqual(names(text), [
    "class Box",
    "field Box::held hidden",
    "function make",
    "type Vec",
    "interface Some",
    "variable b",
  ]);
  assert.deepEqual(
    references(text).filter((line) => /^type [TUVW] /.test(line)),
    ["type T (unknown) in b"],
  );
});

test("`->` of a smart pointer leads to what it holds, `.` does not", () => {
  const text =
    "void f(std::shared_ptr<Foo> a, Foo* b, Foo& c) { auto d = std::make_unique<ns::Bar>(1); a->x(); a.x(); b->x(); c.x(); d->x(); d.x(); }\nstruct S { std::unique_ptr<Foo> p; void m() { this->p->x(); p.x(); } };\n";
  assert.deepEqual(
    references(text).filter((line) => / \. x /.test(line)),
    [
      "call a . x of Foo (member) in f",
      "call a . x (member) in f",
      "call b . x of Foo (member) in f",
      "call c . x of Foo (member) in f",
      "call d . x of ns::Bar (member) in f",
      "call d . x (member) in f",
      "call this->p . x of Foo (this) in S::m",
      "call p . x (member) in S::m",
    ],
  );
});

test("constructions: `new`, braces, arguments, initialisers of bases", () => {
  const text =
    "void f() { Foo a(1); Foo b{2}; auto c = new ns::Foo(3); Foo{4}.go(); Lock lock(mutex); Foo d = g(); }\nstruct D : Base { int x; D() : Base(1), x(2) {} };\n";
  assert.deepEqual(
    references(text).filter((line) => line.startsWith("new")),
    [
      "new Foo (unknown) in f",
      "new Foo (unknown) in f",
      "new ns . Foo (member) in f",
      "new Foo (unknown) in f",
      "new Lock (unknown) in f",
      "new Base (unknown) in D::D",
    ],
  );
  assert.ok(references(text).includes("read mutex (unknown) in f"));
});

test("macros between the words of a declaration do not lose the class", () => {
  const text =
    "class MY_API A final : public Base {\n  Q_OBJECT\n public:\n  MY_CONSTEXPR A() : x(1) {}\n  MY_INLINE ~A() {}\n  int x;\n};\nclass MY_API Later;\ntemplate <typename T, ENABLE_IF(is_int<T>::value)>\nMY_FUNC auto f(T a) -> T { return a; }\nMY_TEST(Suite, works) { run(); }\n";
  assert.deepEqual(names(text), [
    "class A",
    "constructor A::A",
    "method A::~A",
    "field A::x",
    "function f",
    "function works",
  ]);
  assert.deepEqual([facts(text).errors, facts(text).symbols[0]!.bases], [false, ["Base"]]);
  assert.ok(references(text).includes("read is_int (unknown) in f"));
});

test("operators and conversions have their names", () => {
  assert.deepEqual(
    names(
      'struct A { A& operator=(const A&); int operator()(int); int operator [] (int); operator bool() const; void* operator new(size_t); };\nA operator+(A, A);\nA operator""_a(int);\n',
    ),
    [
      "struct A",
      "method A::operator=",
      "method A::operator()",
      "method A::operator[]",
      "method A::operator bool",
      "method A::operator new",
      "function operator+",
      'function operator""_a',
    ],
  );
});

test("friends belong to the namespace", () => {
  assert.deepEqual(
    names(
      "namespace n { class A { friend bool operator<(A a, A b) { return true; } friend void g(A); }; }\n",
    ),
    ["namespace n", "class n::A", "function n::operator<"],
  );
});

test("using brings names in", () => {
  const text =
    "#include <a.h>\nusing namespace x::y;\nusing std::vector;\nnamespace fs = std::filesystem;\nvector v = fs::path();\n";
  assert.deepEqual(
    importLines(facts(text)).map((l) => l.slice(l.indexOf(" ") + 1)),
    ["<a.h> * as -", "x::y * as -", "std vector as vector", "std::filesystem * as fs"],
  );
  assert.deepEqual(references(text).slice(2), [
    "import vector (import)",
    "type vector (import) in v",
    "read fs (import) in v",
    "call fs . path (import) in v",
  ]);
});

test("broken syntax gives the facts of the rest", () => {
  const text = "class A { void f() { if ( } };\nclass B { public: void g(); };\n";
  assert.ok(names(text).includes("class B") && names(text).includes("method B::g"));
});

test("the fixture cut anywhere", () => cutAnywhere(parser, "cpp.cpp", "cpp", 50));
