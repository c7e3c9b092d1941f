// A checklist for a new name: every place once and in its part, under the name that stands there; what is in its way; totals
// true under any budget; nothing is changed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { RenameAnswer } from "../../src/pack/rename-answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/store.ts": [
    "/** A store; see save. */",
    "export interface Store {",
    "  save(item: string): void;",
    "}",
    "export class FileStore implements Store {",
    "  save(item: string): void {",
    "    write(item);",
    "  }",
    "}",
    "// write is slow",
    "export function write(item: string): void {",
    "  const put = item;",
    '  console.log(put, "write it");',
    "}",
    "",
  ].join("\n"),
  "src/index.ts": 'export { write as put } from "./store.ts";\nexport * from "./store.ts";\n',
  "src/app.ts": [
    "import { write as w, type Store } from './store.ts';",
    "import { write } from './store.ts';",
    "export function run(store: Store): unknown {",
    "  w('a');",
    "  write('b');",
    "  store.save('c');",
    "  store['save']('d');",
    "  return { write };",
    "}",
    "export function other(write: string): string { return write; }",
    "",
  ].join("\n"),
  "src/loose.js":
    "export function go(thing, key) {\n  thing.save('b');\n  thing[key]('save');\n  thing['save']();\n}\n",
  "README.md": "# Stores\n\nCall `write` to write.\n",
};

async function rename(
  opened: Opened,
  args: object,
): Promise<{ answer: RenameAnswer; output: string; found: boolean }> {
  const outcome = await opened.ask("rename", { format: "json", ...args } as never);
  return { answer: outcome.answer as RenameAnswer, output: outcome.output, found: outcome.found };
}

const places = (sites: readonly { path: string; line: number; column?: number }[]) =>
  sites.map((s) => [s.path, s.line, s.column].filter((part) => part !== undefined).join(":"));

test("a function: each place in its part, none twice, none that has another name", async () => {
  await using opened = new Opened(FILES);
  const { answer, found } = await rename(opened, { symbol: "write", to: "store" });
  assert.equal(found, true);
  assert.deepEqual(places(answer.declares), ["src/store.ts:11:17"]);
  // `w('a')` keeps its own name; the parameter of `other` is another thing.
  assert.deepEqual(places(answer.proven), [
    "src/app.ts:1:10",
    "src/app.ts:2:10",
    "src/app.ts:5:3",
    "src/app.ts:8:12",
    "src/index.ts:1:10",
    "src/store.ts:7:5",
  ]);
  assert.deepEqual(
    answer.proven.filter((p) => p.shorthand).map((p) => p.line),
    [8],
  );
  assert.deepEqual(
    answer.exports.map((e) => [e.line, e.exported, e.via]),
    [
      [1, "put", "named"],
      [2, "write", "star"],
    ],
  );
  assert.deepEqual(
    answer.mentions.map((m) => [m.path, m.line, m.kind]),
    [
      ["src/store.ts", 10, "comment"],
      ["src/store.ts", 13, "string"],
      // As code, and not as a word of the sentence.
      ["README.md", 3, "document"],
    ],
  );
  assert.deepEqual([answer.possible, answer.strings], [[], []]);
  assert.equal(answer.proven[2]!.text, "write('b');");
  assert.equal(answer.proven[2]!.enclosing, "run");
  assert.equal(answer.totals.files, 3);
  // The parameter that takes the new name where the old one is used.
  assert.deepEqual(
    answer.conflicts.map((c) => [c.path, c.line, c.why]),
    [["src/app.ts", 3, "used"]],
  );
});

test("a member: what overrides it is renamed with it; names in quotes stand apart", async () => {
  await using opened = new Opened(FILES);
  for (const symbol of ["Store.save", "FileStore.save", "src/store.ts:6"]) {
    const { answer } = await rename(opened, { symbol, to: "put" });
    assert.deepEqual(places(answer.declares).sort(), ["src/store.ts:3:3", "src/store.ts:6:3"], symbol);
    assert.deepEqual(places(answer.proven), ["src/app.ts:6:9", "src/app.ts:7:10"], symbol);
    assert.deepEqual(places(answer.possible), ["src/loose.js:2:9"], symbol);
    assert.deepEqual(
      answer.strings.map((s) => [s.line, s.why]),
      [
        [4, "dynamic-access"],
        [3, "string"],
      ],
      symbol,
    );
    assert.deepEqual(answer.conflicts, [], symbol);
  }
});

