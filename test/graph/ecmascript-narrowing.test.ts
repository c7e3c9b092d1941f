// Checks before a use say more than the declared type: what they may choose between is possible, never proven.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const TYPES = [
  "export class A { kind = 'a' as const; size = 1; run() {} isA(): boolean { return true; } }",
  "export class B { kind = 'b' as const; size = 2; run() {} }",
  "export type Either = A | B;",
  "export function isA(x: unknown): x is A { return true; }",
  "export function assertA(x: unknown): asserts x is A {}",
  "export declare function make(): A;",
].join("\n");

const CHECKS: readonly string[] = [
  'if ("size" in x) x.run();',
  'if (x.kind === "a") x.run();',
  'if ("a" === x.kind) x.run();',
  'if (x?.kind !== "a") return; x.run();',
  'switch (x.kind) { case "a": x.run(); }',
  "if (x instanceof A) x.run();",
  "if (isA(x)) x.run();",
  "assertA(x); x.run();",
  "x = make(); x.run();",
  'const go = x.kind === "a" ? () => 1 : () => 2; x.run();',
  "if (!x.size) return; x.run();",
];

for (const check of CHECKS) {
  test(`of a union, ${check} proves neither`, async () => {
    await using asked = await ask({
      "types.ts": TYPES,
      "use.ts": [
        'import { A, isA, assertA, make, type Either } from "./types";',
        `export function use(x: Either) { ${check} }`,
        "export function plain(x: Either) { x.run(); }",
      ].join("\n"),
    });
    for (const name of ["A.run", "B.run"]) {
      assert.deepEqual(await asked.callers(name), ["use.ts:3 parameter-type"]);
      assert.deepEqual(await asked.possible(name), ["use.ts:2 ambiguous-declaration"]);
    }
  });
}

// However the union got into the variable, a check tells its types apart.
const GIVEN: readonly string[] = [
  "const x = one();",
  "const x = await later();",
  "const x = await ask.later();",
  "const x = await held;",
  "const x: Either = one();",
  "const x = one() as Either;",
];
for (const given of GIVEN)
  for (const check of [
    'if (x.kind === "a") x.run();',
    "if (isA(x)) x.run();",
    "if (!x.size) return; x.run();",
  ])
    test(`of a union, ${given} ${check} proves neither`, async () => {
      const head = [
        'import { isA, type Either } from "./types";',
        "declare function one(): Either;",
        "declare function later(): Promise<Either>;",
        "declare const held: Promise<Either>;",
        "class Ask { later(): Promise<Either> { return later(); } }",
        "const ask = new Ask();",
      ];
      await using asked = await ask({
        "types.ts": TYPES,
        "use.ts": [...head, `export async function use() { ${given} ${check} }`].join("\n"),
      });
      for (const name of ["A.run", "B.run"]) {
        assert.deepEqual(await asked.callers(name), []);
        assert.deepEqual(
          (await asked.possible(name)).map((p) => p.split(" ")[0]),
          ["use.ts:7"],
        );
      }
    });

test("a variable that is declared as a union and given one of its types proves neither", async () => {
  await using asked = await ask({
    "types.ts": TYPES,
    "use.ts": [
      'import { make, type Either } from "./types";',
      "export function use() { const x: Either = make(); x.run(); }",
    ].join("\n"),
  });
  for (const name of ["A.run", "B.run"]) {
    assert.deepEqual(await asked.callers(name), []);
    assert.deepEqual(await asked.possible(name), ["use.ts:2 ambiguous-declaration"]);
  }
});

