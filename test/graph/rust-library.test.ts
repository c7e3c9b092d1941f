// What types of libraries give and have: a call is never lost because a type has the last name of one that is known.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ask } from "./ask.ts";

const MANIFEST = '[package]\nname = "my-tool"\nversion = "0.1.0"\n';
const KEY = "pub struct Key; impl Key { pub fn turn(&self) {} pub fn len(&self) -> usize { 0 } }";

/** Uses, a body, and what a call of `Key::turn` in it is. */
const TURNS: readonly (readonly [string, string, "proven" | "possible"])[] = [
  ["use parking_lot::Mutex;", "fn f(x: &Mutex<Key>) { x.lock().turn(); }", "proven"],
  ["use parking_lot::RwLock;", "fn f(x: &RwLock<Key>) { x.read().turn(); }", "proven"],
  ["use parking_lot::RwLock;", "fn f(x: &RwLock<Key>) { x.write().turn(); }", "proven"],
  ["", "fn f(x: &parking_lot::Mutex<Key>) { x.lock().turn(); }", "proven"],
  ["use parking_lot as locks;", "fn f(x: &locks::Mutex<Key>) { x.lock().turn(); }", "proven"],
  ["use parking_lot::Mutex;", "fn f() { let x = Mutex::new(Key); x.lock().turn(); }", "possible"],
  ["mod own { pub use parking_lot::Mutex; }", "fn f(x: &own::Mutex<Key>) { x.lock().turn(); }", "proven"],
  ["use tokio::sync::Mutex;", "async fn f(x: &Mutex<Key>) { x.lock().await.turn(); }", "proven"],
  ["use spin::Mutex;", "fn f(x: &Mutex<Key>) { x.lock().turn(); }", "possible"],
  ["use spin::*;", "fn f(x: &Mutex<Key>) { x.lock().turn(); }", "possible"],
  ["use std::sync::Mutex;", "fn f(x: &Mutex<Key>) { x.lock().unwrap().turn(); }", "proven"],
  ["use std::sync::Mutex;", "fn f(x: &Mutex<Key>) { if let Ok(k) = x.lock() { k.turn(); } }", "proven"],
  ["use std::sync::Mutex;", "fn f(x: Mutex<Key>) { x.into_inner().unwrap().turn(); }", "proven"],
  ["use std::cell::RefCell;", "fn f(x: RefCell<Key>) { x.take().turn(); }", "proven"],
  ["use std::cell::RefCell;", "fn f(x: RefCell<Key>) { x.replace(Key).turn(); }", "proven"],
  ["use std::cell::RefCell;", "fn f(mut x: RefCell<Key>) { x.get_mut().turn(); }", "proven"],
  ["use std::cell::RefCell;", "fn f(x: RefCell<Key>) { x.not_known().turn(); }", "possible"],
  ["use std::cell::Cell;", "fn f(mut x: Cell<Key>) { x.get_mut().turn(); }", "proven"],
  ["use std::cell::Cell;", "fn f(x: Cell<Key>) { x.take().turn(); }", "proven"],
  ["use std::cell::OnceCell;", "fn f(mut x: OnceCell<Key>) { x.get_mut().unwrap().turn(); }", "proven"],
  ["use std::collections::HashMap;", "fn f(m: HashMap<Key, u8>) { m.retain(|k, _v| k.turn()); }", "proven"],
  ["use std::collections::BTreeMap;", "fn f(m: BTreeMap<u8, Key>) { m.retain(|_, v| v.turn()); }", "proven"],
  ["use std::collections::HashMap;", "fn f(m: HashMap<u8, Key>) { m[&1].turn(); }", "proven"],
  ["use other::HashMap;", "fn f(m: HashMap<Key, u8>) { m.retain(|k, _v| k.turn()); }", "possible"],
  [
    "use std::collections::hash_map::Entry;",
    "fn f(e: Entry<'_, u8, Key>) { e.or_insert(Key).turn(); }",
    "proven",
  ],
  [
    "use std::collections::hash_map::Iter;",
    "fn f(i: Iter<'_, u8, Key>) { i.next().unwrap().1.turn(); }",
    "proven",
  ],
  ["", "fn f(v: Vec<Key>) { v.sort_by(|_, b| b.turn()); }", "proven"],
  ["", "fn f(x: Result<u8, Key>) { x.map_or_else(|e| e.turn(), |_| ()); }", "proven"],
  ["", "fn f(x: anyhow::Result<Key>) { x.unwrap().turn(); }", "proven"],
  ["use smallvec::SmallVec;", "fn f(x: SmallVec<[Key; 4]>) { x.first().unwrap().turn(); }", "proven"],
  ["use smallvec::SmallVec;", "fn f(x: SmallVec<[Key; 4]>) { for k in &x { k.turn(); } }", "proven"],
  ["use dashmap::mapref::one::Ref;", "fn f(x: Ref<u8, Key>) { x.turn(); }", "possible"],
  ["use other::Wrap;", "fn f(x: Wrap<Key>) { x.turn(); }", "possible"],
  ["use other::Wrap;", "fn f() { let x = Wrap::new(Key); x.turn(); }", "possible"],
  ["use std::ops::Deref;", "fn f<T: Deref<Target = Key>>(x: T) { x.turn(); }", "possible"],
  ["use std::ops::Deref;", "fn f(x: impl Deref<Target = Key>) { x.turn(); }", "possible"],
  ["", "fn f<T: AsRef<Key>>(x: T) { x.as_ref().turn(); }", "possible"],
];

