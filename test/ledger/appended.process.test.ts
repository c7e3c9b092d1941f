// Many processes at once, and processes that are killed: no row that was said to be in is lost, and none spoils another.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { callFiles, readCalls } from "../../src/ledger/call-files.ts";
import { readSession } from "../../src/ledger/session-store.ts";
import { SIGNALS } from "../conditions.ts";

const CHILD = fileURLToPath(new URL("append-child.ts", import.meta.url));
const PROCESSES = 8;
const ROWS = 150;

interface Ended {
  said: string[];
  stderr: string;
}

function run(cache: string, number: number, count: number, killAfter?: number): Promise<Ended> {
  const child = spawn(process.execPath, [CHILD, cache, String(number), String(count)]);
  let out = "";
  let stderr = "";
  const guard = setTimeout(() => child.kill("SIGKILL"), 60_000);
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
    if (killAfter !== undefined && out.split("\n").length > killAfter) child.kill("SIGKILL");
  });
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  return new Promise((resolve) =>
    child.on("close", () => {
      clearTimeout(guard);
      resolve({ said: out.split("\n").slice(0, -1), stderr });
    }),
  );
}

function check(cache: string, ended: readonly Ended[]): void {
  const said = ended.flatMap((each) => each.said);
  const folder = join(cache, "ledger");
  const { rows, faults } = readCalls(folder, callFiles(folder));
  const kept = new Set(rows.map(({ query }) => query!.split(" ").slice(0, 2).join("-")));
  const lost = said.filter((each) => !kept.has(each));
  assert.deepEqual(lost, []);
  assert.equal(kept.size, rows.length, "none twice");
  // A killed process leaves at most the row that it was writing.
  assert.ok(faults.flatMap(({ lines }) => lines).length <= ended.length);
  const { session } = readSession({ cacheDir: cache, root: "/r", id: "shared" });
  assert.ok(session.answers >= said.length);
  assert.equal(session.resident("bytes"), session.answers);
}

test("eight processes at once lose no row", async () => {
  const cache = mkdtempSync(join(tmpdir(), "pith-rows-"));
  try {
    const ended = await Promise.all(Array.from({ length: PROCESSES }, (_, i) => run(cache, i, ROWS)));
    assert.deepEqual(
      ended.map(({ stderr }) => stderr),
      ended.map(() => ""),
    );
    assert.equal(ended.flatMap(({ said }) => said).length, PROCESSES * ROWS);
    check(cache, ended);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});

test("processes that are killed at any moment lose no row that was in", SIGNALS, async () => {
  const cache = mkdtempSync(join(tmpdir(), "pith-rows-"));
  try {
    const ended = await Promise.all(Array.from({ length: 4 }, (_, i) => run(cache, i, 2_000, 20 + 37 * i)));
    check(cache, ended);
    check(cache, [...ended, await run(cache, 9, 5)]);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});
