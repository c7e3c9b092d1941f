// In TypeScript a value is of a type that it does not name: calls through that type may reach it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const SHAPE = "export interface Shape { save(): void; name: string; note?: string }\n";

const CASES: readonly { what: string; text: string; name: string; lines: readonly number[] }[] = [
  {
    what: "a class that has the members, in a variable of the type",
    text: `${SHAPE}export class Base { name = ""; save() {} }\nconst y: Shape = new Base();\ny.save();\n`,
    name: "Base.save",
    lines: [4],
  },
  {
    what: "members that a base gives",
    text: `${SHAPE}class Named { name = ""; }\nexport class Base extends Named { save() {} }\nexport function f(y: Shape) {\n  y.save();\n}\n`,
    name: "Base.save",
    lines: [5],
  },
  {
    what: "a class that lacks one",
    text: `${SHAPE}export class Base { save() {} }\nexport function f(y: Shape) {\n  y.save();\n}\n`,
    name: "Base.save",
    lines: [],
  },
  {
    what: "a type with members of its own, and one that extends another",
    text: "type Saver = { save(): void };\ninterface Shape extends Saver { load(): void }\nclass Base { save() {}\n  load() {} }\nexport function f(x: Saver, y: Shape) {\n  x.save();\n  y.save();\n}\n",
    name: "Base.save",
    lines: [6, 7],
  },
  {
    what: "a class with hidden members is met by no other",
    text: "class Shape { private x = 1;\n  save() {} }\nclass Base { x = 1;\n  save() {} }\nexport function f(y: Shape) {\n  y.save();\n}\n",
    name: "Base.save",
    lines: [],
  },
  {
    what: "an object that is written out, by its annotation",
    text: `${SHAPE}export const base: Shape = { name: "", save() {} };\nexport function f(y: Shape) {\n  y.save();\n}\n`,
    name: "base.save",
    lines: [4],
  },
  {
    what: "an object that is written out, by what is said behind it",
    text: `${SHAPE}export const base = { name: "", save() {} } satisfies Shape;\nexport function f(y: Shape) {\n  y.save();\n}\n`,
    name: "base.save",
    lines: [4],
  },
];

for (const { what, text, name, lines } of CASES) {
  test(`calls through a shape: ${what}`, async () => {
    await using asked = await ask({ "src/a.ts": text });
    const { proven, possible } = await asked.interval(name);
    assert.deepEqual(proven, []);
    assert.deepEqual(
      possible.map((p) => p.line),
      lines,
    );
    assert.ok(possible.every((p) => p.why === "dispatch"));
  });
}
