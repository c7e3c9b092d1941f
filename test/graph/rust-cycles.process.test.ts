// Imports, aliases, bounds and bases of Rust that lead back to themselves: every question about them has an end, in little
// memory. Asked in a process that is killed when it finds none.
import { test } from "node:test";
import fc from "fast-check";
import { allAnswered, type Tree } from "./all-answered.ts";

const MANIFEST = '[package]\nname = "a"\nversion = "0.1.0"\n';
const of = (...lines: string[]): Tree => ({ "Cargo.toml": MANIFEST, "src/lib.rs": lines.join("\n") });

test("what leads back to itself has an end", () => {
  allAnswered([
    of("pub use self::x;", "fn f() { x(); crate::x(); }"),
    of("pub use x::x;", "pub use a::*;", "use self::*;", "fn f() { x(); x::x(); }"),
    of("mod a { pub use super::b::x; }", "mod b { pub use super::a::x; }", "fn f() { a::x(); b::x(); }"),
    of("mod a { pub use crate::b::*; }", "mod b { pub use crate::a::*; }", "use a::*;", "fn f() { x(); }"),
    of("mod a { pub use super::*; }", "pub use a::*;", "fn f() { x(); a::a::a::x(); }"),
    of("mod a { pub use crate::b as a; }", "mod b { pub use crate::a as b; }", "use a::a::b::x as f;"),
    of("type A = B;", "type B = A;", "impl A { fn x(&self) {} }", "fn f(a: A) { a.x(); A::x(); B::y(); }"),
    of("type A = a::A;", "mod a { pub type A = crate::A; }", "fn f(a: A) -> A { a.x() }"),
    of("fn f<A: B, B: A>(a: A, b: B) { a.x(); A::x(); B::x(); }", "fn g<T: T>(t: T) { t.x(); T::x(); }"),
    of("trait A: B { fn x(&self) { self.y(); } }", "trait B: A { fn y(&self) { self.x(); self.z(); } }"),
    of("fn f() -> u8 { g() }", "fn g() -> f { f() }", "fn h() { let a = b; let b = a; a.x(); f().x(); }"),
    {
      ...of("mod a;", "pub use a::*;"),
      "src/a.rs": '#[path = "lib.rs"] mod lib;\npub use lib::*;\nfn f() { x(); }',
    },
    {
      ...of("mod a;"),
      "src/a/mod.rs": '#[path = "mod.rs"] mod a;\npub use self::a::x;\nfn f() { x(); super::x(); }',
    },
    {
      "Cargo.toml": MANIFEST,
      "src/lib.rs": "mod a;\npub use crate::a::x;\npub mod x { pub use a::x; }",
      "src/a.rs": "pub use a::x;\npub use crate::x::x as y;",
      "tests/t.rs": "use a::*;\nuse a::x::*;\nfn f() { x(); y(); a::x::x(); }",
    },
  ]);
});

test("as many globs of each other as there are modules: no way through them is walked twice", () => {
  const names = Array.from({ length: 24 }, (_, i) => `m${i}`);
  const modules = names.map((name) => {
    const globs = names.filter((other) => other !== name).map((other) => `pub use crate::${other}::*;`);
    return `pub mod ${name} { ${globs.join(" ")} pub use self::x as y; fn f() { x(); y(); z(); m1::z(); } }`;
  });
  allAnswered([of(...modules)]);
});

test("a function with very many imports, one of them in a block, has an end", () => {
  const numbers = Array.from({ length: 2_000 }, (_, i) => i);
  const tree = of(
    "fn all() {",
    ...numbers.map((i) => `use crate::a::f${i};`),
    "{ use crate::a::g; }",
    ...numbers.map((i) => `f${i}();`),
    "}",
    "mod a;",
  );
  allAnswered([{ ...tree, "src/a.rs": numbers.map((i) => `pub fn f${i}() {}`).join("\n") }], 1);
});

const name = fc.constantFrom("a", "b", "c", "d");
const path = fc
  .tuple(
    fc.constantFrom("", "crate::", "self::", "super::", "::"),
    fc.array(name, { minLength: 1, maxLength: 3 }),
  )
  .map(([head, parts]) => head + parts.join("::"));
const item: fc.Arbitrary<string> = fc.oneof(
  path.map((p) => `pub use ${p};`),
  path.map((p) => `use ${p}::*;`),
  path.map((p) => `pub use ${p}::*;`),
  fc.tuple(path, name).map(([p, n]) => `pub use ${p} as ${n};`),
  fc.tuple(path, name, name).map(([p, n, m]) => `pub use ${p}::{self as ${n}, ${m}, *};`),
  fc.tuple(name, path).map(([n, p]) => `pub type ${n} = ${p};`),
  fc
    .tuple(name, path, name)
    .map(([n, p, m]) => `pub trait ${n}: ${p} { fn ${m}(&self) { self.a(); Self::b(); } }`),
  fc.tuple(path, path, name).map(([p, q, m]) => `impl ${p} for ${q} { fn ${m}(&self) { self.a().b(); } }`),
  fc.tuple(path, name, path).map(([q, m, p]) => `impl ${q} { pub fn ${m}(&self) -> ${p} { Self::c().d() } }`),
  fc.tuple(name, path).map(([n, p]) => `pub struct ${n} { pub a: ${p} }`),
  fc
    .tuple(name, path, path, path)
    .map(
      ([n, p, q, c]) =>
        `pub fn ${n}<b: c + ${p}, c: b>(d: ${q}, e: b) -> ${c} { d.a(); e.a(); b::a(); ${c}() }`,
    ),
);
const tree: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.array(item, { maxLength: 6 }),
    fc.array(item, { maxLength: 6 }),
    fc.array(item, { maxLength: 6 }),
    fc.array(item, { maxLength: 4 }),
  )
  .map(([root, a, b, c]) => ({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": ["mod a;", "pub mod b;", ...root].join("\n"),
    "src/a.rs": ["pub mod c {", ...c, "}", ...a].join("\n"),
    "src/b.rs": b.join("\n"),
    "src/main.rs": "use a::*;\nfn main() { a(); b(); c::d(); a::a::b(); }",
  }));

test("whatever is imported, aliased, bounded and implemented, every question has an end", () => {
  const soak = Number(process.env["PITH_SOAK"] ?? 1);
  for (let lot = 0; lot < soak; lot++) allAnswered(fc.sample(tree, 40));
});
