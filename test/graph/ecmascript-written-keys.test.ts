// A property of a type is given and taken without a dot as well: by keys of patterns and objects, and by attributes of JSX.
// None of these may be left out; what the code writes a type for is proven.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const TYPES = [
  "export interface Opt { width: number; run(): void }",
  "export class Box { width = 1; get size() { return 1; } set size(v) {} }",
  "export interface Other { width: number; size: number; height: number }",
  "export const Comp = (p: Opt) => null;",
];

/** [line, whether it is proven to be one of Opt.width]. */
const OF_OPT: readonly (readonly [string, boolean])[] = [
  ["function f({ width }: Opt) {}", true],
  ["function f({ width: w = 1 }: Opt) {}", true],
  ["const f = ({ width: { x } }: Opt) => x;", true],
  ["const { width } = opt;", true],
  ["const { 'width': w } = opt;", true],
  ["function f(p: Opt) { const { width: w, ...rest } = p; }", true],
  ["const o: Opt = { width: 1, run() {} };", true],
  ["const o = { width: 1 } as Opt;", true],
  ["const o = { width: 1, run() {} } satisfies Opt;", true],
  ["take({ width: 2 });", false],
  ["take({ a: 1, width });", false],
  ["function f(): Opt { return { width: 1, run() {} }; }", false],
  ["const o: Opt[] = [{ 'width': 1, run() {} }];", false],
  ["for (const { width } of list) {}", false],
  ["list.map(({ width }) => width);", false],
  ["function f(p: unknown) { const { width } = p as Opt; }", false],
  ["const { width: w } = any();", false],
  ["let w; ({ width: w } = any());", false],
  ["const e = <Comp width={3} />;", false],
  ["const e = <Comp a='1' width='3' />;", false],
  ["const e = <Comp {...{ width: 3 }} />;", false],
  ["const e = <Comp /* a > b */ width={3} />;", false],
  ["const e = <Comp go={() => { if (a > b) {} }} width={3} />;", false],
  ["const e = <Comp icon={<b/>} text='a > b' width={3} />;", false],
  ["const e = <Comp<Map<string, any>> width={3} />;", false],
  [`const e = <Comp ${"a b={1} c='2' ".repeat(15)}width={3} />;`, false],
  ["const o: Opt = { /* { */ width: 1 };", true],
  ["const o: Opt = { run() {}, // it's { one\nwidth: 1 };", true],
  ["const o: Opt = { get width() { return 1; } };", true],
  ["take({ async *width() {} });", false],
  ["const o: Opt['inner'] = { width: 1 };", false],
  ["const o: Opt | Other = { width: 1 };", false],
];
/** What may stand before a key as well. */
const BETWEEN = ["", "// what, { it\n", "/* is */ ", " ".repeat(200)];

