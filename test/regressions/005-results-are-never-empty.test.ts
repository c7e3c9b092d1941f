// Shape: what was not looked at closely is shown as nothing. A result has lines, whether its file was parsed or not, and
// a limit counts results.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "../engine/opened.ts";

const SECRET = `ghp_${"a1B2".repeat(9)}`;

function many(): Opened {
  const files: Record<string, string> = {};
  for (let i = 0; i < 90; i++)
    files[`src/f${i}.ts`] = [
      `export function needle${i}(): string {`,
      `  return "needle ${SECRET}";`,
      "}",
      `export const needleAgain${i} = "needle";`,
      "",
    ].join("\n");
  return new Opened(files);
}

async function search(opened: Opened, args: object): Promise<SearchAnswer> {
  const given = { format: "json", budget: 60_000, ...args };
  return (await opened.ask("search", given as never)).answer as SearchAnswer;
}

test("every one of many ranked results shows lines, redacted, with the lines that match", async () => {
  await using opened = many();
  const { results } = await search(opened, { query: "needle", limit: 80 });
  assert.equal(results.length, 80);
  for (const result of results) {
    assert.match(result.text, /needle/, result.path);
    assert.ok(result.matches.length > 0 && result.end >= result.start, result.path);
    assert.ok(!result.text.includes(SECRET) && !JSON.stringify(result.matches).includes(SECRET));
  }
});

test("a limit counts results, not files", async () => {
  await using opened = many();
  const { results, total } = await search(opened, { query: "needle", limit: 5, perFile: 2 });
  assert.equal(results.length, 5);
  assert.ok(new Set(results.map((r) => r.path)).size < 5);
  assert.equal(total, 90);
  assert.equal((await search(opened, { query: "needle", limit: 200, perFile: 2 })).results.length, 130);
});

test("the cost of a result is its own in the format that was asked for", async () => {
  await using opened = many();
  const count = (text: string) => openCounterSync("o200k_base").count(text);
  for (const mode of ["ranked", "exact"]) {
    const [json] = (await search(opened, { query: "needle1", mode })).results;
    assert.equal(json!.cost, count(JSON.stringify({ ...json, cost: 0 })), mode);
    const given = { query: "needle1", mode, limit: 1 } as never;
    const text = await opened.ask("search", given);
    const lines = text.output.split("\n");
    const end = lines.findIndex((l) => l.startsWith("looked in"));
    const [result] = (text.answer as SearchAnswer).results;
    assert.equal(result!.cost, count(lines.slice(1, end).join("\n")), text.output);
  }
});
