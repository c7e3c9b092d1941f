// What stands nearer wins: a local, a parameter or an inner declaration ends the search for an import or a top name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("a local, a parameter, a nested parameter and a loop variable hide an import", async () => {
  await using asked = await ask({
    "a.ts": "export function go() {}\n",
    "use.ts": [
      'import { go } from "./a";',
      "export function one() { const go = () => {}; go(); }",
      "export function two(go: () => void) { go(); }",
      "export function three() { return [1].map((go: any) => go()); }",
      "export function four(list: any[]) { for (const go of list) go(); }",
      "export function five({ go }: { go: () => void }) { go(); }",
      "export function six() { try { go(); } catch (go: any) { go(); } }",
      "export function seven() { go(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("a.ts:go"), ["use.ts:7 import", "use.ts:8 import"]);
  // What was taken out of an object may be anything, the import included.
  assert.deepEqual(await asked.possible("a.ts:go"), ["use.ts:6 same-name"]);
});

test("the own name of a function expression and an inner enum hide", async () => {
  await using asked = await ask({
    "a.ts": "export function go() {}\nexport enum Kind { One }\n",
    "use.ts": [
      'import { go, Kind } from "./a";',
      "export const f = function go(): void { go(); };",
      "export function inner() { enum Kind { Two } return Kind.Two; }",
      "go(); Kind.One;",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("a.ts:go"), ["use.ts:4 import"]);
  const uses = await asked.references("a.ts:Kind");
  assert.deepEqual(uses, ["use.ts:1 import import", "use.ts:4 read import"]);
});

test("`new X()` of a local class is not the class of the module", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Tool {}",
      "export function inner() { class Tool { run() {} } new Tool().run(); }",
      "new Tool();",
    ].join("\n"),
  });
  const { declarations } = await asked.graph.declarationsOf("Tool");
  const lines = [];
  for (const d of declarations) lines.push((await asked.graph.callers(d)).proven.map((p) => p.line));
  assert.deepEqual(lines, [[3], [2]]);
  assert.deepEqual(await asked.callers("run"), ["a.ts:2 new-expression"]);
});

test("two blocks use one variable name for two types", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class A { run() {} }",
      "export class B { run() {} }",
      "export function f(flag: boolean) {",
      "  if (flag) { const x = new A(); x.run(); }",
      "  else { const x = new B(); x.run(); }",
      "  { const x = A; new x(); }",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("A.run"), ["a.ts:4 new-expression"]);
  assert.deepEqual(await asked.callers("B.run"), ["a.ts:5 new-expression"]);
});

test("a type parameter is no type of the module", async () => {
  await using asked = await ask({
    "a.ts": "export class T { run() {} }\n",
    "use.ts": [
      'import { T } from "./a";',
      "export function generic<T extends { run(): void }>(x: T) { x.run(); }",
      "export function plain(x: T) { x.run(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("T.run"), ["use.ts:3 parameter-type"]);
});

test("a local variable is known by what it is given, unless a parameter comes between", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Builder {",
      "  add(): this { return this; }",
      "  child(): Part { return new Part(); }",
      "}",
      "export class Part { run() {} }",
      "export function make(): Builder { return new Builder(); }",
    ].join("\n"),
    "use.ts": [
      'import { make, Part } from "./a";',
      "export async function f(parts: any[]) {",
      "  const part = make().add().add().child();",
      "  part.run();",
      "  parts.forEach((part) => part.run());",
      "  parts.forEach((part) => { part.run(); });",
      "  if (parts) { const part = parts[0]; part.run(); }",
      "  part.run();",
      "}",
      "export function g(part: unknown) { (part as Part).run(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Part.run"), [
    "use.ts:4 variable-type",
    "use.ts:8 variable-type",
    "use.ts:10 variable-type",
  ]);
  assert.deepEqual(await asked.possible("Part.run"), [
    "use.ts:5 unresolved-receiver",
    "use.ts:6 unresolved-receiver",
    "use.ts:7 unresolved-receiver",
  ]);
});
