// Code of C++ and Rust made to cost time: each base, each bracket and each letter is looked at a bounded number of times.
// Work is counted by what would never end if it doubled with each level.
import assert from "node:assert/strict";
import { test } from "node:test";
import { typeName } from "../../src/graph/c-classes.ts";
import { viewOf } from "./open-view.ts";
import { openGraph } from "../../src/graph/graph.ts";

test("bases reached by very many ways are looked at once", async () => {
  let text = "struct L0 { void alpha(); }; struct R0 { void beta(); };\n";
  for (let n = 1; n <= 60; n++)
    text += `struct L${n} : L${n - 1}, R${n - 1} {}; struct R${n} : L${n - 1}, R${n - 1} {};\n`;
  text += "struct Other { void omega(); };\nvoid run(L60 *x, L60 y) { x->omega(); y->omega(); }\n";
  await using opened = await viewOf({ "a.cpp": text });
  const graph = openGraph(opened.view);
  const { declarations } = await graph.declarationsOf("Other.omega");
  const { proven } = await graph.callers(declarations[0]!);
  assert.deepEqual(proven, []);
});

test("the name of a type with brackets anywhere", () => {
  assert.equal(typeName("const ns::Foo<std::vector<int>>&"), "Foo");
  assert.equal(typeName("ns::Box<a>::Foo *"), "Foo");
  assert.equal(typeName("std::vector<int>"), "");
  assert.equal(typeName("Foo<"), "");
  assert.equal(typeName("int (*)(Foo)"), "");
  assert.equal(typeName(`${"a<b>::".repeat(20_000)}1`), "");
  assert.equal(typeName("a<".repeat(50_000)), "");
});

test("what is not closed in Rust is read once", async () => {
  for (const piece of ['r#"a ', "/*a\n", '"\\', "'\\u{", "b'"]) {
    await using opened = await viewOf({
      "src/lib.rs": `pub struct A;\nimpl A { pub fn go(&self) {} }\nfn f(a: A) { a.go(); }\n${piece.repeat(60_000)}`,
    });
    const graph = openGraph(opened.view);
    const { declarations } = await graph.declarationsOf("go");
    for (const declaration of declarations) await graph.callers(declaration);
  }
});
