// A model that is damaged behind a whole header: every answer says so, the first one of a process too.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LINKS } from "../conditions.ts";
import { CHECKOUT } from "../structure/checkout.ts";

test("cut off, or one bit changed: ranking by words alone is told of at once", LINKS, () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-damaged-model-"));
  try {
    for (const part of ["src", "bin", "model", "package.json"])
      cpSync(join(CHECKOUT, part), join(folder, part), { recursive: true });
    symlinkSync(join(CHECKOUT, "node_modules"), join(folder, "node_modules"), "junction");
    writeFileSync(join(folder, "a.ts"), "export function checkToken() {}\n");
    const whole = readFileSync(join(CHECKOUT, "model", "weights.bin"));
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1]! ^= 1;
    for (const [said, bytes] of [
      [/cut off/, whole.subarray(0, 100_000)],
      [/checksum/, flipped],
      [/^$/, whole],
    ] as const) {
      writeFileSync(join(folder, "model", "weights.bin"), bytes);
      const env = {
        ...process.env,
        PITH_CACHE_DIR: join(folder, `cache${bytes.length}${said.source.length}`),
      };
      const args = [join(folder, "bin", "pith.js"), "search", "check token", "--root", join(folder, "bin")];
      const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
      assert.match(stderr.replaceAll(/^(?!.*words alone).*\n?/gm, ""), said);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
