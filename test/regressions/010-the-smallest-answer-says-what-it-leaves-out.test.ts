// Shape: a way out of the ordinary path forgets what the ordinary path says. The smallest answer names what it drops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pack } from "../../src/pack/packer.ts";
import { candidate, code, input, source } from "../pack/made.ts";

test("places that the smallest answer has no room for", () => {
  const text = source("src/a.ts", code(90));
  const candidates = Array.from({ length: 9 }, (_, i) => candidate(text, i * 10 + 1, i * 10 + 10));
  let least = 0;
  for (const format of ["text", "json"] as const) {
    for (let budget = 64; budget < 700; budget++) {
      const { answer, receipt, small } = pack(input(candidates, { budget, format }));
      if (small !== null) {
        assert.equal(receipt, null);
        continue;
      }
      const dropped = receipt!.dropped.filter((d) => d.why === "no room").length;
      const cap = `${dropped} more place${dropped === 1 ? "" : "s"} did not fit the budget`;
      assert.deepEqual(answer.completeness.caps, dropped === 0 ? [] : [cap]);
      const kept = new Set(answer.spans.map((s) => s.name));
      if (kept.size === 0) assert.equal(dropped, 9);
      if (answer.spans.length === 1 && dropped === 8) least++;
    }
  }
  assert.ok(least > 0);
});
