// A pattern that explodes in one file took with it what it had found in the files before: they stood in the same batch of
// the thread that was stopped. What was found is an answer; only where nothing was is the fuse a fault.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";

const EXPLODES = `${"a".repeat(60)}!\n`;

test("a fuse leaves the finds before it, names its file and counts what was not searched", async () => {
  await using opened = new Opened({ "a.txt": "aaaa\n", "b.txt": EXPLODES, "c.txt": "aaa\n" });
  const { answer, found } = await opened.ask("search", {
    query: "^(a+)+$",
    mode: "regex",
    format: "json",
  });
  const { results, completeness } = answer as SearchAnswer;
  assert.ok(found);
  assert.deepEqual(
    results.map((r) => [r.path, r.matches]),
    [["a.txt", [{ line: 1, text: "aaaa" }]]],
  );
  assert.deepEqual(completeness.caps, [
    "2 files not searched: The pattern took longer than 5000 ms and was stopped in b.txt (PATTERN_TIMEOUT)",
  ]);
  assert.equal(completeness.files.read, 1);
});

test("without a find the fuse is a fault", async () => {
  await using opened = new Opened({ "a.txt": "bbbb\n", "b.txt": EXPLODES, "c.txt": "aaa\n" });
  const asked = opened.ask("search", { query: "^(a+)+$", mode: "regex" });
  await assert.rejects(asked, { code: "PATTERN_TIMEOUT" });
});
