// Variants that really fit: whatever the tree and the budget, either each promise of a variant holds on its finished text, or the
// build says that it can't.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../../src/base/error.ts";
import { checkStructure } from "../../../src/manifest/check-structure.ts";
import {
  compileSource,
  type CompiledManifests,
  type CompileOptions,
} from "../../../src/manifest/compile/compile.ts";
import { preOrder, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { isBranch, parseManifest, type Manifest } from "../../../src/manifest/manifest.ts";
import { estimateTokens, firstView } from "../../../src/manifest/node-cost.ts";
import { Runtime } from "../../../src/manifest/runtime.ts";
import { offlineModel } from "./offline-model.ts";
import { anyTree, branchNode, combTree, flatTree, leafNode, sourceTree } from "./shaped-trees.ts";

const RUNS = 60 * Number(process.env["PITH_SOAK"] ?? 1);

function compile(tree: SourceTree, options: Partial<CompileOptions> & { budgets: number[] }) {
  return compileSource(tree, offlineModel, {
    leaves: { kind: "beside", file: "made.leaves.jsonl" },
    describe: { contrastive: false, maxRepairs: 0 },
    ...options,
  });
}

function leafIds(tree: SourceTree): string[] {
  return [...preOrder(tree.root)]
    .filter(({ node }) => node.children === undefined)
    .map(({ node }) => node.id);
}

/** All that a variant promises, looked for in its text alone. `share`: of the first view. */
function assertPromises(
  tree: SourceTree,
  compiled: CompiledManifests,
  { share = 0.25, reserve = 0 } = {},
): void {
  for (const variant of compiled.variants) {
    const { budget, text } = variant;
    const problems = checkStructure(JSON.parse(text)).filter(({ code }) => code !== "empty-branch");
    assert.deepEqual(problems, []);
    const manifest = parseManifest(text);
    const available = budget - reserve;
    // As a walk charges it: the stated cost of the root holds keywords that the file has not.
    const view = estimateTokens(manifest.usage!) + manifest.manifestTokens!;
    assert.ok(cost(firstView(manifest)) <= manifest.manifestTokens!);
    assert.ok(view <= available * share, `first view ${view} of ${available}`);
    assert.equal(variant.firstView, view);
    const found: string[] = [];
    const open: { id: string; spent: number }[] = (manifest.root.children ?? []).map((id) => ({
      id,
      spent: view,
    }));
    while (open.length > 0) {
      const { id, spent } = open.pop()!;
      const node = manifest.nodes.get(id)!;
      assert.ok(
        node.what !== "" && node.when !== "" && [...node.what].length <= 160 && [...node.when].length <= 160,
      );
      if (!isBranch(node)) {
        found.push(id);
        assert.ok(
          spent <= available * Math.max(share, 0.375),
          `the way to ${id} takes ${spent} of ${available}`,
        );
        const isOversized = variant.oversized.some((leaf) => leaf.id === id);
        assert.equal(isOversized, spent + node.tokens > available, id);
        if (isOversized) assert.ok(node.summaryTokens! + spent <= available);
        continue;
      }
      const level = cost(node.children!.map((child) => manifest.nodes.get(child)!));
      for (const child of node.children!) open.push({ id: child, spent: spent + level });
    }
    if (tree.root.children !== undefined) assert.deepEqual(found.sort(), leafIds(tree).sort());
    assertNamedApart(manifest);
  }
}

function cost(
  nodes: readonly { title: string | null; what: string; when: string; keywords: string[] }[],
): number {
  return nodes.reduce((sum, { title, what, when, keywords }) => {
    const parts = [title ?? "", what, when, keywords.join(" ")].filter((part) => part !== "");
    return sum + estimateTokens(parts.join(" "));
  }, 0);
}

/** Branches that were put between have titles of their own. */
function assertNamedApart(manifest: Manifest): void {
  for (const node of [manifest.root, ...manifest.nodes.values()]) {
    const made = (node.children ?? [])
      .filter((id) => id.includes("~"))
      .map((id) => manifest.nodes.get(id)!.title);
    assert.equal(new Set(made).size, made.length, `below ${node.id}: ${made.join(" | ")}`);
  }
}

test("whatever the tree and the budgets: each variant fits with every leaf in it, or the build says what it needs", async () => {
  let [fitted, refused, clustered] = [0, 0, 0];
  const budgets = fc.uniqueArray(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 3 });
  const run = fc.asyncProperty(
    anyTree,
    budgets,
    fc.constantFrom(0.15, 0.25, 0.5),
    fc.constantFrom(0, 0, 100),
    async (tree, list, share, reserve) => {
      try {
        const compiled = await compile(tree, { budgets: list, firstView: share, reserve });
        assertPromises(tree, compiled, { share, reserve });
        fitted++;
        clustered += compiled.variants.filter(({ clusters }) => clusters > 0).length;
      } catch (error) {
        if (!isPithError(error)) throw error;
        assert.equal(error.code, "BUDGET_TOO_SMALL");
        const needed = Number(/about (\d+)/.exec(error.message)![1]);
        assert.ok(needed > Math.min(...list));
        // What it says that it needs is enough.
        assertPromises(tree, await compile(tree, { budgets: [needed], firstView: share, reserve }), {
          share,
          reserve,
        });
        refused++;
      }
    },
  );
  await fc.assert(run, { numRuns: RUNS });
  assert.ok(fitted > RUNS / 10 && refused > 0 && clustered > 0, `${fitted} ${refused} ${clustered}`);
});

