// Rust: items that only a block sees, functions that are reached through a trait, names that attributes and macros are given.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

interface Told {
  readonly proven: readonly number[];
  readonly all: readonly number[];
}

/** Lines that use what is declared on a line. */
async function told(source: string, line: number): Promise<Told> {
  await using asked = await ask({ "Cargo.toml": '[package]\nname = "x"\n', "src/lib.rs": source });
  const [declaration] = await asked.graph.declarationsIn(asked.graph.view.indexOf("src/lib.rs"), [line]);
  const { proven, possible } = await asked.graph.callers(declaration!);
  const lines = (list: readonly { line: number }[]) =>
    [...new Set(list.map((s) => s.line))].sort((a, b) => a - b);
  return { proven: lines(proven), all: lines([...proven, ...possible]) };
}

const INNER: readonly (readonly [string, string])[] = [
  ["an import", "use a::f;"],
  ["an import under the name", "use a::other as f;"],
  ["a list", "use a::{other, f};"],
  ["a glob", "use a::*;"],
  ["a function", "fn f() {}"],
];
const BLOCKS: readonly (readonly [string, string, string])[] = [
  ["a block", "{", "}"],
  ["a branch", "if x {", "}"],
  ["an arm", "match x { _ => {", "} }"],
  ["a closure", "let c = || {", "};"],
];
for (const [what, inner] of INNER)
  for (const [where, open, close] of BLOCKS)
    test(`${what} in ${where} is seen there alone`, async () => {
      const source = [
        "mod a { pub fn f() {} pub fn other() {} }",
        "fn f() {}",
        "fn t(x: bool) {",
        "    f();",
        `    ${open}`,
        `        ${inner}`,
        "        f();",
        `    ${close}`,
        "    f();",
        "}",
        "fn u() { f(); }",
      ].join("\n");
      const { proven, all } = await told(source, 2);
      for (const line of [4, 9, 11]) assert.ok(all.includes(line), `${line} of ${all.join(", ")}`);
      assert.ok(!proven.includes(7));
      await using asked = await ask({ "Cargo.toml": '[package]\nname = "x"\n', "src/lib.rs": source });
      for (const name of ["a::f", "a::other", "t::f"])
        for (const declaration of (await asked.graph.declarationsOf(name)).declarations)
          for (const { line } of (await asked.graph.callers(declaration)).proven)
            assert.equal(line, 7, `${name} is not called on line ${line}`);
    });

test("functions without an object through a trait: what implements it may be meant", async () => {
  const source = [
    "trait Make { fn make() -> Self where Self: Sized; const K: i32; }",
    "struct One;",
    "impl Make for One {",
    "    fn make() -> Self { One }",
    "    const K: i32 = 1;",
    "}",
    "fn a<T: Make>() -> T { T::make() }",
    "fn b<T>() -> T where T: Make { <T as Make>::make() }",
    "fn c() -> One { Make::make() }",
    "fn d() -> One { <One as Make>::make() }",
    "fn e() -> One { One::make() }",
    "fn g<T: Make>() -> i32 { T::K }",
  ].join("\n");
  const made = await told(source, 4);
  assert.deepEqual(made.all, [7, 8, 9, 10, 11]);
  assert.deepEqual(made.proven, [10, 11]);
  assert.deepEqual((await told(source, 5)).all, [12]);
});

const ATTRIBUTES = [
  '#[serde(default = "helper")]',
  '#[serde(default = "crate::helper")]',
  '#[serde(skip_serializing_if = "self::helper")]',
  '#[cfg_attr(feature = "x", serde(default = "helper"))]',
  '#[validate(custom = "helper")]',
  '#[builder(default = "helper()")]',
];
for (const attribute of ATTRIBUTES)
  test(`a function that an attribute names: ${attribute}`, async () => {
    const source = ["fn helper() -> i32 { 1 }", "struct D {", `    ${attribute}`, "    a: i32,", "}"].join(
      "\n",
    );
    assert.deepEqual((await told(source, 1)).all, [3]);
  });

test("attributes name functions of types and of modules; texts are none", async () => {
  const source = [
    "struct D {",
    '    #[serde(default = "D::make")]',
    "    a: i32,",
    '    #[serde(with = "inner")]',
    "    b: i32,",
    '    #[serde(rename = "make", alias = "serialize")]',
    "    c: i32,",
    "}",
    "impl D {",
    "    fn make() -> i32 { 1 }",
    "}",
    "mod inner {",
    "    pub fn serialize() {}",
    "}",
  ].join("\n");
  assert.deepEqual((await told(source, 10)).all, [2]);
  assert.deepEqual((await told(source, 13)).all, [4]);
});

