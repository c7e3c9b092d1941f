// `manifest open` on a real terminal, one that knows no size: it is drawn on, keys move, and however it ends the terminal is put back.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { PSEUDO_TERMINAL } from "../../conditions.ts";
import { BIN, environment } from "../../hosts/pith-process.ts";
import { manifestText } from "../../manifest/vectors.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-screen-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "h.pcx.json"), manifestText("harbor"));

for (const [keys, code] of [
  ["q", 0],
  ["\u001b[C\u001b[B\u001b[Dq", 0],
  ["\u0003", 130],
] as const)
  test(`keys ${JSON.stringify(keys)} end with ${code}`, PSEUDO_TERMINAL, async () => {
    const command = `"${process.execPath}" "${BIN}" manifest open h.pcx.json`;
    const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd: folder, env: environment() });
    let screen = "";
    child.stdout.on("data", (part: Buffer) => {
      const drawn = screen.includes("tokens left");
      screen += part.toString();
      if (!drawn && screen.includes("tokens left")) child.stdin.write(keys);
    });
    // What hangs is ended, and has another code.
    const kill = setTimeout(() => child.kill("SIGKILL"), 60_000);
    const ended = await new Promise((done) => child.on("close", done));
    clearTimeout(kill);
    assert.equal(ended, code, screen);
    assert.match(screen, /Berths/);
    assert.ok(screen.includes("\u001b[?1049l"), "the screen is left");
  });
