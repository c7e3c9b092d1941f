// An answer that had no room said "needs 10001": with 10001 there was none either, because the longer number in the
// answer cost a byte more. Whatever the size of the smallest thing to show, the budget that is asked for shows it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pack } from "../../src/pack/packer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { candidate, input, source } from "../pack/made.ts";

test("the budget said to be needed is enough, around every number of digits", () => {
  for (const unit of UNITS) {
    for (const format of ["json", "text"] as const) {
      for (const power of [100, 1_000, 10_000]) {
        const step = unit === "bytes" ? 7 : 97;
        for (let length = power - 700; length < power; length += step) {
          if (length < 1) continue;
          // In tokens the line has another size than in bytes: a word that is one token in both encodings.
          const text = unit === "bytes" ? "x".repeat(length) : " the".repeat(length);
          const given = input([candidate(source("a.ts", [text]), 1, 1)], {
            counter: openCounterSync(unit),
            format,
            budget: 64,
          });
          const { answer, output } = pack(given);
          if (answer.spans.length > 0) continue;
          const needed = Number(/\d+/.exec(answer.advice?.text ?? output)![0]);
          const enough = pack({ ...given, budget: needed });
          assert.ok(enough.answer.spans.length > 0, `${unit} ${format} ${length}: needs ${needed}`);
        }
      }
    }
  }
});
