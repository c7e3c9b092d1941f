// Each gate holds its own limit, at the limit as well, and says what it measured; who asks nothing is held to nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compileSource, type CompiledManifests } from "../../../src/manifest/compile/compile.ts";
import {
  failedGates,
  type GateFailure,
  type GateLimits,
  type Measured,
} from "../../../src/manifest/compile/gates.ts";
import { offlineModel } from "./offline-model.ts";
import { flatTree } from "./shaped-trees.ts";

/** The offline describer's frames are alike, and hold one word of their own: by `when has no terms` some say nothing. */
async function compiled(): Promise<CompiledManifests> {
  const tree = flatTree(40);
  tree.root.children![0]!.title = "solo";
  return compileSource(tree, offlineModel, {
    budgets: [1024, 8192],
    leaves: { kind: "beside", file: "x" },
    measureVariants: true,
  });
}

const build = await compiled();
const worst = Math.max(...build.variants.map(({ collisions }) => collisions!.maxSimilarity));
const { count } = build.stats.describe.vacuity;
const MEASURED: Measured = { fidelity: 3.25, shape: ["40 children below r"] };

test("there is something to be found", () => {
  assert.ok(worst > 0.1 && count > 0, `${worst} ${count}`);
});

const TABLE: readonly [string, GateLimits, GateFailure["gate"][]][] = [
  ["nothing asked", {}, []],
  ["collision above", { maxCollision: worst - 0.01 }, ["collision"]],
  ["collision at the limit", { maxCollision: worst }, []],
  ["fidelity below", { minFidelity: 3.26 }, ["fidelity"]],
  ["fidelity at the limit", { minFidelity: 3.25 }, []],
  ["vacuity above", { maxVacuous: count - 1 }, ["vacuity"]],
  ["vacuity at the limit", { maxVacuous: count }, []],
  ["shape", { strictShape: true }, ["shape"]],
  ["shape not asked", { strictShape: false }, []],
  [
    "all of them",
    { maxCollision: 0, minFidelity: 5, maxVacuous: 0, strictShape: true },
    ["collision", "fidelity", "vacuity", "shape"],
  ],
];

for (const [name, limits, expected] of TABLE) {
  test(`gates: ${name}`, () => {
    const failures = failedGates(build, MEASURED, limits);
    assert.deepEqual(
      failures.map(({ gate }) => gate),
      expected,
    );
    for (const { text, value, limit } of failures) {
      assert.ok(value !== limit && text.includes(String(value)) && text.endsWith("."), text);
    }
  });
}

test("what was not measured fails no gate", () => {
  assert.deepEqual(
    failedGates(build, { fidelity: null, shape: [] }, { minFidelity: 5, strictShape: true }),
    [],
  );
});
