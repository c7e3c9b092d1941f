// What is remembered of words for the next questions holds neither the texts that they stood in nor words without end.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const CHILD = `
import { createLineReader } from ${JSON.stringify(new URL("../../src/rank/line-evidence.ts", import.meta.url).href)};
import { readQuery } from ${JSON.stringify(new URL("../../src/rank/read-query.ts", import.meta.url).href)};
const query = readQuery("where are cookies signed");
const grown = (wordOf, filler) => {
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 200; i++) {
    const reader = createLineReader(query, query.concepts.map(() => 1));
    reader.linesOf(Buffer.from(filler + "\\n" + wordOf(i) + "\\n").toString("latin1"));
  }
  gc();
  return process.memoryUsage().heapUsed - before;
};
const filler = "nothing here\\n".repeat(20_000);
console.log(JSON.stringify([grown((i) => "signedCookieOfVisitor" + i, filler), grown((i) => "cookie" + "a".repeat(250_000) + i, "x")]));
`;

test("words of many large texts, and very long words, are not held with what they stood in", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "--eval", CHILD],
    { encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" },
  );
  assert.equal(status, 0, stderr);
  // Texts and words have 50 MB each.
  for (const grown of JSON.parse(stdout) as number[]) assert.ok(grown < 10_000_000, stdout);
});
