// A function that is handed to a call takes the types of its parameters from what is called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const HELPERS =
  "export interface Helpers { make(): Thing; other: number }\nexport class Thing { show() {} }\nexport type Use = (helpers: Helpers) => void;\n";

const CASES: readonly {
  what: string;
  text: string;
  lines: readonly number[];
  possible?: readonly number[];
}[] = [
  {
    what: "a pattern and a plain name",
    text: "function run(use: (helpers: Helpers) => void) {}\nrun(({ make }) => {\n  make().show();\n});\nrun((h) => {\n  h.make().show();\n});\nrun(h => h.make().show());\n",
    lines: [6, 9, 11],
  },
  {
    what: "a named type, the second argument, the second parameter, `function`",
    text: 'function run(name: string, use: Use) {}\nfunction two(use: (a: number, b: Helpers) => void) {}\nrun("x", async (h) => h.make().show());\ntwo((a, b) => b.make().show());\ntwo(function (a, b) { b.make().show(); });\n',
    lines: [6, 7, 8],
  },
  {
    what: "a method and `this` among the parameters",
    text: "class Runner { run(this: Runner, use: (this: Thing, h: Helpers) => void) {} }\nnew Runner().run((h) => h.make().show());\n",
    lines: [5],
  },
  {
    what: "overloads that say different things prove nothing",
    text: "function run(use: (h: Helpers) => void): void;\nfunction run(use: (h: Thing) => void): void;\nfunction run(use: any) {}\nrun((h) => h.make().show());\n",
    lines: [],
    possible: [7],
  },
  {
    what: "a type parameter proves nothing",
    text: "function run<T>(value: T, use: (h: T) => void) {}\nrun(1, (h) => h.make().show());\n",
    lines: [],
    possible: [5],
  },
  {
    what: "a type that is written beside the parameter counts",
    text: "class Thing2 { show() {} }\nfunction run(use: (h: any) => void) {}\nrun((h: Helpers) => h.make().show());\nrun((h: Thing2) => h.show());\n",
    lines: [6],
  },
];

for (const { what, text, lines, possible = [] } of CASES) {
  test(`parameters of functions that are handed on: ${what}`, async () => {
    await using asked = await ask({ "src/a.ts": HELPERS + text });
    const found = await asked.interval("Thing.show");
    assert.deepEqual(
      found.proven.map((p) => p.line),
      lines,
    );
    assert.deepEqual(
      found.possible.map((p) => p.line),
      possible,
    );
  });
}
