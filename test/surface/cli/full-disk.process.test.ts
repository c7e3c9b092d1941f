// A disk that is full where the output goes is no fault of Pith's, and is said in one line wherever that can be read.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { test } from "node:test";
import { BIN, environment, project } from "../../hosts/pith-process.ts";
import { FULL_DEVICE } from "../../conditions.ts";

test("standard output that takes nothing", FULL_DEVICE, () => {
  using small = project();
  for (const argv of [
    ["status"],
    ["status", "--json"],
    ["context", "session token"],
    ["search", "-F", "session", "-j"],
    ["--help"],
    ["completion", "zsh"],
    ["nonsense", "--json"],
  ]) {
    const run = spawnSync(process.execPath, [BIN, ...argv], {
      cwd: small.path,
      env: environment(),
      encoding: "utf8",
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    });
    assert.equal(run.status, 2, argv.join(" "));
    assert.doesNotMatch(run.stderr, /INTERNAL|fault in Pith|at .*:\d+/);
    if (argv[0] !== "nonsense") assert.match(run.stderr, /^pith: OUTPUT_FAILED .*ENOSPC.*\nnext: .+\n$/);
  }
});
