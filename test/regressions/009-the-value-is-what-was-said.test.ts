// Shape: the value that a caller gets is not what the budget was counted on. Under a budget too small for an answer the
// value is the little that is said; in a batch the id is counted with the rest.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { OperationName } from "../../src/engine/arguments.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { runBatch } from "../../src/surface/run-batch.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { UNITS, type Unit } from "../../src/tokens/units.ts";
import { Opened } from "../engine/opened.ts";

const FILES = {
  "src/mail.ts": `export function sendMail(queue: string[]): void {\n${"  queue.push('mail');\n".repeat(40)}}\n`,
  "src/queue.ts": "export const mailQueue: string[] = [];\n",
};
const ASKED: readonly [OperationName, object][] = [
  ["context", { query: "send mail" }],
  ["search", { query: "mail" }],
  ["search", { query: "mail", mode: "exact" }],
  ["symbol", { symbol: "sendMail" }],
  ["symbol", { symbol: "nobody" }],
  ["outline", {}],
  ["read", { places: ["src/mail.ts"] }],
];

test("the value is the document, under every budget", async () => {
  await using opened = new Opened(FILES);
  for (const unit of UNITS) {
    for (const [operation, args] of ASKED) {
      for (const budget of [64, 90, 130, 180, 260, 400, 2000]) {
        const given = { ...args, budget, unit, format: "json" } as never;
        const { output, answer } = await opened.ask(operation, given);
        assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(answer)));
        assert.ok(openCounterSync(unit).count(JSON.stringify(answer)) <= budget);
      }
    }
  }
});

test("in text the value of too small a budget says what is needed", async () => {
  await using opened = new Opened(FILES);
  const { output, answer } = await opened.ask("context", { query: "send mail", budget: 64, unit: "bytes" });
  const { advice } = answer as ContextAnswer;
  const needed = /\d+/.exec(output)![0];
  assert.deepEqual(Object.keys(answer as object), ["op", "advice"]);
  assert.ok(advice!.text.includes(needed), `${output}: ${advice!.text}`);
});

test("each line of a batch costs no more than its budget, its id included", async () => {
  await using opened = new Opened(FILES);
  const ids = [7, "request of the night shift, number twelve", { nested: ["id", 1] }, null];
  const requests: ({ id: unknown; op: string; budget: number; unit: Unit } & object)[] = [];
  for (const unit of UNITS)
    for (const [op, args] of ASKED)
      for (const id of ids)
        for (const budget of [64, 130, 260, 400, 1000]) requests.push({ id, op, budget, unit, ...args });
  const file = join(opened.folder, "requests.jsonl");
  writeFileSync(file, requests.map((r) => JSON.stringify(r)).join("\n"));
  const readStdin = async () => "";
  const { output, answer } = await runBatch(opened.engine, readStdin, { root: opened.root, file }, {});
  const lines = output.split("\n");
  assert.equal(lines.length, requests.length);
  let faults = 0;
  lines.forEach((line, i) => {
    const { id, budget, unit } = requests[i]!;
    const said = JSON.parse(line) as Partial<ContextAnswer> & { error?: { code: string } };
    assert.deepEqual(said.id, id);
    assert.deepEqual(said, JSON.parse(JSON.stringify((answer as unknown[])[i])));
    if (said.error !== undefined) {
      assert.equal(said.error.code, "BUDGET_TOO_SMALL");
      assert.equal(budget, 64);
      faults++;
      return;
    }
    const cost = openCounterSync(unit).count(line);
    assert.ok(cost <= budget, `${cost} of ${budget} ${unit}: ${line}`);
    if (said.cost !== undefined) assert.ok(said.cost.tokens >= cost && said.cost.tokens <= budget);
  });
  assert.ok(faults > 0 && faults < requests.length / 4);
});
