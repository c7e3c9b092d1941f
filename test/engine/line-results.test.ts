// Lines of an exact search: the first of each file, then as many of the hidden ones as the budget holds, in order.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

const file = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => `${i % 3 === 0 ? "\n" : ""}${name} needle number ${i}\n`).join("");

const FILES = { "a.txt": file(30, "alpha"), "b.txt": file(12, "beta"), "c.txt": "one needle\n" };

async function shown(opened: Opened, args: object): Promise<{ counts: number[]; answer: SearchAnswer }> {
  const given = { query: "needle", mode: "exact", format: "json", ...args } as const;
  const answer = (await opened.ask("search", given)).answer as SearchAnswer;
  return { counts: answer.results.map(({ matches }) => matches.length), answer };
}

test("every line where the budget has room, and nothing is said to be hidden", async () => {
  await using opened = new Opened(FILES);
  for (const mode of ["exact", "regex"] as const) {
    const { counts, answer } = await shown(opened, { mode, budget: 8000 });
    assert.deepEqual(counts, [30, 12, 1]);
    assert.doesNotMatch(answer.completeness.caps.join(), /matching lines/);
  }
});

test("the first five of each file come first, then the others file by file; no budget is exceeded, none is left unused", async () => {
  await using opened = new Opened(FILES);
  const counter = openCounterSync("o200k_base");
  for (const format of ["text", "json"] as const) {
    let before = 0;
    for (let budget = 400; budget < 2600; budget += 97) {
      const asked = { query: "needle", mode: "exact", format, budget } as const;
      const { output, answer } = await opened.ask("search", asked);
      const cost = counter.count(output);
      assert.ok(cost <= budget, `${cost} of ${budget}`);
      const { results, completeness } = answer as SearchAnswer;
      const counts = (results ?? []).map(({ matches }) => matches.length);
      const lines = counts.reduce((a, b) => a + b, 0);
      assert.ok(lines >= before, `${lines} after ${before}`);
      before = lines;
      if (counts.length < 3) continue;
      const [a, b, c] = counts as [number, number, number];
      assert.ok(a >= 5 && b >= 5 && c === 1 && (b === 5 || a === 30), counts.join());
      assert.equal((await opened.ask("search", asked)).output, output);
      if (lines === 43) continue;
      assert.match(
        completeness.caps.join(),
        /matching lines in 3 files shown; a higher budget \(--budget\) shows more/,
      );
      // One line more would cost too much: a line and the room for a longer root are less than that.
      assert.ok(budget - cost < 110, `${budget - cost} of ${budget} unused at ${counts.join()}`);
    }
    assert.equal(before, 43);
  }
});

test("what is asked for of a file is what is shown; the flag that shows more is named", async () => {
  await using opened = new Opened(FILES);
  const { counts, answer } = await shown(opened, { perFile: 2, limit: 2, budget: 8000 });
  assert.deepEqual(counts, [2, 2]);
  assert.match(
    answer.completeness.caps.join(),
    /4 of 43 matching lines in 3 files shown; a higher limit \(--limit\) or perFile \(--per-file\) shows more/,
  );
});

test("under any budget the lines that are counted as shown are the lines that are shown", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      `f${i}.ts`,
      Array.from({ length: i + 2 }, (_, n) => `wanted(${n});`).join("\n"),
    ]),
  );
  await using opened = new Opened(files);
  for (const budget of [64, 90, 120, 160, 200, 260, 340, 500, 900, 4000]) {
    for (const more of [{}, { limit: 3 }, { perFile: 2 }]) {
      const { answer } = await opened.ask("search", {
        query: "wanted",
        mode: "exact",
        format: "json",
        budget,
        ...more,
      });
      const { results, completeness } = answer as SearchAnswer;
      if (completeness === undefined) continue;
      const shown = results.reduce((n, { matches }) => n + matches.length, 0);
      const said = /(\d+) of (\d+) matching lines/.exec(completeness.caps.join("; "));
      assert.equal(said === null ? 44 : Number(said[1]), shown, `${budget} ${JSON.stringify(more)}`);
    }
  }
});
