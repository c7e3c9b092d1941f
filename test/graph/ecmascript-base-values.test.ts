// `super(…)` in a class whose base is a value: a variable that holds a class or has its type, a parameter, what a function gives
// back. It is in the interval of whatever may be constructed there, and in no other's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGraph } from "../../src/graph/graph.ts";
import { viewOf } from "./open-view.ts";

const DECLARED = `export class C { constructor(n: number) { void n; } }
export class Other { constructor(n: number) { void n; } }
export interface T { new (n: number): C; from(): C }
export type Y = new (n: number) => C;
export interface Plain { n: number }
export declare var V: T;
export const Alias = C;
export const holder = { Base: C };
export function mixin<B extends new (...a: any[]) => C>(b: B): B { return b; }
export function same(): typeof C { return C; }
export const Mixed = mixin(C);
`;

/** The head of a class, code before it, and what its \`super(…)\` may construct. */
const HEADS: readonly (readonly [before: string, base: string, of: readonly string[]])[] = [
  ["", "Alias", ["C"]],
  ["", "holder.Base", ["C"]],
  ["", "ns.Alias", ["C"]],
  ["declare let Typed: typeof C;", "Typed", ["C"]],
  ["", "mixin(C)", ["C"]],
  ["", "same()", ["C"]],
  ["", "Mixed", ["C"]],
  ["", "(Math.random() > 1 ? C : Other)", ["C", "Other"]],
  ["", "V", ["T"]],
  ["const Own = V;", "Own", ["T"]],
  ["const Two = V; const Three = Two;", "Three", ["T"]],
  ["", "ns.V", ["T"]],
  ["function make(b: typeof C, o: typeof Other) {", "b", ["C"]],
  ["function make(o: typeof Other, t: T) {", "t", ["T"]],
  ["function make(y: Y, t: T) {", "y", ["Y"]],
  ["function make() { const L = C;", "L", ["C"]],
  ["const make = (b: typeof C) => {", "b", ["C"]],
];

test("a base that is a value: the call of its constructor is possible for whatever it may be", async () => {
  const files: Record<string, string> = { "c.ts": DECLARED };
  HEADS.forEach(([before, base], i) => {
    const end = before.endsWith("{") || before.startsWith("function make()") ? "}" : "";
    files[`use${i}.ts`] =
      `import { C, Other, V, Alias, holder, mixin, same, Mixed, type T, type Y } from "./c";\nimport * as ns from "./c";\n` +
      `${before}\nclass X${i} extends ${base} { constructor() {\n  super(${i}); } }\n${end}\n`;
  });
  await using opened = await viewOf(files);
  const graph = openGraph(opened.view);
  for (const name of ["C", "C.constructor", "Other", "T", "Y", "Plain"]) {
    const { declarations } = await graph.declarationsOf(name);
    assert.equal(declarations.length, 1, name);
    for (const question of ["callers", "references"] as const) {
      const { proven, possible } = await graph[question](declarations[0]!);
      const found = [...proven, ...possible]
        .filter(({ text }) => text.startsWith("super("))
        .map(({ path }) => path);
      const wanted = HEADS.flatMap(([, , of], i) => (of.includes(name.split(".")[0]!) ? [`use${i}.ts`] : []));
      assert.deepEqual([...new Set(found)].sort(), wanted.sort(), `${question} of ${name}`);
      assert.equal(proven.filter(({ text }) => text.startsWith("super(")).length, 0);
    }
  }
});

test("a base that is declared for every file: the variable, and what its type constructs", async () => {
  await using opened = await viewOf({
    "p.ts":
      "declare global {\n  interface Ctor { new (n: number): unknown }\n  var Everywhere: Ctor;\n}\nexport {};\n",
    "u.ts":
      'import "./p";\nexport class S extends Everywhere {\n  constructor() {\n    super(1);\n  }\n}\nexport class G<T> extends Everywhere<T> implements Iterable<T> {\n  constructor() {\n    super(2);\n  }\n}\n',
  });
  const graph = openGraph(opened.view);
  const lines = async (name: string) => {
    const { proven, possible } = await graph.callers((await graph.declarationsOf(name)).declarations[0]!);
    return [...proven, ...possible].filter(({ path }) => path === "u.ts").map(({ line }) => line);
  };
  assert.deepEqual(await lines("Ctor"), [4, 9]);
  assert.deepEqual(await lines("Everywhere"), [2, 7]);
});

test("what is exported as declared elsewhere is what others import", async () => {
  await using opened = await viewOf({
    "a.d.ts":
      "export declare var v: () => void;\nexport declare const w: () => void, z: () => void;\nexport declare let l: () => void;\nexport declare function f(): void;\nexport declare class K { m(): void }\nexport declare abstract class Abs {}\nexport declare enum En { A }\nexport declare namespace N { function inner(): void }\n",
    "use.ts":
      'import { v, w, z, l, f, K, Abs, En, N } from "./a";\nclass Sub extends Abs {}\nexport const all = [v(), w(), z(), l(), f(), new K(), En.A, N.inner(), Sub];\n',
  });
  const graph = openGraph(opened.view);
  for (const name of ["v", "w", "z", "l", "f", "K", "Abs", "En", "N"]) {
    const { declarations } = await graph.declarationsOf(name);
    const { proven, possible } = await graph.references(declarations[0]!);
    assert.deepEqual(possible, [], name);
    assert.equal(proven.length, 2, name);
  }
});
