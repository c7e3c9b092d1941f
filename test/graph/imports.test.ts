// Imports and re-exports are followed to the declaration, and only what a module exports answers an import.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const A = "export function go() {}\n";

test("named, aliased, default and namespace imports", async () => {
  await using asked = await ask({
    "a.ts": `${A}export default function main() {}\n`,
    "named.ts": 'import { go } from "./a";\ngo();\n',
    "alias.ts": 'import { go as start } from "./a";\nstart();\n',
    "default.ts": 'import any from "./a";\nany();\n',
    "space.ts": 'import * as ns from "./a";\nns.go();\nns.default();\n',
    "both.ts": 'import run, { go } from "./a";\nrun();\ngo();\n',
    "both2.ts": 'import run, * as ns from "./a";\nrun();\nns.go();\n',
  });
  assert.deepEqual(await asked.callers("go"), [
    "alias.ts:2 import",
    "both.ts:3 import",
    "both2.ts:3 namespace",
    "named.ts:2 import",
    "space.ts:2 namespace",
  ]);
  assert.deepEqual(await asked.callers("main"), [
    "both.ts:2 import",
    "both2.ts:2 import",
    "default.ts:2 import",
    "space.ts:3 namespace",
  ]);
});

test("chains of re-exports: star, named, renamed, default, namespace, import then export", async () => {
  await using asked = await ask({
    "a.ts": `${A}export default function main() {}\n`,
    "star.ts": 'export * from "./a";\n',
    "named.ts": 'export { go } from "./star";\n',
    "renamed.ts": 'export { go as start } from "./named";\n',
    "default.ts": 'export { default as begin } from "./a";\n',
    "todefault.ts": 'export { go as default } from "./a";\n',
    "space.ts": 'export * as tools from "./star";\n',
    "later.ts": 'import { go } from "./a";\nexport { go };\nexport { go as later };\n',
    "use.ts": [
      'import { go } from "./named";',
      'import { start } from "./renamed";',
      'import { begin } from "./default";',
      'import whatever from "./todefault";',
      'import { tools } from "./space";',
      'import { go as g2, later } from "./later";',
      "go();",
      "start();",
      "begin();",
      "whatever();",
      "tools.go();",
      "g2();",
      "later();",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("go"), [
    "use.ts:7 re-export",
    "use.ts:8 re-export",
    "use.ts:10 re-export",
    "use.ts:11 namespace",
    "use.ts:12 re-export",
    "use.ts:13 re-export",
  ]);
  assert.deepEqual(await asked.callers("main"), ["use.ts:9 re-export"]);
  assert.deepEqual(await asked.possible("go"), []);
});

test("a default is not seen behind a star, nor under its declared name", async () => {
  await using asked = await ask({
    "a.ts": "export default function main() {}\n",
    "star.ts": 'export * from "./a";\n',
    "use.ts": 'import x, { main } from "./star";\nx();\nmain();\n',
  });
  assert.deepEqual(await asked.callers("main"), []);
});

test("cycles of stars and of named re-exports end", async () => {
  await using asked = await ask({
    "a.ts": `export * from "./b";\n${A}`,
    "b.ts": 'export * from "./c";\nexport { lost } from "./c";\n',
    "c.ts": 'export * from "./a";\nexport { lost } from "./b";\n',
    "use.ts": 'import { go, lost } from "./c";\ngo();\nlost();\n',
    "self.ts":
      'export * from "./self";\nimport { self } from "./self";\nexport function self() {}\nself();\n',
  });
  assert.deepEqual(await asked.callers("go"), ["use.ts:2 re-export"]);
  assert.deepEqual((await asked.graph.declarationsOf("lost")).declarations, []);
});

test("two stars that offer different things under one name are ambiguous; the same thing twice is not", async () => {
  await using asked = await ask({
    "a.ts": "export function pick() {}\nexport function same() {}\n",
    "b.ts": 'export function pick() {}\nexport { same } from "./a";\n',
    "both.ts": 'export * from "./a";\nexport * from "./b";\n',
    "use.ts": 'import { pick, same } from "./both";\npick();\nsame();\n',
    "own.ts": 'export * from "./a";\nexport function pick() {}\n',
    "useown.ts": 'import { pick } from "./own";\npick();\n',
  });
  const { declarations } = await asked.graph.declarationsOf("pick");
  const counts = [];
  for (const d of declarations) {
    const { proven, possible } = await asked.graph.callers(d);
    counts.push([d.path, proven.map((p) => p.path), possible.map((p) => `${p.path} ${p.why}`)]);
  }
  assert.deepEqual(counts, [
    ["a.ts", [], ["use.ts ambiguous-export"]],
    ["b.ts", [], ["use.ts ambiguous-export"]],
    ["own.ts", ["useown.ts"], []],
  ]);
  assert.deepEqual(await asked.callers("same"), ["use.ts:3 re-export"]);
});

test("a private declaration of the barrel never answers an import", async () => {
  await using asked = await ask({
    "a.ts": A,
    "index.ts": 'export * from "./a";\nfunction helper() {}\nhelper();\n',
    "b.ts": "export function helper() {}\n",
    "use.ts": 'import { helper } from "./index";\nhelper();\n',
    "list.ts": "function own() {}\nfunction other() {}\nexport { own as other };\nother();\n",
    "uselist.ts": 'import { other, own } from "./list";\nother();\nown();\n',
  });
  assert.deepEqual(await asked.callers("index.ts:helper"), ["index.ts:3 same-file"]);
  assert.deepEqual(await asked.callers("own"), ["uselist.ts:2 import"]);
  assert.deepEqual(await asked.callers("list.ts:other"), ["list.ts:4 same-file"]);
});

test("types and values that share a name are apart", async () => {
  await using asked = await ask({
    "a.ts": "export const Shape = () => 1;\nexport type Shape = { a: number };\n",
    "use.ts": 'import { Shape } from "./a";\nlet s: Shape;\nShape();\n',
  });
  const { declarations } = await asked.graph.declarationsOf("Shape");
  assert.deepEqual(
    declarations.map((d) => d.kind),
    ["function", "type"],
  );
  const uses = async (i: number) =>
    (await asked.graph.references(declarations[i]!)).proven.map((p) => `${p.path}:${p.line} ${p.role}`);
  assert.deepEqual(await uses(0), ["use.ts:1 import", "use.ts:3 call"]);
  assert.deepEqual(await uses(1), ["use.ts:1 import", "use.ts:2 type"]);
});

test("CommonJS: whole modules, members, destructured, handed on", async () => {
  await using asked = await ask({
    "make.js": "module.exports = make;\nfunction make() {}\nmake.extra = function extra() {};\n",
    "parts.js": "function part() {}\nexports.part = part;\nexports.other = function () {};\n",
    "object.js": "function one() {}\nmodule.exports = { one, two: one };\n",
    "index.js": 'module.exports = require("./make");\n',
    "use.js": [
      'const build = require("./make");',
      'const { part, other: o } = require("./parts");',
      'const parts = require("./parts");',
      'const object = require("./object");',
      'const whole = require(".");',
      "build();",
      "part();",
      "o();",
      "parts.part();",
      "object.one();",
      "whole();",
      'require("./parts").part();',
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("make"), ["use.js:6 import", "use.js:11 import"]);
  assert.deepEqual(await asked.callers("parts.js:part"), [
    "use.js:7 import",
    "use.js:9 namespace",
    "use.js:12 namespace",
  ]);
  assert.deepEqual(await asked.callers("one"), ["use.js:10 namespace"]);
});

test("a dynamic import binds in its block alone", async () => {
  await using asked = await ask({
    "a.ts": A,
    "use.ts": [
      "async function one() {",
      '  const { go } = await import("./a");',
      "  go();",
      "}",
      "function two(go: () => void) {",
      "  go();",
      "}",
      "async function three() {",
      '  const a = await import("./a");',
      "  a.go();",
      "}",
      "export { one, two, three };",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("go"), ["use.ts:3 import", "use.ts:10 namespace"]);
});

test("names like __proto__ and constructor, strings as names, Unicode", async () => {
  await using asked = await ask({
    "a.ts": [
      "export function __proto__() {}",
      "export function constructor() {}",
      "export function hasOwnProperty() {}",
      "export function größe() {}",
      "function odd() {}",
      'export { odd as "kebab-name" };',
    ].join("\n"),
    "use.ts": [
      'import { __proto__, constructor, hasOwnProperty, größe, "kebab-name" as c } from "./a";',
      "__proto__();",
      "constructor();",
      "hasOwnProperty();",
      "größe();",
      "c();",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("__proto__"), ["use.ts:2 import"]);
  assert.deepEqual(await asked.callers("constructor"), ["use.ts:3 import"]);
  assert.deepEqual(await asked.callers("hasOwnProperty"), ["use.ts:4 import"]);
  assert.deepEqual(await asked.callers("größe"), ["use.ts:5 import"]);
  assert.deepEqual(await asked.callers("odd"), ["use.ts:6 import"]);
});

test("a module from outside is no module of the repository, whatever its names", async () => {
  await using asked = await ask({
    "a.ts": A,
    "use.ts": 'import { go } from "elsewhere";\ngo();\n',
    "missing.ts": 'import { go } from "./not-there";\ngo();\n',
  });
  assert.deepEqual(await asked.callers("go"), []);
  assert.deepEqual(await asked.possible("go"), ["missing.ts:2 unresolved-module"]);
});

test("the same import over again is one; another one of the name is not", async () => {
  const twice = 'import { f } from "./a";\n'.repeat(50);
  await using asked = await ask({
    "a.ts": "export function f() {}\n",
    "b.ts": "export function f() {}\n",
    "u.ts": `${twice}f();\n`,
    "v.ts": `${twice}import { f } from "./b";\nf();\n`,
  });
  assert.deepEqual(await asked.callers("a.ts:f"), ["u.ts:51 import"]);
  assert.deepEqual(await asked.callers("b.ts:f"), []);
  assert.ok((await asked.possible("b.ts:f")).includes("v.ts:52 ambiguous-declaration"));
});
