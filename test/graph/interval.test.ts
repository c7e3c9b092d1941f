// Proven, possible, dropped, not looked at: what can't be excluded is possible and says why, what is proven to mean
// something else is neither, and totals are true.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("a use that is proven to mean another declaration is dropped, one of an unknown receiver is possible", async () => {
  await using asked = await ask({
    "a.ts": "export class A { run() {} }\nexport class B { run() {} }\n",
    "use.ts": [
      'import { A, B } from "./a";',
      "export function f(a: A, b: B, c: any, d) {",
      "  a.run(); b.run(); c.run(); d.run(); d.e.run();",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("A.run"), ["use.ts:3 parameter-type"]);
  assert.deepEqual(await asked.possible("A.run"), [
    "use.ts:3 unresolved-receiver",
    "use.ts:3 unresolved-receiver",
    "use.ts:3 unresolved-receiver",
  ]);
});

test("no place is proven and possible at once, and each has its text, line and enclosing symbol", async () => {
  await using asked = await ask({
    "a.ts": "export class A { run() {} }\n",
    "use.ts":
      'import { A } from "./a";\nexport class U {\n  go(x: any) { new A().run(); x.run(); }\n}\n  new A() .run();\n',
  });
  const { proven, possible, totals } = await asked.interval("A.run");
  assert.deepEqual(totals, { proven: 2, possible: 1 });
  assert.deepEqual(
    [...proven, ...possible].map(({ line, column, text, enclosing, role }) => [
      line,
      column,
      text,
      enclosing,
      role,
    ]),
    [
      [3, 24, "go(x: any) { new A().run(); x.run(); }", "U.go", "call"],
      [5, 12, "new A() .run();", "", "call"],
      [3, 33, "go(x: any) { new A().run(); x.run(); }", "U.go", "call"],
    ],
  );
});

test("members by a name in quotes, reflection, strings where something is called by a computed name", async () => {
  await using asked = await ask({
    "a.ts": "export class A { refresh() {} }\n",
    "dynamic.ts": [
      "export function f(x: any, key: string) {",
      '  x["refresh"]();',
      '  Reflect.get(x, "refresh");',
      "  x[key]();",
      '  const names = ["refresh"];',
      "  return names; // 'refresh'",
      "}",
    ].join("\n"),
    "plain.ts": 'export const title = "refresh";\n',
    "test.ts": 'describe("refresh", () => { const x: any = {}; const k = "a"; x[k](); });\n',
  });
  assert.deepEqual(await asked.possible("A.refresh"), [
    "dynamic.ts:2 dynamic-access",
    "dynamic.ts:3 reflection",
    "dynamic.ts:5 string",
  ]);
  const references = await asked.graph.references(await asked.one("A.refresh"));
  assert.deepEqual(
    references.possible.filter((p) => p.why === "string").map((p) => p.path),
    ["dynamic.ts", "plain.ts"],
  );
});

test("a function at the top is a member of something only where it was handed on", async () => {
  await using asked = await ask({
    "quiet.ts": "export function quiet() {}\n",
    "loud.ts": "export function loud() {}\n",
    "space.ts": "export function spaced() {}\n",
    "api.ts": [
      'import { loud } from "./loud";',
      'import * as ns from "./space";',
      "export const api = { loud, ...ns };",
    ].join("\n"),
    "use.ts": "export function f(x: any) { x.quiet(); x.loud(); x.spaced(); }\n",
  });
  assert.deepEqual(await asked.possible("quiet"), []);
  assert.deepEqual(await asked.possible("loud"), ["api.ts:3 handed-on", "use.ts:1 unresolved-receiver"]);
  assert.deepEqual(await asked.possible("spaced"), ["use.ts:1 unresolved-receiver"]);
});

test("a function that is only called through call or apply, or handed on, is never said to have no callers", async () => {
  await using asked = await ask({
    "a.ts": "export function send(n: number) {\n  return n;\n}\n",
    "b.ts":
      'import { send } from "./a";\nsend.call(null, 1);\nsend.apply(null, [1]);\nconst bound = send.bind(null);\n[1].map(send);\n',
  });
  assert.deepEqual(await asked.callers("send"), ["b.ts:2 import", "b.ts:3 import"]);
  assert.deepEqual(await asked.possible("send"), ["b.ts:4 handed-on", "b.ts:5 handed-on"]);
});

