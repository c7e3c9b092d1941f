// The text that `similar` compares with: a file, or standard input by either name of it; one thing alone.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LONGEST_CODE } from "../../../src/base/limits.ts";
import { giveText } from "../../../src/surface/cli/read-text.ts";

const { signal } = new AbortController();
const given = async (args: Record<string, unknown>, folder = "/", stdin = "from outside") => {
  await giveText(args, async () => stdin, folder, signal);
  return args;
};

test("a file of the working folder, and standard input", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pith-text-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a.ts"), "f();\n");
  assert.deepEqual(await given({ textFile: "a.ts" }, folder), { text: "f();\n" });
  assert.deepEqual(await given({ textFile: "-" }), { text: "from outside" });
  assert.deepEqual(await given({ subject: "-" }), { text: "from outside" });
  assert.deepEqual(await given({ subject: "src/a.ts:1-2" }), { subject: "src/a.ts:1-2" });
  assert.deepEqual(await given({}), {});
});

test("two things to compare with, a file that is not there, a text that is too long", async () => {
  for (const args of [
    { subject: "a", textFile: "b" },
    { subject: "-", textFile: "b" },
    { text: "a", textFile: "b" },
  ])
    await assert.rejects(given(args), { code: "ARGUMENT_INVALID" });
  await assert.rejects(given({ textFile: "gone.ts" }), { code: "PATH_NOT_FOUND" });
  await assert.rejects(given({ subject: "-" }, "/", "x".repeat(LONGEST_CODE + 1)), {
    code: "ARGUMENT_INVALID",
  });
});
