// Where the form of another system has no room for all of an answer, the reply says that it isn't all.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompatCall } from "../../../src/surface/compat/compat-set.ts";
import { cirurgic } from "../../../src/surface/compat/cirurgic.ts";
import { selectContext } from "../../../src/surface/compat/pasr-select.ts";

const span = (i: number) => ({
  path: `src/${i}.ts`,
  start: 1,
  end: 2,
  kind: "function",
  name: `name${i}`,
  reason: "declares it",
  cost: 20,
  matches: [],
  text: `export function name${i}() {\n  return ${"1 + ".repeat(100)}1; }`,
});
const answer = { route: "lossless", spans: [1, 2, 3].map(span), receipt: null, advice: null };

function callOf(args: Record<string, unknown>): CompatCall {
  return {
    root: "/",
    client: {},
    args,
    env: {},
    run: async () => ({ answer, receipt: null }) as never,
    elapsed: () => 1,
  };
}

async function selected(budget: number): Promise<Record<string, any>> {
  const texts = { query: "name", pack: "", save_as: "", trace: "" };
  const none = { files: [], include: [], map_tokens: 0, prefix_tokens: 0, tail_tokens: 0, outline: false };
  return JSON.parse(
    await selectContext.answer(callOf({ ...texts, ...none, budget_tokens: budget })),
  ) as never;
}

test("pasr: lossless, and sure, only where each span is in the reply", async () => {
  const all = await selected(3000);
  assert.deepEqual([all["route"], all["confidence"], all["spans"].length], ["lossless", 1, 3]);
  for (const budget of [200, 400, 600]) {
    const some = await selected(budget);
    assert.ok(some["spans"].length < 3);
    assert.equal(some["route"], "selected");
    assert.ok(some["confidence"] < 1);
    if (some["spans"].length === 0) assert.equal(some["confidence"], 0);
    assert.equal(some["diagnostics"].skipped_budget_count, 3 - some["spans"].length);
    assert.equal(some["sources"].length, some["spans"].length);
  }
});

test("cirurgic: a message says what did not fit", async () => {
  const [tool] = cirurgic.tools;
  const ask = async (budget: number): Promise<Record<string, any>> =>
    JSON.parse(
      await tool!.answer(callOf({ query: "name", scope: "", max_tokens: budget, depth: 2 })),
    ) as never;
  assert.equal("message" in (await ask(3000)), false);
  for (const budget of [150, 400, 600]) {
    const { snippets, message } = await ask(budget);
    assert.ok(snippets.length < 3);
    assert.match(message, new RegExp(`^${3 - snippets.length} more `));
  }
});