const CONFLICTS: readonly (readonly [
  name: string,
  to: string,
  files: Record<string, string>,
  why: string,
])[] = [
  ["a neighbour", "b", { "a.ts": "export function a() {}\nfunction b() {}\n" }, "a.ts:2 declared"],
  ["a member", "A.n", { "a.ts": "export class A { m() {}\n n() {} }\n" }, "a.ts:2 declared"],
  [
    "a member above",
    "B.n",
    { "a.ts": "export class A { n() {} }\nexport class B extends A { m() {} }\n" },
    "a.ts:1 inherited",
  ],
  [
    "a member below",
    "A.n",
    { "a.ts": "export class A { m() {} }\nexport class B extends A { n() {} }\n" },
    "a.ts:2 inherited",
  ],
  [
    "an import where it is used",
    "b",
    {
      "a.ts": "export function a() {}\n",
      "u.ts": 'import { a } from "./a";\nimport { b } from "./b";\na();\n',
      "b.ts": "export const b = 1;\n",
    },
    "u.ts:2 imported",
  ],
  [
    "a declaration where it is used",
    "b",
    { "a.ts": "export function a() {}\n", "u.ts": 'import { a } from "./a";\nfunction b() {}\na();\n' },
    "u.ts:2 declared",
  ],
  [
    "a variable around a use",
    "b",
    {
      "a.ts": "export function a() {}\n",
      "u.ts": 'import { a } from "./a";\nexport function f() {\n  const b = 1;\n  a();\n}\n',
    },
    "u.ts:3 used",
  ],
  [
    "what the module offers",
    "b",
    { "a.ts": 'export function a() {}\nexport { b } from "./b";\n', "b.ts": "export const b = 1;\n" },
    "b.ts:1 exported",
  ],
  ["no name", "b-c", { "a.ts": "export function a() {}\n" }, "a.ts:1 not-a-name"],
  ["a reserved word", "class", { "a.ts": "export function a() {}\n" }, "a.ts:1 reserved"],
  ["a reserved word of Python", "lambda", { "a.py": "def a():\n    pass\n" }, "a.py:1 reserved"],
  ["a name that Go hides", "a", { "a.go": "package p\n\nfunc A() {}\n" }, "a.go:3 visibility"],
];

for (const [name, to, files, why] of CONFLICTS) {
  test(`a conflict: ${name}`, async () => {
    await using opened = new Opened(files);
    const [owner, member] = to.split(".");
    const symbol = member === undefined ? (to === "a" ? "A" : "a") : `${owner}.m`;
    const { answer } = await rename(opened, { symbol, to: member ?? to });
    assert.deepEqual(
      answer.conflicts.map((c) => `${c.path}:${c.line} ${c.why}`),
      [why],
    );
  });
}

test("a reserved word may name a member; a name elsewhere is no conflict", async () => {
  await using opened = new Opened({
    "a.ts": "export class A { m() {} }\nexport class Other { delete() {} }\n",
    "b.ts":
      'export function remove() {}\nexport function f() { const other = 1; }\nfunction g() { remove({ other: 1 }); x.other; "other"; }\n',
  });
  assert.deepEqual((await rename(opened, { symbol: "A.m", to: "delete" })).answer.conflicts, []);
  assert.deepEqual((await rename(opened, { symbol: "remove", to: "other" })).answer.conflicts, []);
});

