// Declarations of a name, bases and implementors, callees, dependencies, closures.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Declaration } from "../../src/graph/graph.ts";
import { ask, type Asked } from "./ask.ts";

const TREE = {
  "base.ts":
    "export interface Shape { area(): number }\nexport abstract class Base implements Shape { abstract area(): number; name() {} }\n",
  "other.ts":
    "export interface Shape { other(): void }\nexport class Wrong implements Shape { other() {} area() {} }\n",
  "index.ts": 'export { Base as Root } from "./base";\nexport type { Shape } from "./base";\n',
  "circle.ts": 'import { Root } from "./index";\nexport class Circle extends Root { area() { return 1; } }\n',
  "disc.ts":
    'import { Circle } from "./circle";\nimport { Missing } from "./none";\nexport class Disc extends Circle {}\nexport class Lost extends Missing {}\n',
  "ns.ts":
    'import * as all from "./index";\nexport class Spaced extends all.Root { area() { return 2; } }\nexport interface More extends all.Shape {}\n',
};

test("implementors through imports, renamed re-exports and namespaces; never by name alone", async () => {
  await using asked = await ask(TREE);
  const { proven } = await asked.graph.implementors(await asked.one("base.ts:Shape"));
  assert.deepEqual(
    proven.map((p) => `${p.distance} ${p.declaration.path} ${p.declaration.name}`),
    ["1 base.ts Base", "1 ns.ts More", "2 circle.ts Circle", "2 ns.ts Spaced", "3 disc.ts Disc"],
  );
  const members = await asked.graph.implementors(await asked.one("base.ts:Shape.area"));
  assert.deepEqual(
    members.proven.map((p) => `${p.declaration.path} ${p.declaration.qualified}`),
    ["base.ts Base.area", "circle.ts Circle.area", "ns.ts Spaced.area"],
  );
});

test("bases with the place that names them; unknown ones are possible", async () => {
  await using asked = await ask(TREE);
  const { proven } = await asked.graph.bases(await asked.one("Disc"));
  assert.deepEqual(
    proven.map((p) => `${p.distance} ${p.declaration.name} ${p.site.path}:${p.site.line}`),
    ["1 Circle disc.ts:3", "2 Base circle.ts:2", "3 Shape base.ts:2"],
  );
  const lost = await asked.graph.bases(await asked.one("Lost"));
  assert.deepEqual(lost.proven, []);
  assert.deepEqual(
    lost.possible.map((p) => `${p.line} ${p.why}`),
    ["4 unresolved-base"],
  );
  const overridden = await asked.graph.bases(await asked.one("Circle.area"));
  assert.deepEqual(
    overridden.proven.map((p) => p.declaration.qualified),
    ["Base.area", "Shape.area"],
  );
});

test("a name's declarations: qualified, by file, merged ones as one, unknown ones with the nearest names", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Both { get size() { return 1; } set size(x) {} }",
      "export interface Both { extra(): void }",
      "export function over(a: string): void;",
      "export function over(a: number): void;",
      "export function over(a: any) {}",
      "export namespace Space { export function inner() {} }",
    ].join("\n"),
    "b.ts": "export function over() {}\n",
  });
  const names = async (name: string) =>
    (await asked.graph.declarationsOf(name)).declarations.map(
      (d) => `${d.path}:${d.line} ${d.kind} ${d.symbols.length}`,
    );
  assert.deepEqual(await names("Both"), ["a.ts:1 class 2"]);
  assert.deepEqual(await names("Both.size"), ["a.ts:1 method 2"]);
  assert.deepEqual(await names("over"), ["a.ts:3 function 3", "b.ts:1 function 1"]);
  assert.deepEqual(await names("a.ts:over"), ["a.ts:3 function 3"]);
  assert.deepEqual(await names("b.over"), ["b.ts:1 function 1"]);
  assert.deepEqual(await names("Space.inner"), ["a.ts:6 function 1"]);
  const unknown = await asked.graph.declarationsOf("ovre");
  assert.deepEqual([unknown.declarations, unknown.nearest], [[], ["over"]]);
  assert.deepEqual((await asked.graph.declarationsOf("toString")).declarations, []);
});

test("callees: proven with their targets, possible, and what is outside as a number", async () => {
  await using asked = await ask({
    "a.ts":
      'import { helper } from "./b";\nexport function main(x: any) { helper(); x.run(); console.log(); new Tool(); }\nclass Tool {}\n',
    "b.ts": "export function helper() {}\n",
  });
  const { proven, possible, external } = await asked.graph.callees(await asked.one("main"));
  assert.deepEqual(
    proven.map((c) => [c.name, c.rule, c.targets.map((t) => t.path)]),
    [
      ["helper", "import", ["b.ts"]],
      ["Tool", "construction", ["a.ts"]],
    ],
  );
  assert.deepEqual(
    possible.map((c) => [c.name, c.why]),
    [["run", "unresolved-receiver"]],
  );
  assert.equal(external, 1);
});

