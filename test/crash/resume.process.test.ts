// An index that was interrupted goes on where it was: what was made before is counted in the store, and what the next run
// makes is the rest and no more.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { IndexReport } from "../../src/pack/reports.ts";
import { SEGMENT_CHUNKS } from "../../src/store/merge.ts";
import { openSegment, segmentBytes } from "../../src/store/segment.ts";
import { openDatabase } from "../../src/store/sqlite.ts";
import { run, start, type Running } from "../hosts/pith-process.ts";
import { SIGNALS } from "../conditions.ts";

class Tree implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "pith-resume-"));
  readonly root = join(this.folder, "tree");
  readonly options = { cwd: this.root, env: { XDG_CACHE_HOME: join(this.folder, "cache") } };
  readonly files: number;

  constructor(files: number, functions: number) {
    this.files = files;
    for (let i = 0; i < files; i++) {
      const folder = join(this.root, `part${i % 40}`);
      mkdirSync(folder, { recursive: true });
      const lines = Array.from(
        { length: functions },
        (_, n) =>
          `/** Step ${n}. */\nexport function step${i}_${n}(value: number): number {\n  return value * ${n};\n}\n`,
      );
      writeFileSync(join(folder, `file${i}.ts`), lines.join("\n"));
    }
  }

  start(...argv: string[]): Running {
    return start(["index", "--progress", "json", ...argv], this.options);
  }

  async index(...argv: string[]): Promise<IndexReport> {
    const { code, stdout, stderr } = await run(["index", "--json", ...argv], this.options);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as IndexReport;
  }

  /** Folder of the one store. */
  get store(): string {
    const stores = join(this.folder, "cache", "pith", "repositories");
    const [name] = existsSync(stores) ? readdirSync(stores).filter((entry) => entry !== "looked") : [];
    return join(stores, name ?? "none");
  }

  segments(): string[] {
    const folder = join(this.store, "segments");
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".seg")) : [];
  }

  /** Contents whose words facts are in the store. */
  entries(): number {
    const keys = new Set<string>();
    for (const name of this.segments()) {
      const segment = openSegment(segmentBytes(join(this.store, "segments", name)));
      for (let entry = 0; entry < segment.entries; entry++) keys.add(segment.entryKey(entry));
    }
    return keys.size;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** How many files the last line of progress names. */
function done(running: Running): number {
  const counts = [...running.stderr().matchAll(/"done":(\d+)/g)];
  return Number(counts.at(-1)?.[1] ?? 0);
}

async function until(running: Running, holds: () => boolean): Promise<void> {
  while (!holds() && running.child.exitCode === null && running.child.signalCode === null) await wait(5);
}

test("Ctrl-C, twice: what was made is not made again", SIGNALS, async () => {
  using tree = new Tree(1_500, 12);
  let before = 0;
  for (const share of [0.25, 0.5]) {
    const running = tree.start();
    // Of what is left: the first round's files come out of the store in no time.
    await until(running, () => done(running) > before + share * (tree.files - before));
    running.child.kill("SIGINT");
    const reported = done(running);
    const { code } = await running.finished;
    if (code === 0) break;
    assert.equal(code, 130, running.stderr());
    const kept = tree.entries();
    // All that was reported as done is kept, but for the file in hand.
    assert.ok(kept >= reported && kept >= before, `${kept} of ${reported} reported are kept`);
    assert.ok(!existsSync(join(tree.store, "lock")));
    before = kept;
  }
  assert.ok(before > 0);
  const report = await tree.index();
  assert.equal(report.indexed, tree.files);
  assert.equal(report.made, tree.files - before);
  assert.equal((await tree.index()).made, 0);
});

test("killed: what was in the store is not made again", async () => {
  using tree = new Tree(1_200, 30);
  assert.ok(tree.files * 30 > 3 * SEGMENT_CHUNKS);
  const running = tree.start();
  await until(running, () => tree.segments().length > 0);
  running.child.kill("SIGKILL");
  await running.finished;
  const kept = tree.entries();
  assert.ok(kept > 0);
  const report = await tree.index();
  assert.equal(report.indexed, tree.files);
  assert.equal(report.made, tree.files - kept);
});

test("interrupted while it parses: what was parsed is not parsed again", SIGNALS, async () => {
  // Far more than is parsed between the first word of it and the signal.
  using tree = new Tree(2_000, 20);
  await tree.index();
  const rows = (): Map<string, number> => {
    const db = openDatabase(join(tree.store, "syntax.db"));
    const found = db.prepare("select key, id from facts").all();
    db.close();
    return new Map(found.map((row) => [row["key"] as string, row["id"] as number]));
  };
  const running = tree.start("--syntax");
  await until(running, () => /"phase":"parsing","done":(?!0)/.test(running.stderr()));
  running.child.kill("SIGINT");
  assert.equal((await running.finished).code, 130);
  const before = rows();
  assert.ok(before.size > 0 && before.size < tree.files, `${before.size} rows`);
  const report = await tree.index("--syntax");
  assert.equal(report.parsed, tree.files);
  const after = rows();
  assert.equal(after.size, tree.files);
  // A row that is written again gets another number.
  for (const [key, id] of before) assert.equal(after.get(key), id, key);
});
