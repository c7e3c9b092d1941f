// Shape: a filter goes by what a coarser layer knows, and what only the finer layer knows counts as absent or as "no".
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer, SearchAnswer, SymbolAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";

const DEEP = `export function deepOne(): number[] {\n  return ${"[".repeat(1200)}${"]".repeat(1200)};\n}\n`;

async function search(opened: Opened, args: object): Promise<SearchAnswer> {
  return (await opened.ask("search", { format: "json", budget: 8000, ...args } as never))
    .answer as SearchAnswer;
}

test("kinds that line patterns don't know are found after parsing", async () => {
  await using opened = new Opened({
    "a.ts": "export interface Options {\n  retryLimit: number;\n  other: string;\n}\n",
    "b.ts": "export function retryLimitOf(): number {\n  return 1; // retry limit\n}\n",
    "c.rb": "class RetryLimit\nend\n",
  });
  const { results, total } = await search(opened, { query: "retry limit", kind: ["property"] });
  assert.deepEqual(
    results.map((r) => [r.path, r.kind, r.start]),
    [["a.ts", "property", 2]],
  );
  assert.equal(total, 1);
  const classes = await search(opened, { query: "retry limit", kind: ["class"] });
  assert.deepEqual(
    classes.results.map((r) => r.path),
    ["c.rb"],
  );
});

test("visibility that isn't known is neither exported nor not, and is said", async () => {
  await using opened = new Opened({
    "a.ts": "export function deepOne(): void {}\n",
    "b.pl": "sub deepOne {\n}\n",
  });
  for (const exported of [true, false]) {
    const places = await search(opened, { query: "deepOne", exported });
    assert.deepEqual(
      places.results.map((r) => r.path),
      exported ? ["a.ts"] : [],
    );
    assert.deepEqual(places.completeness.caps, ["visibility unknown in 1 file"]);
    const symbol = (await opened.ask("symbol", { symbol: "deepOne", exported, format: "json" }))
      .answer as SymbolAnswer;
    assert.equal(symbol.total, exported ? 1 : 0);
    assert.deepEqual(symbol.completeness.caps, ["visibility unknown in 1 file"]);
  }
  const { caps } = (await search(opened, { query: "deepOne" })).completeness;
  assert.deepEqual(caps, []);
});

test("files that the parser gave up are named with the reason", async () => {
  await using opened = new Opened({ "deep.ts": DEEP, "b.ts": "export const x = 1;\n" });
  const cap = "1 file known by line patterns (too-deep)";
  assert.deepEqual((await search(opened, { query: "deepOne" })).completeness.caps, [cap]);
  for (const [operation, args] of [
    ["context", { query: "deepOne", budget: 300 }],
    ["symbol", { symbol: "deepOne" }],
  ] as const) {
    const { answer } = await opened.ask(operation, { ...args, format: "json" } as never);
    const { caps } = (answer as ContextAnswer).completeness;
    assert.ok(caps.includes(cap), `${operation}: ${caps.join("; ")}`);
  }
});
