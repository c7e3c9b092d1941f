// Something other than a file in the place of the model: said, and never waited for.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadModel } from "../../src/vectors/model.ts";
import { PIPES } from "../conditions.ts";

test("a pipe in the place of the file is a fault, and nobody waits for it", PIPES, () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-model-"));
  try {
    const path = join(folder, "weights.bin");
    execFileSync("mkfifo", [path]);
    const loaded = loadModel(path);
    assert.ok("fault" in loaded && loaded.fault.code === "MODEL_UNUSABLE");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