test("dependencies and dependents, through re-exports, packages and folders", async () => {
  await using asked = await ask({
    "package.json": JSON.stringify({ workspaces: ["p/*"] }),
    "p/core/package.json": JSON.stringify({ name: "@x/core", main: "dist/main.js" }),
    "p/core/src/main.ts":
      'export * from "./part";\nimport fs from "node:fs";\nimport { gone } from "./gone";\n',
    "p/core/src/part/index.ts": "export const part = 1;\n",
    "p/app/package.json": JSON.stringify({ name: "app" }),
    "p/app/a.ts": 'import { part } from "@x/core";\nexport { part };\n',
    "p/app/b.ts": 'const core = require("@x/core");\nimport("./a");\n',
  });
  const { view } = asked.graph;
  const { links: dependencies } = await asked.graph.dependencies(view.indexOf("p/core/src/main.ts"));
  assert.deepEqual(
    dependencies.map((d) => [d.module, d.paths, d.external, d.why, d.line]),
    [
      ["./part", ["p/core/src/part/index.ts"], false, "", 1],
      ["node:fs", [], true, "", 2],
      ["./gone", [], false, "leads to no indexed file", 3],
    ],
  );
  const dependents = async (path: string) =>
    (await asked.graph.dependents(view.indexOf(path))).links.map((d) => `${d.from}:${d.line}`);
  assert.deepEqual(await dependents("p/core/src/main.ts"), ["p/app/a.ts:1", "p/app/b.ts:1"]);
  assert.deepEqual(await dependents("p/core/src/part/index.ts"), ["p/core/src/main.ts:1"]);
  assert.deepEqual(await dependents("p/app/a.ts"), ["p/app/b.ts:2"]);
});

test("a closure follows proven edges, through constructors, and counts the possible ones", async () => {
  await using asked = await ask({
    "a.ts": "export function leaf() {}\n",
    "b.ts": 'import { leaf } from "./a";\nexport class Mid { constructor() { leaf(); } }\n',
    "c.ts":
      'import { Mid } from "./b";\nexport function make() { return new Mid(); }\nexport function again() { make(); again(); }\n',
    "d.ts": 'import { again } from "./c";\nagain();\nexport function f(x: any) { x.again(); }\n',
  });
  const closure = await asked.graph.closure(await asked.one("leaf"), "callers", 5);
  assert.deepEqual(
    closure.steps.map(
      (s) => `${s.depth} ${s.from.qualified} in ${s.via.enclosing} ${s.via.path}:${s.via.line}`,
    ),
    [
      "1 leaf in Mid.constructor b.ts:2",
      "2 Mid.constructor in make c.ts:2",
      "3 make in again c.ts:3",
      // It calls itself.
      "4 again in again c.ts:3",
      "4 again in  d.ts:2",
    ],
  );
  const down = await asked.graph.closure(await asked.one("again"), "callees", 5);
  assert.deepEqual(
    down.steps.map((s) => `${s.depth} ${s.leads.map((d) => d.qualified).join(" ")}`),
    ["1 make", "1 again", "2 Mid", "3 leaf"],
  );
});

/** Places of calls of each step, found by asking step by step without a closure. */
async function stepByStep(asked: Asked, name: string, direction: "callers" | "callees", depth: number) {
  const places = new Map<string, number>();
  const key = (d: Declaration) => `${d.path}:${d.symbols[0]}`;
  const first = await asked.one(name);
  const seen = new Set([key(first)]);
  let level = [first];
  const possible: number[] = [];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: Declaration[] = [];
    let count = 0;
    for (const from of level) {
      const found = await asked.graph[direction](from);
      count += found.possible.length;
      for (const site of found.proven) {
        const place = `${site.path}:${site.line}:${site.column}`;
        if (!places.has(place)) places.set(place, at);
        const reached =
          "targets" in site ? site.targets : [await asked.graph.declarationOf(site.file, site.symbol)];
        for (const to of reached) {
          if (to === null || seen.has(key(to))) continue;
          seen.add(key(to));
          next.push(to);
        }
      }
    }
    possible.push(count);
    level = next;
  }
  return { places: [...places].map(([place, at]) => `${at} ${place}`).sort(), possible };
}

test("a closure lists every call: two of one caller, recursion, calls from what was seen, at every depth", async () => {
  await using asked = await ask({
    "a.ts": [
      "export function save(n: number): void { if (n > 0) save(n - 1); load(); load(); }",
      "export function load(): void { save(0); parse(); parse(); }",
      "export function parse(): void { console.log(1); JSON.parse('1'); }",
    ].join("\n"),
    "b.ts": [
      'import { load, save } from "./a";',
      "export function one() { save(1); save(2); load(); }",
      "export function two() { one(); one(); save(3); [1].forEach(() => save(4)); }",
      "export function three(x: any) { two(); one(); x.save(); x.load(); three(x); }",
      "save(5); one(); two(); three(0);",
    ].join("\n"),
  });
  for (const name of ["save", "load", "parse", "one", "two", "three"]) {
    for (const direction of ["callers", "callees"] as const) {
      for (const depth of [1, 2, 3, 6]) {
        const { steps, byDepth } = await asked.graph.closure(await asked.one(name), direction, depth);
        const wanted = await stepByStep(asked, name, direction, depth);
        const listed = steps.map(({ depth: at, via }) => `${at} ${via.path}:${via.line}:${via.column}`);
        assert.deepEqual(listed.sort(), wanted.places, `${name} ${direction} ${depth}`);
        assert.deepEqual(
          byDepth.map((step) => step.possible),
          wanted.possible,
        );
        assert.deepEqual(
          byDepth.map((step) => step.proven),
          byDepth.map(({ depth: at }) => steps.filter((step) => step.depth === at).length),
        );
      }
    }
  }
});

test("what lies outside counts at every depth", async () => {
  await using asked = await ask({
    "a.ts": [
      "export function top() { mid(); console.log(1); }",
      "function mid() { leaf(); console.log(2); console.log(3); }",
      "function leaf() { JSON.parse('1'); }",
    ].join("\n"),
  });
  const { byDepth } = await asked.graph.closure(await asked.one("top"), "callees", 4);
  assert.deepEqual(
    byDepth.map((step) => [step.depth, step.proven, step.external]),
    [
      [1, 1, 1],
      [2, 1, 2],
      [3, 0, 1],
    ],
  );
});
