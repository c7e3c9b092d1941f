// Shape: a list of what was left out grows until nothing fits. Places that a budget does not hold are counted.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadAnswer } from "../../src/pack/answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "../engine/opened.ts";

for (const format of ["text", "json"] as const) {
  test(`300 places in 400 tokens, as ${format}`, async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 300; i++) files[`src/file${i}.ts`] = `export const value${i} = ${i};\n`.repeat(4);
    await using opened = new Opened(files);
    const places = Object.keys(files);
    const { answer, output } = await opened.ask("read", { places, budget: 400, format });
    const { spans, completeness, next, cost } = answer as ReadAnswer;
    assert.ok(openCounterSync("o200k_base").count(output) <= 400);
    assert.equal(cost.tokens, openCounterSync("o200k_base").count(output));
    assert.ok(spans.length > 0, output);
    const whole = spans.filter((s) => s.note === null).length;
    assert.deepEqual(completeness.caps, [
      `${next} did not fit the budget`,
      `${300 - whole - 1} further places did not fit`,
    ]);
    assert.ok(next?.startsWith(`${places[whole]}:`), String(next));
  });
}

test("300 places without a line", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 300; i++) files[`src/file${i}.ts`] = "";
  await using opened = new Opened(files);
  const { answer } = await opened.ask("read", { places: Object.keys(files), budget: 400, format: "json" });
  const { spans, completeness } = answer as ReadAnswer;
  assert.ok(spans.length > 0 && spans.length < 300);
  assert.deepEqual(completeness.caps, [`${300 - spans.length} further places did not fit`]);
});
