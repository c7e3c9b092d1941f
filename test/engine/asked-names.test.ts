// Which declarations do the words of a question mean? One reading for all operations that take a name: `symbol`, `trace`,
// `impact` and `rename`.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImpactAnswer } from "../../src/pack/impact-answer.ts";
import type { SymbolAnswer } from "../../src/pack/answer.ts";
import type { RenameAnswer } from "../../src/pack/rename-answer.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { Opened } from "./opened.ts";

const TREE = {
  "src/engine/app.ts":
    "export class App {\n  run() {}\n}\nexport function run() {}\nnew App().run();\nrun();\n",
  "src/web/app.ts": "export function run() {}\n",
  "r.rs": "pub struct A;\nimpl A {\n    pub fn save(&self) {}\n}\nfn go(a: A) {\n    a.save();\n}\n",
  "a b/x y.ts": "export function quoted() {}\nquoted();\n",
  "schema.sql": "CREATE TABLE users (id INT);\n",
  "api.proto": "message Wanted {\n  string name = 1;\n}\n",
  "unicode.ts": "export function 計算する() {}\n計算する();\n",
};

type Named = TraceAnswer | ImpactAnswer | RenameAnswer;

async function places(opened: Opened, symbol: string, more: object = {}): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const ask = { symbol, format: "json", ...more } as const;
  const declared = (await opened.ask("symbol", ask)).answer as SymbolAnswer;
  found.symbol = declared.matches.map((m) => `${m.path}:${m.start}`);
  for (const op of ["trace", "impact", "rename"] as const) {
    const args = op === "rename" ? { ...ask, to: "renamed" } : ask;
    const answer = (await opened.ask(op, args)).answer as Named;
    found[op] = answer.declarations.map((d) => `${d.path}:${d.start}`);
  }
  return found;
}

test("names, qualified names, names of a file, places: the same declarations in every operation", async () => {
  await using opened = new Opened(TREE);
  for (const [symbol, expected] of [
    ["App.run", ["src/engine/app.ts:2"]],
    ["engine.App.run", ["src/engine/app.ts:2"]],
    ["App#run()", ["src/engine/app.ts:2"]],
    ["src/web/app.ts:run", ["src/web/app.ts:1"]],
    ["web/app.ts:run", ["src/web/app.ts:1"]],
    ["./src/engine/app.ts:App.run", ["src/engine/app.ts:2"]],
    ["r.rs:A::save", ["r.rs:3"]],
    ["A::save", ["r.rs:3"]],
    ["r.rs:3", ["r.rs:3"]],
    ["src/engine/app.ts:2", ["src/engine/app.ts:2"]],
    ['"a b/x y.ts":quoted', ["a b/x y.ts:1"]],
    ['"a b/x y.ts":1', ["a b/x y.ts:1"]],
    ["計算する", ["unicode.ts:1"]],
  ] as const) {
    for (const [op, found] of Object.entries(await places(opened, symbol))) {
      assert.deepEqual(found, expected, `${op} ${symbol}`);
    }
  }
});

test("a qualifier that nothing has makes a name that nothing has", async () => {
  await using opened = new Opened(TREE);
  for (const symbol of [
    "engine.Nope.nothing.run",
    "Nope.run",
    "src.Nope.run",
    "web.App.run",
    "engine.web.run",
  ]) {
    for (const [op, found] of Object.entries(await places(opened, symbol))) {
      assert.deepEqual(found, [], `${op} ${symbol}`);
    }
    for (const op of ["symbol", "trace", "impact", "rename"] as const) {
      const answer = (await opened.ask(op, { symbol, to: "renamed", format: "json" } as never))
        .answer as Named;
      assert.equal(answer.advice?.code, "unknown-name", `${op} ${symbol}`);
    }
  }
});

test("a kind that the name does not have is not a missing name", async () => {
  await using opened = new Opened(TREE);
  for (const op of ["symbol", "trace", "impact", "rename"] as const) {
    const ask = { symbol: "A.save", to: "renamed", kind: ["class"], format: "json" };
    const { advice, completeness } = (await opened.ask(op, ask as never)).answer as Named;
    assert.deepEqual(
      advice,
      {
        code: "filtered-out",
        text: "1 declaration of A.save is of another kind, language or visibility.",
      },
      op,
    );
    assert.deepEqual(completeness.unresolved, [], op);
  }
});

test("what is declared where no uses are followed is said to be declared", async () => {
  await using opened = new Opened(TREE);
  for (const [symbol, place] of [
    ["users", "schema.sql:1"],
    ["Wanted", "api.proto:1"],
  ] as const) {
    for (const op of ["trace", "impact", "rename"] as const) {
      const answer = (await opened.ask(op, { symbol, to: "renamed", format: "json" } as never))
        .answer as Named;
      assert.equal(answer.advice?.code, "uses-not-followed", `${op} ${symbol}`);
      assert.ok(answer.advice!.text.includes(`${symbol} is declared in ${place}`), answer.advice!.text);
      assert.deepEqual([answer.nearest, answer.completeness.unresolved], [[], []]);
    }
  }
});

