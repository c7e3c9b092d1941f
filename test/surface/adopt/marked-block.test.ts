// A block goes into any text and out again: what was there before stands as it was, byte for byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasBlock, putBlock, takeBlock } from "../../../src/surface/adopt/marked-block.ts";

const MARKS = { begin: "<!-- ours:begin -->", end: "<!-- ours:end -->" };
const LINES = ["one", "", "two"];

const line = fc.constantFrom(
  "",
  " ",
  "# Title",
  "text",
  "\t",
  "<!-- ours:begin",
  "<!-- ours:end --> later",
  "a\r",
  "é",
);
const text = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\n")), { maxLength: 6 }), line, fc.boolean())
  .map(
    ([lines, last, mark]) => (mark ? "\uFEFF" : "") + lines.map((parts) => parts.join("")).join("") + last,
  );
const runs = { numRuns: 1_000 * Number(process.env["PITH_SOAK"] ?? 1) };

test("in, again, renewed, out", () => {
  fc.assert(
    fc.property(text, (before) => {
      const after = putBlock(before, MARKS, LINES);
      assert.ok(after.startsWith(before));
      assert.ok(hasBlock(after, MARKS));
      assert.equal(putBlock(after, MARKS, LINES), after);
      const renewed = putBlock(after, MARKS, ["other"]);
      assert.equal(putBlock(renewed, MARKS, LINES), after);
      assert.equal(takeBlock(after, MARKS), before);
      assert.equal(takeBlock(renewed, MARKS), before);
      assert.equal(after.endsWith("\n"), before.endsWith("\n") || before === "" || before === "\uFEFF");
    }),
    runs,
  );
});

test("wherever a person moved it: only it changes", () => {
  fc.assert(
    fc.property(text, text, (above, below) => {
      const start = above === "" || above.endsWith("\n") ? above : `${above}\n`;
      const moved = `${start}${MARKS.begin}\nold\n${MARKS.end}\n${below}`;
      const renewed = putBlock(moved, MARKS, LINES);
      assert.ok(renewed.startsWith(start) && renewed.endsWith(`\n${below}`));
      const taken = takeBlock(moved, MARKS)!;
      assert.equal((taken ?? "").replaceAll(/[\r\n]/g, ""), (start + below).replaceAll(/[\r\n]/g, ""));
    }),
    runs,
  );
});

test("a file that was made for it goes with it; one that was empty stays", () => {
  assert.equal(takeBlock(putBlock(null, MARKS, LINES), MARKS), null);
  assert.equal(takeBlock(putBlock("", MARKS, LINES), MARKS), "");
  assert.equal(takeBlock("text\n", MARKS), undefined);
});

test("a beginning that lost its end, or the reverse, is no block: nothing between it and ours goes", () => {
  const before = `a\n${MARKS.begin}\nmine\n`;
  const after = putBlock(before, MARKS, LINES);
  assert.equal(takeBlock(after, MARKS), before);
  const end = `a\n${MARKS.end}\nmine\n`;
  assert.equal(takeBlock(putBlock(end, MARKS, LINES), MARKS), end);
});
