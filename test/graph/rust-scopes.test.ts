// Names that come by imports and globs of Rust, in circles too: proven where a way leads to one declaration, never otherwise.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ask } from "./ask.ts";

const MANIFEST = '[package]\nname = "my-tool"\nversion = "0.1.0"\n';

test("circles of imports: what lies behind them is found, what is nowhere is not", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs": [
      "pub mod a { pub use crate::b::*; pub fn one() {} }",
      "pub mod b { pub use crate::a::*; pub use crate::c::two as second; }",
      "pub mod c { pub use super::*; pub fn two() {} }",
      "pub use a::*;",
      "fn f() { one(); b::one(); second(); a::second(); c::a::second(); c::second(); }",
      "fn g() { nowhere(); a::nowhere(); two(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("a.one"), ["src/lib.rs:5 star-import", "src/lib.rs:5 qualified"]);
  assert.equal((await asked.callers("c.two")).length, 4);
  assert.deepEqual(await asked.possible("a.one"), []);
});

test("the head of an import is not found through itself, nor a private module through a glob from outside", async () => {
  await using asked = await ask({
    "Cargo.toml": MANIFEST,
    "src/lib.rs":
      "mod my_tool;\nmod part;\npub use crate::my_tool::run;\npub fn go() {}\npub use part::part;\n",
    "src/my_tool.rs": "pub fn run() {}\n",
    "src/part.rs": "pub fn part() {}\nfn go() {}\nmod inner { use super::*; fn f() { go(); } }\n",
    "tests/all.rs": "use my_tool::*;\nuse my_tool::part;\nfn f() { run(); go(); part(); }\n",
  });
  assert.deepEqual(await asked.callers("src/my_tool.rs:run"), ["tests/all.rs:3 star-import"]);
  assert.deepEqual(await asked.callers("src/lib.rs:go"), ["tests/all.rs:3 star-import"]);
  assert.deepEqual(await asked.callers("src/part.rs:go"), ["src/part.rs:3 star-import"]);
  assert.deepEqual(await asked.callers("src/part.rs:part.part"), ["tests/all.rs:3 import"]);
});

test("globs of each other in any shape: a call is proven exactly where a way leads to the one declaration", async () => {
  const modules = 5;
  const edges = fc.uniqueArray(fc.tuple(fc.nat(modules - 1), fc.nat(modules - 1)), {
    selector: ([from, to]) => from * modules + to,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(edges, fc.nat(modules - 1), async (globs, home) => {
      const lines = Array.from({ length: modules }, (_, m) => {
        const own = globs.filter(([from]) => from === m).map(([, to]) => `pub use crate::m${to}::*;`);
        return `pub mod m${m} { ${own.join(" ")} ${m === home ? "pub fn x() {}" : ""} fn f${m}() { x(); } }`;
      });
      await using asked = await ask({ "Cargo.toml": MANIFEST, "src/lib.rs": lines.join("\n") });
      const reaching = new Set([home]);
      for (let round = 0; round < modules; round++) {
        for (const [from, to] of globs) if (reaching.has(to)) reaching.add(from);
      }
      const proven = (await asked.callers("x")).map((site) => Number(/:(\d+)/.exec(site)![1]) - 1);
      assert.deepEqual(
        proven,
        [...reaching].sort((a, b) => a - b),
      );
    }),
    { numRuns: 25 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});
