// The recorded runs of the engine: what is asked in which order, and what comes of it. Where the recording shows a fault, the
// opposite is asserted, with what was wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contentHashes } from "../../../src/manifest/content-hash.ts";
import type { DescribeOptions } from "../../../src/manifest/compile/describe-run.ts";
import { DescriptionKeys } from "../../../src/manifest/compile/description-keys.ts";
import { DEFAULTS } from "../../../src/manifest/compile/describe-run.ts";
import { describeTree } from "../../../src/manifest/compile/describe-tree.ts";
import type { Describer, Descriptor } from "../../../src/manifest/compile/descriptor.ts";
import { preOrder, type SourceNode } from "../../../src/manifest/compile/source-tree.ts";
import { vectors, type Grade } from "../vectors.ts";
import { offlineModel, sourceNode, type VectorNode } from "./offline-model.ts";

interface Call {
  call: string;
  node?: string;
  nodes?: string[];
  parent_title?: string;
  children_seen?: number;
  siblings?: number;
  when?: string;
  feedback?: string[];
}

interface PriorNode extends Omit<Descriptor, "keywords"> {
  keywords?: readonly string[];
  title: string;
  content_hash?: string;
  children?: string[];
}

interface Run {
  name: string;
  grade: Grade;
  tree: VectorNode;
  options: Record<string, number | boolean>;
  contrast_replies?: Partial<Descriptor>[][];
  grade_replies?: { score: number; reason: string }[];
  prior_manifest?: {
    source: { content_hash: string };
    root: PriorNode;
    nodes: Record<string, PriorNode>;
  };
  calls: Call[];
  descriptors: Record<string, Descriptor>;
  stats: {
    regenerated: number;
    reused: number;
    collisions: {
      max_similarity: number;
      colliding_groups: number;
      pairs: { a: number; b: number; similarity: number }[];
    };
    vacuity: { flagged: string[]; count: number };
  };
}

const { runs } = vectors<{ runs: Run[] }>("build/engine");

const OPTIONS: Record<string, keyof DescribeOptions> = {
  contrastive: "contrastive",
  contrast_chunk: "contrastChunk",
  collision_threshold: "collisionThreshold",
  max_contrast_rounds: "maxContrastRounds",
  grade_threshold: "gradeThreshold",
  max_repairs: "maxRepairs",
};

const FLAGS: Record<string, string> = {
  "what restates the title": "vacuity:what_restates_title",
  "when has no terms": "vacuity:when_without_terms",
  "when is generic": "vacuity:when_generic",
};

/** The scripted model: descriptions of the offline one, marked where there was feedback; replies in their order. */
function scripted(run: Run, calls: Call[]): Describer {
  const contrasts = [...(run.contrast_replies ?? [])];
  const grades = [...(run.grade_replies ?? [])];
  const revised = (made: Descriptor, feedback: readonly string[]): Descriptor =>
    feedback.length === 0 ? made : { ...made, when: `${made.when} Revised.` };
  const said = (feedback: readonly string[]): Partial<Call> =>
    feedback.length === 0 ? {} : { feedback: feedback.map((one) => FLAGS[one] ?? one) };
  return {
    id: "scripted",
    leaf(node, feedback) {
      calls.push({ call: "describe_leaf", node: node.id, ...said(feedback) });
      return revised(offlineModel.leaf(node, []) as Descriptor, feedback);
    },
    branch(node, children, feedback) {
      const seen = { children_seen: children.length };
      calls.push({ call: "describe_branch", node: node.id, ...seen, ...said(feedback) });
      return revised(offlineModel.branch(node, children, []) as Descriptor, feedback);
    },
    contrast(parent, siblings) {
      const nodes = siblings.map(({ node }) => node.id);
      calls.push({ call: "contrast", parent_title: parent.title, nodes });
      const reply = contrasts.shift();
      return siblings.map(({ descriptor }, i) =>
        reply === undefined ? descriptor : { what: "", when: "", keywords: [], ...reply[i] },
      );
    },
    grade(node, { when }, siblings) {
      calls.push({ call: "grade", node: node.id, siblings: siblings.length, when });
      return grades.shift() ?? { score: 1, reason: "" };
    },
  };
}

function optionsOf(run: Run): DescribeOptions {
  return Object.fromEntries(Object.entries(run.options).map(([name, value]) => [OPTIONS[name]!, value]));
}

/** What an earlier build would have kept, as far as the earlier manifest shows it: unchanged nodes, and unchanged neighbourhoods. */
function cachedOf(run: Run, root: SourceNode): Map<string, Descriptor> {
  const cached = new Map<string, Descriptor>();
  const prior = run.prior_manifest;
  if (prior === undefined) return cached;
  const { concurrency: _concurrency, ...deciding } = { ...DEFAULTS, ...optionsOf(run) };
  const keys = new DescriptionKeys(root, { id: "scripted", ...deciding });
  const hashes = contentHashes(root);
  const before = (node: SourceNode): PriorNode | undefined =>
    node.id === "r" ? prior.root : prior.nodes[node.id];
  const isSame = (node: SourceNode): boolean => {
    const old = before(node);
    const hash = node.id === "r" ? prior.source.content_hash : old?.content_hash;
    const ids = node.children?.map(({ id }) => id);
    return hash === hashes.get(node.id) && old?.title === node.title && same(ids, old?.children);
  };
  const isSameBelow = (node: SourceNode): boolean => [...preOrder(node)].every((one) => isSame(one.node));
  for (const { node, parent } of preOrder(root)) {
    if (!isSameBelow(node)) continue;
    const { what, when, keywords = [] } = before(node)!;
    cached.set(keys.of(node.id, "described"), { what, when, keywords });
    const isAlone = parent === null || parent.children!.length === 1;
    if (isAlone || isSameBelow(parent)) cached.set(keys.of(node.id, "final"), { what, when, keywords });
  }
  return cached;
}

