// A trace: proven and possible apart, totals true under any budget, ambiguous and unknown names never answered with another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openCounterSync } from "../../src/tokens/counter.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/store.ts":
    "export interface Store {\n  save(item: string): void;\n}\n\nexport class FileStore implements Store {\n  save(item: string): void {\n    write(item);\n  }\n}\n\nfunction write(item: string): void {\n  console.log(item);\n}\n",
  "src/app.ts":
    "import { FileStore } from './store.ts';\n\nexport function run(): void {\n  const store = new FileStore();\n  store.save('a');\n}\n\nexport function twice(): void {\n  run();\n  run();\n}\n",
  "src/other.ts": "export function run(): number {\n  return 1;\n}\n",
  "src/loose.js": "export function go(thing) {\n  thing.save('b');\n}\n",
};

async function trace(
  opened: Opened,
  args: object,
): Promise<{ answer: TraceAnswer; output: string; found: boolean }> {
  const outcome = await opened.ask("trace", { format: "json", ...args } as never);
  return { answer: outcome.answer as TraceAnswer, output: outcome.output, found: outcome.found };
}

test("callers: what is proven with its rule, what is possible with its reason", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await trace(opened, { symbol: "FileStore.save" });
  assert.deepEqual(
    answer.proven.map((p) => [p.path, p.line, p.text, p.enclosing]),
    [["src/app.ts", 5, "store.save('a');", "run"]],
  );
  assert.ok(answer.proven[0]!.rule.length > 0);
  assert.deepEqual(
    answer.possible.map((p) => [p.path, p.line]),
    [["src/loose.js", 2]],
  );
  assert.deepEqual(answer.totals, { proven: 1, possible: 1, external: 0 });
});

test("a name of several declarations is listed, each with its own counts, and nothing of it is traced", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await trace(opened, { symbol: "run" });
  assert.deepEqual(
    answer.declarations.map((d) => [d.path, d.proven]),
    [
      ["src/app.ts", 2],
      ["src/other.ts", 0],
    ],
  );
  assert.deepEqual([answer.proven, answer.possible], [[], []]);
  assert.equal(answer.advice?.code, "ambiguous-name");
  const one = await trace(opened, { symbol: "src/app.ts:run" });
  assert.deepEqual(one.answer.totals, { proven: 2, possible: 0, external: 0 });
});

test("an unknown name gets the nearest names and nothing else", async () => {
  await using opened = new Opened(FILES);
  const { answer, found } = await trace(opened, { symbol: "FileStor" });
  assert.equal(found, false);
  assert.deepEqual([answer.declarations, answer.proven, answer.possible], [[], [], []]);
  assert.ok(answer.nearest.includes("FileStore"));
  for (const symbol of ["__proto__", "constructor.prototype", "toString"]) {
    assert.equal((await trace(opened, { symbol })).found, false, symbol);
  }
});

test("callees, implementors, bases, dependencies, dependents, and steps over proven edges", async () => {
  await using opened = new Opened(FILES);
  const callees = await trace(opened, { symbol: "FileStore.save", direction: "callees" });
  assert.deepEqual(callees.answer.proven[0]!.targets, ["src/store.ts:11 write"]);
  const below = await trace(opened, { symbol: "Store", direction: "implementors" });
  assert.deepEqual(
    below.answer.proven.map((p) => p.enclosing),
    ["FileStore"],
  );
  const above = await trace(opened, { symbol: "FileStore", direction: "bases" });
  assert.deepEqual(
    above.answer.proven.map((p) => p.enclosing),
    ["Store"],
  );
  const uses = await trace(opened, { symbol: "src/app.ts", direction: "dependencies" });
  assert.deepEqual(
    uses.answer.proven.map((p) => p.targets),
    [["src/store.ts"]],
  );
  const used = await trace(opened, { symbol: "src/store.ts", direction: "dependents" });
  assert.deepEqual(
    used.answer.proven.map((p) => p.path),
    ["src/app.ts"],
  );
  const far = await trace(opened, { symbol: "write", depth: 3 });
  assert.deepEqual(
    far.answer.proven.map((p) => [p.depth, p.enclosing]),
    [
      [1, "FileStore.save"],
      [2, "run"],
      [3, "twice"],
    ],
  );
});

test("totals are true however little of the list is shown, and no answer costs more than its budget", async () => {
  const calls = Array.from({ length: 400 }, (_, i) => `export const used${i} = () => target(${i});\n`);
  await using opened = new Opened({
    "target.ts": "export function target(n: number): number {\n  return n;\n}\n",
    "calls.ts": `import { target } from './target.ts';\n${calls.join("")}`,
  });
  for (const format of ["json", "text", "terminal"]) {
    for (const budget of [64, 100, 300, 1500]) {
      const outcome = await opened.ask("trace", { symbol: "target", budget, format } as never);
      assert.ok(openCounterSync("o200k_base").count(outcome.output) <= budget, `${format} ${budget}`);
      const answer = outcome.answer as TraceAnswer;
      if (answer.totals !== undefined) assert.equal(answer.totals.proven, 400);
    }
  }
});
