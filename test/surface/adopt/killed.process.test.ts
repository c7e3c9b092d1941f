// Killed in the middle of writing a client's settings: the file is the old one or the new one, whole.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { BIN } from "../../hosts/pith-process.ts";
import { makeHome, run } from "./adopt-terminal.ts";

const ROUNDS = 12 * Number(process.env["PITH_SOAK"] ?? 1);

test("killed at any moment, the settings are the old ones or the new ones", async () => {
  using home = makeHome();
  const folder = join(home.home, ".cursor");
  const path = join(folder, "mcp.json");
  mkdirSync(folder);
  // Large, so that there is a middle.
  const before = JSON.stringify(
    { mcpServers: {}, history: Array.from({ length: 40_000 }, (_, i) => `entry ${i} ${"x".repeat(60)}`) },
    null,
    2,
  );
  writeFileSync(path, before);
  await run(["setup", "cursor", "--yes"], home);
  const after = readFileSync(path, "utf8");
  assert.notEqual(after, before);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(path, before);
    const env = { ...process.env, ...home.env, NODE_TEST_CONTEXT: undefined };
    const child = spawn(process.execPath, [BIN, "setup", "cursor", "--yes"], {
      cwd: home.project,
      env,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // From before it has read to after it has written.
    await Promise.race([pause(150 + (round % 12) * 60), ended]);
    child.kill("SIGKILL");
    await ended;
    const now = readFileSync(path, "utf8");
    assert.ok(now === before || now === after, `round ${round}: ${now.length} characters`);
    seen.add(now === before ? "old" : "new");
    // What was being written lies beside it under a name of its own, and is in nobody's way.
    for (const name of readdirSync(folder))
      assert.match(name, /^mcp\.json$|^\.mcp\.json\.\d+-[0-9a-f]{8}\.tmp$/);
  }
  assert.ok(seen.size > 0);
  writeFileSync(path, before);
  await run(["setup", "cursor", "--yes"], home);
  assert.deepEqual(readdirSync(folder), ["mcp.json"], "the next one clears them away");
  await run(["setup", "cursor", "--yes", "--remove"], home);
  assert.equal(readFileSync(path, "utf8"), before);
});
