// C and C++: includes, functions of a program, static ones, macros, namespaces, overloads, members by the types that are
// written. What can be meant by several is proven for none of them and is possible for each.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ask } from "./ask.ts";

test("functions of C: by what is included, a definition with its declarations, static ones apart", async () => {
  await using asked = await ask({
    "include/lib.h": '#include "lib/part.h"\nint open_it(int n);\n#define TWICE(n) (helper(n) * 2)\n',
    "include/lib/part.h": "void part(void);\nstatic inline int helper(int n) { return n; }\n",
    "src/a.c":
      '#include "lib.h"\nstatic int own(void) { return 1; }\nint open_it(int n) { return own() + helper(n); }\n',
    "src/b.c":
      "#include <lib.h>\nstatic int own(void) { return 2; }\nvoid part(void) { open_it(own()); TWICE(1); }\n",
    "src/c.c": "int open_it(int n);\nint f(void) { part(); return open_it(3); }\n",
    "src/d.c": "int f(int (*open_it)(int)) { return open_it(3); }\n",
  });
  const open = ["src/b.c:3 import", "src/c.c:2 same-file"];
  assert.deepEqual(await asked.callers("src/a.c:open_it"), open);
  assert.deepEqual(await asked.callers("include/lib.h:open_it"), open);
  assert.deepEqual(await asked.callers("src/a.c:own"), ["src/a.c:3 same-file"]);
  assert.deepEqual(await asked.callers("src/b.c:own"), ["src/b.c:3 same-file"]);
  assert.deepEqual(await asked.possible("src/b.c:own"), []);
  assert.deepEqual(await asked.callers("helper"), ["include/lib.h:3 import", "src/a.c:3 import"]);
  assert.deepEqual(await asked.callers("TWICE"), ["src/b.c:3 import"]);
  // Nothing that is included declares it.
  assert.deepEqual(await asked.possible("src/b.c:part"), ["src/c.c:2 same-name"]);
});

test("one function for each system: proven for the one that is included, never for another", async () => {
  await using asked = await ask({
    "src/unix/in.h": "void stop(int n);\n",
    "src/win/in.h": "void stop(int n, int m);\n",
    "src/unix/a.c": '#include "in.h"\nvoid stop(int n) {}\nvoid f(void) { stop(1); }\n',
    "src/unix/b.c": '#include "in.h"\nvoid g(void) { stop(2); }\n',
    "src/win/a.c": '#include "in.h"\nvoid stop(int n, int m) {}\n',
    "src/win/b.c": '#include "in.h"\nvoid g(void) { stop(2, 3); }\n',
    "lone/a.c": "void loose(void) {}\n",
    "lone/b.c": "void loose(void) {}\n",
    "lone/c.c": "void loose(void);\nvoid g(void) { loose(); }\n",
  });
  assert.deepEqual(await asked.callers("src/unix/a.c:stop"), [
    "src/unix/a.c:3 same-file",
    "src/unix/b.c:2 import",
  ]);
  assert.deepEqual(await asked.callers("src/win/in.h:stop"), ["src/win/b.c:2 import"]);
  for (const place of ["lone/a.c", "lone/b.c"]) {
    assert.deepEqual(await asked.callers(`${place}:loose`), []);
    assert.deepEqual(await asked.possible(`${place}:loose`), ["lone/c.c:2 ambiguous-declaration"]);
  }
});

