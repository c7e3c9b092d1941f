// What a test needs of the system that it runs on. Each need has a name and a sentence, which the runner puts under its
// figures where the need is not met: no test is left out in silence (test/structure/conditions.test.ts).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Condition {
  skip: string | false;
}

function needs(met: boolean, reason: string): Condition {
  return { skip: met ? false : reason };
}

/** All of the conditions. */
export function all(...conditions: readonly Condition[]): Condition {
  return { skip: conditions.find(({ skip }) => skip !== false)?.skip ?? false };
}

const isWindows = process.platform === "win32";
const isSuperuser = process.getuid?.() === 0;

export const SIGNALS = needs(!isWindows, "needs signals that a process can answer: Windows ends it at once");
export const PIPES = needs(!isWindows, "needs named pipes (mkfifo)");
export const DEVICES = needs(existsSync("/dev/zero"), "needs devices such as /dev/zero");
export const FULL_DEVICE = needs(existsSync("/dev/full"), "needs /dev/full");
export const SHELL = needs(!isWindows, "needs a POSIX shell");
export const MODES = needs(!isWindows, "needs files that modes close (chmod)");
export const CLOSED_FOLDERS = needs(
  !isWindows && !isSuperuser,
  "needs folders that modes close to the user, who must be no superuser",
);
export const ODD_NAMES = needs(
  !isWindows,
  "needs names with quotes, colons, controls or a blank at their end",
);
export const BYTE_NAMES = needs(process.platform === "linux", "needs names that are bytes and no text");
export const SUPERUSER = needs(isSuperuser, "needs the superuser, who may start a process as somebody else");
export const OPEN_REMOVED = needs(!isWindows, "needs files that can be removed while they are open");
export const SOCKETS = needs(!isWindows, "needs sockets that are files");
export const PROC = needs(existsSync("/proc/self/fd"), "needs /proc");
export const FULL_MOUNTS = needs(
  process.platform === "linux" &&
    spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"]).status === 0,
  "needs the right to mount a small disk (unshare -rm)",
);
/** It is large and optional, and so no part of the checkout. */
export const TRANSFORMERS = needs(
  existsSync(join(process.env["PITH_TEST_PACKAGES"] ?? "nowhere", "@huggingface", "transformers")),
  "needs @huggingface/transformers in the folder of packages that PITH_TEST_PACKAGES names",
);
/** Windows lets only some users make them. */
export const LINKS = needs(canLink(), "needs the right to make symbolic links");

function canLink(): boolean {
  if (!isWindows) return true;
  const folder = mkdtempSync(join(tmpdir(), "pith-links-"));
  try {
    symlinkSync("nothing", join(folder, "link"));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
export const PSEUDO_TERMINAL = needs(
  process.platform === "linux" && spawnSync("script", ["--version"]).status === 0,
  "needs a pseudo-terminal (script of util-linux)",
);