test("a call on what a library gives is proven or possible, and never lost, whatever the types are called", async () => {
  for (const [uses, body, is] of TURNS) {
    await using asked = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": [uses, KEY, body].join("\n") });
    const { proven, possible } = await asked.interval("Key.turn");
    assert.deepEqual([proven.length, possible.length], is === "proven" ? [1, 0] : [0, 1], `${uses} ${body}`);
  }
});

test("an alias with defaults stands for what is written behind them", async () => {
  const aliases = [
    "type Held<T> = Option<T>;",
    "type Held<T, X = u8> = Result<T, X>;",
    "type Held<T, X = Vec<u8>, Y = X> = std::result::Result<T, (X, Y)>;",
  ];
  for (const alias of aliases) {
    const code = [KEY, `${alias} fn f(x: Held<Key>) { x.unwrap().turn(); }`];
    await using asked = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": code.join("\n") });
    assert.deepEqual(await asked.callers("Key.turn"), ["src/lib.rs:2 result-type"], alias);
  }
});

test("a range gives a part of the list and no element of it", async () => {
  const ranges = ["0..2", "..", "1..=2", "i..", "r"];
  const indexes = ["0", "i", "i as usize", "self.i", "i - 1"];
  const indexed = ["self.v[AT].len()", "self.v.get(AT).unwrap().len()", "self.v.get_mut(AT).unwrap().len()"];
  const inside = (call: string) =>
    `pub struct S { v: Vec<Key>, i: usize } impl S { fn f(&mut self, i: usize) { let r = 0..2; ${call}; } }`;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...indexed),
      fc.constantFrom(...ranges, ...indexes),
      async (call, at) => {
        const code = inside(call.replace("AT", at));
        await using asked = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": [KEY, code].join("\n") });
        const { proven } = await asked.interval("Key.len");
        assert.equal(proven.length, indexes.includes(at) ? 1 : 0, code);
      },
    ),
    { numRuns: 30 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("what the language's own types have themselves lies outside; of other crates it may lead back", async () => {
  const own =
    "fn f(v: Vec<Key>, o: Option<Key>, s: String) { v.len(); v.iter().count(); s.len(); o.iter().len(); }";
  await using asked = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": [KEY, own].join("\n") });
  assert.deepEqual([await asked.callers("Key.len"), await asked.possible("Key.len")], [[], []]);
  const other = "use other::{Vec, Option}; fn f(v: Vec<Key>, o: Option<Key>) { v.len(); o.len(); }";
  await using foreign = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": [KEY, other].join("\n") });
  assert.deepEqual([await foreign.callers("Key.len"), (await foreign.possible("Key.len")).length], [[], 2]);
});

test("functions that the compiler calls without their name: what was not looked at is said", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "use std::ops::Add; use std::fmt; pub struct Key; pub trait Own { fn own(&self); }",
      "impl Add<Key> for Key { type Output = Key; fn add(self, o: Key) -> Key { o } }",
      "impl fmt::Display for Key { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }",
      "impl From<u8> for Key { fn from(n: u8) -> Key { Key } } impl Own for Key { fn own(&self) {} }",
      "fn f(a: Key, b: Key) -> Key { let c: Key = 1.into(); a + b }",
    ].join("\n"),
  });
  for (const [name, trait] of [
    ["add", "Add"],
    ["fmt", "Display"],
    ["from", "From"],
  ]) {
    const { notLooked } = await asked.interval(`Key.${name}`);
    assert.ok(
      notLooked.some((n) => n.what === `uses of ${name} that the compiler makes (${trait})`),
      name,
    );
  }
  assert.deepEqual((await asked.interval("src/lib.rs:Key.own")).notLooked, []);
});
