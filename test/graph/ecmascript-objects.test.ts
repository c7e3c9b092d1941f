// Properties of objects that are written out can be asked for, and whoever calls one calls what it is given.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Declaration } from "../../src/graph/graph.ts";
import { ask } from "./ask.ts";

interface Case {
  what: string;
  files: Readonly<Record<string, string>>;
  /** `path:name` or name, with the lines of its proven callers. */
  callers: Readonly<Record<string, readonly string[]>>;
}

const CASES: readonly Case[] = [
  {
    what: "a default object by short names",
    files: {
      "src/tools.js": "function isList(x) { return x; }\nexport default { isList, other: 1 };\n",
      "src/use.js": 'import tools from "./tools.js";\ntools.isList(1);\n',
    },
    callers: { isList: ["src/use.js:2"], "src/tools.js:default.isList": ["src/use.js:2"] },
  },
  {
    what: "other names, objects inside, casts",
    files: {
      "src/api.ts":
        "function run() {}\nexport const api = {\n  start: run,\n  deep: { go: run as () => void },\n  own() {},\n} as const;\n",
      "src/use.ts": 'import { api } from "./api";\napi.start();\napi.deep.go();\napi.own();\n',
    },
    callers: { start: ["src/use.ts:2"], go: ["src/use.ts:3"], own: ["src/use.ts:4"] },
  },
  {
    what: "an object that is frozen, and a field of a class",
    files: {
      "src/a.ts":
        "function run() {}\nexport const api = Object.freeze({ start: run });\nexport class Box { static parts = { first: run }; }\n",
      "src/use.ts": 'import { api, Box } from "./a";\napi.start();\nBox.parts.first();\n',
    },
    callers: { start: ["src/use.ts:2"], first: ["src/use.ts:3"] },
  },
  {
    what: "what is imported and handed on",
    files: {
      "src/run.ts": "export function run() {}\n",
      "src/api.ts": 'import { run } from "./run";\nexport const api = { run };\n',
      "src/use.ts": 'import { api } from "./api";\napi.run();\n',
    },
    callers: { run: ["src/use.ts:2"], "src/api.ts:run": ["src/use.ts:2"] },
  },
  {
    what: "a class through a property",
    files: {
      "src/errors.ts": "class Lost { show() {} }\nexport const errors = { Lost, Gone: Lost };\n",
      "src/use.ts":
        'import { errors } from "./errors";\nnew errors.Lost().show();\nnew errors.Gone().show();\n',
    },
    callers: { Lost: ["src/use.ts:2"], Gone: ["src/use.ts:3"], show: ["src/use.ts:2", "src/use.ts:3"] },
  },
  {
    what: "properties that are assigned",
    files: {
      "src/api.js":
        "function run() {}\nfunction make() {}\nmake.start = run;\nmake.late = () => run();\nexport default make;\n",
      "src/use.js": 'import make from "./api.js";\nmake.start();\nmake.late();\n',
    },
    callers: { start: ["src/use.js:2"], late: ["src/use.js:3"] },
  },
  {
    what: "a prototype that is written out",
    files: {
      "src/box.js":
        "function Box() {}\nBox.prototype = { open: function () {}, close() {} };\nmodule.exports = Box;\n",
      "src/use.js": 'const Box = require("./box");\nconst b = new Box();\nb.open();\nb.close();\n',
    },
    callers: { open: ["src/use.js:3"], close: ["src/use.js:4"] },
  },
  {
    what: "a module that is another one",
    files: {
      "index.js": 'module.exports = require("./lib/app");\n',
      "lib/app.js": "exports = module.exports = create;\nfunction create() { return 1; }\n",
      "test/a.js": 'const app = require("..");\napp();\n',
      "test/b.mjs": 'import app from "../index.js";\napp();\n',
    },
    callers: { create: ["test/a.js:2", "test/b.mjs:2"], "index.js:exports": ["test/a.js:2", "test/b.mjs:2"] },
  },
  {
    what: "functions and classes without a name as modules",
    files: {
      "f.js": "module.exports = function (x) { return x; };\n",
      "c.js": "module.exports = class { save() {} };\n",
      "n.js": "module.exports = class Named { load() {} };\n",
      "use.js":
        'const f = require("./f");\nconst C = require("./c");\nconst N = require("./n");\nf(1);\nnew C().save();\nnew N().load();\n',
    },
    callers: {
      "f.js:exports": ["use.js:4"],
      "c.js:exports": ["use.js:5"],
      save: ["use.js:5"],
      Named: ["use.js:6"],
      load: ["use.js:6"],
    },
  },
  {
    what: "an object as a module, by short and by other names",
    files: {
      "t.js": "function one() {}\nfunction two() {}\nmodule.exports = { one, second: two, three() {} };\n",
      "use.js":
        'const t = require("./t");\nconst { one, second } = require("./t");\nt.one();\nt.second();\none();\nsecond();\nt.three();\n',
    },
    callers: { one: ["use.js:3", "use.js:5"], two: ["use.js:4", "use.js:6"], three: ["use.js:7"] },
  },
];

