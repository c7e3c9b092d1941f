// The pool: workers give what this thread gives, survive hostile texts, and are replaced when they die.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createSyntaxPool } from "../../src/parse/syntax.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { CASES, factsOf, factsText, fixture } from "./syntax-text.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-syntax-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("workers give the facts that this thread gives, in any order and number", async () => {
  const here = await createInlineParser();
  for (const workers of [1, 3]) {
    const pool = createSyntaxPool({ workers, inlineTotal: 0 });
    const jobs = [...CASES, ...CASES].map(async ([name, languageId]) => {
      const text = fixture(name);
      assert.deepEqual(await pool.parse(text, languageId), here.parse(text, languageId));
    });
    await Promise.all(jobs);
    await pool.close();
  }
});

test("small texts are parsed in this thread first, then workers start", async () => {
  const text = fixture("go.go");
  const pool = createSyntaxPool({
    workers: 1,
    inlineTotal: text.length + 1,
    workerFile: pathToFileURL(join(folder, "none.ts")),
  });
  assert.ok("facts" in (await pool.parse(text, "go")));
  // The worker's file is missing: it cannot start, and says so as any worker that dies.
  assert.deepEqual(await pool.parse(text, "go"), { skip: "failed" });
  await pool.close();
});

test("hostile texts end in a skip and leave the worker usable", async () => {
  const pool = createSyntaxPool({ workers: 1, inlineTotal: 0 });
  const expected = fixture("python.py.facts");
  const hostile: [string, string][] = [
    ["typescript", "var a=1;".repeat(650_000)],
    ["javascript", "(".repeat(100_000)],
    ["python", Array.from({ length: 2_000 }, (_, i) => `${" ".repeat(i)}if x:`).join("\n")],
    ["go", Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 256)).toString("latin1")],
    ["typescript", `const a = \`${"abc\n".repeat(20_000)}`],
    ["rust", "\0".repeat(20_000)],
    ["java", "\ud800\udc00\udc00".repeat(5_000)],
  ];
  for (const [languageId, text] of hostile) {
    const result = await pool.parse(text, languageId);
    if ("skip" in result) assert.notEqual(result.skip, "failed");
    assert.equal(factsText(factsOf(await pool.parse(fixture("python.py"), "python"))), expected);
  }
  await pool.close();
});

test("a text that takes all memory of the parser costs only itself", async () => {
  const pool = createSyntaxPool({ workers: 1, inlineTotal: 0 });
  // As Java, each line of it doubles what the parser keeps in mind.
  const bad = pool.parse("x=>\n".repeat(20_000), "java");
  const good = pool.parse(fixture("java.java"), "java");
  assert.ok("skip" in (await bad));
  assert.equal(factsText(factsOf(await good)), fixture("java.java.facts"));
  await pool.close();
});

test("a worker that dies is replaced, and only its file fails", async () => {
  const file = join(folder, "dying.ts");
  const real = new URL("../../src/parse/syntax-worker.ts", import.meta.url).href;
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
parentPort.on("message", (request) => {
  if (request.text === "die") process.exit(3);
  if (request.text === "throw") throw new Error("as told");
});
await import(${JSON.stringify(real)});
`,
  );
  const pool = createSyntaxPool({ workers: 2, inlineTotal: 0, workerFile: pathToFileURL(file) });
  const text = fixture("go.go");
  const results = await Promise.all(
    ["a", "die", text, "throw", text, "die", text].map((one) => pool.parse(one, "go")),
  );
  assert.deepEqual(
    results.map((r) => ("skip" in r ? r.skip : "facts")),
    ["facts", "failed", "facts", "failed", "facts", "failed", "facts"],
  );
  await pool.close();
});

test("a closed pool answers, and waiting files are failed", async () => {
  const pool = createSyntaxPool({ workers: 1, inlineTotal: 0 });
  const waiting = [1, 2, 3].map(() => pool.parse(fixture("rust.rs"), "rust"));
  await pool.close();
  for (const result of await Promise.all(waiting)) assert.deepEqual(result, { skip: "failed" });
  assert.deepEqual(await pool.parse("x", "go"), { skip: "failed" });
});

test("idle workers end, and the pool goes on in this thread", async () => {
  const text = fixture("go.go");
  const pool = createSyntaxPool({ workers: 1, inlineTotal: 2 * text.length, idleMs: 10 });
  const first = await Promise.all([1, 2, 3].map(() => pool.parse(text, "go")));
  assert.ok(first.every((result) => "facts" in result));
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.deepEqual(await pool.parse(text, "go"), first[0]);
  await pool.close();
});

test("an idle pool does not keep the process alive", async () => {
  const { spawnSync } = await import("node:child_process");
  const module = JSON.stringify(new URL("../../src/parse/syntax.ts", import.meta.url).href);
  const code = `const { createSyntaxPool } = await import(${module});
const pool = createSyntaxPool({ workers: 1, inlineTotal: 0 });
const r = await pool.parse("package p", "go");
console.log("facts" in r);`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.equal(run.stdout.trim(), "true");
  assert.equal(run.status, 0);
});