test("a file has importers and imports, no callers", async () => {
  await using opened = new Opened({
    "db.ts": 'import data from "./data.json";\nexport const x = data;\n',
    "use.ts": 'import { x } from "./db";\nx;\n',
    "alone.ts": "export {};\n",
    "data.json": "{}\n",
  });
  const ask = async (symbol: string, more: object = {}) =>
    (await opened.ask("trace", { symbol, format: "json", ...more } as never)).answer as TraceAnswer;
  const used = await ask("db.ts");
  assert.deepEqual([used.direction, used.proven.map((p) => p.path)], ["dependents", ["use.ts"]]);
  assert.deepEqual(
    (await ask("db.ts", { direction: "dependencies" })).proven.flatMap((p) => p.targets),
    ["data.json"],
  );
  assert.equal((await ask("alone.ts")).advice?.code, "no-importers");
  assert.equal((await ask("alone.ts", { direction: "dependencies" })).advice?.code, "no-imports");
  for (const direction of ["callers", "callees", "implementors", "bases"] as const) {
    await assert.rejects(ask("db.ts", { direction }), { code: "ARGUMENT_INVALID" });
  }
});

test("what was not looked at is folded in JSON as in text: an unknown name among broken files costs little", async () => {
  const broken = Object.fromEntries(
    Array.from({ length: 150 }, (_, i) => [`broken${i}.ts`, "export function brk( { if (\nwanted();\n"]),
  );
  await using opened = new Opened({ ...broken, "a.bin": new Uint8Array([0, 1, 2]) });
  const answer = (await opened.ask("trace", { symbol: "wanted", format: "json", budget: 1000 }))
    .answer as TraceAnswer;
  assert.notEqual(answer.advice?.code, "budget-too-small");
  assert.ok(answer.notLooked.length <= 4, JSON.stringify(answer.notLooked));
  assert.equal(answer.notLooked.filter(({ why }) => why === "binary").length, 1);
});

test("a file that the parser stumbled over is named where a declaration may be missing", async () => {
  await using opened = new Opened({
    "broken.ts": "export function brk( { if (\nexport function fine(){}\nwanted();\n",
  });
  const symbol = (await opened.ask("symbol", { symbol: "wanted", format: "json" })).answer as SymbolAnswer;
  assert.match(symbol.completeness.caps.join(), /the parser stumbled over broken\.ts/);
  const { output } = await opened.ask("outline", { path: "broken.ts" });
  assert.match(output, /parser, which stumbled/);
});

test("the outline of a folder or a file keeps to its scope, and says what lies outside", async () => {
  await using opened = new Opened(TREE);
  const empty = await opened.ask("outline", { path: "src", scope: ["*.sql"], format: "json" });
  assert.deepEqual((empty.answer as { files: unknown[] }).files, []);
  await assert.rejects(opened.ask("outline", { path: "src/web/app.ts", scope: ["*.sql"] }), {
    code: "ARGUMENT_INVALID",
    subject: "scope",
  });
});

test("what is left out is counted in the scope, however much lies beside it", async () => {
  const beside = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`a/x${i}.log`, "x\n"]));
  await using opened = new Opened({
    ...beside,
    ".gitignore": "*.log\n",
    "b/y.ts": "export const wanted = 1;\n",
    "b/own.log": "x\n",
  });
  const answer = (await opened.ask("search", { query: "wanted", scope: ["b"], format: "json" }))
    .answer as TraceAnswer;
  assert.deepEqual(answer.completeness.files.skipped, { ignored: 1 });
});

test("the name of a type is the type alone, whatever else is called after it", async () => {
  await using opened = new Opened({
    "a.rs":
      "pub struct Code;\nimpl Code {\n    pub fn new() -> Code { Code }\n}\nimpl Clone for Code {\n    fn clone(&self) -> Code { Code }\n}\nfn f(c: Code) {}\n",
    "P.cs": "namespace N;\npublic class Parser\n{\n  public Parser() { }\n  public Parser(int a) { }\n}\n",
    "J.java": "class Jar {\n  Jar() { }\n  static class Lid { Lid(int a) { } }\n}\n",
  });
  for (const [symbol, kind] of [
    ["Code", "struct"],
    ["Parser", "class"],
    ["N.Parser", "class"],
    ["Jar", "class"],
    ["Jar.Lid", "class"],
  ] as const) {
    for (const op of ["trace", "impact", "rename"] as const) {
      const { declarations } = (await opened.ask(op, { symbol, to: "Renamed", format: "json" } as never))
        .answer as Named;
      assert.deepEqual(
        declarations.map((d) => d.kind),
        [kind],
        `${op} ${symbol}`,
      );
    }
  }
  const asked = { symbol: "Parser", kind: ["constructor"], format: "json" as const };
  const { declarations } = (await opened.ask("trace", asked)).answer as TraceAnswer;
  assert.equal(declarations.length, 2);
});

test("a path that isn't there is answered with the nearest paths, in every operation that takes one", async () => {
  await using opened = new Opened(TREE);
  for (const op of ["trace", "rename"] as const) {
    const ask = { symbol: "src/engin/app.ts", to: "renamed", format: "json" };
    const { nearest, advice } = (await opened.ask(op, ask as never)).answer as TraceAnswer;
    assert.equal(advice?.code, "unknown-name");
    assert.ok(nearest.includes("src/engine/app.ts"), `${op} ${nearest.join()}`);
  }
});
