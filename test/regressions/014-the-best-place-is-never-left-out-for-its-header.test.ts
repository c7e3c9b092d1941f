// A long unit whose matching lines fill any room to the last token was left out, at every share of the budget, since the
// header of a part is longer than that of a whole: lesser places took the room of the best.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Candidate } from "../../src/pack/candidate.ts";
import { PartCosts } from "../../src/pack/form.ts";
import { Selection } from "../../src/pack/selection.ts";
import { FileCosts, show } from "../../src/pack/showing.ts";
import { textForm } from "../../src/pack/render-text.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";

const counter = openCounterSync("o200k_base");

function longUnit(lines: readonly string[], everyth: number, name: string): Candidate {
  return {
    source: { path: "src/long.ts", contentId: "0", lines, redactions: [] },
    start: 1,
    end: lines.length,
    kind: "function",
    name,
    reason: "matches hours, minutes, days",
    score: 1,
    fileRank: 0,
    matches: lines.flatMap((_, i) => (i % everyth === 0 ? [{ line: i + 1, weight: 1 + (i % 3) }] : [])),
    outline: [1],
    defines: [name],
    uses: new Set(),
    lanes: {},
  };
}

test("what can be shown in half of the room is shown", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 200 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.stringMatching(/^[a-z ]{0,12}$/), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 60, max: 900 }),
      (count, everyth, words, room) => {
        const lines = Array.from({ length: count }, (_, i) => `  ${words[i % words.length]!} ${i % 7};`);
        const candidate = longUnit(lines, everyth, "f".repeat(1 + (count % 30)));
        const costs = new FileCosts(lines, new PartCosts(counter, textForm, "text", Infinity));
        if (show(candidate, costs, { room: room / 2, fill: false }) === null) return;
        const selection = new Selection({ counter, form: textForm, name: "text", most: Infinity });
        assert.ok(selection.take(candidate, 0, { room, fill: false }), `${count} lines in ${room}`);
        assert.ok(selection.cost <= room);
      },
    ),
    { numRuns: 500 * Number(process.env.PITH_SOAK ?? 1) },
  );
});
