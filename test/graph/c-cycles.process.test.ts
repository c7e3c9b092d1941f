// Includes, aliases, bases and macros of C and C++ that lead back to themselves, and bases that many ways lead to: every
// question about them has an end. Asked in a process that is killed when it finds none.
import { test } from "node:test";
import fc from "fast-check";
import { allAnswered, type Tree } from "./all-answered.ts";

test("what leads back to itself has an end", () => {
  const ladder = Array.from(
    { length: 60 },
    (_, i) =>
      `class A${i + 1} : public A${i}, public B${i} {}; class B${i + 1} : public A${i}, public B${i} {};`,
  );
  allAnswered([
    { "a.h": '#include "a.h"\nint f(void);\n', "a.c": '#include "a.h"\nint f(void) { return f(); }\n' },
    {
      "a.h": '#include "b.h"\nint f(void);\n',
      "b.h": '#include "a.h"\nstatic int g(void) { return f(); }\n',
    },
    { "a.cc": "using A = B; using B = A; typedef A C; int f(A a, C c) { a.x(); c->x(); return A::x(); }\n" },
    {
      "a.cc":
        "class A : public B { void f() { g(); this->g(); } }; class B : public A { void g() { f(); } };\n",
    },
    { "a.cc": "class A : public A { void f() { g(); A::g(); A a; a.g(); a->f(); } };\n" },
    {
      "a.h": "#define f(n) g(n)\n#define g(n) f(n)\n",
      "a.c": '#include "a.h"\nint h(void) { return f(1) + g(2); }\n',
    },
    {
      "a.cc": [
        "class A0 {}; class B0 {};",
        ...ladder,
        "int f(A60 a) { a.x(); a->y(); return A60::z(); }",
      ].join("\n"),
    },
  ]);
});

const name = fc.constantFrom("a", "b", "c", "d");
const line: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(name, name).map(([n, m]) => `class ${n} : public ${m} { public: int ${m}(); ${n}* ${n}_; };`),
  fc
    .tuple(name, name)
    .map(([n, m]) => `namespace ${n} { int ${m}(int x) { return ${m}(x) + ${n}::${m}(1); } }`),
  fc
    .tuple(name, name)
    .map(([n, m]) => `using ${n} = ${m}; int ${m}::${n}() { return this->${m}() + ${n}_->${m}(); }`),
  fc.tuple(name, name).map(([n, m]) => `#define ${n}(${m}) ${m}(${n})`),
  fc
    .tuple(name, name)
    .map(([n, m]) => `template <class ${n}> struct ${m} : ${n} { void f() { ${n}::${m}(); } };`),
  fc
    .tuple(name, name, name)
    .map(
      ([n, m, o]) =>
        `int ${n}(${m} x, ${o}* y) { ${m} z; return x.${o}() + y->${m}() + z.${n}() + ${o}(x); }`,
    ),
  name.map((n) => `#include "${n}.h"`),
);
const tree: fc.Arbitrary<Tree> = fc
  .tuple(fc.array(line, { maxLength: 7 }), fc.array(line, { maxLength: 7 }), fc.array(line, { maxLength: 7 }))
  .map(([a, b, c]) => ({
    "a.h": a.join("\n"),
    "b.h": b.join("\n"),
    "c.cc": ['#include "a.h"', ...c].join("\n"),
  }));

test("whatever is included, derived, renamed and defined, every question has an end", () => {
  const soak = Number(process.env["PITH_SOAK"] ?? 1);
  for (let lot = 0; lot < soak; lot++) allAnswered(fc.sample(tree, 40));
});
