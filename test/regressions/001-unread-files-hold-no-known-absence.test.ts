// Shape: an answer from a part of the files says of the whole that something is not there. While files are unread,
// nothing is called missing, and the reader is told to ask again.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer, SearchAnswer, SymbolAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";

/** A first answer reads the first of these files only; the name stands in the last. */
function halfRead(): Opened {
  const files: Record<string, string> = { "pith.json": '{"ceilings": {"firstAnswerBytes": 2000}}' };
  for (let i = 0; i < 20; i++) files[`a/f${String(i).padStart(2, "0")}.ts`] = `// ${"filler ".repeat(60)}\n`;
  files["z/last.ts"] = "export function onlyInTheLast(): void {}\n";
  return new Opened(files);
}

for (const [operation, args] of [
  ["context", { query: "`onlyInTheLastOne`" }],
  ["search", { query: "`onlyInTheLastOne`" }],
  ["search", { query: "`onlyInTheLastOne`", kind: ["function"] }],
  ["symbol", { symbol: "onlyInTheLastOne" }],
] as const) {
  test(`${operation} ${JSON.stringify(args)}`, async () => {
    await using opened = halfRead();
    const ask = async () => {
      const outcome = await opened.ask(operation, { ...args, format: "json", budget: 8000 } as never);
      return outcome.answer as ContextAnswer | SearchAnswer | SymbolAnswer;
    };
    const first = await ask();
    assert.notEqual(first.completeness.partial, null, "the tree is read in part");
    assert.deepEqual(first.completeness.unresolved, []);
    assert.equal(first.advice?.code, "still-indexing");
    if (first.op === "symbol") assert.deepEqual(first.nearest, []);
    for (let i = 0; i < 40 && (await ask()).completeness.partial !== null; i++);
    const last = await ask();
    assert.equal(last.completeness.partial, null);
    assert.deepEqual(last.completeness.unresolved, ["onlyInTheLastOne"]);
    if (last.op === "symbol") assert.deepEqual(last.nearest, ["onlyInTheLast"]);
  });
}

test("symbol says which files it knows by their first part", async () => {
  await using opened = new Opened({
    "data/long.json": JSON.stringify(Array.from({ length: 4000 }, (_, i) => `value ${i}`)),
    "a.ts": "export const known = 1;\n",
  });
  const { answer } = await opened.ask("symbol", { symbol: "known", format: "json" });
  assert.deepEqual((answer as SymbolAnswer).completeness.caps, ["1 long data file known by the first part"]);
});
