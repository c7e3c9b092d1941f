// The engine over describers that fail, that answer what is no descriptor, that are slow, that are stopped: a descriptor of
// every node that a manifest can hold, the same whatever was called at once, and nothing asked twice after a stop.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sha256 } from "../../../src/base/hash.ts";
import { describeTree } from "../../../src/manifest/compile/describe-tree.ts";
import type { Describer, Descriptor } from "../../../src/manifest/compile/descriptor.ts";
import { preOrder, type SourceNode } from "../../../src/manifest/compile/source-tree.ts";
import { codePoints } from "../../../src/manifest/node-cost.ts";

const WORDS = "harbour ledger invoice crane vessel berth tariff pilot buoy anchor".split(" ");

function leaf(id: string, content = id): SourceNode {
  return { id, title: id, format: "md", content, keywords: [], facets: {}, links: [] };
}

function branch(id: string, children: SourceNode[]): SourceNode {
  const { content: _content, ...node } = leaf(id);
  return { ...node, children };
}

/** A tree by the numbers of children of its nodes, in the order in which they are made. */
function treeOf(widths: readonly number[]): SourceNode {
  const root = branch("r", []);
  const open = [root];
  let made = 0;
  for (const width of widths) {
    const at = open.shift();
    if (at === undefined) break;
    for (let i = 0; i < width; i++) {
      const child = leaf(`n${made++}`, WORDS[made % WORDS.length]!);
      at.children!.push(child);
      // Every second one goes on.
      if (made % 2 === 0) {
        delete child.content;
        child.children = [];
        open.push(child);
      }
    }
  }
  return root;
}

const trees = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 }).map(treeOf);

/** A number from 0 to 1 that hangs on the text alone. */
function chance(text: string): number {
  return Number.parseInt(sha256(text).slice(0, 8), 16) / 0xffffffff;
}

function made(id: string, feedback: readonly string[]): Descriptor {
  const word = (salt: string): string => WORDS[Math.floor(chance(salt + id) * WORDS.length)]!;
  return {
    what: `${word("a")} of ${word("b")} ${feedback.join(" ")}`,
    when: `${word("c")} ${word("d")}`,
    keywords: [word("e")],
  };
}

const FAULTY: unknown[] = [
  null,
  undefined,
  7,
  "text",
  [],
  {},
  { what: null, when: "x" },
  { what: "x" },
  { what: " ", when: "\n" },
  { what: "w".repeat(500), when: "🚢".repeat(300), keywords: null },
  { what: "a\nb\u0000c", when: "\ud800 half", keywords: [1, "k", null] },
  { what: { toString: 1 }, when: [], keywords: "tea" },
];

/** Answers that hang on what it is asked alone; of some nodes it throws, of some it answers what is no descriptor. */
function describer(faults: number, slow = false, asked: string[] = []): Describer {
  const answer = <T>(call: string, id: string, sound: () => T): Promise<T> | T => {
    asked.push(`${call} ${id}`);
    const fate = chance(`${call} ${id}`);
    const give = (): T => {
      if (fate < faults / 2) throw new Error(`no answer for ${id}`);
      if (fate < faults) return FAULTY[Math.floor(chance(`fault ${call} ${id}`) * FAULTY.length)] as T;
      return sound();
    };
    if (!slow) return give();
    return new Promise<void>((resolve) => setTimeout(resolve, fate * 3)).then(give);
  };
  return {
    id: `test ${faults}`,
    leaf: ({ id }, feedback) => answer("leaf", `${id} ${feedback.length}`, () => made(id, feedback)),
    branch: ({ id }, children, feedback) =>
      answer(
        "branch",
        `${id} ${feedback.length} ${children.map(({ descriptor }) => descriptor.what).join()}`,
        () => made(id, feedback),
      ),
    contrast: (parent, siblings) =>
      answer(
        "contrast",
        `${parent.id} ${siblings.map(({ node, descriptor }) => node.id + descriptor.when).join()}`,
        () =>
          siblings.map(({ node, descriptor }) => ({
            ...descriptor,
            when: `${descriptor.when} ${node.id}word`,
          })),
      ),
    grade: ({ id }, { what }, siblings) =>
      answer("grade", `${id} ${what} ${siblings.length}`, () => ({
        score: chance(`grade ${id} ${what}`),
        reason: "dull",
      })),
  };
}

const options = { contrastChunk: 3, maxRepairs: 2, maxContrastRounds: 3 };

test("whatever a describer does, each node has a descriptor that a manifest can hold", async () => {
  await fc.assert(
    fc.asyncProperty(trees, fc.constantFrom(0, 0.3, 1), async (root, faults) => {
      const { descriptors, stats } = await describeTree({ root }, describer(faults), options);
      const nodes = [...preOrder(root)];
      assert.equal(descriptors.size, nodes.length);
      for (const { node } of nodes) {
        const { what, when, keywords } = descriptors.get(node.id)!;
        for (const line of [what, when]) {
          assert.ok(line !== "" && line === line.trim() && line.isWellFormed() && !/[\n\u0000]/.test(line));
          assert.ok(codePoints(line) <= 160);
        }
        assert.ok(keywords.every((word) => typeof word === "string" && word !== ""));
      }
      if (faults === 0) assert.deepEqual([stats.fallbacks.count, stats.faults.count], [0, 0]);
      if (faults === 1) assert.equal(stats.fallbacks.count > 0 && stats.faults.count > 0, true);
      assert.equal(stats.faults.first.length, Math.min(10, stats.faults.count));
    }),
  );
});

