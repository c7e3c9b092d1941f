// Walks of the keyword navigator over recorded cases: each path and each number as the format's first implementation has
// them, but for what its description calls a fault.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCases, type EvalCase } from "../../../src/manifest/eval/eval-case.ts";
import { summariseCases, timesLess } from "../../../src/manifest/eval/eval-summary.ts";
import { toEven } from "../../../src/manifest/to-even.ts";
import { runCase } from "../../../src/manifest/eval/run-case.ts";
import { parseManifest } from "../../../src/manifest/manifest.ts";
import { KeywordNavigator } from "../../../src/manifest/navigator.ts";
import { manifestText, vectors } from "../vectors.ts";

interface Recorded {
  query: string;
  target: string;
  success: boolean;
  hops: number;
  first_hop_correct: boolean;
  budget_exhausted: boolean;
  tokens_to_answer: number;
  path: string[];
}
interface Run {
  manifest: string;
  cases: unknown[];
  options: {
    budget?: number;
    reserve?: number;
    max_hops?: number;
    use_facets?: boolean;
    use_related?: boolean;
  };
  report: Record<string, unknown> & { cases: Recorded[]; printed: Record<string, string> };
}

/**
 * Walks that ended because nothing that fits was left. The original counts only a step that was refused, and its navigator
 * offers none that would be (B 28): it says 0. By run: how many there really are.
 */
const RAN_OUT = new Map([
  [1, 6],
  [2, 2],
  [3, 7],
  [4, 7],
  [13, 1],
  [18, 3],
]);

const { runs } = vectors<{ runs: Run[] }>("eval/results");

runs.forEach((run, i) => {
  test(`run ${i}: ${run.manifest} ${JSON.stringify(run.options)}`, async () => {
    const manifest = parseManifest(manifestText(run.manifest));
    const cases: EvalCase[] = readCases(JSON.stringify(run.cases));
    const {
      budget,
      reserve,
      max_hops: maxHops,
      use_facets: useFacets,
      use_related: useRelated,
    } = run.options;
    const results = [];
    for (const one of cases) {
      results.push(
        await runCase(manifest, one, new KeywordNavigator(), {
          ...(budget !== undefined && { budget }),
          ...(reserve !== undefined && { reserve }),
          ...(maxHops !== undefined && { maxHops }),
          ...(useFacets !== undefined && { useFacets }),
          ...(useRelated !== undefined && { useRelated }),
        }),
      );
    }
    assert.deepEqual(
      results.map((r) => [r.query, r.success, r.firstHopCorrect, r.tokens, r.path]),
      run.report.cases.map((r) => [r.query, r.success, r.first_hop_correct, r.tokens_to_answer, r.path]),
    );
    const report = summariseCases(manifest, results);
    assert.deepEqual(
      [report.navigationSuccess, report.firstHopPrecision, report.hops, report.n, report.firstViewTokens],
      ["navigation_success", "first_hop_precision", "avg_hops", "n", "first_view_tokens"].map(
        (name) => run.report[name],
      ),
    );
    assert.equal(report.tokensToAnswer, run.report["avg_tokens_to_answer"]);
    assert.equal(report.fullTokens, run.report["full_load_tokens"]);
    assert.deepEqual(
      {
        navigation_success: `${toEven(100 * report.navigationSuccess, 0)}%`,
        first_hop_precision: `${toEven(100 * report.firstHopPrecision, 0)}%`,
        avg_hops: toEven(report.hops, 2),
        avg_tokens_to_answer: toEven(report.tokensToAnswer, 0),
        times_less: toEven(timesLess(report), 1),
      },
      run.report.printed,
    );
    assert.equal(report.budgetExhausted, RAN_OUT.get(i) ?? 0);
    assert.ok(report.budgetExhausted >= (run.report["budget_exhausted"] as number));
    for (const one of results) assert.ok(!(one.success && one.budgetExhausted));
  });
});

test("cases that can't be read say which and why", () => {
  const table: [string, RegExp][] = [
    ["{", /no JSON/],
    ["{}", /no list/],
    ["[3]", /case 1 is no object/],
    ['[{"query":"a","target":"b"},{"query":"a"}]', /case 2 has no target/],
    ['[{"query":" ","target":"b"}]', /case 1 has no query/],
    ['[{"query":"a","target":"b","facet":[]}]', /facet of case 1 is no map/],
    ['[{"query":"a","target":"b","facet":{"n":1}}]', /facet "n" of case 1 is no text/],
  ];
  for (const [text, says] of table) assert.throws(() => readCases(text), says, text);
  assert.deepEqual(readCases('\ufeff[{"query":"a","target":"b","facet":null,"note":"n"}]'), [
    { query: "a", target: "b", note: "n" },
  ]);
});
