// `index --syntax`: what it counts, what it leaves in the store, and what it does a second time.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IndexReport } from "../../src/pack/reports.ts";
import { openFactsDb } from "../../src/store/facts-db.ts";
import { openDatabase } from "../../src/store/sqlite.ts";
import { askOf, Opened } from "./opened.ts";

const TREE = {
  "a.ts": "export function first(): number {\n  return second();\n}\n",
  "copy/a.ts": "export function first(): number {\n  return second();\n}\n",
  "b.py": "def second():\n    return 2\n",
  "deep.ts": `export const deep = ${"(".repeat(3_000)}1${")".repeat(3_000)};\n`,
  "copy/deep.ts": `export const deep = ${"(".repeat(3_000)}1${")".repeat(3_000)};\n`,
  "page.vue": "<script>\nexport function third() {}\n</script>\n",
  "notes.txt": "nothing to parse\n",
};

async function indexed(opened: Opened, engine = opened.engine): Promise<IndexReport> {
  const outcome = await askOf(engine, opened.root, "index", { syntax: true, format: "json" });
  return outcome.answer as IndexReport;
}

test("each file is counted once, twins too; a second run says the same and makes nothing", async () => {
  await using opened = new Opened(TREE);
  const first = await indexed(opened);
  assert.deepEqual([first.parsed, first.unparsed], [4, { "too-deep": 2 }]);
  const again = await indexed(opened);
  assert.deepEqual([again.parsed, again.unparsed, again.made], [4, { "too-deep": 2 }, 0]);
  const other = await indexed(opened, opened.start());
  assert.deepEqual([other.parsed, other.unparsed, other.made], [4, { "too-deep": 2 }, 0]);
});

test("reasons are in the order of their names, whichever file came first", async () => {
  await using opened = new Opened({ ...TREE, "zz.js": `const made = [${"{a:1},".repeat(20_000)}];\n` });
  const { unparsed } = await indexed(opened);
  assert.deepEqual(Object.keys(unparsed), ["minified", "too-deep"]);
});

test("what it stores is what a question makes", async () => {
  await using opened = new Opened(TREE);
  const trace = async (engine = opened.engine): Promise<unknown> =>
    (await askOf(engine, opened.root, "trace", { symbol: "second", format: "json" })).answer;
  await indexed(opened);
  assert.deepEqual(await trace(), await trace(opened.startCold()));
});

for (const [kind, value] of [
  ["a byte that is another", "cast(substr(value, 1, length(value) - 1) || x'00' as blob)"],
  ["none of its bytes", "x''"],
  ["text", "'facts'"],
  ["a number", "7"],
])
  test(`facts that rest damaged (${kind}) are made again, and it says so`, async () => {
    await using opened = new Opened(TREE);
    await indexed(opened);
    await opened.engine.close();
    const path = opened.cacheFiles().find((file) => file.endsWith(".db"))!;
    const db = openDatabase(path);
    db.exec(`update facts set value = ${value}`);
    db.close();
    const outcome = await askOf(opened.start(), opened.root, "index", { syntax: true, format: "json" });
    const report = outcome.answer as IndexReport;
    assert.deepEqual([report.parsed, report.unparsed], [4, { "too-deep": 2 }]);
    assert.match(outcome.notices.join("\n"), /syntax facts in the cache were damaged/);
  });

test("a stop in the middle ends it, and the next run makes only what is missing", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`file${i}.ts`, `export const value${i} = ${i};\n`]),
  );
  await using opened = new Opened(files);
  const stop = new AbortController();
  const stopped = askOf(
    opened.engine,
    opened.root,
    "index",
    { syntax: true },
    { signal: stop.signal, onProgress: ({ phase }) => phase === "parsing" && stop.abort() },
  );
  await assert.rejects(stopped, { code: "CANCELLED" });
  const path = opened.cacheFiles().find((file) => file.endsWith(".db"))!;
  const db = openDatabase(path);
  const { n } = db.prepare("select count(*) as n from facts").get() as { n: number };
  db.close();
  assert.ok(n > 0 && n < 400, `${n} facts rest`);
  assert.equal((await indexed(opened)).parsed, 400);
});

test("facts in their bytes and facts that are decoded rest as the same", async () => {
  await using opened = new Opened(TREE);
  await indexed(opened);
  await opened.engine.close();
  const path = opened.cacheFiles().find((file) => file.endsWith(".db"))!;
  const db = openDatabase(path);
  const keys = db
    .prepare("select key from facts")
    .all()
    .map((row) => String(row["key"]));
  db.close();
  const facts = openFactsDb(path);
  const outcomes = facts.outcomes(keys);
  for (const [key, result] of facts.get(keys))
    assert.equal(outcomes.get(key), "skip" in result ? result.skip : null);
  assert.equal(outcomes.size, keys.length);
  facts.close();
});
