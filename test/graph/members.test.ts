// Members by the type of what stands before the dot: `this` and `super` up the bases, written types, construction,
// statics, namespaces, enumerations, objects.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("this and super walk up the bases, over files and renamed re-exports", async () => {
  await using asked = await ask({
    "base.ts": "export class Base { run() {} stop() {} }\n",
    "index.ts": 'export { Base as Root } from "./base";\n',
    "mid.ts": 'import { Root } from "./index";\nexport class Mid extends Root { stop() { super.stop(); } }\n',
    "leaf.ts": [
      'import { Mid } from "./mid";',
      "export class Leaf extends Mid {",
      "  go() { this.run(); this.stop(); super.stop(); [1].map(() => this.run()); }",
      "  other() { [1].map(function (this: any) { this.run(); }); }",
      "  field = this.run();",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.run"), [
    "leaf.ts:3 this-method",
    "leaf.ts:3 this-method",
    "leaf.ts:5 this-method",
  ]);
  assert.deepEqual(await asked.callers("Base.stop"), ["mid.ts:2 super-method"]);
  assert.deepEqual(await asked.callers("Mid.stop"), ["leaf.ts:3 this-method", "leaf.ts:3 super-method"]);
  // A call through the class below may reach the one that overrides; one on the base itself may not be excluded either.
  assert.deepEqual(await asked.possible("Base.run"), ["leaf.ts:4 unresolved-receiver"]);
});

test("a field of the name ends the walk; so do an unknown base and a cycle", async () => {
  await using asked = await ask({
    "a.ts": [
      'import { Foreign } from "./missing";',
      "export class Base { run() {} }",
      "export class Child extends Base { run = (x?: unknown) => x; go() { this.run(); } }",
      "export class Field extends Base { override run: any = null; go() { this.run(); } }",
      "export class Unknown extends Foreign { go() { this.run(); } }",
      "export class Round extends Trip { go() { this.run(); } }",
      "export class Trip extends Round {}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.run"), []);
  assert.deepEqual(await asked.callers("Child.run"), ["a.ts:3 this-method"]);
  assert.deepEqual(await asked.possible("Base.run"), ["a.ts:5 unresolved-base", "a.ts:6 unresolved-base"]);
});

test("static and instance members are apart", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Tool {",
      "  static make() { return this.make; }",
      "  make() { this.make(); }",
      "  static again() { this.make(); }",
      "}",
      "Tool.make();",
      "new Tool().make();",
      "export class Sub extends Tool {}",
      "Sub.make();",
    ].join("\n"),
  });
  const { declarations } = await asked.graph.declarationsOf("Tool.make");
  assert.equal(declarations.length, 2);
  const lines = [];
  for (const d of declarations)
    lines.push((await asked.graph.callers(d)).proven.map((p) => `${p.line} ${p.rule}`));
  assert.deepEqual(lines, [
    ["4 this-method", "6 static-method", "9 static-method"],
    ["3 this-method", "7 new-expression"],
  ]);
});

test("types written at fields, parameters, parameter properties, results; through interfaces and aliases", async () => {
  await using asked = await ask({
    "service.ts": [
      "export interface Runner { run(): void; next?: Runner }",
      "export class Service implements Runner { run() {} get self(): Service { return this; } }",
      "export type Alias = Service;",
      "export function make(): Promise<Service> { return Promise.resolve(new Service()); }",
    ].join("\n"),
    "use.ts": [
      'import { make, type Alias, Service, type Runner } from "./service";',
      'import * as s from "./service";',
      "export class User {",
      "  private field: Service | null = null;",
      "  made = new Service();",
      "  constructor(private readonly service: s.Service) {}",
      "  go(param: Service, alias: Alias, runner: Runner) {",
      "    this.field!.run();",
      "    this.made.run();",
      "    this.service.run();",
      "    param.run();",
      "    alias.run();",
      "    runner.run();",
      "    runner.next?.run();",
      "    this.service.self.run();",
      "  }",
      "  async later() {",
      "    (await make()).run();",
      "    const made = await make();",
      "    made.run();",
      "    new Service().run();",
      "  }",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Service.run"), [
    "use.ts:8 field-type",
    "use.ts:9 field-type",
    "use.ts:10 field-type",
    "use.ts:11 parameter-type",
    "use.ts:12 parameter-type",
    "use.ts:15 field-type",
    "use.ts:18 result-type",
    "use.ts:20 result-type",
    "use.ts:21 new-expression",
  ]);
  assert.deepEqual(await asked.callers("Runner.run"), ["use.ts:13 parameter-type", "use.ts:14 field-type"]);
  // What is called through the interface may reach the class: its own tier.
  assert.deepEqual(await asked.possible("Service.run"), ["use.ts:13 dispatch", "use.ts:14 dispatch"]);
});

test("construction: the constructor where one is declared, classes that inherit it, super calls", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Base { constructor(x: number) { x; } }",
      "export class Heir extends Base {}",
      "export class Own extends Base { constructor() { super(1); } }",
      "new Base(1);",
      "new Heir(1);",
      "new Own();",
      "export class Bare {}",
      "export class Below extends Bare {}",
      "new Bare(); new Below();",
    ].join("\n"),
  });
  // To construct an heir calls the constructor that it inherits; the class that is made is the heir.
  assert.deepEqual(await asked.callers("Base"), ["a.ts:3 super-method", "a.ts:4 construction"]);
  assert.deepEqual(await asked.callers("Base.constructor"), [
    "a.ts:3 super-method",
    "a.ts:4 construction",
    "a.ts:5 construction",
  ]);
  assert.deepEqual(await asked.callers("Own"), ["a.ts:6 construction"]);
  assert.deepEqual(await asked.callers("Bare"), ["a.ts:9 construction"]);
});

