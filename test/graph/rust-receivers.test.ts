// What stands before a dot in Rust: names by what binds them, patterns, closures, boxes, results of the library, references;
// and calls that only look otherwise.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ask } from "./ask.ts";

const MANIFEST = '[package]\nname = "my-tool"\nversion = "0.1.0"\n';
const TYPES = [
  "use std::collections::HashMap;",
  "use std::sync::{Arc, Mutex};",
  "pub struct Dog { pub tail: Tail, pub pups: Vec<Dog>, by_name: HashMap<String, Dog>, held: Arc<Mutex<Dog>> }",
  "pub struct Tail; pub struct Other; pub struct Pair(Other, Dog);",
  "pub enum Kind { Known(Other, Dog), Named { inner: Dog, other: Other }, None }",
  "impl Dog { pub fn bark(&self) {} pub fn mate(&self) -> Option<Dog> { None } pub async fn later(&self) -> Result<Dog, Other> { todo!() } }",
  "impl Other { pub fn bark(&self) {} }",
  "pub fn make() -> Result<Dog, Other> { todo!() }",
];

/** Bodies in which the last `x` or chain before `.bark()` is a dog. */
const DOGS = [
  "fn f(x: &mut Dog) { x.bark(); }",
  "fn f(x: Other) { let x = make().unwrap(); x.bark(); }",
  "fn f(x: &Dog) { { let x = Other; } x.bark(); }",
  "fn f(x: &Dog) { if let Some(x) = other() { drop(x); } x.bark(); }",
  "fn f(d: &Dog) { if let Some(x) = d.mate() { x.bark(); } }",
  "fn f(d: &Dog) { let Some(x) = d.mate() else { return }; x.bark(); }",
  "fn f(d: &Dog) { while let Some(ref mut x) = d.mate() { x.bark(); } }",
  "fn f(d: &Dog) -> Result<u8, Other> { for (i, x) in d.pups.iter().enumerate() { x.bark(); } Ok(1) }",
  "fn f(d: &Dog) { d.pups.iter().filter(|x| true).for_each(|x| x.bark()); }",
  "fn f(d: &Dog) { d.pups[0].bark(); d.by_name; }",
  'fn f(d: &Dog) { d.by_name.get("a").unwrap().bark(); }',
  "fn f(d: &Dog) { for (_, x) in &d.by_name { x.bark(); } }",
  "fn f(d: &Dog) { d.held.lock().unwrap().bark(); }",
  "fn f(d: Dog) { let x = Arc::new(d); x.bark(); }",
  "fn f(d: Dog) { let x = Box::new(d.mate()?); x.bark(); }",
  "fn f(p: Pair) { p.1.bark(); }",
  "fn f(p: (Other, Dog)) { let (a, x) = p; x.bark(); }",
  "fn f(k: Kind) { match k { Kind::Known(x, _) => drop(x), Kind::Known(_, x) => x.bark(), _ => {} } }",
  "fn f(k: &Kind) { match *k { Kind::None => {} Kind::Named { ref inner, .. } if true => inner.bark(), _ => {} } }",
  "fn f(k: Kind) { if let Kind::Named { inner: x, .. } = k { x.bark(); } }",
  "async fn f(d: &Dog) { d.later().await.unwrap().bark(); }",
  "async fn f(d: &Dog) -> Result<(), Other> { let x = d.later().await?; x.bark(); Ok(()) }",
  "fn f<T>(g: T, x: Dog) -> Result<T, Other> where T: Clone, Other: Clone { match g { _ => x.bark() } todo!() }",
  "fn f() { let c = |x: &Dog| x.bark(); }",
  "fn f(d: Dog) { let x = unsafe { d }; x.bark(); }",
  "fn f(d: &Dog) { assert_eq!(d.mate().unwrap().bark(), ()); }",
  "fn f() { let x = vec![make().ok().unwrap()]; x.first().unwrap().bark(); }",
];
/** Bodies of which nothing is known, or in which another one barks. */
const OTHERS = [
  "fn f(x: Other, d: Dog) { x.bark(); }",
  "fn f(d: &Dog) { if let Err(x) = make() { x.bark(); } }",
  "fn f(k: Kind) { match k { Kind::Known(x, _) => x.bark(), _ => {} } }",
  "fn f(p: Pair) { let Pair(x, _) = p; x.bark(); }",
  "fn f(x: &Dog) { let x = Other; x.bark(); }",
  "fn f(x: Dog) { for x in [Other] { x.bark(); } }",
];

test("receivers whose type the source says are proven, whatever else binds the name", async () => {
  for (const body of DOGS) {
    await using asked = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": [...TYPES, body].join("\n") });
    const proven = (await asked.callers("Dog.bark")).filter((s) =>
      s.startsWith(`src/lib.rs:${TYPES.length + 1} `),
    );
    assert.equal(proven.length, 1, body);
    assert.deepEqual(await asked.callers("Other.bark"), [], body);
  }
});

