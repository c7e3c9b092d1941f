// What is declared in two blocks under one name is two declarations, whatever its kind; what merges in one block is one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, type Asked } from "./ask.ts";

/** For each declaration of the name, by line: how many symbols it has, and where it is used. */
async function uses(asked: Asked, name: string): Promise<Record<string, string>> {
  const { declarations } = await asked.graph.declarationsOf(name);
  const found: Record<string, string> = {};
  for (const declaration of declarations) {
    const { proven, possible } = await asked.graph.references(declaration);
    assert.deepEqual(possible, []);
    found[`${declaration.path}:${declaration.line}`] = proven.map((p) => p.line).join(" ");
  }
  return found;
}

const KINDS: readonly (readonly [kind: string, declare: string, use: string])[] = [
  ["class", "class X { m() {} }", "new X();"],
  ["interface", "interface X { m(): void }", "let x: X;"],
  ["type", "type X = { m(): void };", "let x: X;"],
  ["enum", "enum X { A }", "X.A;"],
  ["namespace", "namespace X { export const a = 1; }", "X.a;"],
  ["function", "function X() {}", "X();"],
  ["overloaded function", "function X(a: string): void; function X(a: any) {}", "X(1);"],
  ["constant", "const X = () => {};", "X();"],
];
const BLOCKS: readonly (readonly [block: string, open: string, close: string])[] = [
  ["callbacks", "test(() => {", "});"],
  ["functions", "function f() {", "}"],
  ["bare blocks", "{", "}"],
  ["branches", "if (flag) {", "}"],
  ["functions in calls", "run(function () {", "});"],
];

for (const [kind, declare, use] of KINDS) {
  for (const [block, open, close] of BLOCKS) {
    test(`a ${kind} of one name in two ${block} is two`, async () => {
      const one = open.replace(" f()", " f1()");
      const two = open.replace(" f()", " f2()");
      await using asked = await ask({
        "a.ts": [one, declare, use, close, two, declare, use, use, close, ""].join("\n"),
      });
      assert.deepEqual(await uses(asked, "X"), { "a.ts:2": "3", "a.ts:6": "7 8" });
    });
  }
}

test("what merges in one block is one", async () => {
  await using asked = await ask({
    "a.ts": [
      "test(() => {",
      "  interface X { a: string }",
      "  interface X { b: string }",
      "  const x: X = { a: '', b: '' };",
      "  x.a; x.b;",
      "  function f(a: string): void;",
      "  function f(a: number): void;",
      "  function f(a: any) {}",
      "  f(1);",
      "});",
      "",
    ].join("\n"),
  });
  assert.deepEqual(await uses(asked, "X"), { "a.ts:2": "4" });
  assert.deepEqual(await uses(asked, "f"), { "a.ts:6": "9" });
});

test("a class in a callback that extends another base takes nothing from the first one's base", async () => {
  await using asked = await ask({
    "base.ts": "export class Base { constructor(code: string) {} go() {} }\n",
    "a.ts": [
      'import { Base } from "./base";',
      "test(() => {",
      '  class Mine extends Base { constructor() { super("a"); } }',
      "  new Mine().go();",
      "});",
      "test(() => {",
      '  class Mine extends Error { constructor() { super("b"); } }',
      "  new Mine();",
      "});",
      "",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("base.ts:Base"), ["a.ts:3 super-method"]);
  assert.deepEqual(await asked.callers("Base.go"), ["a.ts:4 new-expression"]);
});

test("an export means the declaration at the top, not one of its name in a block", async () => {
  await using asked = await ask({
    "a.ts": ["{ class X {} new X(); }", "class X {}", "export { X };", ""].join("\n"),
    "b.ts": 'import { X } from "./a";\nnew X();\n',
  });
  assert.deepEqual(await uses(asked, "X"), { "a.ts:1": "1", "a.ts:2": "3 1 2" });
});
