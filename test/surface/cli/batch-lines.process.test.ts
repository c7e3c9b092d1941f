// Each line of a batch is put out as it is done: what was answered before an interrupt is there.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SIGNALS } from "../../conditions.ts";

test("lines come one by one, and an interrupt loses none of them", SIGNALS, async () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-batch-"));
  try {
    writeFileSync(join(folder, "a.ts"), "export function alpha() {}\n");
    // More than are done in the time that the test takes to end it.
    const requests = Array.from({ length: 5_000 }, (_, i) =>
      JSON.stringify({ id: i, op: "context", query: `alpha ${i}` }),
    );
    writeFileSync(join(folder, "requests"), `${requests.join("\n")}\n`);
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, "../../../bin/pith.js"), "batch", "requests", "--root", folder],
      { cwd: folder, env: { ...process.env, PITH_CACHE_DIR: join(folder, ".cache") } },
    );
    let out = "";
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (data: Buffer) => {
        out += data.toString();
        if (out.split("\n").length > 3) resolve();
      });
      child.on("close", () => resolve());
    });
    assert.equal(child.exitCode, null, `it answers while it works: ${err}`);
    child.kill("SIGTERM");
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(code, 143);
    const lines = out.split("\n").filter(Boolean);
    assert.ok(lines.length >= 3 && lines.length < 1_000, String(lines.length));
    lines.forEach((line, i) => assert.equal((JSON.parse(line) as { id: number }).id, i));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
