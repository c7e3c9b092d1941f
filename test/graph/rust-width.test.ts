// Which unproven calls of Rust can't mean a function of the repository? Those with another number of arguments, on what no type
// of the repository is, and behind the names of types outside. What may mean it stays possible.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGraph } from "../../src/graph/graph.ts";
import { viewOf } from "./open-view.ts";

async function linesOf(
  files: Readonly<Record<string, string>>,
  names: readonly string[],
): Promise<Record<string, string[]>> {
  await using opened = await viewOf({
    "Cargo.toml": '[package]\nname = "own"\nversion = "1.0.0"\n',
    ...files,
  });
  const graph = openGraph(opened.view);
  const found: Record<string, string[]> = {};
  for (const name of names) {
    const { declarations } = await graph.declarationsOf(name);
    const all: string[] = [];
    for (const declaration of declarations) {
      const { proven, possible } = await graph.callers(declaration);
      for (const { path, text } of [...proven, ...possible]) {
        const mark = /\/\/ (\w+)$/.exec(text)?.[1];
        if (path === "src/uses.rs" && mark !== undefined) all.push(mark);
      }
    }
    found[name] = [...new Set(all)].sort();
  }
  return found;
}

const TRAIT = `pub trait Say { fn say(self) -> u32; fn twice(self) -> u32 where Self: Sized { self.say() } }
pub struct Own;
impl Say for Own { fn say(self) -> u32 { 1 } }
impl Say for () { fn say(self) -> u32 { 2 } }
impl<A, B> Say for (A, B) { fn say(self) -> u32 { 3 } }
impl Say for &'static str { fn say(self) -> u32 { 4 } }
pub struct Holder<T>(T);
impl<T> Say for Holder<T> { fn say(self) -> u32 { 5 } }
`;

test("tuples, texts and closures are of no type of the repository", async () => {
  const found = await linesOf(
    {
      "src/lib.rs": `pub mod say;\nmod uses;\n`,
      "src/say.rs": TRAIT,
      "src/uses.rs": `use crate::say::*;
fn all(x: Unknown, y: Other<Own>) {
  ().say(); // unit
  (1, Own).say(); // pair
  (1, Own).0.say(); // part
  (Own).say(); // group
  "text".say(); // text
  x.say(); // unknown
  y.inner.say(); // inside
  let f = |a: u32| a + 1;
  f.say(); // closure
}
`,
    },
    ["Own.say", "Holder.say", "Say.say"],
  );
  const never = ["unit", "pair", "text", "closure"];
  for (const name of ["Own.say", "Holder.say"])
    for (const mark of never) assert.ok(!found[name]!.includes(mark), `${name} at ${mark}: ${found[name]}`);
  for (const mark of ["group", "unknown", "inside"])
    assert.ok(found["Own.say"]!.includes(mark), `${mark}: ${found["Own.say"]}`);
  for (const mark of ["unit", "pair", "text"])
    assert.ok(found["Say.say"]!.includes(mark), `${mark}: ${found["Say.say"]}`);
});

test("a call with another number of arguments means another function", async () => {
  const found = await linesOf(
    {
      "src/lib.rs": "pub mod take;\nmod uses;\n",
      "src/take.rs": `pub struct T;
impl T {
  pub fn none(&self) {}
  pub fn one<F: Fn(u32, u32) -> u32>(&mut self, f: F) {}
  pub fn two(self: Box<Self>, a: (u32, u32), b: Vec<(u32, u32)>) {}
  pub fn free(a: u32) {}
}
`,
      "src/uses.rs": `fn all(x: Unknown) {
  x.none(); // none0
  x.none(1); // none1
  x.one(); // one0
  x.one(|a, b| a + b); // one1
  x.one(f::<u8, u8>()); // one1angles
  x.one(1, 2); // one2
  x.one::<u8>(g(1, 2)); // one1call
  x.two(1); // two1
  x.two((1, 2), [3, 4],); // two2
  x.two(1, 2, 3); // two3
  X::none(x); // none1path
  X::none(); // none0path
  X::free(1); // free1
  X::free(1, 2); // free2
  let f = X::none; // value
}
`,
    },
    ["T.none", "T.one", "T.two", "T.free"],
  );
  const has = (name: string, mark: string) => found[name]!.includes(mark);
  assert.deepEqual(
    ["none0", "none1"].map((m) => has("T.none", m)),
    [true, false],
  );
  assert.deepEqual(
    ["one0", "one1", "one1angles", "one1call", "one2"].map((m) => has("T.one", m)),
    [false, true, true, true, false],
  );
  assert.deepEqual(
    ["two1", "two2", "two3"].map((m) => has("T.two", m)),
    [false, true, false],
  );
  assert.ok(!has("T.free", "free2"));
});

test("what is read behind a name that nothing here declares means nothing here; another name for it may", async () => {
  const found = await linesOf(
    {
      "src/lib.rs": "pub mod kinds;\nmod uses;\n",
      "src/kinds.rs": `pub struct Own(u32);
impl Own { pub fn new(n: u32) -> Own { Own(n) } }
pub enum Kind { Some(u32) }
pub type Alias = Own;
pub use outside::thing as Renamed;
`,
      "src/uses.rs": `use outside::*;
fn all(x: It) {
  x.map(Cell::new); // cell
  x.map(Own::new); // own
  x.map(Alias::new); // alias
  x.map(Renamed::new); // renamed
  x.map(Kind::Some); // variant
  Kind::Some(1); // variantcall
}
`,
    },
    ["Own.new", "Kind.Some"],
  );
  assert.ok(!found["Own.new"]!.includes("cell"), String(found["Own.new"]));
  for (const mark of ["own", "alias", "renamed"])
    assert.ok(found["Own.new"]!.includes(mark), `${mark}: ${found["Own.new"]}`);
  assert.ok(found["Kind.Some"]!.includes("variantcall"), String(found["Kind.Some"]));
});

test("a field of a type outside that takes no types holds nothing of the repository", async () => {
  const found = await linesOf(
    {
      "Cargo.toml": '[package]\nname = "own"\nversion = "1.0.0"\n[dependencies]\nhttp = "1"\n',
      "src/lib.rs": "pub mod own;\nmod uses;\n",
      "src/own.rs": "pub struct Own;\nimpl Clone for Own { fn clone(&self) -> Own { Own } }\n",
      "src/uses.rs": `use http::request::Parts;
use http::Holder;
use crate::own::Own;
struct Mine { own: Own }
fn all(parts: &mut Parts, held: Holder<Own>, mine: Mine, other: Unknown) {
  parts.uri.clone(); // uri
  parts.a.b.clone(); // deeper
  held.value.clone(); // held
  mine.own.clone(); // mine
  other.own.clone(); // unknown
}
`,
    },
    ["Own.clone"],
  );
  assert.deepEqual(found["Own.clone"], ["held", "mine", "unknown"]);
});
