import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import { readAgain } from "../../src/store/words-retry.ts";
import type { RetryOptions } from "../../src/store/words-retry.ts";
import { OUTCOMES, ROW, SKIPS } from "../../src/store/words-work.ts";
import { writeGeneratedTree } from "./generated-tree.ts";
import { logicalContent } from "./logical-content.ts";
import { Repository } from "./repository.ts";

test("any number of threads makes the same facts", async () => {
  using repository = new Repository();
  writeGeneratedTree(repository, 1);
  const one = await repository.refresh(null, { threads: 1 });
  const content = logicalContent(one);
  for (const threads of [2, 4]) {
    const many = await repository.refresh(null, { threads, aloneBytes: 0 });
    assert.ok(many.segments.length >= one.segments.length);
    assert.deepEqual(logicalContent(many), content);
  }
  // With facts known beforehand, workers find them by key.
  const first = await repository.answer(undefined, { threads: 2, aloneBytes: 0 });
  writeGeneratedTree(repository, 1);
  const again = await repository.answer(undefined, { threads: 3, aloneBytes: 0 });
  assert.deepEqual(
    again.segments.map((s) => s.id),
    first.segments.map((s) => s.id),
  );
  assert.deepEqual(logicalContent(again), content);
});

test("workers end with a cancelled refresh, at a ceiling, and at the end", async () => {
  using repository = new Repository();
  writeGeneratedTree(repository, 1);
  for (const delay of [0, 20, 80]) {
    await assert.rejects(
      repository.refresh(null, { threads: 3, aloneBytes: 0, signal: AbortSignal.timeout(delay) }),
      (e) => isPithError(e) && e.code === "CANCELLED",
    );
  }
  const part = await repository.refresh(null, { threads: 3, aloneBytes: 0, byteCeiling: 10_000 });
  assert.equal(part.files.length, 60);
  const whole = await repository.refresh(part, { threads: 3, aloneBytes: 0 });
  assert.equal(whole.partial, null);
  assert.deepEqual(logicalContent(whole), logicalContent(await repository.refresh(null, { threads: 1 })));
});

async function becomes(repository: Repository, paths: string[], options: RetryOptions) {
  const settings = { ceilings: defaultCeilings(), languages: {} };
  const found = new Map<string, string>();
  const files = paths.map((_, i) => i);
  await readAgain(
    { root: repository.root, settings, known: [], paths },
    files,
    ({ rows }) => {
      for (let i = 0; i < rows.length; i += ROW) {
        const outcome = OUTCOMES[rows[i + 1]!]!;
        const path = paths[rows[i]!]!;
        assert.ok(!found.has(path), `${path} is handed over twice`);
        found.set(path, outcome === "skipped" ? SKIPS[rows[i + 2]!]! : outcome);
      }
    },
    options,
  );
  return found;
}

test("files of a dead worker are read by new ones, and what kills one alone is given up", async () => {
  const paths = ["a.ts", "b.ts", "deadly.ts", "c.ts", "d.ts", "thrown.ts", "e.ts"];
  using repository = new Repository(Object.fromEntries(paths.map((p) => [p, `use("${p}");\n`])));
  const worker = new URL("deadly-worker.ts", import.meta.url);
  const found = await becomes(repository, paths, { worker });
  for (const path of paths)
    assert.equal(found.get(path), /deadly|thrown/.test(path) ? "failed" : "made", path);
  const signal = AbortSignal.timeout(50);
  await assert.rejects(
    becomes(repository, paths, { worker, signal }),
    (e) => isPithError(e) && e.code === "CANCELLED",
  );
});

test("where no worker can run at all, files are read here", async () => {
  using repository = new Repository({ "a.ts": "a();\n", "b.ts": "b();\n" });
  for (const worker of [new URL("absent.ts", import.meta.url), new URL("https://pith.invalid/worker.js")]) {
    const found = await becomes(repository, ["a.ts", "b.ts"], { worker });
    assert.deepEqual([...found.values()], ["made", "made"]);
  }
  writeGeneratedTree(repository, 1);
  const content = logicalContent(await repository.refresh(null, { threads: 1 }));
  const worker = new URL("absent.ts", import.meta.url);
  const without = await repository.refresh(null, { threads: 3, aloneBytes: 0, worker });
  assert.deepEqual(logicalContent(without), content);
});

test("a worker runs whatever flags the process was started with", () => {
  using repository = new Repository({ "a.ts": "a();\n" });
  const module = (name: string): string => new URL(`../../src/store/${name}`, import.meta.url).href;
  const script = `
    const { startWorker } = await import(${JSON.stringify(module("words-thread.ts"))});
    const order = { root: ${JSON.stringify(repository.root)}, settings: { ceilings: { fileBytes: 100 }, languages: {} },
      known: [], paths: "a.ts", batches: Uint32Array.of(0, 1), shared: new Int32Array(new SharedArrayBuffer(12)) };
    let parts = 0;
    const thread = startWorker(order, () => parts++);
    await thread.done;
    console.log(parts, thread.died());`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(out.trim(), "1 false");
});
