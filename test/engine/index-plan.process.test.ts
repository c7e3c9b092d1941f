// A dry run: what `index` would read is what it then reads, and nothing is written, whatever lies in the cache.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { IndexPlanReport, IndexReport } from "../../src/pack/reports.ts";
import { run } from "../hosts/pith-process.ts";
import { folderStamps } from "./folder-state.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-plan-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "tree");
const cache = join(folder, "cache");
const options = { cwd: root, env: { XDG_CACHE_HOME: cache } };

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

let sourceBytes = 0;
for (let i = 0; i < 20; i++) {
  const text = `export const value${i} = ${i};\n`.repeat(40);
  sourceBytes += text.length;
  write(`src/file${i}.ts`, text);
}
write("tool.py", "def tool():\n    return 1\n");
write("notes.md", "# Notes\n");
write("photo.png", Uint8Array.of(1, 0, 3));
write("large.txt", "x".repeat(2_000_001));
write("left/out.ts", "export const out = 1;\n");
write(".gitignore", "left/\n");

async function plan(...argv: string[]): Promise<IndexPlanReport> {
  const before = [folderStamps(root), folderStamps(cache)];
  const { code, stdout, stderr } = await run(["index", "--dry-run", "--json", ...argv], options);
  assert.equal(code, 0, stderr);
  assert.deepEqual([folderStamps(root), folderStamps(cache)], before, "something was written");
  return JSON.parse(stdout) as IndexPlanReport;
}

async function index(...argv: string[]): Promise<IndexReport> {
  // What was written a moment ago is read again, since its time may not tell of another change.
  await wait(100);
  const { code, stdout, stderr } = await run(["index", "--json", ...argv], options);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as IndexReport;
}

test("what would be read, how long, how large; nothing is written", async () => {
  const cold = await plan("--syntax");
  assert.equal(cold.dryRun, true);
  assert.equal(cold.known, 0);
  // .gitignore, tool.py, notes.md and the sources.
  assert.equal(cold.read.files, 23);
  assert.deepEqual(cold.languages["typescript"], { files: 20, bytes: sourceBytes });
  assert.equal(cold.skipped["too-large"], 1);
  assert.equal(cold.skipped["binary"], 1);
  assert.equal(cold.skipped["ignored"], 1);
  assert.deepEqual(cold.syntax?.files, 21);
  assert.ok(cold.seconds > 0 && cold.bytesAfter > 0);
  assert.deepEqual(await plan("--syntax"), cold, "the same twice");

  const made = await index("--syntax");
  assert.equal(made.made, cold.read.files);
  assert.equal(made.parsed, cold.syntax?.files);
  const warm = await plan("--syntax");
  assert.deepEqual([warm.read.files, warm.known, warm.syntax?.files, warm.cache.bytes > 0], [0, 23, 0, true]);
  assert.equal(warm.bytesAfter, warm.cache.bytes);
  assert.equal((await plan()).syntax, null);
  assert.equal((await plan("--rebuild")).read.files, 23);

  write("src/file3.ts", "export const changed = 1;\n");
  write("src/new.ts", "export const added = 1;\n");
  rmSync(join(root, "src", "file4.ts"));
  const changed = await plan("--syntax");
  assert.deepEqual([changed.read.files, changed.known, changed.syntax?.files], [2, 21, 2]);
  assert.equal((await index()).made, 2);
});

test("a damaged cache is left as it is", async () => {
  const stores = join(cache, "pith", "repositories");
  const store = join(
    stores,
    readdirSync(stores).find((name) => name !== "looked")!,
  );
  for (const [part, name] of [
    ["segments", readdirSync(join(store, "segments"))[0]!],
    ["snapshots", readdirSync(join(store, "snapshots"))[0]!],
    [".", "syntax.db"],
  ] as const) {
    writeFileSync(join(store, part, name), "PITHCOLS, but damaged");
    const said = await plan("--syntax");
    assert.ok(said.read.files + said.known === 23);
  }
});

test("in text: sizes, reasons, rates, the cache", async () => {
  const { stdout } = await run(["index", "--dry-run", "--syntax"], options);
  assert.match(
    stdout,
    /^root .+\na dry run: nothing is written\nwould read \d+ files? \([\d.]+ [kM]B\); \d+ files? known already\n/,
  );
  assert.match(stdout, /left out, before any is opened: .*too-large 1/);
  assert.match(
    stdout,
    /about [\d.]+ s, at [\d.]+ MB and [\d,]+ files a second, parsed at [\d.]+ MB and [\d,]+ files a second, on each of \d threads?, measured/,
  );
  assert.match(stdout, /cache: .+ \([\d.]+ [kM]B now, about [\d.]+ [kM]B then\)/);
});
