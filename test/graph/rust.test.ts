// Rust: crates and modules, imports and re-exports, `impl` blocks in other files, traits, macros, conditions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const MANIFEST = '[package]\nname = "my-tool"\nversion = "0.1.0"\n';

test("modules and paths: mod files, inline modules, self, super, crate, use lists, aliases, globs, re-exports", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "mod a;",
      "pub mod b;",
      "pub use a::run as go;",
      "mod inner { pub fn call() { super::a::run(); crate::a::run(); } pub fn run() {} }",
      "fn top() { a::run(); self::a::run(); inner::run(); run(); }",
      "fn run() {}",
    ].join("\n"),
    "src/a.rs": "pub fn run() { run(); }\n",
    "src/b/mod.rs": [
      "use crate::a::{self, run as renamed, *};",
      "pub mod c;",
      "fn f() { a::run(); renamed(); run(); crate::go(); }",
    ].join("\n"),
    "src/b/c.rs": "use super::super::a::run;\nfn g() { run(); { fn run() {} } }\n",
    "src/main.rs": "use my_tool::go;\nfn main() { go(); my_tool::go(); other::run(); }\n",
  });
  assert.deepEqual(await asked.callers("src/a.rs:run"), [
    "src/a.rs:1 same-file",
    "src/b/mod.rs:3 qualified",
    "src/b/mod.rs:3 import",
    "src/b/mod.rs:3 star-import",
    "src/b/mod.rs:3 qualified",
    "src/lib.rs:4 qualified",
    "src/lib.rs:4 qualified",
    "src/lib.rs:5 qualified",
    "src/lib.rs:5 qualified",
    "src/main.rs:2 import",
    "src/main.rs:2 qualified",
  ]);
  assert.deepEqual(await asked.callers("inner.run"), ["src/lib.rs:5 qualified"]);
});

test("methods by impl blocks in any file, receivers by what is written, results of proven calls", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "mod more;",
      "pub struct Dog { pub friend: Option<Box<Dog>>, tail: Tail }",
      "pub struct Tail;",
      "impl Tail { pub fn wag(&self) {} }",
      "impl Dog {",
      "  pub fn new() -> Self { Self::make() }",
      "  fn make() -> Dog { let d = Dog { friend: None, tail: Tail }; d.bark(); d }",
      "  pub fn me(&self) -> &Dog { self }",
      "  fn all(&self) { self.bark(); self.tail.wag(); self.me().bark(); }",
      "}",
      "fn wild() -> u32 { 1 }",
    ].join("\n"),
    "src/more.rs": [
      "use crate::Dog;",
      "impl Dog { pub fn bark(&self) {} }",
      "struct Cat;",
      "impl Cat { fn bark(&self) {} }",
      "fn f(a: &Dog, b: Box<Dog>, c: &Cat, v: Vec<Dog>) {",
      "  a.bark(); b.bark(); c.bark();",
      "  let d = Dog::new(); d.bark();",
      "  Dog::bark(&d);",
      "  v[0].bark();",
      "  let x = unknown(); x.bark();",
      '  println!("{}", a.bark()); custom!(a.bark());',
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Dog.bark"), [
    "src/lib.rs:7 new-expression",
    "src/lib.rs:9 this-method",
    "src/lib.rs:9 result-type",
    "src/more.rs:6 parameter-type",
    "src/more.rs:6 parameter-type",
    "src/more.rs:7 result-type",
    "src/more.rs:8 static-method",
    "src/more.rs:9 parameter-type",
    "src/more.rs:11 parameter-type",
  ]);
  assert.deepEqual(await asked.possible("Dog.bark"), [
    "src/more.rs:10 unresolved-receiver",
    "src/more.rs:11 template",
  ]);
  assert.deepEqual(await asked.callers("Dog.make"), ["src/lib.rs:6 static-method"]);
  assert.deepEqual(await asked.callers("Tail.wag"), ["src/lib.rs:9 field-type"]);
});

test("traits: bounds and objects prove the trait's function, implementations dispatch; conditions stay possible", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "pub trait Speak { fn speak(&self); fn twice(&self) { self.speak(); } }",
      "pub struct A;",
      "pub struct B;",
      "impl Speak for A { fn speak(&self) {} }",
      "impl Speak for B { fn speak(&self) {} fn twice(&self) {} }",
      "fn f<T: Speak>(t: &T, d: &dyn Speak, i: impl Speak) { t.speak(); d.speak(); i.speak(); T::speak(t); Speak::speak(d); }",
      "fn g(a: A, b: B) { a.speak(); a.twice(); b.twice(); }",
      "#[cfg(unix)] fn dup() {}",
      "#[cfg(windows)] fn dup() {}",
      "fn h() { dup(); }",
      "enum E { One, Two(u8) }",
      "fn e(e: E) { match e { E::One => {}, E::Two(_) => {} } }",
      "macro_rules! shout { () => {} }",
      "fn m() { shout!(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Speak.speak"), [
    "src/lib.rs:1 this-method",
    "src/lib.rs:6 parameter-type",
    "src/lib.rs:6 parameter-type",
    "src/lib.rs:6 parameter-type",
    "src/lib.rs:6 static-method",
    "src/lib.rs:6 static-method",
  ]);
  assert.deepEqual(await asked.callers("A.speak"), ["src/lib.rs:7 parameter-type"]);
  assert.deepEqual(
    new Set(await asked.possible("A.speak")),
    new Set(["src/lib.rs:1 dispatch", "src/lib.rs:6 dispatch"]),
  );
  assert.deepEqual(await asked.callers("Speak.twice"), ["src/lib.rs:7 parameter-type"]);
  assert.deepEqual(await asked.callers("B.twice"), ["src/lib.rs:7 parameter-type"]);
  const { declarations } = await asked.graph.declarationsOf("dup");
  for (const d of declarations) {
    const { proven, possible } = await asked.graph.callers(d);
    assert.deepEqual([proven.length, possible.map((p) => p.why)], [0, ["ambiguous-declaration"]]);
  }
  assert.deepEqual(await asked.callers("E.One"), ["src/lib.rs:12 static-method"]);
  assert.deepEqual(await asked.callers("shout"), ["src/lib.rs:14 same-file"]);
});
