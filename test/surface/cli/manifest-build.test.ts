// `pith manifest build` as it is typed: files named as budgets are written, each wrong word refused with what would be right, and
// exit codes that a script can go by.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runMain } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-build-cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));
process.env["PITH_CACHE_DIR"] = join(folder, "cache");
const source = join(folder, "docs");
mkdirSync(source);
writeFileSync(join(source, "a.md"), "# First\n\nThe first page says one thing.\n");
writeFileSync(join(source, "b.md"), "# Second\n\nAnother page tells of something else.\n");

let made = 0;

async function build(
  ...words: string[]
): Promise<{ code: number; out: string; err: string; files: string[] }> {
  const out = join(folder, `out-${made++}`);
  const [first, ...rest] = words;
  const from = first === undefined ? [] : [first === "docs" ? source : first];
  const run = await runMain(["manifest", "build", ...from, ...rest, "--out", out]);
  let files: string[] = [];
  try {
    files = readdirSync(out).sort();
  } catch {
    // Nothing was written.
  }
  return { code: run.code, out: run.stdout, err: run.stderr, files };
}

const NAMED: readonly [string[], string[]][] = [
  [["docs"], ["docs.leaves.jsonl", "docs.llms.txt", "docs.pcx.32k.json", "docs.pcx.4k.json"]],
  [
    ["docs", "--budgets", "4k,4096, 2K"],
    ["docs.leaves.jsonl", "docs.llms.txt", "docs.pcx.2k.json", "docs.pcx.4k.json"],
  ],
  [
    ["docs", "--budgets", "5000", "--id", "site"],
    ["site.leaves.jsonl", "site.llms.txt", "site.pcx.5000.json"],
  ],
  [
    ["docs", "--budgets", "4k", "--leaves", "in-place"],
    ["docs.llms.txt", "docs.pcx.4k.json"],
  ],
  [["docs", "--dry-run"], []],
];

for (const [words, files] of NAMED) {
  test(`written by: ${words.join(" ")}`, async () => {
    const run = await build(...words);
    assert.equal(run.code, 0, run.err);
    assert.deepEqual(run.files, files);
  });
}

const REFUSED: readonly [string[], RegExp][] = [
  [[], /path/],
  [["nowhere"], /MANIFEST_SOURCE_INVALID/],
  [["docs", "--kind", "doc"], /--kind/],
  [["docs", "--budgets", "4x"], /is no budget/],
  [["docs", "--budgets", "0"], /is no budget/],
  [["docs", "--budgets", "-4k"], /budget/],
  [["docs", "--budgets", ","], /budget/],
  [["docs", "--budgets", "30"], /BUDGET_TOO_SMALL/],
  [["docs", "--preset", "docs"], /--preset/],
  [["docs", "--max-collision", "2"], /from 0 to 1/],
  [["docs", "--max-collision", "half"], /from 0 to 1/],
  [["docs", "--min-fidelity", "9"], /from 0 to 5/],
  [["docs", "--collision-threshold", "-1"], /collision-threshold|from 0 to 1/],
  [["docs", "--fidelity", "model"], /--endpoint/],
  [["docs", "--model", "m"], /--endpoint/],
  [["docs", "--endpoint", "not an address", "--model", "m"], /address|endpoint/i],
  [["docs", "--first-view", "0"], /first-view/],
  [["docs", "--reserve", "999999999"], /BUDGET_TOO_SMALL/],
  [["docs", "--unit", "words"], /--unit/],
  [["docs", "--generated-at", "soon"], /is no time/],
  [["docs", "--bugdets", "4k"], /--budgets/],
];

for (const [words, says] of REFUSED) {
  test(`refused: ${words.join(" ") || "nothing"}`, async () => {
    const run = await build(...words);
    assert.equal(run.code, 2, run.out);
    assert.match(run.err, says);
    assert.doesNotMatch(run.err, /\n\s+at /);
    assert.deepEqual(run.files, []);
  });
}

test("a gate that is not passed is exit code 1, with nothing written; --json has it", async () => {
  const run = await build("docs", "--min-fidelity", "5", "--json");
  assert.equal(run.code, 1);
  assert.deepEqual(run.files, []);
  const report = JSON.parse(run.out) as { failures: { gate: string }[] };
  assert.deepEqual(
    report.failures.map(({ gate }) => gate),
    ["fidelity"],
  );
});
