// The patch of the command line: a file as it is named from the working folder, or standard input; what is no patch at all
// is refused with what to do.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LONGEST_PATCH } from "../../../src/base/limits.ts";
import { readPatch } from "../../../src/surface/cli/read-patch.ts";

const signal = new AbortController().signal;
const stdin = (text: string) => async () => text;

test("a file of the working folder, standard input", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pith-patch-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a.diff"), "--- a/x\n");
  assert.equal(await readPatch("a.diff", stdin(""), folder, signal), "--- a/x\n");
  assert.equal(await readPatch(join(folder, "a.diff"), stdin(""), "/", signal), "--- a/x\n");
  assert.equal(await readPatch("-", stdin("from outside"), folder, signal), "from outside");
  for (const file of ["gone.diff", ".", "a\0b"])
    await assert.rejects(readPatch(file, stdin(""), folder, signal), { code: "PATH_NOT_FOUND" }, file);
});

test("what is too long for a patch", async () => {
  const long = "x".repeat(LONGEST_PATCH + 1);
  await assert.rejects(readPatch("-", stdin(long), "/", signal), { code: "ARGUMENT_INVALID" });
});
