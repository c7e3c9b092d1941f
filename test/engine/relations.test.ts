// Relations of what is shown: true by the graph, counted in the budget, absent where there is no declaration to ask for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PithError } from "../../src/base/error.ts";
import type { ContextAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { relationsLine } from "../../src/pack/relations.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/store.ts":
    "export interface Store {\n  save(item: string): void;\n}\n\nexport class FileStore implements Store {\n  save(item: string): void {\n    write(item);\n  }\n}\n\nfunction write(item: string): void {\n  console.log(item);\n}\n",
  "src/app.ts":
    "import { FileStore } from './store.ts';\n\nexport function run(): void {\n  const store = new FileStore();\n  store.save('a');\n  store.save('b');\n}\n\nnew FileStore().save('c');\n",
  "src/loose.js": "export function go(thing) {\n  thing.save('b');\n}\n",
  "notes.txt": "save write store\n",
};

test("a span has its calls, bases and callers, each once, by their places", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await opened.ask("search", {
    query: "write",
    relations: true,
    format: "json",
  });
  const { results } = answer as SearchAnswer;
  const write = results.find(({ path, name }) => path === "src/store.ts" && name === "write")!;
  assert.deepEqual(write.relations!.callers!.proven, [
    { path: "src/store.ts", line: 7, name: "FileStore.save" },
  ]);
  const { relations } = (
    (await opened.ask("search", { query: "FileStore", relations: true, format: "json", perFile: 9 }))
      .answer as SearchAnswer
  ).results.find(({ name }) => name === "FileStore")!;
  assert.deepEqual(relations!.bases!.proven, [{ path: "src/store.ts", line: 1, name: "Store" }]);
  assert.deepEqual(relations!.calls!.proven, [{ path: "src/store.ts", line: 11, name: "write" }]);
  assert.deepEqual(relations!.callers, {
    proven: [
      { path: "src/app.ts", line: 4, name: "run" },
      { path: "src/app.ts", line: 9, name: "" },
    ],
    total: 2,
    possible: 0,
  });
  const text = (await opened.ask("search", { query: "FileStore", relations: true, perFile: 9 })).output;
  assert.match(
    text,
    /\n {2}calls write \(src\/store\.ts:11\); bases Store \(src\/store\.ts:1\); callers run \(src\/app\.ts:4\), src\/app\.ts:9\n/,
  );
});

test("they are counted: no budget is exceeded, in text and in JSON, and without them nothing changes", async () => {
  await using opened = new Opened(FILES);
  const counter = openCounterSync("o200k_base");
  for (const format of ["text", "json"] as const) {
    const plain = (await opened.ask("context", { query: "who saves to the store", format })).output;
    assert.ok(!/relations|callers/.test(plain));
    for (let budget = 64; budget < 900; budget += 37) {
      const { output } = await opened.ask("context", {
        query: "who saves to the store",
        relations: true,
        budget,
        format,
      });
      assert.ok(counter.count(output) <= budget, `${counter.count(output)} of ${budget}`);
    }
    const whole = await opened.ask("context", { query: "FileStore save", relations: true, format });
    assert.match(
      whole.output,
      format === "json" ? /"relations":\{"of":"FileStore","calls"/ : /\n {2}FileStore: calls write \(/,
    );
    const { spans } = whole.answer as ContextAnswer;
    assert.ok(spans.every(({ path, relations }) => path !== "notes.txt" || relations === undefined));
  }
});

test("a search by lines has none to give and says so", async () => {
  await using opened = new Opened(FILES);
  for (const mode of ["exact", "regex"] as const)
    await assert.rejects(
      opened.ask("search", { query: "save", mode, relations: true }),
      (error) => error instanceof PithError && error.code === "ARGUMENT_INVALID",
    );
});

test("one line says them, or none", () => {
  assert.equal(relationsLine({ of: "f" }, "f"), "");
  const some = { proven: [{ path: "a b.ts", line: 2, name: "f" }], total: 4, possible: 5 };
  assert.equal(
    relationsLine({ of: "g", callers: some }, "g"),
    '  callers f ("a b.ts":2), 3 more, 5 possible',
  );
  assert.match(relationsLine({ of: "g", calls: some }, "g, h"), /^ {2}g: calls f /);
});

test("what was not looked at for relations is said, once", async () => {
  await using opened = new Opened({
    ...FILES,
    "tool.py": "def go(store):\n    store.write('x')\n    FileStore()\n",
  });
  for (const [name, query] of [
    ["search", "write FileStore"],
    ["context", "write FileStore"],
  ] as const) {
    const { answer } = await opened.ask(name, { query, relations: true, format: "json" });
    const { caps } = (answer as SearchAnswer).completeness;
    assert.equal(caps.filter((cap) => cap.startsWith("not looked at for relations:")).length, 1, caps.join());
    assert.match(caps.join(), /another language/);
    const plain = await opened.ask(name, { query, format: "json" });
    assert.doesNotMatch((plain.answer as SearchAnswer).completeness.caps.join(), /relations/);
  }
});

test("that not all were looked up is said whether the receipt can be kept or not", async () => {
  const files: Record<string, string> = { "cache-file": "" };
  for (let i = 0; i < 30; i++)
    files[`src/part${i}.ts`] =
      `export function needle${i}(needle: number): number {\n  return needle + ${i};\n}\n\n${"// other\n".repeat(40)}export const far${i} = 1;\n`;
  await using opened = new Opened(files);
  const engines = [opened.engine, opened.start({ ...opened.env, PITH_CACHE_DIR: opened.path("cache-file") })];
  for (const [i, engine] of engines.entries()) {
    const { answer } = await engine.run("context", {
      root: opened.root,
      query: "needle number",
      relations: true,
      budget: 6000,
      format: "json",
    });
    const { completeness, receipt } = answer as ContextAnswer;
    assert.equal(receipt === null, i === 1);
    assert.match(completeness.caps.join(), /relations were looked up for 12 spans alone/);
  }
});
