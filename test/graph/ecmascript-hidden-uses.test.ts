// Uses that do not look like one: members by a name in quotes, private members from outside, modules inside modules,
// other names that were handed on, bases of classes without a name, packages linked by their folder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("a member by a name in quotes is proven or ruled out by its receiver's type", async () => {
  await using asked = await ask({
    "socket.ts": [
      "export class Socket { private handle(data: string) {} protected open = 1; }",
      "export class Other { handle(data: string) {} }",
    ].join("\n"),
    "socket.test.ts": [
      'import { Other, Socket } from "./socket";',
      "const socket = new Socket();",
      "socket['handle']('a');",
      'socket?.["handle"]("a");',
      "new Other()['handle']('a');",
      "const any: any = make();",
      "any['handle']('a');",
      "socket['open'];",
      "const pick = socket['handle'];",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Socket.handle"), [
    "socket.test.ts:3 variable-type",
    "socket.test.ts:4 variable-type",
  ]);
  assert.deepEqual(await asked.possible("Socket.handle"), [
    "socket.test.ts:7 dynamic-access",
    "socket.test.ts:9 handed-on",
  ]);
  assert.deepEqual(await asked.callers("Other.handle"), ["socket.test.ts:5 new-expression"]);
  assert.deepEqual(await asked.callers("Socket.open"), ["socket.test.ts:8 variable-type"]);
});

test("a member by a name in quotes that a class below overrides may be called there", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Base { go() {} }",
      "export class Below extends Base { go() {} }",
      "export function f(x: Base) { x['go'](); }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.go"), ["a.ts:3 parameter-type"]);
  assert.deepEqual(await asked.possible("Below.go"), ["a.ts:3 dispatch"]);
});

test("a property named in a type is a reference, and nothing that runs", async () => {
  await using asked = await ask({
    "a.ts": "export interface Config { parseAs: string }\nexport type As = Config['parseAs'];\n",
  });
  assert.deepEqual(await asked.callers("Config.parseAs"), []);
  assert.deepEqual(await asked.references("Config.parseAs"), ["a.ts:2 type same-file"]);
});

