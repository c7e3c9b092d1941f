// A batch: every operation of the table that only reads works in it, and a fault can be told from its line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BATCHED } from "../../src/engine/batch.ts";
import { OPERATIONS } from "../../src/surface/operations.ts";
import { Opened } from "../engine/opened.ts";

const ARGUMENTS: Readonly<Record<string, object>> = {
  context: { query: "one" },
  search: { query: "one" },
  symbol: { symbol: "one" },
  trace: { symbol: "one" },
  impact: { symbol: "one" },
  review: { diff: "--- a/a.ts\n+++ b/a.ts\n@@ -2 +2 @@\n-two();\n+one();\n" },
  similar: { subject: "one" },
  rename: { symbol: "one", to: "two" },
  outline: {},
  read: { places: ["a.ts"] },
  why: { path: "a.ts" },
};

test("every operation of the table that only reads, and what is said of them", async () => {
  await using opened = new Opened({ "a.ts": "export function one(): void {}\none();\n" });
  const reading = OPERATIONS.filter((o) => o.readOnly && o.name !== "batch").map((o) => o.name);
  assert.deepEqual(BATCHED.toSorted(), reading.toSorted());
  const note = OPERATIONS.find((o) => o.name === "batch")!.parameters.find((p) => p.name === "file")!.note!;
  for (const name of reading) assert.ok(note.includes(`\`${name}\``), name);
  const first = (await opened.ask("context", { query: "one", format: "json" })).answer as { receipt: string };
  const requests = reading.map((op) => ({
    id: op,
    op,
    ...(op === "receipt" ? { action: "show", receipt: first.receipt } : ARGUMENTS[op]),
  }));
  opened.write("requests.jsonl", requests.map((r) => JSON.stringify(r)).join("\n"));
  const { output } = await opened.ask("batch", { file: opened.path("requests.jsonl") });
  const answers = output.split("\n").map((line) => JSON.parse(line) as { id: string; error?: object });
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error]),
    reading.map((name) => [name, undefined]),
  );
});

test("a fault without an id has the number of its line, blank lines counted; one with an id has that", async () => {
  await using opened = new Opened({ "a.ts": "one();\n" });
  const lines = ["", '{"op":"nothing"}', "  ", "broken", '{"id":7,"op":"nothing"}', '{"query":"one"}', "[]"];
  opened.write("requests.jsonl", lines.join("\r\n"));
  const { output } = await opened.ask("batch", { file: opened.path("requests.jsonl") });
  const answers = output.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    answers.map(({ id, line }) => [id, line]),
    [
      [undefined, 2],
      [undefined, 4],
      [7, undefined],
      [undefined, undefined],
      [undefined, 7],
    ],
  );
});
