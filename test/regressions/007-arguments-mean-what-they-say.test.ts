// Shape: an argument is taken and not heeded, or means one thing in one place and another elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchAnswer, SymbolAnswer } from "../../src/pack/answer.ts";
import { OPERATIONS } from "../../src/surface/operations.ts";
import { LINES_PER_FILE } from "../../src/base/limits.ts";
import { Opened } from "../engine/opened.ts";

const preset = (operation: string, parameter: string) =>
  OPERATIONS.find((o) => o.name === operation)?.parameters.find((p) => p.name === parameter)?.default;

test("options of another mode are refused, and the mode is named", async () => {
  await using opened = new Opened({ "a.ts": "one();\n" });
  for (const [mode, option] of [
    ["exact", { explain: true }],
    ["regex", { explain: true }],
    ["exact", { kind: ["class"] }],
    ["regex", { exported: false }],
    ["ranked", { ignoreCase: true }],
    ["ranked", { word: true }],
    [undefined, { word: true }],
  ] as const) {
    const [name] = Object.keys(option);
    await assert.rejects(opened.ask("search", { query: "one", mode, ...option } as never), {
      code: "ARGUMENT_INVALID",
      subject: name,
      message: `A search of mode ${mode ?? "ranked"} takes no ${name}.`,
    });
  }
  for (const [mode, option] of [
    ["exact", { explain: false, kind: [] }],
    ["ranked", { ignoreCase: false, word: false }],
  ] as const) {
    assert.ok((await opened.ask("search", { query: "one", mode, ...option } as never)).found);
  }
});

test("an empty list of filters filters nothing", async () => {
  await using opened = new Opened({ "a.ts": "export function one() {}\n", "b.py": "def one():\n    pass\n" });
  const none = { kind: [], language: [], scope: [] };
  const search = (await opened.ask("search", { query: "one", format: "json", ...none }))
    .answer as SearchAnswer;
  assert.equal(search.results.length, 2);
  assert.equal(search.completeness.scope, "all files");
  const symbol = (await opened.ask("symbol", { symbol: "one", format: "json", ...none }))
    .answer as SymbolAnswer;
  assert.equal(symbol.total, 2);
  const exact = (await opened.ask("search", { query: "one", mode: "exact", format: "json", ...none }))
    .answer as SearchAnswer;
  assert.equal(exact.results.length, 2);
});

test("a blank name is an empty query", async () => {
  await using opened = new Opened({ "a.ts": "one();\n" });
  for (const symbol of ["", "  ", "\n"])
    await assert.rejects(opened.ask("symbol", { symbol }), { code: "QUERY_EMPTY" });
});

test("defaults are those of the table", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 40; i++) files[`f${i}.ts`] = `export function same() {}\n${"needle();\n".repeat(9)}`;
  await using opened = new Opened(files);
  const ask = async (operation: "search" | "symbol", args: object) =>
    (await opened.ask(operation, { format: "json", budget: 60_000, ...args } as never)).answer;
  const { matches } = (await ask("symbol", { symbol: "same" })) as SymbolAnswer;
  assert.equal(matches.length, preset("symbol", "limit"));
  const ranked = (await ask("search", { query: "same needle" })) as SearchAnswer;
  assert.equal(ranked.results.length, preset("search", "limit"));
  assert.equal(new Set(ranked.results.map((r) => r.path)).size, ranked.results.length);
  assert.equal(preset("search", "perFile"), 1);
  const exact = (await ask("search", { query: "needle", mode: "exact" })) as SearchAnswer;
  assert.equal(exact.results.length, preset("search", "limit"));
  const note = OPERATIONS.find((o) => o.name === "search")!.parameters.find(
    (p) => p.name === "perFile",
  )!.note!;
  assert.ok(note.includes(`the first ${LINES_PER_FILE} of each file, then the others`), note);
  assert.ok(exact.results.every(({ matches: lines }) => lines.length === 9));
  const narrow = (await ask("search", { query: "needle", mode: "exact", budget: 1_100 })) as SearchAnswer;
  assert.equal(narrow.results.at(-1)!.matches.length, LINES_PER_FILE);
});
