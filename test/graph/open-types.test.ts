// A written type goes before the first value: what may be given another value of its type later is not proven to be that.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

/** What may hold a P, a Q or anything, and first holds a P. */
const OPEN = [
  "let x = new P(); x = new Q(); x.go();",
  "let x = new P(); if (ready) x = new Q(); x.go();",
  "let x = new P(), y = 1; for (;;) { x = new Q(); } x.go();",
  "let x: P | Q = new P(); x = new Q(); x.go();",
  "let x: any = new P(); x = new Q(); x.go();",
  "let x: unknown = new P(); x = new Q(); (x as any).go();",
  "let x: object = new P(); x = new Q(); x.go();",
  "let x: { go(): void } = new P(); x = new Q(); x.go();",
  "var x: any = make() as P; x = new Q(); x.go();",
  "class C { x: any = new P(); m() { this.x.go(); } }",
  "class C { x: { go(): void } = new P(); m() { this.x.go(); } }",
  "class C { constructor(private x: any = new P()) {} m() { this.x.go(); } }",
  "function f(x: P | Q = new P()) { x.go(); }",
  "function f(x: any = new P()) { x.go(); }",
];

for (const text of OPEN) {
  for (const around of ["%", "export function outer() { % }"]) {
    test(`both may be meant: ${around.replace("%", text)}`, async () => {
      await using asked = await ask({
        "a.ts": [
          "export class P { go() {} }",
          "export class Q { go() {} }",
          "function make(): any {}",
          around.replace("%", text),
        ].join("\n"),
      });
      for (const name of ["P.go", "Q.go"]) {
        assert.deepEqual(await asked.callers(name), [], name);
        assert.equal((await asked.possible(name)).length, 1, name);
      }
    });
  }
}

test("what is fixed is what it is given, and a type of one name is that type", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class P { go() {} }",
      "export class Q { go() {} }",
      "export function f() { const x: P | Q = new P(); x.go(); }",
      "export function g() { const x: any = new P(); x.go(); }",
      "export function h(q: Q) { let x: Q = q; x.go(); let y: Q | null = q; y.go(); }",
      "export function i() { let x = new P(); x.go(); }",
      "export function j() { let x = new P(); x = new P(); x.go(); let y = new Q(); }",
      "export function k() { let x: P = new P(); x = x.self(); x.go(); }",
    ].join("\n"),
  });
  assert.deepEqual(
    (await asked.callers("P.go")).map((site) => site.split(" ")[0]),
    ["a.ts:3", "a.ts:4", "a.ts:6", "a.ts:7", "a.ts:8"],
  );
  assert.deepEqual(
    (await asked.callers("Q.go")).map((site) => site.split(" ")[0]),
    ["a.ts:5", "a.ts:5"],
  );
});

/** The same in other languages, whose written types say as much: `Q.go` may be meant, and `P.go` is not proven. */
const OTHERS: readonly { file: string; types: string; open: readonly string[] }[] = [
  {
    file: "a.py",
    types:
      "from typing import Any, Union\nclass P:\n    def go(self): pass\nclass Q:\n    def go(self): pass\n",
    open: [
      "def f():\n    x: P | Q = P()\n    x = Q()\n    x.go()\n",
      "def f():\n    x: Any = P()\n    x = Q()\n    x.go()\n",
      "def f():\n    x: Union[P, Q] = P()\n    x = Q()\n    x.go()\n",
      "class C:\n    x: Any = P()\n    def m(self):\n        self.x.go()\n",
      "class C:\n    def __init__(self):\n        self.x: Any = P()\n    def m(self):\n        self.x.go()\n",
    ],
  },
  {
    file: "a.scala",
    types: "class P { def go() = 1 }\nclass Q { def go() = 1 }\n",
    open: [
      "object O { def f() = { var x: P | Q = new P; x = new Q; x.go() } }\n",
      "object O { def f() = { var x: { def go(): Int } = new P; x = new Q; x.go() } }\n",
    ],
  },
  {
    file: "a.swift",
    types: "class P { func go() {} }\nclass Q { func go() {} }\n",
    open: ["func f() {\n  var x: (P & Goes) = P()\n  x.go()\n}\n"],
  },
];

for (const { file, types, open } of OTHERS) {
  for (const text of open) {
    test(`${file}: another may be meant: ${text}`, async () => {
      await using asked = await ask({ [file]: types + text });
      assert.deepEqual(await asked.callers("P.go"), []);
      assert.notDeepEqual([...(await asked.callers("Q.go")), ...(await asked.possible("Q.go"))], []);
    });
  }
}