test("namespaces, enumerations, objects of constants, prototypes", async () => {
  await using asked = await ask({
    "a.ts": [
      "export namespace Outer { export namespace Inner { export function deep() {} } export function flat() { Inner.deep(); } }",
      "export enum Color { Red, Blue }",
      "export const tools = { run() { this.stop(); }, stop: () => {} };",
    ].join("\n"),
    "old.js": [
      "function Old() { this.start(); }",
      "Old.prototype.start = function () { this.stop(); };",
      "Old.prototype.stop = function () {};",
      "Old.create = function () {};",
      "module.exports = Old;",
    ].join("\n"),
    "use.ts": [
      'import { Outer, Color, tools } from "./a";',
      "Outer.Inner.deep(); Outer.flat();",
      "const c: Color = Color.Red;",
      "tools.run();",
    ].join("\n"),
    "use.js": 'const Old = require("./old");\nOld.create();\nnew Old().start();\n',
  });
  assert.deepEqual(await asked.callers("deep"), ["a.ts:1 namespace", "use.ts:2 namespace"]);
  assert.deepEqual(await asked.callers("flat"), ["use.ts:2 namespace"]);
  assert.deepEqual(await asked.callers("Color.Red"), ["use.ts:3 enum-member"]);
  assert.deepEqual(await asked.callers("Color.Blue"), []);
  assert.deepEqual(await asked.callers("tools.run"), ["use.ts:4 object-member"]);
  assert.deepEqual(await asked.callers("tools.stop"), ["a.ts:3 this-method"]);
  assert.deepEqual(await asked.callers("Old.start"), ["old.js:1 this-method", "use.js:3 new-expression"]);
  assert.deepEqual(await asked.callers("Old.stop"), ["old.js:2 this-method"]);
  assert.deepEqual(await asked.callers("Old.create"), ["use.js:2 object-member"]);
});

test("`this` inside of an object's method is not the class around", async () => {
  await using asked = await ask({
    "a.ts": [
      "export class Host {",
      "  run() {}",
      "  go() { const o = { run() {}, call() { this.run(); }, arrow: () => this.run() }; return o; }",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Host.run"), ["a.ts:3 this-method"]);
});

test("JSX, decorators, callbacks, tagged templates, awaited generic calls", async () => {
  await using asked = await ask({
    "a.tsx": [
      "export function Button() { return <b />; }",
      "export function mark(): any {}",
      "export function done() {}",
      "export function tag(s: any) { return s; }",
      "export async function load<T>(): Promise<T> { return null as T; }",
    ].join("\n"),
    "use.tsx": [
      'import { Button, mark, done, tag, load } from "./a";',
      'import * as ui from "./a";',
      "export const view = () => <ui.Button><Button /></ui.Button>;",
      "@mark() export class Marked { @mark() field = 1; @mark method() {} }",
      "[1].forEach(done);",
      "tag`x`;",
      "export async function f(x = load<number>()) { await load<string>(); const o = { m() { done(); } }; return [x, o]; }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Button"), ["use.tsx:3 namespace", "use.tsx:3 import"]);
  assert.deepEqual(await asked.callers("mark"), ["use.tsx:4 import", "use.tsx:4 import", "use.tsx:4 import"]);
  assert.deepEqual(await asked.callers("done"), ["use.tsx:7 import"]);
  assert.deepEqual(await asked.references("done"), [
    "use.tsx:1 import import",
    "use.tsx:5 read import",
    "use.tsx:7 call import",
  ]);
  assert.deepEqual(await asked.callers("tag"), ["use.tsx:6 import"]);
  assert.deepEqual(await asked.callers("load"), ["use.tsx:7 import", "use.tsx:7 import"]);
});
