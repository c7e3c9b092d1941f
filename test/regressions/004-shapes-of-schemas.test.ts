// Shape: an answer leaves out fields that every answer of its kind has, or states a cost that is not its own. The shapes
// are written down here, key by key.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadAnswer } from "../../src/pack/answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "../engine/opened.ts";

const count = (text: string) => openCounterSync("o200k_base").count(text);

test("spans of read", async () => {
  await using opened = new Opened({ "src/a.ts": "one();\ntwo();\nthree();\n" });
  const places = ["src/a.ts", "src/a.ts:2-3"];
  const { answer, output } = await opened.ask("read", { places, format: "json" });
  assert.deepEqual((JSON.parse(output) as ReadAnswer).spans, (answer as ReadAnswer).spans);
  const [whole, range] = (answer as ReadAnswer).spans;
  const { cost, ...rest } = range!;
  assert.deepEqual(rest, {
    path: "src/a.ts",
    start: 2,
    end: 3,
    kind: "lines",
    name: "",
    reason: "asked for",
    matches: [],
    text: "two();\nthree();",
    lines: 3,
    redacted: [],
    note: null,
  });
  assert.equal(cost, count(JSON.stringify({ ...range, cost: 0 })));
  assert.equal(whole!.kind, "file");
  const text = (await opened.ask("read", { places })).answer as ReadAnswer;
  assert.equal(text.spans[1]!.cost, count("src/a.ts:2-3 of 3\n```\ntwo();\nthree();\n```\n"));
});