for (const [check, why] of [
  ["if (x instanceof Dog) x.speak();", "instanceof"],
  ["if (isDog(x)) x.speak();", "a guard"],
  ["if (!(x instanceof Dog)) return; x.speak();", "a negated instanceof"],
] as const) {
  test(`${why} may lead from the declared type to another one that has the member`, async () => {
    await using asked = await ask({
      "types.ts": [
        "export class Animal { speak() {} }",
        "export class Dog { speak() {} }",
        "export function isDog(x: unknown): x is Dog { return true; }",
      ].join("\n"),
      "use.ts": [
        'import { Animal, Dog, isDog } from "./types";',
        `export function use(x: Animal) { ${check} }`,
        "export function other(x: Animal, y: unknown) { if (y instanceof Dog) x.speak(); }",
      ].join("\n"),
    });
    assert.deepEqual(await asked.callers("Animal.speak"), ["use.ts:3 parameter-type"]);
    assert.deepEqual(await asked.possible("Animal.speak"), ["use.ts:2 ambiguous-declaration"]);
    assert.deepEqual(await asked.callers("Dog.speak"), []);
    assert.deepEqual(await asked.possible("Dog.speak"), ["use.ts:2 ambiguous-declaration"]);
  });
}

test("a check whose type has the member from where the declared type has it changes nothing", async () => {
  await using asked = await ask({
    "types.ts": "export class Animal { speak() {} }\nexport class Cat extends Animal {}\n",
    "use.ts": [
      'import { Animal, Cat } from "./types";',
      "export function use(x: Animal) { if (x instanceof Cat) x.speak(); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Animal.speak"), ["use.ts:2 parameter-type"]);
});

test("a method that says what its object is leads to another type that has the member", async () => {
  await using asked = await ask({
    "types.ts": [
      "export interface Editor { getModel(): string | null; hasModel(): this is ActiveEditor; hasFocus(): boolean; }",
      "export interface ActiveEditor extends Editor { getModel(): string; }",
    ].join("\n"),
    "use.ts": [
      'import type { Editor } from "./types";',
      "export class Action {",
      "  constructor(private editor: Editor) {}",
      "  run() { if (!this.editor.hasModel()) return; this.editor.getModel(); }",
      "  late() { if (this.editor.hasModel()) { each(() => { this.editor.getModel(); }); } }",
      "  plain() { if (this.editor.hasFocus()) this.editor.getModel(); }",
      "}",
      "export function f(editor: Editor) { if (editor.hasModel()) { const g = () => editor.getModel(); } }",
    ].join("\n"),
  });
  const unsure = [
    "use.ts:4 ambiguous-declaration",
    "use.ts:5 ambiguous-declaration",
    "use.ts:8 ambiguous-declaration",
  ];
  assert.deepEqual(await asked.callers("types.ts:Editor.getModel"), ["use.ts:6 field-type"]);
  assert.deepEqual(await asked.possible("types.ts:Editor.getModel"), unsure);
  assert.deepEqual(await asked.callers("ActiveEditor.getModel"), []);
  assert.deepEqual(
    (await asked.possible("ActiveEditor.getModel")).filter((p) => !p.includes("dispatch")),
    unsure,
  );
});

test("a guard of a union may lead to a type that is none of it", async () => {
  await using asked = await ask({
    "types.ts": TYPES,
    "wide.ts": "export class C { run() {} }\nexport function isC(x: unknown): x is C { return true; }\n",
    "use.ts": [
      'import type { Either } from "./types";',
      'import { isC } from "./wide";',
      "export function use(x: Either) { return isC(x) ? x.run() : null; }",
    ].join("\n"),
  });
  for (const name of ["A.run", "B.run", "C.run"])
    assert.deepEqual(await asked.possible(name), ["use.ts:3 ambiguous-declaration"], name);
});

test("of a union of objects that are written out a check chooses; without one all are meant", async () => {
  await using asked = await ask({
    "a.ts": [
      "export type Action =",
      "  | { kind: 'read'; id: string }",
      "  | { kind: 'write'; id: string };",
      "export function use(all: readonly Action[]) {",
      "  for (const one of all) {",
      "    if (one.kind === 'read') show(one.id);",
      "  }",
      "}",
      "export function other(one: Action) { return one.id; }",
      "function show(x: string) {}",
    ].join("\n"),
  });
  const { declarations } = await asked.graph.declarationsOf("id");
  assert.equal(declarations.length, 2);
  for (const declaration of declarations) {
    const { proven, possible } = await asked.graph.callers(declaration);
    assert.deepEqual(
      proven.map((p) => p.line),
      [9],
    );
    assert.deepEqual(
      possible.map((p) => p.line),
      [6],
    );
  }
});