const WIDE: readonly [string, SourceTree, number[]][] = [
  ["200 siblings", flatTree(200), [2048, 4096, 32_768]],
  ["5,000 siblings", flatTree(5000), [4096, 32_768]],
  ["a hundred branches of fifty", hundredBranches(), [4096, 32_768]],
  ["a chain of 3,000 tiers", combTree(3000, 0), [4096]],
  ["a comb of 2,000 tiers", combTree(2000, 2), [4096, 32_768]],
];

function hundredBranches(): SourceTree {
  const branches = Array.from({ length: 100 }, (_, i) => {
    const leaves = Array.from({ length: 50 }, (__, j) =>
      leafNode(
        `l-${i}-${j}`,
        `page ${j} of part ${i}`,
        `Says what part ${i} is for in case ${j}.`,
        `p${i}/${j}.md`,
      ),
    );
    return branchNode(`b-${i}`, `part ${i}`, leaves);
  });
  return sourceTree(branchNode("r", "hundred", branches));
}

for (const [name, tree, budgets] of WIDE) {
  test(`it fits: ${name}`, async () => {
    const compiled = await compile(tree, { budgets });
    assertPromises(tree, compiled);
    const again = await compile(tree, { budgets });
    assert.deepEqual(
      compiled.variants.map(({ text }) => text),
      again.variants.map(({ text }) => text),
    );
  });
}

test("a tree that fits stays as the source has it", async () => {
  const compiled = await compile(flatTree(12), { budgets: [8192] });
  const [{ clusters, dissolved, shortened } = assert.fail()] = compiled.variants;
  assert.deepEqual({ clusters, dissolved, shortened }, { clusters: 0, dissolved: 0, shortened: 0 });
});

test("clusters are much of one size, and near the root of what they divide", async () => {
  const [variant] = (await compile(flatTree(1000), { budgets: [8192] })).variants;
  const manifest = parseManifest(variant!.text);
  const below = (id: string): number => {
    const { children } = manifest.nodes.get(id)!;
    return children === null ? 1 : children.reduce((sum, child) => sum + below(child), 0);
  };
  const sizes = manifest.root.children!.map(below);
  assert.ok(sizes.length >= 5 && sizes.length <= 64, String(sizes.length));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  assert.ok(Math.max(...sizes) <= mean * 2.5 && Math.min(...sizes) >= mean / 3, sizes.join(" "));
});

test("a walk through each level to each of some leaves stays within the budget, and opens them", async () => {
  const tree = flatTree(3000);
  const [variant] = (await compile(tree, { budgets: [4096] })).variants;
  const manifest = parseManifest(variant!.text);
  const parents = new Map<string, string>();
  for (const [id, node] of manifest.nodes) for (const child of node.children ?? []) parents.set(child, id);
  for (const id of leafIds(tree).filter((_, i) => i % 97 === 0)) {
    const runtime = new Runtime(manifest);
    const way = [id];
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) way.unshift(at);
    for (const step of way) runtime.expand(step);
    assert.ok(runtime.remaining >= 0);
  }
});
