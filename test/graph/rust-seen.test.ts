// Rust: what a module that is not public itself offers to a glob; what a guard of `match` sees; what a star looks into.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CARGO = { "Cargo.toml": '[package]\nname = "k"\nedition = "2021"\n' };

test("globs bring what is pub in a module, whoever sees the module", async () => {
  for (const mod of ["mod a", "pub mod a", "pub(crate) mod a"]) {
    const lib = [
      `${mod} {`,
      "    pub fn open() {}",
      "    pub(crate) fn near() {}",
      "    fn own() {}",
      "    #[inline]",
      "    pub unsafe fn marked() {}",
      "    pub struct S;",
      "    impl S { pub fn m(&self) {} }",
      "}",
      "use a::*;",
      "fn f(s: S) { open(); near(); marked(); s.m(); }",
      "mod one { use super::a::*; fn f() { open(); near(); } fn own() {} fn g() { own(); } }",
      "mod two { use crate::a::*; use super::b::other; fn f() { open(); } }",
      "mod three { use super::a::*; use super::b::*; fn f() { open(); other(); } }",
      "mod b { pub fn other() {} }",
      "mod four { pub use super::a::*; }",
      "fn g() { four::open(); }",
      "mod c;",
    ].join("\n");
    await using asked = await ask({
      ...CARGO,
      "src/lib.rs": lib,
      "src/c.rs": "use super::a::*;\nfn f() { open(); }\n",
    });
    const lines = async (name: string) => (await asked.callers(name)).map((c) => c.split(" ")[0]);
    const open = ["src/c.rs:2", ...[11, 12, 13, 14, 17].map((line) => `src/lib.rs:${line}`)];
    assert.deepEqual(await lines("a::open"), open, mod);
    assert.deepEqual(await lines("a::near"), ["src/lib.rs:11", "src/lib.rs:12"], mod);
    assert.deepEqual(await lines("a::marked"), ["src/lib.rs:11"], mod);
    assert.deepEqual(await lines("a::S::m"), ["src/lib.rs:11"], mod);
    assert.deepEqual(await lines("a::own"), [], mod);
    assert.deepEqual(await lines("one::own"), ["src/lib.rs:12"], mod);
    assert.deepEqual(await lines("b::other"), ["src/lib.rs:14"], mod);
  }
});

/** Lines end with the type whose member they use: `// A`. */
async function assertUses(code: string): Promise<void> {
  const text = `pub struct A; pub struct B; pub struct P { pub x: A }\nimpl A { pub fn f(&self) -> bool { true } }\nimpl B { pub fn f(&self) -> bool { true } }\n${code}\n`;
  await using asked = await ask({ ...CARGO, "src/lib.rs": text });
  const lines = text.split("\n");
  for (const type of ["A", "B"]) {
    const { proven, possible } = await asked.interval(`${type}::f`);
    const meant = lines.flatMap((line, i) => (line.endsWith(`// ${type}`) ? [i + 1] : []));
    for (const { line } of proven) assert.ok(meant.includes(line), `${type}: ${lines[line - 1]}`);
    const found = new Set([...proven, ...possible].map((p) => p.line));
    for (const line of meant) assert.ok(found.has(line), `no ${type}: ${lines[line - 1]}`);
  }
}

test("the guard of an arm sees what its pattern binds, other arms do not", () =>
  assertUses(
    [
      "fn t(x: B, o: Option<A>, p: P, i: i32) {",
      "    match o {",
      "        Some(x) if x.f() => {}, // A",
      "        Some(x) if { x.f(); true } => {}, // A",
      "        Some(ref x) if i == 1 && x.f() => {}, // A",
      "        None if x.f() => {}, // B",
      "        _ if x.f() => {}, // B",
      "        _ => { x.f(); } // B",
      "    }",
      "    match o {",
      "        Some(x) if { x.f(); true } => {}, // A",
      "        None if { x.f() } => {}, // B",
      "        _ => {}",
      "    }",
      "    match p {",
      "        P { x } if x.f() => {}, // A",
      "        P { .. } if x.f() => {}, // B",
      "        _ => {}",
      "    }",
      "    match [A] {",
      "        [x] if x.f() => {}, // A",
      "        _ => {}",
      "    }",
      "    if x.f() {} // B",
      "    #[cfg(unix)]",
      "    if x.f() {} // B",
      "    let y = if x.f() { 1 } else if x.f() { 2 } else { 3 }; // B",
      "    match i {",
      "        1 => {}",
      "        _ => if x.f() {}, // B",
      "    }",
      "    if x.f() {} // B",
      "}",
    ].join("\n"),
  ));

test("what a star looks into by a Deref of the repository is not the holder itself", () =>
  assertUses(
    [
      "pub struct W(A);",
      "impl std::ops::Deref for W { type Target = A; fn deref(&self) -> &A { &self.0 } }",
      "impl W { fn f(&self) -> bool { false } }",
      "fn t(w: W, b: &B) {",
      "    (*w).f(); // A",
      "    let a = &*w;",
      "    a.f(); // A",
      "    (*b).f(); // B",
      "}",
    ].join("\n"),
  ));
