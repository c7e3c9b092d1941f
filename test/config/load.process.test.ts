import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { loadConfig } from "../../src/config/load.ts";
import { temporaryFolder } from "../files/temporary-tree.ts";
import { PIPES } from "../conditions.ts";

test("a pipe in the place of pith.json is not waited for", PIPES, (t) => {
  const root = temporaryFolder(t);
  execFileSync("mkfifo", [join(root, "pith.json")]);
  assert.throws(() => loadConfig({ root, env: { HOME: root } }), { code: "CONFIG_INVALID" });
});