test("another type is never taken for it, in any order of functions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(
        [...DOGS.map((d) => [d, true] as const), ...OTHERS.map((o) => [o, false] as const)],
        {
          minLength: 4,
          maxLength: 10,
        },
      ),
      async (bodies) => {
        const lines = bodies.map(([body], i) => body.replace(/\bfn f\b/, `fn f${i}`));
        await using asked = await ask({
          "Cargo.toml": MANIFEST,
          "src/lib.rs": [...TYPES, ...lines].join("\n"),
        });
        const on = async (name: string) =>
          (await asked.callers(name))
            .map((s) => Number(/:(\d+)/.exec(s)![1]) - TYPES.length - 1)
            .sort((a, b) => a - b);
        const lines_ = (is: boolean) => bodies.flatMap(([, dog], i) => (dog === is ? [i] : []));
        assert.deepEqual(await on("Dog.bark"), lines_(true));
        assert.deepEqual(await on("Other.bark"), lines_(false));
      },
    ),
    { numRuns: 10 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("behind a reference and in a box a trait's function may be that of the reference or the box", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "pub trait Left { fn left(&self); fn cut(&mut self) { self.left(); } fn own(&self) { self.left(); } }",
      "impl<T: Left> Left for &mut T { fn left(&self) {} }",
      "impl<T: Left> Left for Box<T> { fn left(&self) {} }",
      "pub struct Bag; impl Left for Bag { fn left(&self) {} }",
      "fn f(a: &Bag, b: &mut Bag, c: Box<Bag>) { a.left(); b.left(); c.left(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("src/lib.rs:Bag.left"), ["src/lib.rs:5 parameter-type"]);
  const possible = (await asked.possible("src/lib.rs:Bag.left")).filter((s) => s.startsWith("src/lib.rs:5 "));
  assert.equal(possible.length, 2);
});

test("calls that look otherwise: type arguments, fields that are called, words of the language, made functions", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "fn build<T>() {} pub struct A { run: fn() } impl A { fn run(&self) { (self.run)(); self.run(); } }",
      "impl Default for A { fn default() -> Self { todo!() } }",
      "fn f() { build::<u8>(); assert_eq!(build::<u8>(), ()); }",
      "fn g() { let a: A = Default::default(); let b = vec![A::default()]; }",
      "macro_rules! handler { ($name:ident, $m:ident) => { pub fn $name() {} }; }",
      "handler!(get, GET);",
      "fn h() { get(); opaque!(get()); }",
      "macro_rules! tri { ($e:expr $(,)?) => { $e }; }",
      "fn i() { tri!(get()); }",
      "pub trait Own { fn own() -> Self; } impl Own for String { fn own() -> Self { todo!() } }",
      "fn j() { String::own(); Vec::from(1); }",
      "impl From<A> for Vec<u8> { fn from(a: A) -> Self { todo!() } }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("build"), ["src/lib.rs:3 same-file", "src/lib.rs:3 same-file"]);
  const runs = (await asked.graph.declarationsOf("A.run")).declarations;
  const [method] = runs.filter((d) => d.kind === "method");
  // `(self.run)()` calls what the field holds.
  assert.deepEqual(
    (await asked.graph.callers(method!)).proven.map((p) => p.column),
    [89],
  );
  assert.deepEqual(await asked.callers("A.default"), ["src/lib.rs:4 static-method"]);
  assert.deepEqual(await asked.possible("A.default"), ["src/lib.rs:4 unresolved-receiver"]);
  assert.deepEqual(await asked.callers("get"), ["src/lib.rs:7 same-file", "src/lib.rs:9 same-file"]);
  assert.deepEqual(await asked.possible("get"), ["src/lib.rs:7 template"]);
  assert.deepEqual(await asked.possible("String.own"), ["src/lib.rs:11 unresolved-receiver"]);
  assert.deepEqual(await asked.possible("Vec.from"), ["src/lib.rs:11 unresolved-receiver"]);
});

test("modules that a macro declares, macros under other names, tests that are told where they stand", async () => {
  await using asked = await ask({
    "Cargo.toml": `${MANIFEST}autotests = false\n[[test]]\nname = "all"\npath = "tests/all.rs"\n`,
    "src/lib.rs": [
      "macro_rules! root { () => { pub mod de; mod inner; }; }",
      "root!();",
      "macro_rules! __hidden { () => {}; }",
      "pub(crate) use __hidden as shown;",
    ].join("\n"),
    "src/de.rs": "pub fn read() {}\nfn f() { crate::inner::deep(); shown!(); }\n",
    "src/inner.rs": "pub fn deep() { super::de::read(); crate::de::read(); }\n",
    "tests/all.rs": "mod util;\nmod part;\n",
    "tests/util.rs": "pub fn tool() {}\n",
    "tests/part.rs": "use crate::util::tool;\nuse my_tool::de;\nfn f() { tool(); de::read(); }\n",
  });
  assert.deepEqual(await asked.callers("read"), [
    "src/inner.rs:1 qualified",
    "src/inner.rs:1 qualified",
    "tests/part.rs:3 qualified",
  ]);
  assert.deepEqual(await asked.callers("deep"), ["src/de.rs:2 qualified"]);
  assert.deepEqual(await asked.callers("tool"), ["tests/part.rs:3 import"]);
  assert.deepEqual(await asked.possible("__hidden"), ["src/de.rs:2 unresolved-module"]);
});