test("an ambiguous name is listed, an unknown one gets the nearest, bad input says what to do", async () => {
  await using opened = new Opened({
    ...FILES,
    "src/other.ts": "export function run(): number {\n  return 1;\n}\n",
  });
  const several = await rename(opened, { symbol: "run", to: "start" });
  assert.deepEqual(
    several.answer.declarations.map((d) => [d.path, d.proven]),
    [
      ["src/app.ts", 0],
      ["src/other.ts", 0],
    ],
  );
  assert.deepEqual([several.answer.declares, several.answer.proven], [[], []]);
  assert.equal(several.answer.advice?.code, "ambiguous-name");
  const unknown = await rename(opened, { symbol: "wrote", to: "start" });
  assert.equal(unknown.found, false);
  assert.ok(unknown.answer.nearest.includes("write"));
  assert.equal((await rename(opened, { symbol: "__proto__", to: "start" })).found, false);
  await assert.rejects(rename(opened, { symbol: "write", to: "write" }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(rename(opened, { symbol: "write", to: " " }), { code: "QUERY_EMPTY" });
});

test("totals are true however little is shown, no answer costs more than its budget, and no file is changed", async () => {
  const calls = Array.from({ length: 300 }, (_, i) => `export const used${i} = () => target(${i});\n`);
  const files = {
    "target.ts": "export function target(n: number): number {\n  return n;\n}\n",
    "calls.ts": `import { target } from './target.ts';\n${calls.join("")}`,
  };
  await using opened = new Opened(files);
  for (const format of ["json", "text", "terminal"]) {
    for (const budget of [64, 100, 300, 1500]) {
      const outcome = await opened.ask("rename", { symbol: "target", to: "aim", budget, format } as never);
      assert.ok(openCounterSync("o200k_base").count(outcome.output) <= budget, `${format} ${budget}`);
      const answer = outcome.answer as RenameAnswer;
      if (answer.totals !== undefined) assert.equal(answer.totals.proven, 301);
    }
  }
  for (const [path, text] of Object.entries(files))
    assert.equal(readFileSync(opened.path(path), "utf8"), text);
});

/** Ways to take `helper` out of a module; `|` stands before each place that holds its name and has to be edited. */
const TAKEN = [
  'import { |helper as k } from "./deco"; k();',
  'import { "|helper" as k } from "./deco"; k();',
  'export { |helper as k } from "./deco";',
  'import * as ns from "./deco"; ns.|helper(); ns["|helper"]();',
  'import * as ns from "./deco"; const { |helper: k } = ns; k();',
  'const { |helper: k } = require("./deco"); k();',
  'const { |helper } = require("./deco"); |helper();',
  'const { other, |helper: k = other } = require("./deco"); k();',
  'let { "|helper": k } = require("./deco"); k();',
  'var {\n  |helper: k,\n} = require("./deco"); k();',
  'const { |helper: { go } } = require("./deco"); go();',
  'const { |helper: k, ...rest } = require("./deco"); k(); rest.other();',
  'async function f() { const { |helper: k } = await import("./deco"); k(); }',
  'async function f() { const { |helper: k } = (await import("./deco")); k(); }',
  'async function f() { const { |helper } = await import("./deco"); |helper(); }',
  'const k = require("./deco").|helper; k();',
  'require("./deco").|helper();',
  'async function f() { (await import("./deco")).|helper(); }',
  'import("./deco").then(({ |helper: k }) => k());',
  'import("./deco").then((m) => m.|helper());',
];

for (const marked of TAKEN) {
  test(`every place that holds the old name is listed: ${marked}`, async () => {
    const wanted = marked
      .split("\n")
      .flatMap((line, i) => [...line.matchAll(/\|/g)].map((m, k) => `n.js:${i + 1}:${m.index + 1 - k}`));
    await using opened = new Opened({
      "deco.js": "export function helper() {}\nexport function other() {}\n",
      "n.js": `${marked.replaceAll("|", "")}\n`,
    });
    const { answer } = await rename(opened, { symbol: "helper", to: "better" });
    const listed = places([...answer.proven, ...answer.possible, ...answer.strings]);
    assert.deepEqual(
      wanted.filter((place) => !listed.includes(place)),
      [],
    );
    assert.equal(new Set(listed).size, listed.length);
    // What is required or imported by name is sure.
    if (/\{ \|helper(?:: k)? \} = (?:require|await)/.test(marked))
      assert.deepEqual(places(answer.proven).slice(0, 1), wanted.slice(0, 1));
  });
}