test("a property without a dot is found, and proven where its type is written", async () => {
  const head =
    "import { Box, Comp, type Opt, type Other } from './types';\ndeclare const opt: Opt; declare const list: any; declare function any(): any; declare function take(p: any): void;\n";
  const files: Record<string, string> = { "types.ts": TYPES.join("\n") };
  const sure: string[] = [];
  const all = new Map<string, string>();
  for (const [line, isSure] of OF_OPT)
    for (const text of BETWEEN) {
      const written = line.replace(/(?<=[{,] )(?='?width|get width|async)/, text);
      if (text !== "" && written === line) continue;
      const path = `use-${all.size}.tsx`;
      files[path] = `${head}${written}\n`;
      all.set(path, written);
      if (isSure) sure.push(path);
    }
  await using asked = await ask(files);
  for (const question of ["callers", "references"] as const) {
    const { proven, possible } = await asked.graph[question](await asked.one("Opt.width"));
    const behindHead = (sites: readonly { path: string; line: number }[]) =>
      new Set(sites.flatMap(({ path, line }) => (line > 2 ? [path] : [])));
    const found = behindHead([...proven, ...possible]);
    assert.deepEqual(
      [...all].filter(([path]) => !found.has(path)),
      [],
      `${question}: left out`,
    );
    const certain = behindHead(proven);
    assert.deepEqual(
      sure.filter((path) => !certain.has(path)).map((path) => all.get(path)),
      [],
      `${question}: not proven`,
    );
  }
  const other = await asked.graph.references(await asked.one("Other.height"));
  assert.deepEqual([...other.proven, ...other.possible], []);
});

test("a key of a type that is made of another is not proven", async () => {
  const files: Record<string, string> = { "types.ts": TYPES.join("\n") };
  const types = ["Opt['inner']", "Opt | Other", "Opt & Other", "Promise<Opt>", "Record<'width', Opt>"];
  for (const [i, type] of types.entries())
    files[`use-${i}.ts`] = `import type { Opt, Other } from "./types";\nconst o: ${type} = { width: 1 };\n`;
  await using asked = await ask(files);
  const { proven, possible } = await asked.graph.references(await asked.one("Opt.width"));
  assert.deepEqual(
    proven.map((p) => p.path),
    [],
  );
  assert.equal(new Set(possible.map((p) => p.path)).size, types.length);
});

test("words of a text between tags are no attributes", async () => {
  await using asked = await ask({
    "types.ts": TYPES.join("\n"),
    "use.tsx": [
      "const e = <p> the <b/> width and width",
      "of it</p>;",
      "const f = a < b && c > width && 1;",
      "if (a) { // now",
      "width (1); }",
      "function width() {}",
    ].join("\n"),
  });
  const { proven, possible } = await asked.graph.references(await asked.one("Opt.width"));
  assert.deepEqual(
    [...proven, ...possible].filter((p) => p.path === "use.tsx").map((p) => p.line),
    [],
  );
});

test("a key of another type is no use", async () => {
  await using asked = await ask({
    "types.ts": TYPES.join("\n"),
    "use.ts": [
      "import { Box, type Other } from './types';",
      "declare const other: Other;",
      "const { size } = other;",
      "const { size: own } = new Box();",
      "const made: Other = { size: 1, width: 1, height: 1 };",
      "import { size as three } from './size';",
      "export { three as size };",
      "// { size: 1 }",
      "const text = '{ size: 1 }';",
    ].join("\n"),
    "size.ts": "export const size = 1;",
  });
  const { proven } = await asked.graph.references(await asked.one("Other.size"));
  assert.deepEqual(
    proven.map((p) => `${p.path}:${p.line}`),
    ["use.ts:3", "use.ts:5"],
  );
  const box = await asked.graph.references((await asked.graph.declarationsOf("Box.size")).declarations[0]!);
  assert.ok(box.proven.some((p) => p.line === 4));
  for (const line of [6, 7, 8, 9])
    assert.ok(
      ![...box.proven, ...box.possible].some((p) => p.path === "use.ts" && p.line === line),
      String(line),
    );
});

test("a method of an interface that an object gives is named there, and not called", async () => {
  await using asked = await ask({
    "a.ts": [
      "interface Opt {",
      "  run(): void;",
      "}",
      "take({ run() {} });",
      "const o: Opt = { run: f };",
      "take({ run });",
    ].join("\n"),
  });
  const run = await asked.one("Opt.run");
  const lines = (i: { proven: readonly { line: number }[]; possible: readonly { line: number }[] }) =>
    [...new Set([...i.proven, ...i.possible].map((s) => s.line))].sort((a, b) => a - b);
  assert.deepEqual(lines(await asked.graph.references(run)), [4, 5, 6]);
  assert.deepEqual(lines(await asked.graph.callers(run)), []);
});

// What is not the property of the type that stands nearest, by the compiler: never proven to be, and not left out where it may be.
const NOT_OF_OPT: readonly string[] = [
  "const o: Opt = { width: 1 } as Other;",
  "const o: Opt = { width: 1 } /* of another */ as Other;",
  "const o: Opt = { width: 1 } satisfies Other;",
  "const o: Opt = { width: opt, height: opt }[key];",
  "const o: Opt = { width: opt }.width;",
  "const o: Opt = { width: opt }\n  .width;",
  "const o: Opt = { run: new Map<Opt, width, Other>(), height: 1 };",
  "function f(x: Opt) { if (x instanceof Wide) { const { width } = x; } }",
  "function f(x: Opt) { if (isWide(x)) { const { width: w } = x; } }",
  "function f(x: Opt) { if (!(x instanceof Wide)) return; const { width: w } = x; }",
  "function f(x: Opt) { if (x instanceof Wide) return x['width']; }",
  "const { inner: { width: w } = other } = nest;",
  "const { inner: { width: w } = other, ...rest } = nest;",
];
for (const line of NOT_OF_OPT)
  test(`a property of another type: ${line}`, async () => {
    const head = [
      "import { type Opt, type Other } from './types';",
      "class Wide implements Opt { width = 2; run() {} }",
      "declare function isWide(x: unknown): x is Wide;",
      "interface Nest { inner: Opt }",
      "declare const opt: Opt; declare const other: Other; declare const nest: Nest; declare const key: any; type width = 1;",
    ];
    await using asked = await ask({ "types.ts": TYPES.join("\n"), "use.ts": [...head, line].join("\n") });
    for (const question of ["callers", "references"] as const) {
      const { proven } = await asked.graph[question](await asked.one("Opt.width"));
      assert.deepEqual(
        proven.filter((p) => p.path === "use.ts" && p.line > head.length),
        [],
        question,
      );
    }
  });

const STILL_OF_OPT: readonly string[] = [
  "const o: Opt = { width: 1, run() {} } as const;",
  "const o: Opt = { width: 1, run() {} }\nconst p = 1;",
  "const o: Opt = { width: 1, run() {} }, p = 1;",
  "const o: Opt = { width: 1, run() {} } // said",
  "const o: Other = { width: 1 } as Opt;",
  "const { inner: { width: w } = {} } = nest;",
  "function f(x: Opt) { const { width } = x; }",
  "function f(x: Opt) { return x['width']; }",
];
for (const line of STILL_OF_OPT)
  test(`a property without a dot is still proven: ${line}`, async () => {
    const head =
      "import { type Opt, type Other } from './types';\ninterface Nest { inner: Opt }\ndeclare const nest: Nest;";
    await using asked = await ask({ "types.ts": TYPES.join("\n"), "use.ts": `${head}\n${line}` });
    const { proven } = await asked.graph.references(await asked.one("Opt.width"));
    assert.ok(proven.some((p) => p.path === "use.ts" && p.line === 4));
  });
