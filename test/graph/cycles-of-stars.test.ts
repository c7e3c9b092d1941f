// Modules whose stars all lead to each other: every way between them can't be walked, and need not be. A question of a graph
// lets signals and other questions have their turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { Watch } from "../../src/graph/asker.ts";
import { Resolver } from "../../src/graph/resolve.ts";
import { ask } from "./ask.ts";
import { viewOf } from "./open-view.ts";

const MODULES = 24;
const numbers = Array.from({ length: MODULES }, (_, i) => i);

/** How a language writes a star, a function and a use. */
const LANGUAGES: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
  typescript: (name) => ({
    ...Object.fromEntries(
      numbers.map((i) => [
        `m${i}.ts`,
        `${numbers.map((j) => `export * from "./m${j}";`).join("\n")}\nexport function f${i}() {}\n`,
      ]),
    ),
    "u.ts": `import { ${name} } from "./m3";\n${name}();\n`,
  }),
  python: (name) => ({
    ...Object.fromEntries(
      numbers.map((i) => [
        `m${i}.py`,
        `${numbers.map((j) => `from m${j} import *`).join("\n")}\ndef f${i}(): pass\n`,
      ]),
    ),
    "u.py": `from m3 import ${name}\n${name}()\n`,
  }),
};

for (const [language, tree] of Object.entries(LANGUAGES))
  test(`${language}: each module offers what all of them have`, { timeout: 120_000 }, async () => {
    for (const name of ["f3", "f7", `f${MODULES - 1}`]) {
      await using asked = await ask(tree(name));
      const callers = await asked.callers(name);
      assert.deepEqual(
        callers.map((c) => c.split(" ")[0]!.replace(/\.\w+:/, ":")),
        ["u:2"],
        name,
      );
    }
    await using asked = await ask(tree("nowhere"));
    assert.deepEqual(await asked.callers("f0"), []);
  });

test("diamonds and cycles of stars: what two modules offer differently is ambiguous, what all offer is one", async () => {
  await using asked = await ask({
    "a.ts": "export function one() {}\nexport function two() {}\nexport * from './top';\n",
    "b.ts": "export function two() {}\nexport * from './left';\n",
    "left.ts": "export * from './a';\nexport * from './right';\n",
    "right.ts": "export * from './a';\nexport * from './b';\nexport * from './left';\n",
    "top.ts": "export * from './left';\nexport * from './right';\n",
    "u.ts": "import { one, two } from './top';\none();\ntwo();\n",
  });
  assert.deepEqual(await asked.callers("one"), ["u.ts:2 re-export"]);
  assert.deepEqual(await asked.callers("a.ts:two"), []);
  assert.ok((await asked.possible("a.ts:two")).includes("u.ts:3 ambiguous-export"));
  assert.ok((await asked.possible("b.ts:two")).includes("u.ts:3 ambiguous-export"));
});

test("what is found out without reading lets others have their turn, and ends when its asker gives up", async () => {
  await using opened = await viewOf({ "a.ts": "export const a = 1;\n" });
  const resolver = new Resolver(opened.view);
  const controller = new AbortController();
  resolver.watch = new Watch({ signal: controller.signal });
  setImmediate(() => controller.abort());
  const busy = async (): Promise<number> => {
    for (const from = performance.now(); performance.now() - from < 2;);
    return 0;
  };
  let asked = 0;
  await assert.rejects(
    async () => {
      for (; asked < 2_000; asked++) await resolver.once(`k${asked}`, 0, busy);
    },
    (error) => isPithError(error),
  );
  assert.ok(asked < 2_000);
});