for (const call of [
  "call!(One, area);",
  "call!(One; area);",
  "call! { area => 1 }",
  "other::call!([area, free]);",
])
  test(`a method that a macro is given by its name: ${call}`, async () => {
    const source = [
      "struct One;",
      "impl One {",
      "    fn area(&self) {}",
      "}",
      `fn t() { ${call} }`,
      'fn u(area: i32) { println!("{}", area); assert_eq!(area, 1); vec![area]; }',
    ].join("\n");
    assert.deepEqual((await told(source, 3)).all, [5]);
  });

/** Two traits of one name, both for one type; of one of them the type takes what the trait gives. */
const TWICE = [
  "pub mod a { pub trait Tr { fn f() -> u32 { 1 } } }",
  "pub mod b { pub trait Tr { fn f() -> u32; } }",
  "use a::Tr as First;",
  "pub struct Foo;",
  "impl b::Tr for Foo { fn f() -> u32 { 2 } }",
  "impl First for Foo {}",
  "fn one() -> u32 { <Foo as a::Tr>::f() }",
  "fn two() -> u32 { <Foo as b::Tr>::f() }",
  "fn three() -> u32 { <Foo as First>::f() }",
  "use b::Tr as Second;",
  "fn four() -> u32 { <Foo as Second>::f() }",
].join("\n");

test("of two traits of one name the one that is written is meant", async () => {
  assert.deepEqual(await told(TWICE, 5), { proven: [8, 11], all: [8, 11] });
  assert.deepEqual((await told(TWICE, 1)).proven, [7, 9]);
  assert.deepEqual((await told(TWICE, 2)).proven, []);
});

/** What `<Type as Trait>::name` means: the line that it means, and whether that is proven. */
const QUALIFIED: readonly (readonly [string, string, number, boolean])[] = [
  ["a method of its own beside the trait's", "<One as Tr>::go(&One)", 6, true],
  ["as a value", "take(<One as Tr>::go)", 6, false],
  ["what only the trait has", "<One as Tr>::given(&One)", 3, true],
  ["what makes an object", "<One as Tr>::make()", 7, true],
  ["through another name of the type", "<Alias as Tr>::go(&One)", 6, true],
  ["a type of the language", "<u32 as Tr>::go(&1)", 11, true],
  ["a reference to one", '<&str as Tr>::go(&"")', 15, true],
  ["a type of the library", "<Vec<u8> as Tr>::go(&v)", 19, true],
  ["two blocks for one type", "<Two<u8> as Tr>::go(&t)", 24, false],
  ["two blocks for one type", "<Two<u8> as Tr>::go(&t)", 28, false],
  ["for every type", "<One as All>::all(&One)", 33, false],
  ["a trait outside", "<One as Default>::default()", 36, true],
  ["a type parameter", "<K as Tr>::go(&k)", 2, true],
  ["a type parameter, by dispatch", "<K as Tr>::go(&k)", 6, false],
];
for (const [what, call, line, proven] of QUALIFIED)
  test(`${what}: ${call} and line ${line}`, async () => {
    const source = [
      "trait Tr { fn make() -> Self;",
      "fn go(&self);",
      "fn given(&self) {} }",
      "struct One;",
      "impl Tr for One {",
      "fn go(&self) {}",
      "fn make() -> One { One } }",
      "impl One {",
      "fn go(&self) {} }",
      "impl Tr for u32 {",
      "fn go(&self) {}",
      "fn make() -> u32 { 1 }",
      "}",
      "impl Tr for &str {",
      "fn go(&self) {}",
      "}",
      "type Alias = One;",
      "impl<T> Tr for Vec<T> {",
      "fn go(&self) {}",
      "}",
      "",
      "struct Two<T>(T);",
      "impl Tr for Two<u8> {",
      "fn go(&self) {}",
      "}",
      "",
      "impl Tr for Two<u16> {",
      "fn go(&self) {}",
      "}",
      "trait All { fn all(&self); }",
      "",
      "impl<T> All for T {",
      "fn all(&self) {}",
      "}",
      "impl Default for One {",
      "fn default() -> One { One }",
      "}",
      `fn t<K: Tr>(k: K) { ${call}; }`,
    ].join("\n");
    const found = await told(source, line);
    assert.deepEqual(found.all, [38]);
    assert.equal(found.proven.length === 1, proven);
    // Nothing that the type has of its own is meant.
    if (call.includes("One as Tr>::go(")) assert.deepEqual((await told(source, 9)).all, []);
  });
