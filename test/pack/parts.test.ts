// The small parts of packing: sets of lines, labels, gap marks, fences, the completeness line, advice.
import assert from "node:assert/strict";
import { test } from "node:test";

import { advise } from "../../src/pack/advice.ts";
import { finish } from "../../src/pack/budget.ts";
import { completenessLine } from "../../src/pack/completeness.ts";
import { forTerminal, oneLine, pathLabel, placeLabel } from "../../src/pack/label.ts";
import { asRanges, countLines, holds, overlap } from "../../src/pack/ranges.ts";
import { fenceFor, gapMark, longestLeadingRun, spanText } from "../../src/pack/span-text.ts";
import { tooSmall } from "../../src/pack/too-small.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { UNITS } from "../../src/tokens/units.ts";

test("ranges join what overlaps or touches", () => {
  const ranges = asRanges([
    [8, 9],
    [1, 2],
    [3, 4],
    [9, 12],
    [20, 19],
  ]);
  assert.deepEqual(ranges, [
    [1, 4],
    [8, 12],
  ]);
  assert.equal(countLines(ranges), 9);
  assert.ok(holds(ranges, 12) && !holds(ranges, 5));
  assert.equal(overlap(ranges, 4, 8), 2);
});

test("labels stay on one line and say where they end", () => {
  assert.equal(oneLine("a\nb\tc\u2028d\u0007\ud800"), "a\\nb\\tc\\u2028d\\u0007\\ud800");
  assert.equal(oneLine("é 漢 😀"), "é 漢 😀");
  assert.equal(pathLabel("src/a.ts"), "src/a.ts");
  assert.equal(pathLabel("my notes.md"), '"my notes.md"');
  assert.equal(pathLabel("12: x"), '"12: x"');
  assert.equal(placeLabel({ path: "a", start: 3, end: 3, kind: "lines", name: "" }), "a:3 lines");
  assert.equal(forTerminal("\ta\u001b[1m\u007f\u009b\r"), "\ta␛[1m␡\ufffd␍");
});

test("gap marks are told from lines of the file that look like them", () => {
  assert.equal(gapMark(1), "⋯ 1 line left out");
  const lines = ["a", "⋯ 3 lines left out", "b", "c", "d", "e"];
  assert.equal(
    spanText(
      lines,
      [
        [2, 3],
        [6, 6],
      ],
      1,
      9,
    ),
    ["⋯⋯ 1 line left out", "⋯ 3 lines left out", "b", "⋯⋯ 2 lines left out", "e", "⋯⋯ 3 lines left out"].join(
      "\n",
    ),
  );
  assert.equal(spanText(lines, [[1, 6]], 1, 6), lines.join("\n"));
  assert.equal(longestLeadingRun(["  ⋯⋯x", "x⋯⋯⋯"], "⋯"), 2);
});

test("a fence is longer than any that begins a line of the texts", () => {
  assert.equal(fenceFor([]), "```");
  assert.equal(fenceFor(["a ```` b"]), "```");
  assert.equal(fenceFor(["x\n  ```ts"]), "````");
  assert.equal(fenceFor(["x\r`````", "```"]), "``````");
});

test("the completeness line leaves out what is empty", () => {
  const base = { scope: "all files", caps: [], unresolved: [], partial: null };
  assert.equal(
    completenessLine({ ...base, files: { inScope: 3, read: 3, skipped: {} } }),
    "looked in all files: 3 of 3 files read",
  );
  assert.equal(
    completenessLine({
      scope: "src",
      files: { inScope: 3, read: 2, skipped: { binary: 1, ignored: 0 } },
      caps: ["2 more places did not fit the budget"],
      unresolved: ["Foo"],
      partial: { read: 2, of: 9, why: "still indexing" },
    }),
    "looked in src: 2 of 3 files read; left out: binary 1; 2 more places did not fit the budget; not found: Foo; partial: 2 of 9 files (still indexing)",
  );
});

test("each advice has its text", () => {
  assert.deepEqual(advise("unknown-name", { name: "foo", nearest: ["food"] }), {
    code: "unknown-name",
    text: "No declaration is named foo; nearest: food.",
  });
  assert.equal(
    advise("filtered-out", { name: "foo", total: 1 }).text,
    "1 declaration of foo is of another kind, language or visibility.",
  );
});

test("an answer states the cost that it has, also where the figure grows the answer", () => {
  const bytes = openCounterSync("bytes");
  for (let length = 0; length < 1200; length++) {
    const { output, cost } = finish(bytes, (n) => `${"x".repeat(length)}${n}`, 7);
    assert.equal(cost, output.length);
    assert.ok(output.endsWith(String(cost)));
  }
});

test("the shortest way to say what is needed fits every budget", () => {
  for (const unit of UNITS) {
    for (const format of ["text", "json", "terminal"] as const) {
      const { output, small } = tooSmall(
        { format, to: { lineEnd: true } },
        { op: "context" },
        123_456_789,
        64,
        openCounterSync(unit),
      );
      assert.ok(openCounterSync(unit).count(output) <= 64);
      assert.ok(output.endsWith("\n"));
      assert.ok(output.includes("123456789"));
      if (format === "json") assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(small)));
      assert.equal(small.advice.code, "budget-too-small");
    }
  }
});