test("`private` keeps nobody out", async () => {
  await using asked = await ask({
    "a.ts": "export class Runner { private enqueue() {} #hidden() {} }\n",
    "a.test.ts": [
      'import { Runner } from "./a";',
      "let runner: Runner;",
      "beforeEach(() => { runner = Container.get(Runner); });",
      "test(() => {",
      "  // @ts-expect-error Private method",
      "  runner.enqueue();",
      "  (runner as any).enqueue();",
      "  lost().enqueue();",
      "  lost().hidden();",
      "});",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Runner.enqueue"), ["a.test.ts:6 variable-type"]);
  assert.deepEqual(await asked.possible("Runner.enqueue"), [
    "a.test.ts:7 unresolved-receiver",
    "a.test.ts:8 unresolved-receiver",
  ]);
  assert.deepEqual(await asked.possible("Runner.#hidden"), []);
});

test("modules inside of modules: `export * as`, imported and exported, taken out of an object pattern", async () => {
  await using asked = await ask({
    "util.ts": "export function plain() {}\nexport class Tool { run() {} }\n",
    "core.ts": 'export * as util from "./util";\n',
    "index.ts": 'import * as core from "./core";\nexport { core };\nexport * as again from "./core";\n',
    "use.ts": [
      'import * as z from "./index";',
      "z.core.util.plain();",
      "z.again.util.plain();",
      "new z.core.util.Tool().run();",
      "export function f(x: z.core.util.Tool) { x.run(); }",
      "export function g() { const { util } = z.core; util.plain(); }",
    ].join("\n"),
  });
  const plain = ["use.ts:2 namespace", "use.ts:3 namespace", "use.ts:6 namespace"];
  assert.deepEqual(await asked.callers("plain"), plain);
  assert.deepEqual(await asked.callers("Tool.run"), ["use.ts:4 new-expression", "use.ts:5 parameter-type"]);
});

test("what a module offers under another name can be met where the module was handed on", async () => {
  await using asked = await ask({
    "api.ts": "export function _max() {}\nexport function _min() {}\n",
    "checks.ts": 'export { _max as max } from "./api";\n',
    "tr.ts": "export default function () {}\n",
    "locales.ts": 'export { default as tr } from "./tr";\n',
    "use.ts": [
      'import * as checks from "./checks";',
      'import * as locales from "./locales";',
      "const z = { ...checks, locales };",
      "z.max();",
      "z.min();",
      "z.locales.tr();",
    ].join("\n"),
  });
  assert.deepEqual(await asked.possible("_max"), ["use.ts:4 unresolved-receiver"]);
  assert.deepEqual(await asked.possible("_min"), []);
  // `{ locales }` is a property of `z`, and is known.
  assert.deepEqual(await asked.callers("tr.ts:default"), ["use.ts:6 namespace"]);
});

test("`super(…)` in a class without a name calls its base", async () => {
  await using asked = await ask({
    "a.ts": [
      "export abstract class Command { constructor(id: string) {} }",
      "export class Plain { constructor(id: string) {} }",
      "export const one = new class extends Command {",
      "  constructor() {",
      "    // super('not this one')",
      "    super('one');",
      "    const inner = class extends Plain { constructor() { super('inner'); } };",
      "  }",
      "};",
      "register(class<T> extends Command { constructor() { super('two'); } });",
      "register(class Own extends Command { constructor() { super('own'); } });",
      "export const named = class extends Command { constructor() { super('three'); } };",
    ].join("\n"),
  });
  const calls = [6, 10, 11, 12].map((line) => `a.ts:${line} super-method`);
  assert.deepEqual(await asked.callers("Command.constructor"), calls);
  assert.deepEqual(await asked.callers("Plain.constructor"), ["a.ts:7 super-method"]);
});

for (const protocol of ["link", "file", "portal"]) {
  test(`a package taken by ${protocol}: is the folder's`, async () => {
    await using asked = await ask({
      "app/package.json": `{ "name": "app", "dependencies": { "api": "${protocol}:./lib/api" } }`,
      "app/lib/api/package.json": '{ "name": "my-api", "exports": { ".": { "types": "./client.ts" } } }',
      "app/lib/api/client.ts": "export const act = make({});\n",
      "app/use.ts": 'import { act } from "api";\nact();\n',
      "other/package.json": '{ "name": "other", "dependencies": { "api": "^1.0.0" } }',
      "other/use.ts": 'import { act } from "api";\nact();\n',
    });
    assert.deepEqual(await asked.callers("act"), ["app/use.ts:2 import"]);
    assert.deepEqual(await asked.possible("act"), []);
  });
}

test("what `using` declares hides what the name means outside, in its block and behind it alone", async () => {
  await using asked = await ask({
    "a.ts": [
      "export let ctx = outer();",
      "export class Tool { run() {} }",
      "export function make(): Tool { return new Tool(); }",
      "test(async () => {",
      "  ctx.run();",
      "  {",
      "    await using ctx = make();",
      "    ctx.run();",
      "    other(() => { ctx.run(); });",
      "  }",
      "  ctx.run();",
      "  for (using ctx of list) ctx.run();",
      "});",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("a.ts:ctx"), ["a.ts:5 same-file", "a.ts:11 same-file"]);
  assert.deepEqual(await asked.callers("Tool.run"), ["a.ts:8 variable-type", "a.ts:9 variable-type"]);
});

test("a member by a name in quotes is no call of a getter or a property where a type may stand", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Box { size = 1; go() {} }",
      "const box = new Box();",
      "check<box['size'], number>(true);",
      "type Size = box['size'];",
      "const size = box['size'];",
      "box['size']++;",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Box.size"), ["a.ts:5 variable-type", "a.ts:6 variable-type"]);
  const kept = ["a.ts:3 dynamic-access", "a.ts:4 dynamic-access"];
  assert.deepEqual(await asked.possible("Box.size"), kept);
});

test("an import under another name from a module that is not found may mean it", async () => {
  await using asked = await ask({
    "package.json": '{ "name": "lib", "workspaces": ["fixtures"] }',
    "reader.ts": "export class Reader {}\nexport class Other {}\n",
    "fixtures/package.json": '{ "name": "fixtures", "dependencies": { "lib": "^1.0.0" } }',
    "lost.ts":
      'import { Reader as R } from "./gone";\nimport { Writer as W } from "./gone";\nnew R(); new W();\n',
  });
  assert.deepEqual(await asked.possible("reader.ts:Reader"), ["lost.ts:3 unresolved-module"]);
});

test("a folder whose package asks for nothing has the configuration above; `.cjs` comes from `.ts`", async () => {
  await using asked = await ask({
    "app/package.json": '{ "name": "app", "dependencies": { "left": "1" } }',
    "app/tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
    "app/src/auth.ts": "export function auth() {}\n",
    "app/src/api/package.json": '{ "name": "api", "type": "module" }',
    "app/src/api/use.ts": 'import { auth } from "~/auth";\nimport two from "./two.cjs";\nauth(); two();\n',
    "app/src/api/two.ts": "export default function two() {}\n",
  });
  assert.deepEqual(await asked.callers("auth.ts:auth"), ["app/src/api/use.ts:3 import"]);
  assert.deepEqual(await asked.callers("two.ts:two"), ["app/src/api/use.ts:3 import"]);
});

test("`var` in a block is the whole function's, and no other function's", async () => {
  await using asked = await ask({
    "a.js": [
      "(function () {",
      "  function outer(x) {",
      "    if (!x) { var day = function () {}, night = function () {}; }",
      "    else { day(); }",
      "    each(function () { for (;;) night(); });",
      "  }",
      "  function other() { day(); }",
      "})();",
      "for (var loop = function () {}; ; ) {}",
      "loop();",
      "test(() => { { var inner = () => {}; } inner(); });",
      "inner();",
      "if (x) { function loose() {} }",
      "loose();",
      "{ let block = () => {}; }",
      "block();",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("day"), ["a.js:4 same-file"]);
  assert.deepEqual(await asked.callers("night"), ["a.js:5 same-file"]);
  assert.deepEqual(await asked.callers("loop"), ["a.js:10 same-file"]);
  assert.deepEqual(await asked.callers("a.js:inner"), ["a.js:11 same-file"]);
  // Only where the code is not strict.
  assert.deepEqual(await asked.callers("loose"), []);
  assert.deepEqual(await asked.possible("loose"), ["a.js:14 ambiguous-declaration"]);
  assert.deepEqual(await asked.callers("block"), []);
});

test("what a module declares for every file is used in others without an import", async () => {
  await using asked = await ask({
    "a.ts":
      "export const own = 1;\ndeclare global {\n  function everywhere(): void;\n  interface Shown {\n    at: number;\n  }\n}\nfunction alone(): void {}\nalone();\n",
    "b.ts": "export {};\neverywhere();\nlet shown: Shown;\nalone();\n",
  });
  assert.deepEqual(await asked.possible("everywhere"), ["b.ts:2 same-name"]);
  assert.deepEqual(await asked.possible("alone"), []);
  const { possible } = await asked.graph.references(await asked.one("Shown"));
  assert.deepEqual(
    possible.map((p) => p.line),
    [3],
  );
});

test("what a module that is imported as a value offers may be used there: `lazy`, `then`", async () => {
  await using asked = await ask({
    "page.tsx":
      "export default function Page() { return null; }\nexport function title() {}\nfunction inner() {}\n",
    "routes.ts": [
      'const P = lazy(() => import("./page"));',
      'import("./page").then((m) => m.title());',
      "// import('./page')",
    ].join("\n"),
    "named.ts":
      'export async function f() {\n  const { title } = await import("./page");\n  title();\n  const page = await import("./page");\n  page.title();\n}\n',
  });
  const taken = ["routes.ts:1 dynamic-access", "routes.ts:2 dynamic-access"];
  assert.deepEqual(await asked.possible("Page"), taken);
  assert.deepEqual(await asked.possible("title"), [...taken, "routes.ts:2 unresolved-receiver"]);
  assert.deepEqual(await asked.callers("title"), ["named.ts:3 import", "named.ts:5 namespace"]);
  assert.deepEqual(await asked.possible("page.tsx:inner"), []);
});

test("a method that a pattern takes out is handed on, unless the value is known to be another", async () => {
  await using asked = await ask({
    "a.ts": "export class Store { save() {} load() {} }\nexport class Other { save() {} }\n",
    "use.ts": [
      'import { Store, Other } from "./a";',
      "export function f(s: Store, o: Other, any: unknown) {",
      "  const { save: go } = s;",
      "  const { save } = o;",
      "  const { load = null } = any;",
      "  let load2; ({ load: load2 } = any);",
      "  return { save: 1, load: 2 };",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.possible("Store.save"), ["use.ts:3 handed-on"]);
  assert.deepEqual(await asked.possible("Other.save"), ["use.ts:4 handed-on"]);
  assert.deepEqual(await asked.possible("Store.load"), ["use.ts:5 handed-on", "use.ts:6 handed-on"]);
});

/** Ways to take `helper` out of the module `self` under another name; each is called as `h`. */
const TAKEN = [
  'import * as self from "./deco"; const { helper: h } = self; h();',
  'import * as self from "./deco"; const { other, helper: h = other } = self; h();',
  'import * as self from "./deco"; let h; ({ helper: h } = self); h();',
  'import * as self from "./deco"; const { /* the one */ helper: h }: typeof self = self; h();',
  'import * as self from "./deco"; const { "helper": h } = self; h();',
  'import * as self from "./deco"; const copy = self; const { helper: h } = copy; h();',
  'import * as self from "./deco"; function f({ helper: h } = self) { h(); }',
  'import * as self from "./deco"; run(self, ({ helper: h }) => h());',
  'import * as self from "./deco"; for (const { helper: h } of [self]) h();',
  'import * as top from "./index"; const { deco: { helper: h } } = top; h();',
  'import * as top from "./index"; const { deco } = top; const { helper: h } = deco; h();',
  'import * as top from "./index"; const { given: h } = top; h();',
  'const all = require("./deco"); const { helper: h } = all; h();',
  'const { helper: h } = pick() ?? require("./deco"); h();',
  'import("./deco").then(({ helper: h }) => h());',
  'async function f() { const all = await import("./deco"); const { helper: h } = all; h(); }',
];

for (const text of TAKEN) {
  test(`what is declared at the top and taken out under another name is listed: ${text}`, async () => {
    await using asked = await ask({
      "deco.ts": "export function helper() {}\nexport function other() {}\n",
      "twin.ts": "export function helper() {}\n",
      "index.ts": 'export * as deco from "./deco";\nexport { helper as given } from "./deco";\n',
      "n.ts": `${text}\n`,
    });
    const { proven, possible } = await asked.interval("deco.ts:helper");
    const here = [...proven, ...possible].filter(({ path }) => path === "n.ts");
    assert.notDeepEqual(here, []);
  });
}

test("a key that takes nothing of the module is none of its uses", async () => {
  await using asked = await ask({
    "deco.ts": "export function helper() {}\n",
    "twin.ts": "export function helper() {}\n",
    "use.ts": [
      'import * as twin from "./twin";',
      'import * as deco from "./deco";',
      "const { helper: a } = twin;",
      "const b = { helper: 1 };",
      "const c: { helper: string } = read();",
      "interface D { helper: string }",
      "// const { helper: e } = deco;",
      "export function f(g: { helper: string }, { helper: h }: D) {}",
      "const { helper: i } = read();",
    ].join("\n"),
  });
  assert.deepEqual(await asked.possible("deco.ts:helper"), []);
  // What is read whole may be what `read` gives.
  assert.deepEqual(await asked.possible("twin.ts:helper"), ["use.ts:3 handed-on", "use.ts:9 handed-on"]);
});

test("a method that a pattern of parameters or one inside of another takes out is handed on", async () => {
  await using asked = await ask({
    "a.ts":
      "export class Store { save() {} }\nexport class Other { save() {} }\nexport class Box { store = new Store(); other = new Other(); }\n",
    "use.ts": [
      'import { Store, Other, Box } from "./a";',
      "export function f({ save: go }: Store) { go(); }",
      "export const g = ({ save: go }: Other) => go();",
      "const { store: { save: one }, other: { save: two } } = new Box();",
    ].join("\n"),
  });
  assert.deepEqual(await asked.possible("Store.save"), ["use.ts:2 handed-on", "use.ts:4 handed-on"]);
  assert.deepEqual(await asked.possible("Other.save"), ["use.ts:3 handed-on", "use.ts:4 handed-on"]);
});

test("what a pattern inside of a pattern of `require` binds, and its rest, is not what the key names", async () => {
  await using asked = await ask({
    "deco.js":
      "exports.helper = function () {};\nexports.rest = function () {};\nexports.go = function () {};\n",
    "n.js": 'const { helper: { go }, ...rest } = require("./deco");\ngo();\nrest();\n',
    "m.js": 'const { helper: [go] = [], go: went = 1 } = require("./deco");\ngo();\nwent();\n',
  });
  const proven = async (name: string) =>
    (await asked.callers(name)).filter((site) => !site.startsWith("deco"));
  assert.deepEqual(await proven("helper"), []);
  assert.deepEqual(await proven("rest"), []);
  assert.deepEqual(await proven("go"), ["m.js:3 import"]);
  assert.deepEqual(await asked.possible("helper"), ["m.js:1 handed-on", "n.js:1 handed-on"]);
});

test("what is declared for every file may be meant as a member of the global object", async () => {
  await using asked = await ask({
    "lib.ts": "export {};\ndeclare global {\n  var Cell: { new (): object };\n  function beat(): void;\n}\n",
    "own.ts": "export function calm() {}\n",
    "use.ts": "new globalThis.Cell();\nglobalThis.beat();\nwindow.beat();\nglobalThis.calm();\n",
  });
  for (const [name, lines] of [
    ["Cell", [1]],
    ["beat", [2, 3]],
    ["calm", []],
  ] as const) {
    const { proven, possible } = await asked.interval(name);
    assert.deepEqual(
      [...proven, ...possible].map((p) => p.line),
      lines,
      name,
    );
  }
});

/** Calls through the global object, and what they may mean: the name of a declaration. */
const GLOBAL: readonly (readonly [string, string, string])[] = [
  ["globalThis.box = { method() {} };", "globalThis.box.method();", "method"],
  ["globalThis.box = { method() {} };", "window.box.method();", "method"],
  ["window.box = { method: () => {} };", "window.box?.method();", "method"],
  ["window.box = { deep: { method() {} } };", "window.box.deep.method();", "method"],
  ["self.Made = class { method() {} };", "new self.Made().method();", "method"],
  ["global.made = function () {};", "global.made();", "made"],
  ["globalThis.made = function () {};", "window.made();", "made"],
  ["var App = { method() {} };", "window.App.method();", "method"],
];
for (const [given, call, name] of GLOBAL)
  test(`through the global object: ${given} ${call}`, async () => {
    await using asked = await ask({ "a.js": `${given}\n`, "b.js": `${call}\nwindow.location.${name}();\n` });
    const { proven, possible } = await asked.interval(name);
    const lines = [...proven, ...possible].filter((s) => s.path === "b.js").map((s) => s.line);
    assert.deepEqual(lines, [1]);
  });