test("macros and conditions: a macro of the name, a name of the system, includes that are not certain are possible", async () => {
  await using asked = await ask({
    "a.h": "void log_it(int n);\n#ifdef QUIET\n#define log_it(n) ((void) 0)\n#endif\nint getline(char* s);\n",
    "a.c": '#include "a.h"\nvoid log_it(int n) {}\nint getline(char* s) { return 0; }\n',
    "b.c": '#include "a.h"\nvoid f(void) { log_it(1); getline(0); }\n',
    "one/same.h": "void shared(void);\n",
    "two/same.h": "void shared(void);\n",
    "three/c.c": "#include <same.h>\nvoid g(void) { shared(); }\n",
    "one/c.c": '#include "same.h"\nvoid shared(void) {}\n',
    "d.c":
      "#ifdef A\nstatic int pick(int n) { return n; }\n#else\nstatic int pick(int n) { return -n; }\n#endif\nint h(void) { return pick(1); }\n",
  });
  assert.deepEqual(await asked.callers("a.c:log_it"), []);
  assert.deepEqual(await asked.possible("a.c:log_it"), ["b.c:2 ambiguous-declaration"]);
  assert.deepEqual(await asked.possible("a.c:getline"), ["b.c:2 same-name"]);
  assert.deepEqual(await asked.possible("one/c.c:shared"), ["three/c.c:2 same-name"]);
  // Whichever of the two is compiled, it is what is called.
  const picks = (await asked.graph.declarationsOf("pick")).declarations;
  assert.equal(picks.length, 2);
  for (const pick of picks) assert.equal((await asked.graph.callers(pick)).proven.length, 1);
});

test("what a macro makes another name of is proven for none", async () => {
  await using asked = await ask({
    "m.h": [
      "#define GLOBAL(call) ::call",
      "#define OF(object, call) object.call",
      "#define MADE(name) my_##name()",
      "#define PLAIN(call) (call)",
      "int deed(int n);",
    ].join("\n"),
    "m.c":
      '#include "m.h"\nint deed(int n) { return n; }\nint f(void) {\n return GLOBAL(deed(1)) + OF(x, deed(2))\n + PLAIN(deed(3)) + GLOBAL(1 + deed(4));\n}\n',
  });
  assert.deepEqual(await asked.callers("m.c:deed"), ["m.c:5 same-file", "m.c:5 same-file"]);
  assert.deepEqual(await asked.possible("m.c:deed"), ["m.c:4 template", "m.c:4 template"]);
});

test("a call in the arguments of a macro that is read as a type is a call", async () => {
  await using asked = await ask({
    "m.cc": [
      "void deed() {}",
      "namespace d { template <class T> int view(T t) { return 1; } }",
      "TEST(a, b) {",
      "  OUTER(",
      "    INNER(deed(), 1), 2);",
      "}",
      "template <class S> struct is<S, void_t<decltype(sizeof(d::view(std::declval<S>())))>> {};",
    ].join("\n"),
  });
  const lines = async (name: string) => {
    const { proven, possible } = await asked.interval(name);
    return [...proven, ...possible].map((s) => s.line);
  };
  assert.deepEqual(await lines("deed"), [5]);
  assert.deepEqual(await lines("view"), [7]);
});

test("overloads of C++: none is proven, each is possible, behind a namespace that a macro opens too", async () => {
  await using asked = await ask({
    "f.h": [
      "#define BEGIN namespace fmt {",
      "#define END }",
      "BEGIN",
      "template <typename T> auto put(T t) -> int;",
      "auto put(int a, int b) -> int;",
      "inline auto lonely(int n) -> int { return put(n); }",
      "template <int N> int digits(unsigned n) { return N; }",
      "inline int digits(unsigned n) { return 1; }",
      "END",
      "namespace one { int only(int n); }",
    ].join("\n"),
    "f.cc": [
      '#include "f.h"',
      "int one::only(int n) { return n; }",
      "int f() { return fmt::put(1) + fmt::put(1, 2) + digits<2>(3) + digits(4) + fmt::lonely(1) + one::only(1); }",
    ].join("\n"),
  });
  const puts = ["f.cc:3 unresolved-receiver", "f.cc:3 unresolved-receiver", "f.h:6 ambiguous-declaration"];
  for (const put of (await asked.graph.declarationsOf("put")).declarations) {
    const { proven, possible } = await asked.graph.callers(put);
    assert.deepEqual(proven, []);
    assert.deepEqual(
      possible.map((p) => `${p.path}:${p.line} ${p.why}`),
      puts,
    );
  }
  for (const digits of (await asked.graph.declarationsOf("digits")).declarations) {
    const { proven, possible } = await asked.graph.callers(digits);
    assert.equal(proven.length, 0);
    assert.equal(possible.length, 2);
  }
  assert.deepEqual(await asked.possible("lonely"), ["f.cc:3 unresolved-receiver"]);
  assert.deepEqual(await asked.callers("f.h:only"), ["f.cc:3 namespace"]);
  assert.deepEqual(await asked.callers("f.cc:only"), ["f.cc:3 namespace"]);
});