test("what `#` hides and functions that no module exports stay in their file; `private` is only a word", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class A { private hide() {} #secret() {} go(x: any) { x.hide(); this.#secret(); } }",
      "function inner() {}",
      "export function outer() { function deep() {} deep(); inner(); }",
    ].join("\n"),
    "b.ts":
      "export function f(x: any) { x.hide(); inner(); deep(); }\ndeclare const inner: any, deep: any;\n",
  });
  assert.deepEqual(await asked.possible("A.hide"), [
    "a.ts:1 unresolved-receiver",
    "b.ts:1 unresolved-receiver",
  ]);
  assert.deepEqual(await asked.callers("#secret"), ["a.ts:1 this-method"]);
  assert.deepEqual(await asked.callers("outer.deep"), ["a.ts:3 same-file"]);
  assert.deepEqual(await asked.possible("a.ts:inner"), []);
});

test("a script's top is seen everywhere; what modules declare is not", async () => {
  await using asked = await ask({
    "script.js": "function globally() {}\n",
    "module.js": "export function modular() {}\n",
    "use.js": "globally();\nmodular();\n",
  });
  assert.deepEqual(await asked.possible("globally"), ["use.js:1 same-name"]);
  assert.deepEqual(await asked.possible("modular"), []);
});

test("the language's own and packages outside are dropped, whatever the name", async () => {
  await using asked = await ask({
    "a.ts": "export class Store { log() {} map() {} join() {} }\n",
    "use.ts": [
      'import path from "node:path";',
      'import Foreign from "foreign";',
      "const f: Foreign = new Foreign();",
      "console.log(); [1].map(String); path.join(); f.log(); new Foreign().map(); 'x'.concat().map();",
      "export function g(foreign: Foreign<Store>) { foreign.held.log(); }",
      "import type { Store } from './a';",
    ].join("\n"),
  });
  assert.deepEqual(await asked.possible("Store.map"), []);
  assert.deepEqual(await asked.possible("Store.join"), []);
  // What a package's value holds may be one of ours.
  assert.deepEqual(await asked.possible("Store.log"), ["use.ts:5 unresolved-receiver"]);
});

test("what could not be parsed is possible, and what is not read is said", async () => {
  const deep = `export const x = ${"[".repeat(1_200)}${"]".repeat(1_200)};\nfind();\n`;
  await using asked = await ask({
    "a.ts": "export function find() {}\n",
    "deep.ts": deep,
    "broken.ts": 'import { find } from "./a";\nexport function f( {\n  find(;\n}\nfind();\n',
    "doc.md": "# Find\n\nCall `find` here.\n",
  });
  const { possible, proven, notLooked } = await asked.interval("find");
  assert.ok(possible.some((p) => p.path === "deep.ts" && p.why === "unparsed-file" && p.line === 2));
  assert.ok([...proven, ...possible].some((p) => p.path === "broken.ts" && p.line === 5));
  assert.ok(!possible.some((p) => p.path === "doc.md"));
  assert.deepEqual(notLooked, [{ what: "1 file (markdown) that hold the name", why: "another language" }]);
});

test("a name that exists 500 times: each declaration has its own callers", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 500; i++) {
    files[`m${i}.ts`] = `export function handle() { return ${i}; }\n`;
    if (i % 10 === 0) files[`u${i}.ts`] = `import { handle } from "./m${i}";\nhandle();\n`;
  }
  await using asked = await ask(files);
  const { declarations } = await asked.graph.declarationsOf("handle");
  assert.equal(declarations.length, 500);
  const first = await asked.graph.callers(declarations.find((d) => d.path === "m10.ts")!);
  assert.deepEqual(
    first.proven.map((p) => p.path),
    ["u10.ts"],
  );
  assert.deepEqual(first.possible, []);
  assert.deepEqual(await asked.callers("m11.ts:handle"), []);
});

test("the same answer, asked twice, in another order, and by another graph", async () => {
  const files = {
    "a.ts": "export class A { run() { return this; } }\nexport const make = () => new A();\n",
    "b.ts": 'export * from "./a";\nexport * from "./c";\n',
    "c.ts": 'export * from "./b";\n',
    "use.ts": 'import { make } from "./c";\nconst a = make();\na.run().run();\n',
  };
  const answers = [];
  for (const order of [
    ["make", "A.run", "A"],
    ["A", "A.run", "make"],
  ]) {
    await using asked = await ask(files);
    const found = new Map<string, string[]>();
    for (const name of [...order, ...order]) found.set(name, await asked.callers(name));
    answers.push([...found].sort());
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.deepEqual(answers[0]![1], ["A.run", ["use.ts:3 variable-type", "use.ts:3 result-type"]]);
});