for (const { what, files, callers } of CASES) {
  test(`called through an object: ${what}`, async () => {
    await using asked = await ask(files);
    for (const [name, lines] of Object.entries(callers)) {
      const { proven } = await asked.interval(name);
      assert.deepEqual(
        proven.filter((p) => p.role !== "read").map((p) => `${p.path}:${p.line}`),
        lines,
        name,
      );
    }
  });
}

test("data is no symbol, whatever its form", async () => {
  await using asked = await ask({
    "src/data.ts":
      'export const data = { host: "x", port: 1, on: true, list: [1, 2], deep: { a: "b", c: -1 }, none: null, re: /x/ };\n',
  });
  for (const name of ["host", "port", "on", "list", "deep", "none", "re"])
    assert.deepEqual((await asked.graph.declarationsOf(name)).declarations, [], name);
});

test("what an object is made of is not in it yet", async () => {
  await using asked = await ask({
    "src/a.js": "const x = { y: this.y, z: other };\nconst other = { y() {} };\n",
  });
  const { proven } = await asked.interval("other.y");
  assert.deepEqual(proven, []);
});

test("callees name what a property is given", async () => {
  await using asked = await ask({
    "src/tools.js": "function isList(x) { return x; }\nexport default { isList };\n",
    "src/use.js": 'import tools from "./tools.js";\nexport function go() { tools.isList(1); }\n',
  });
  const { proven } = await asked.graph.callees(await asked.one("go"));
  assert.deepEqual(
    proven.flatMap((c) => c.targets.map((t: Declaration) => `${t.kind} ${t.qualified}`)),
    ["function isList"],
  );
});

test("variables that a package outside is given to, and what a declared variable has", async () => {
  await using asked = await ask({
    "src/a.ts":
      'const { read } = require("pack");\nconst whole = require("pack");\nread();\nwhole();\nconst { late } = await import("other");\nlate();\nexport {};\n',
    "src/b.js": 'const { plain } = require("pack");\nplain();\n',
    "src/c.ts":
      "declare const cache: { exist(key: string): boolean; find: (key: string) => string };\ncache.exist('a');\ncache.find('a');\n",
  });
  for (const [name, line] of [
    ["read", 3],
    ["whole", 4],
    ["late", 6],
    ["exist", 2],
    ["find", 3],
  ] as const) {
    const { proven } = await asked.interval(name);
    assert.deepEqual(
      proven.map((p) => p.line),
      [line],
      name,
    );
  }
  // A package of the repository is followed as well.
  await using near = await ask({
    "package.json": '{ "workspaces": ["packages/*"] }',
    "packages/pack/package.json": '{ "name": "pack", "exports": "./index.ts" }',
    "packages/pack/index.ts": "export function read() {}\n",
    "src/a.ts": 'const { read } = await import("pack");\nread();\nexport {};\n',
  });
  for (const name of ["packages/pack/index.ts:read", "src/a.ts:read"])
    assert.deepEqual(
      (await near.interval(name)).proven.map((p) => `${p.path}:${p.line}`),
      ["src/a.ts:2"],
      name,
    );
  // In JavaScript it is an import.
  assert.deepEqual((await asked.graph.declarationsOf("plain")).declarations, []);
});

const APART = [
  "list: [class { go() {} run() { this.go(); } }]",
  "list: [class Named extends Base { go() {} }]",
  "list: [{ go() {}, run() { this.go(); } }]",
  "list: [[{ go: function () { this.go(); } }]]",
  "list: [1, { deep: { go() {} } }, () => ({ go() {} })]",
  "list: wrap([{ go: () => {} }])",
];
for (const holder of APART)
  test(`what a list of an object holds is none of its members: ${holder}`, async () => {
    const source = `const api = {\n  ${holder},\n  go() {},\n  own() { this.go(); },\n};\napi.go();\napi.run();\n`;
    await using asked = await ask({ "a.js": source });
    for (const declaration of await asked.graph.declarationsIn(0, [2, 3])) {
      if (declaration.name === "api") continue;
      const { proven } = await asked.graph.callers(declaration);
      const isOwn = declaration.name === "go" && declaration.line === 3;
      assert.deepEqual(
        proven.map((s) => s.line),
        isOwn ? [4, 6] : [],
        `${declaration.name} of line ${declaration.line}`,
      );
    }
  });
