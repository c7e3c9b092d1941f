// What does a lock say on a disk that takes no words, or no changes at all? Not that somebody else is at work.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FULL_MOUNTS } from "../conditions.ts";

/** On a disk of a few pages, as the superuser of a name space of its own. Prints what each try gave. */
const ON_SMALL_DISK = `
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
const { takeLock } = await import(process.argv[1]);
const [, , folder] = process.argv;
const path = folder + "/lock";
const told = (taking) => {
  try {
    return taking() === null ? "held" : "taken";
  } catch (error) {
    return error.code;
  }
};
const mount = (...args) => {
  if (spawnSync("mount", args).status !== 0) process.exit(3);
};
mount("-t", "tmpfs", "-o", "size=16k", "none", folder);
try {
  writeFileSync(folder + "/filler", Buffer.alloc(1 << 20));
} catch {}
const full = told(() => takeLock(path));
const left = existsSync(path);
rmSync(folder + "/filler");
const room = told(() => takeLock(path));
// Its owner is gone, or it was never finished.
const closed = [];
for (const text of [readFileSync(path, "utf8").replace(/"pid":\\d+/, '"pid":4194304'), ""]) {
  writeFileSync(path, text);
  utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
  mount("-o", "remount,ro", folder);
  closed.push(told(() => takeLock(path)));
  mount("-o", "remount,rw", folder);
}
process.stdout.write(JSON.stringify({ full, left, room, closed }));
`;

test(
  "a disk that is full or read-only is no other process at work, and no lock is left on it",
  FULL_MOUNTS,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "pith-lock-disk-"));
    const lock = new URL("../../src/store/lock.ts", import.meta.url).href;
    const node = [process.execPath, "--input-type=module", "-e", ON_SMALL_DISK, "--", lock, folder];
    const ended = spawnSync("unshare", ["-rm", ...node], {
      encoding: "utf8",
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    assert.equal(ended.status, 0, ended.stderr);
    assert.deepEqual(JSON.parse(ended.stdout), {
      full: "ENOSPC",
      left: false,
      room: "taken",
      closed: ["EROFS", "EROFS"],
    });
    rmSync(folder, { recursive: true, force: true });
  },
);