function same(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A repair is graded as well (B 6): where the recording goes on without, a grade is expected. */
function withGradedRepairs(calls: readonly Call[], made: readonly Call[]): Call[] {
  const expected: Call[] = [];
  calls.forEach((call, i) => {
    expected.push(call);
    const next = calls[i + 1];
    if (call.feedback === undefined || (next?.call === "grade" && next.node === call.node)) return;
    expected.push(made[expected.length]!);
    assert.deepEqual([expected.at(-1)?.call, expected.at(-1)?.node], ["grade", call.node], "B 6");
  });
  return expected;
}

async function replay(run: Run) {
  const root = sourceNode(run.tree);
  const calls: Call[] = [];
  const options = { ...optionsOf(run), cached: cachedOf(run, root) };
  const { descriptors, stats } = await describeTree({ root }, scripted(run, calls), options);
  return { root, calls, descriptors: Object.fromEntries(descriptors), stats };
}

/** Runs in which a fault of the recording shows beside what is contract. */
const BESIDE: Record<string, (run: Run) => Run> = {
  "two repairs allowed": (run) => {
    // B 6: what telling apart has brought stays through a repair.
    const calls = run.calls.map((call) =>
      call.call === "grade" && call.when?.includes("Revised") ? { ...call, when: "red circle" } : call,
    );
    const a = { ...run.descriptors["a"]!, when: "red circle" };
    calls.forEach((call) => {
      if (call.feedback?.includes("still vague"))
        call.feedback = ["still vague", "vacuity:what_restates_title"];
    });
    return { ...run, calls, descriptors: { ...run.descriptors, a } };
  },
  "grade exactly at the threshold passes": (run) => {
    const b = { ...run.descriptors["b"]!, when: "green square" };
    return { ...run, descriptors: { ...run.descriptors, b } };
  },
};

for (const recorded of runs.filter(({ grade }) => grade !== "bug")) {
  test(`engine: ${recorded.name}`, async () => {
    const run = BESIDE[recorded.name]?.(recorded) ?? recorded;
    const { root, calls, descriptors, stats } = await replay(run);
    assert.deepEqual(calls, withGradedRepairs(run.calls, calls));
    // B 9: the recorded manifest has no keywords of the root.
    if (run.prior_manifest !== undefined) {
      delete run.descriptors["r"];
      delete descriptors["r"];
    }
    assert.deepEqual(descriptors, run.descriptors);
    assert.deepEqual([stats.regenerated, stats.reused], [run.stats.regenerated, run.stats.reused]);
    if (recorded !== run) return;
    const { maxSimilarity, collidingGroups, pairs } = stats.collisions;
    const places = new Map(
      [...preOrder(root)].flatMap(({ node }) => (node.children ?? []).map((c, i) => [c.id, i])),
    );
    assert.deepEqual(
      {
        max_similarity: maxSimilarity,
        colliding_groups: collidingGroups,
        pairs: pairs.map(({ a, b, similarity }) => ({ a: places.get(a), b: places.get(b), similarity })),
      },
      run.stats.collisions,
    );
    assert.deepEqual(
      { flagged: stats.vacuity.flagged.map(({ node }) => node), count: stats.vacuity.count },
      run.stats.vacuity,
    );
  });
}

const runNamed = (name: string): Run => {
  const run = runs.find((one) => one.name.startsWith(name));
  assert.ok(run !== undefined && run.grade === "bug", name);
  return run;
};

test("a round that made it worse is not kept (B 7)", async () => {
  const run = runNamed("a worse round is kept");
  const { descriptors, stats } = await replay(run);
  assert.notEqual(descriptors["a"]!.what, descriptors["b"]!.what);
  assert.ok(stats.collisions.maxSimilarity < run.stats.collisions.max_similarity);
});

test("a repair keeps what telling apart has brought, and is graded (B 6)", async () => {
  const run = runNamed("low grade forces one repair");
  const { calls, descriptors } = await replay(run);
  assert.equal(descriptors["a"]!.when, "red circle");
  assert.notEqual(descriptors["a"]!.what, "alpha one");
  assert.equal(calls.filter(({ call, node }) => call === "grade" && node === "a").length, 2);
});

test("whoever is left over is told apart as well (B 8)", async () => {
  const run = runNamed("nine unlike siblings");
  const { calls } = await replay(run);
  const contrasts = calls.filter(({ call }) => call === "contrast");
  assert.equal(contrasts.length, 2);
  assert.ok(contrasts[1]!.nodes!.includes("w8") && contrasts[1]!.nodes!.length === 8);
});

test("a renamed leaf, or a new title, is described again, and so is what it stands among (B 4, B 5)", async () => {
  const renamed = await replay(runNamed("rebuild, one leaf renamed"));
  assert.deepEqual(
    renamed.calls.filter(({ call }) => call === "contrast").map(({ parent_title }) => parent_title),
    ["Root", "Garden work"],
  );
  const titled = await replay(runNamed("rebuild, only a title changed"));
  assert.ok(titled.calls.some(({ call }) => call === "describe_leaf"));
  assert.ok(titled.stats.regenerated > 0);
});

test("every run has its grade, and each that shows a fault is asserted the other way", () => {
  assert.deepEqual([runs.length, runs.filter(({ grade }) => grade === "bug").length], [24, 5]);
});