test("members of C++: by this, by written types, through bases; what a type hides is not proven", async () => {
  await using asked = await ask({
    "t.h": [
      "class Base { public: virtual int size() const; int own(); static int make(int n); };",
      "class Dog : public Base { public: int size() const override; int go() { return own() + this->own() + size(); } Base* friend_; };",
      "class Cat { public: int size() const; int own(int a); int own(double a); };",
      "template <typename T> class Box { public: T* operator->(); int own(); int use(T t) { return t.own(); } };",
      "class Taker : public Base { public: using Base::own; int own(int n); int f() { return own(); } };",
      "class Odd : public elsewhere::Thing { public: int g() { return own(); } };",
    ].join("\n"),
    "t.cc": [
      '#include "t.h"',
      "int Base::own() { return size(); }",
      "int f(const Base& a, Dog* b, Cat c, Box<Base> d) {",
      "  a.size(); b->own(); c.own(1); d->own(); d.own(); b->friend_->own(); Base::make(1);",
      "  auto e = Dog(); e.own(); Dog* g = new Dog(); g->size(); g2->own();",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("t.h:Base.own"), [
    "t.cc:4 variable-type",
    "t.cc:5 new-expression",
    "t.h:2 this-method",
    "t.h:2 this-method",
  ]);
  assert.deepEqual(await asked.possible("t.h:Base.own"), [
    "t.cc:4 unresolved-receiver",
    "t.cc:4 unresolved-receiver",
    "t.cc:5 unresolved-receiver",
    "t.h:4 unresolved-receiver",
    "t.h:5 same-name",
    "t.h:6 same-name",
  ]);
  assert.deepEqual(await asked.callers("t.h:Box.own"), ["t.cc:4 variable-type"]);
  for (const own of (await asked.graph.declarationsOf("Cat.own")).declarations) {
    const { proven, possible } = await asked.graph.callers(own);
    assert.deepEqual(proven, []);
    assert.ok(possible.some((p) => p.line === 4 && p.column === 25));
  }
  assert.deepEqual(await asked.callers("Base.size"), ["t.cc:2 this-method", "t.cc:4 variable-type"]);
  assert.deepEqual(await asked.callers("Dog.size"), ["t.cc:5 variable-type", "t.h:2 this-method"]);
  // A call through the base may reach what overrides it.
  assert.deepEqual(await asked.possible("Dog.size"), ["t.cc:2 dispatch", "t.cc:4 dispatch"]);
  assert.deepEqual(await asked.callers("Base.make"), ["t.cc:4 static-method"]);
});

test("whatever shares a name, every call is proven or possible for what it means", async () => {
  /** Kinds of declarations of `run`, each with a call that means it. */
  const kinds = {
    "free.hpp": ["namespace a { void run(int n); }", "void u1() { a::run(1); }"],
    "over.hpp": ["namespace a { void run(double n); }", "void u2() { a::run(1.5); }"],
    "tmpl.hpp": ["namespace a { template <class T> void run(T* t) {} }", "void u3(char* p) { a::run(p); }"],
    "member.hpp": ["struct M { void run(); };", "void u4(M& m) { m.run(); }"],
    "twin.hpp": ["struct M2 { void run(int n); void run(); };", "void u5(M2& m) { m.run(3); }"],
    "static.hpp": ["static void run(long n) {}", "void u6() { run(3L); }"],
    "self.hpp": ["struct S { void run(); void all() { run(); } };", ""],
    "fixture.hpp": ["struct F { void run(); };", "TEST_F(F, runs) { run(); }"],
    "base.hpp": [
      "template <class T> struct B { void run(); }; template <class T> struct D : B<T> { void all() { this->run(); } };",
      "",
    ],
    "using.hpp": ["namespace u { void run(char c); }", "using namespace u;\nvoid u7() { run('c'); }"],
  } as const;
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
      async (some) => {
        const files: Record<string, string> = {
          "all.cc": [...some.map((n) => `#include "${n}"`), ...some.map((n) => kinds[n][1])].join("\n"),
        };
        for (const name of some) files[name] = `#pragma once\n${kinds[name][0]}\n`;
        await using asked = await ask(files);
        for (const name of some) {
          const text = kinds[name][1] === "" ? files[name]! : files["all.cc"]!;
          const path = kinds[name][1] === "" ? name : "all.cc";
          const wanted = kinds[name][1] === "" ? kinds[name][0] : kinds[name][1].split("\n").at(-1)!;
          const line = text.split("\n").indexOf(wanted) + 1;
          let inside = false;
          let wrong = 0;
          for (const declaration of (await asked.graph.declarationsOf(`${name}:run`)).declarations) {
            const { proven, possible } = await asked.graph.callers(declaration);
            if ([...proven, ...possible].some((s) => s.path === path && s.line === line)) inside = true;
            // Proven for it are calls of its own line alone.
            wrong += proven.filter((s) => s.path !== path || s.line !== line).length;
          }
          assert.ok(inside, `${name} among ${some.join(", ")}: its call is outside`);
          assert.equal(wrong, 0, `${name} among ${some.join(", ")}`);
        }
      },
    ),
    { numRuns: 40 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("operators: a call by the name says what is not known of it, uses by the sign are said to be not looked at", async () => {
  const names = ["++", "--", "==", "*", "->", "[]", "()", "+", "<<"];
  for (const sign of names) {
    const name = `operator${sign}`;
    const text = `struct It { int ${name}(int n); void go(); };\nvoid use(It a) { a.${name}(1); a.go(); }\n`;
    await using asked = await ask({ "a.cpp": text });
    const { declarations } = await asked.graph.declarationsOf("It.go");
    assert.equal(declarations.length, 1, sign);
    const found = (await asked.graph.declarationsOf(`It::${name}`)).declarations;
    if (found.length === 0) continue;
    const { possible, notLooked } = await asked.graph.callers(found[0]!);
    assert.deepEqual(
      notLooked.map((n) => n.what),
      [`uses of ${name} by its sign`],
    );
    // The file was read: what is possible is so for another reason.
    assert.ok(
      possible.every(({ why }) => why !== "unparsed-file"),
      sign,
    );
  }
  await using asked = await ask({
    "a.cpp": "struct It { It& operator++(); };\nvoid use(It a) { a.operator++(); operator++(a); }\n",
  });
  assert.deepEqual(await asked.possible("It::operator++"), [
    "a.cpp:2 unresolved-receiver",
    "a.cpp:2 same-name",
  ]);
});

test("what its own unit alone sees is not what other units offer under its name, nor theirs of their own", async () => {
  const forms = [
    "static void helper() {}",
    "namespace { void helper() {} }",
    "static inline void helper() {}",
  ];
  for (const [ending, own] of [...forms.map((f) => ["cpp", f] as const), ["c", forms[0]!] as const]) {
    await using asked = await ask({
      [`x.${ending}`]: `${own}\nvoid ux() { helper(); }\n`,
      [`y.${ending}`]: `${own}\nvoid uy() { helper(); }\n`,
      [`w.${ending}`]: "void helper() {}\nvoid uw() { helper(); }\n",
      [`z.${ending}`]: "void helper();\nvoid uz() { helper(); }\n",
      [`n.${ending}`]: "void un() { helper(); }\n",
    });
    const line = [`w.${ending}:2 same-file`, `z.${ending}:2 same-file`];
    assert.deepEqual(await asked.callers(`w.${ending}:helper`), line, own);
    for (const unit of ["x", "y"]) {
      assert.deepEqual(
        await asked.callers(`${unit}.${ending}:helper`),
        [`${unit}.${ending}:2 same-file`],
        own,
      );
      assert.deepEqual(await asked.possible(`${unit}.${ending}:helper`), [], own);
    }
  }
});
