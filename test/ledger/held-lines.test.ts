import assert from "node:assert/strict";
import { test } from "node:test";
import { alignHeld, lineHash } from "../../src/ledger/held-lines.ts";

const held = (lines: readonly string[], from = 1): Map<number, string> =>
  new Map(lines.map((text, i) => [from + i, lineHash(text)]));
const numbers = (map: ReadonlyMap<number, string>): number[] => [...map.keys()].sort((a, b) => a - b);

test("lines that stand where they stood are held there", () => {
  const lines = ["a", "b", "}", "c"];
  const found = alignHeld(held(["b", "}"], 2), lines);
  assert.deepEqual(numbers(found.now), [2, 3]);
  assert.equal(found.changed, false);
});

for (const [what, before, after, now, lost] of [
  ["moved down", ["a", "}", "b"], ["new", "a", "}", "b"], [2, 3, 4], []],
  ["moved up, the first gone", ["a", "}", "b"], ["}", "b"], [1, 2], [1]],
  ["one changed between", ["a", "b", "c"], ["a", "B", "c"], [1, 3], [2]],
  ["one put in between", ["a", "b", "c"], ["a", "new", "b", "c"], [1, 3, 4], []],
  ["all gone", ["a", "b"], ["x", "y"], [], [1, 2]],
  ["the file is empty", ["a"], [], [], [1]],
  ["equal lines, one taken away", ["}", "}", "b"], ["}", "b"], [1, 2], [2]],
] as const) {
  test(`lines that moved: ${what}`, () => {
    const found = alignHeld(held(before), after);
    assert.deepEqual(numbers(found.now), [...now]);
    for (const [line, hash] of found.now) assert.equal(hash, lineHash(after[line - 1]!));
    assert.deepEqual(found.lost, [...lost]);
  });
}