test("what comes out does not depend on how much is asked at once", async () => {
  await fc.assert(
    fc.asyncProperty(trees, fc.constantFrom(0, 0.3), async (root, faults) => {
      const one = await describeTree({ root }, describer(faults), options);
      const many = await describeTree({ root }, describer(faults, true), { ...options, concurrency: 7 });
      assert.deepEqual(many.descriptors, one.descriptors);
      assert.deepEqual(many.stats.fallbacks, one.stats.fallbacks);
      assert.deepEqual(many.stats.calls, one.stats.calls);
    }),
    { numRuns: 15 },
  );
});

test("a build that was broken off goes on where it was, and comes to what a whole one does", async () => {
  await fc.assert(
    fc.asyncProperty(trees, fc.integer({ min: 0, max: 60 }), async (root, after) => {
      const whole = await describeTree({ root }, describer(0), options);
      const cached = new Map<string, Descriptor>();
      const stop = new AbortController();
      const asked: string[] = [];
      const onDescribed = (key: string, descriptor: Descriptor): void => {
        cached.set(key, descriptor);
        if (cached.size > after) stop.abort();
      };
      const broken = describeTree({ root }, describer(0, false, asked), {
        ...options,
        onDescribed,
        signal: stop.signal,
      });
      await broken.catch((error: { code?: string }) => assert.equal(error.code, "CANCELLED"));
      const before = new Set(asked.filter((call) => call.startsWith("leaf") || call.startsWith("branch")));
      const again: string[] = [];
      const resumed = await describeTree({ root }, describer(0, false, again), { ...options, cached });
      assert.deepEqual(resumed.descriptors, whole.descriptors);
      const twice = again.filter((call) => before.has(call));
      // What was asked when it stopped, at most; and repairs, which are kept as a whole.
      assert.ok(twice.length <= 1 + options.maxRepairs, twice.join());
      const third = await describeTree({ root }, describer(1), { ...options, cached: resumed.known });
      assert.equal(third.stats.reused, 0, "another describer");
      const same = await describeTree({ root }, describer(0), { ...options, cached: resumed.known });
      assert.deepEqual([same.stats.regenerated, same.descriptors], [0, whole.descriptors]);
      assert.deepEqual(same.stats.calls, { leaf: 0, branch: 0, contrast: 0, grade: 0 });
    }),
    { numRuns: 40 },
  );
});

test("after any change of a node, a build with a cache is a build without one", async () => {
  await fc.assert(
    fc.asyncProperty(trees, fc.nat(), fc.nat({ max: 5 }), async (root, at, change) => {
      const first = await describeTree({ root }, describer(0), options);
      const changed = structuredClone(root);
      const { node, parent } = [...preOrder(changed)].at(at % [...preOrder(changed)].length)!;
      if (change === 0) node.title += " anew";
      if (change === 1) node.hint = "a hint";
      if (change === 2) node.keywords = ["word"];
      if (change === 3 && node.content !== undefined) node.content += " more";
      if (change === 4) parent?.children?.splice(parent.children.indexOf(node), 1);
      if (change === 5) node.children?.push(leaf("added"));
      const cached = await describeTree({ root: changed }, describer(0), { ...options, cached: first.known });
      const plain = await describeTree({ root: changed }, describer(0), options);
      assert.deepEqual(cached.descriptors, plain.descriptors);
    }),
    { numRuns: 60 },
  );
});

test("options and describer are part of what is kept; nothing is kept of a node that rules stand in for", async () => {
  const root = treeOf([4, 3, 2]);
  const { known } = await describeTree({ root }, describer(0), options);
  for (const other of [
    { contrastChunk: 4 },
    { collisionThreshold: 0.4 },
    { maxRepairs: 1 },
    { contrastive: false },
  ]) {
    const { stats } = await describeTree({ root }, describer(0), { ...options, ...other, cached: known });
    assert.equal(stats.reused, 0, JSON.stringify(other));
  }
  const fail = (): never => {
    throw new Error("no answer");
  };
  const faulty = await describeTree({ root }, { id: "x", leaf: fail, branch: fail, contrast: fail }, options);
  assert.equal(faulty.known.size, 0);
  assert.equal(faulty.stats.fallbacks.count, faulty.stats.nodes);
});

test("a tree of 100,000 tiers", async () => {
  let root = leaf("bottom");
  for (let i = 0; i < 100_000; i++) root = branch(i === 99_999 ? "r" : `t${i}`, [root]);
  const { descriptors } = await describeTree(
    { root },
    { leaf: ({ id }) => made(id, []), branch: ({ id }) => made(id, []) },
  );
  assert.equal(descriptors.size, 100_001);
});
