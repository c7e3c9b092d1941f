// Calls of Rust that are settled elsewhere: in the body of a macro, and behind a type that leads to another one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CARGO = '[package]\nname = "b"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nforeign = "1"\n';

test("a name in the body of a macro is possible", async () => {
  await using asked = await ask({
    "Cargo.toml": CARGO,
    "src/lib.rs": [
      "pub struct Base { pub size: i32 }",
      "impl Base { pub fn save(&self, x: i32) {} pub fn make() {} }",
      "pub fn helper() {}",
      "macro_rules! call { ($e:expr) => { $e.save(18) } }",
      "macro_rules! more {",
      "    ($e:expr) => {{",
      '        // save(1) and "save" mean nothing.',
      "        let save = Base::save(&$e, 1); Base::make();",
      "        $crate::helper(); call!($e); $e.size",
      "    }};",
      "    ($save:ident) => { $save(1); fn save() {} save(2) };",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.possible("Base::save"), ["src/lib.rs:4 template", "src/lib.rs:8 template"]);
  assert.deepEqual(await asked.possible("make"), ["src/lib.rs:8 template"]);
  assert.deepEqual(await asked.possible("helper"), ["src/lib.rs:9 template"]);
  assert.deepEqual(await asked.possible("size"), ["src/lib.rs:9 template"]);
  assert.deepEqual(await asked.possible("call"), ["src/lib.rs:9 template"]);
});

test("with a trait of the method's name, what a type leads to by Deref is possible", async () => {
  await using asked = await ask({
    "Cargo.toml": CARGO,
    "src/lib.rs": [
      "use std::ops::Deref;",
      "pub struct Base;",
      "impl Base { pub fn save(&self, x: i32) {} }",
      "pub trait Tr { fn save(&self, x: i32); }",
      "pub struct Hold { b: Base }",
      "impl Deref for Hold { type Target = Base; fn deref(&self) -> &Base { &self.b } }",
      "pub struct Far<T> { t: T }",
      "impl<T> Deref for Far<T> { type Target = T; fn deref(&self) -> &Self::Target { unknown!() } }",
      "pub fn i(h: Hold) { h.save(1); }",
      "pub fn j(h: Far<Hold>) { h.save(2); }",
      "pub fn k(h: foreign::Guard<Base>) { h.save(3); }",
      "impl Hold { pub fn l(&self) { self.save(4); } }",
    ].join("\n"),
  });
  const lines = [9, 10, 11, 12].map((line) => `src/lib.rs:${line} unresolved-receiver`);
  assert.deepEqual(await asked.possible("Base::save"), lines);
  assert.deepEqual(await asked.possible("Tr::save"), lines);
});

test("what an attribute is given may be a function; its keys, and attributes of the language, are none", async () => {
  await using asked = await ask({
    "Cargo.toml": '[package]\nname = "x"\n',
    "src/lib.rs": [
      "fn parse_millis(a: &str) -> u8 { 1 }",
      "pub struct Owner;",
      "impl Owner { pub fn from_string(a: &str) -> Owner { Owner } }",
      "fn arg() {}",
      "#[derive(Debug)]",
      "pub struct Opts {",
      "  #[arg(long, value_parser = parse_millis)]",
      "  a: u8,",
      "  #[arg(value_parser = Owner::from_string, parse_millis = 1)]",
      "  b: Owner,",
      '  #[arg(value_parser(parse_millis), help = "parse_millis")]',
      "  c: u8,",
      "  #[cfg(parse_millis)]",
      "  d: u8,",
      "}",
      "",
    ].join("\n"),
  });
  const lines = async (name: string) =>
    (await asked.interval(name)).possible.filter(({ why }) => why === "template").map(({ line }) => line);
  assert.deepEqual(await lines("parse_millis"), [7, 11]);
  assert.deepEqual(await lines("Owner.from_string"), [9]);
  assert.deepEqual(await lines("arg"), []);
});

test("a type before `::` is not handed on", async () => {
  await using asked = await ask({
    "Cargo.toml": CARGO,
    "src/lib.rs":
      "pub struct Store(u8);\nimpl Store { pub fn new() -> Store { Store(1) } }\nfn use_it() { Store::new(); let f = Store; g(Store); }\nfn g<T>(t: T) {}\n",
  });
  const [declaration] = await asked.graph.declarationsIn(asked.graph.view.indexOf("src/lib.rs"), [1]);
  const { proven, possible } = await asked.graph.callers(declaration!);
  assert.deepEqual(
    proven.map(({ line }) => line),
    [2],
  );
  assert.deepEqual(
    possible.map(({ line, why, column }) => [line, why, column]),
    [
      [3, "handed-on", 37],
      [3, "handed-on", 46],
    ],
  );
});
