// Does every question about a tree have an end? Asked in a process that is killed when it finds none; for tests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export type Tree = Readonly<Record<string, string>>;

const ASK_ALL = fileURLToPath(new URL("ask-all.ts", import.meta.url));

/** `declarations`: how many of each file are asked about, from its beginning; all where that is not given. */
export function allAnswered(trees: readonly Tree[], declarations?: number): void {
  const { stdout, stderr, signal, status } = spawnSync(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--max-old-space-size=400",
      ASK_ALL,
      String(declarations ?? ""),
    ],
    { input: JSON.stringify(trees), encoding: "utf8", timeout: 120_000, killSignal: "SIGKILL" },
  );
  const answered = stdout.trim() === "" ? 0 : stdout.trim().split("\n").length;
  assert.equal(
    answered,
    trees.length,
    `no end (${signal ?? status}) at ${(JSON.stringify(trees[answered], null, 1) ?? "").slice(0, 3_000)}\n${stderr.slice(-2_000)}`,
  );
}
