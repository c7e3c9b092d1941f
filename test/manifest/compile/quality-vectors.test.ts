// Fidelity, shape and links as recorded; betweenness beside the plain way of counting.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { betweenness } from "../../../src/manifest/compile/betweenness.ts";
import {
  cosineOf,
  crossLinks,
  sharedReason,
  type CrossLinkOptions,
} from "../../../src/manifest/compile/cross-links.ts";
import type { Descriptor } from "../../../src/manifest/compile/descriptor.ts";
import { lexicalFidelity, scoreFidelity, truthOf } from "../../../src/manifest/compile/fidelity.ts";
import { shapeWarnings } from "../../../src/manifest/compile/shape-lints.ts";
import { preOrder, type SourceNode } from "../../../src/manifest/compile/source-tree.ts";
import { shippedModel } from "../../../src/vectors/model.ts";
import { vectors, type Grade } from "../vectors.ts";
import { offlineKeywords, offlineSentence, sourceNode, type VectorNode } from "./offline-model.ts";

type Described = Record<string, Descriptor>;

const fidelity = vectors<{
  scores: {
    descriptor: Descriptor;
    content: string;
    score: number;
    reason: null | string | { grounded_percent: number };
  }[];
  report: {
    tree: VectorNode;
    descriptors: Described;
    content_used: Record<string, string>;
    scores: Record<string, number>;
    mean_rounded: number;
    flagged: string[];
    worst_order: string[];
  };
}>("build/fidelity");

test("fidelity by words, of ASCII as recorded; of other scripts their own words (B 34)", () => {
  for (const { descriptor, content, score, reason } of fidelity.scores) {
    const own = lexicalFidelity(descriptor, content);
    if (/[^\0-\x7f]/.test(content)) {
      assert.deepEqual(own, { score: 5, reason: "" }, "B 34");
      continue;
    }
    assert.equal(own.score, score);
    if (reason === null) assert.equal(own.reason, "");
    else if (typeof reason === "string") assert.match(own.reason, /no words/);
    else assert.ok(own.reason.startsWith(`${reason.grounded_percent}% `), own.reason);
  }
});

test("a report over a tree: what is held against what, mean, flagged, worst", async () => {
  const { report } = fidelity;
  const root = sourceNode(report.tree);
  for (const { node } of preOrder(root)) assert.equal(truthOf(node), report.content_used[node.id]);
  const found = await scoreFidelity(root, new Map(Object.entries(report.descriptors)));
  assert.deepEqual(
    [found.mean, found.flagged, found.worst.map(({ node }) => node), found.scored],
    [report.mean_rounded, report.flagged, report.worst_order, Object.keys(report.scores).length],
  );
  for (const { node, score } of found.worst) assert.equal(score, report.scores[node]);
});

const shape = vectors<{
  warnings: {
    name: string;
    tree: VectorNode;
    descriptors: Described | null;
    options: Record<string, number>;
    warnings: Record<string, unknown>[];
  }[];
}>("build/shape");

test("warnings of shape at their limits", () => {
  for (const { name, tree, descriptors, options, warnings } of shape.warnings) {
    const said = descriptors === null ? null : new Map(Object.entries(descriptors));
    const limits = options["min_tree_nodes"] === undefined ? {} : { leastNodes: options["min_tree_nodes"] };
    assert.deepEqual(
      Object.keys(options).filter((key) => key !== "min_tree_nodes"),
      [],
    );
    const found = shapeWarnings(sourceNode(tree), said, limits);
    assert.deepEqual(
      found,
      warnings.map((one) => ({ ...one, kind: String(one["kind"]).replaceAll("_", "-") })),
      name,
    );
  }
});

interface LinkRun {
  name: string;
  grade: Grade;
  tree: VectorNode;
  descriptors: Described;
  options: {
    min_sim?: number;
    k?: number;
    vectors?: Record<string, number[]>;
    why?: "text" | "raises" | "blank";
  };
  added: number;
  links: Record<
    string,
    { to: string; why: string | { shared_terms?: string[]; related_elsewhere?: true } }[]
  >;
  betweenness: Record<string, number>;
}
const recorded = vectors<{
  runs: LinkRun[];
  fallback_reason: { shared: string[]; reason: { kind: string; terms?: string[] } }[];
  cosine: { a: number[]; b: number[]; value: number }[];
}>("build/links");

/** What was an accident there. */
const DECIDED: Record<string, string> = {
  "flat tree: siblings are linked to each other": "kept: each child of the root is a part of its own",
};

function optionsOf({ options, descriptors }: LinkRun): CrossLinkOptions {
  const { min_sim, k, vectors: given, why } = options;
  return {
    ...(min_sim !== undefined && { minSim: min_sim }),
    ...(k !== undefined && { k }),
    ...(given !== undefined && { vectors: new Map(Object.entries(given)) }),
    ...(why !== undefined && {
      why: (source: SourceNode, target: SourceNode, shared: readonly string[]) => {
        if (why === "raises") throw new Error("no reason");
        return why === "blank"
          ? " \n"
          : ` ${descriptors[source.id]!.what} ~ ${descriptors[target.id]!.what} (${shared.length}) `;
      },
    }),
  };
}

for (const run of recorded.runs) {
  test(`links: ${run.name}`, () => {
    if (run.grade !== "contract") assert.ok(run.name in DECIDED);
    const root = sourceNode(run.tree);
    const before = JSON.stringify(root);
    const links = crossLinks(root, new Map(Object.entries(run.descriptors)), optionsOf(run));
    assert.equal(JSON.stringify(root), before, "the tree stays as it is");
    assert.equal([...links.values()].flat().length, run.added);
    const all: Record<string, { to: string; why: string }[]> = {};
    for (const { node } of preOrder(root)) {
      const both = [...node.links, ...(links.get(node.id) ?? [])];
      if (both.length > 0) all[node.id] = both.map(({ to, why }) => ({ to, why }));
    }
    const expected = Object.entries(run.links).map(([id, to]) => [
      id,
      to.map((link) => ({
        to: link.to,
        why: typeof link.why === "string" ? link.why : sharedReason(link.why.shared_terms ?? []),
      })),
    ]);
    assert.deepEqual(all, Object.fromEntries(expected));
    const { of, isExact } = betweenness(root, links);
    assert.equal(isExact, true);
    assert.deepEqual(Object.fromEntries(of), run.betweenness);
  });
}

test("reasons name up to three words that say something; likeness of vectors", () => {
  for (const { shared, reason } of recorded.fallback_reason) {
    const own = sharedReason(shared);
    if (reason.kind === "shared_terms") assert.ok(own.endsWith(reason.terms!.join(", ")), own);
    else assert.equal(own, sharedReason([]));
  }
  for (const { a, b, value } of recorded.cosine) assert.equal(cosineOf(a, b), value);
});

test("Pith's own vectors link what no word links", () => {
  const loaded = shippedModel();
  assert.ok("embedder" in loaded);
  const leaf = (id: string): SourceNode => ({
    id,
    title: id,
    format: "md",
    content: "",
    keywords: [],
    facets: {},
    links: [],
  });
  const part = (id: string, children: SourceNode[]): SourceNode => ({ ...leaf(id), children });
  const root = part("r", [part("one", [leaf("a"), leaf("b")]), part("two", [leaf("c"), leaf("d")])]);
  const say = (what: string, when: string): Descriptor => ({ what, when, keywords: [] });
  const descriptors = new Map([
    ["r", say("all", "all")],
    ["one", say("security", "guards")],
    ["two", say("pictures", "graphics")],
    ["a", say("Validate the password of a login", "sign in fails")],
    ["b", say("Send messages to a queue", "a worker consumes jobs")],
    ["c", say("Check credentials for authentication", "users authenticate")],
    ["d", say("Draw charts of colours", "a picture is rendered")],
  ]);
  const links = crossLinks(root, descriptors, { embedder: loaded.embedder, minSim: 0.4 });
  assert.equal(links.get("a")?.[0]?.to, "c");
  assert.deepEqual(crossLinks(root, descriptors), new Map());
});

/** Every pair's shortest ways, by going through all of them. */
function plainBetweenness(count: number, edges: readonly (readonly [number, number])[]): number[] {
  const beside = Array.from({ length: count }, () => new Set<number>());
  for (const [a, b] of edges) {
    beside[a]!.add(b);
    beside[b]!.add(a);
  }
  const scores: number[] = Array.from({ length: count }, () => 0);
  for (let start = 0; start < count; start++)
    for (let end = start + 1; end < count; end++) {
      let ways: number[][] = [[start]];
      while (ways.length > 0 && !ways.some((way) => way.at(-1) === end))
        ways = ways.flatMap((way) =>
          [...beside[way.at(-1)!]!].filter((next) => !way.includes(next)).map((next) => [...way, next]),
        );
      const shortest = ways.filter((way) => way.at(-1) === end);
      for (const way of shortest) for (const node of way.slice(1, -1)) scores[node]! += 1 / shortest.length;
    }
  return scores;
}

test("betweenness is that of counting all shortest ways; of a part of the nodes it says so", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })), { maxLength: 5 }),
      (parents, links) => {
        const nodes: SourceNode[] = [
          { id: "0", title: "", format: "", keywords: [], facets: {}, links: [], children: [] },
        ];
        const edges: [number, number][] = [];
        parents.forEach((parent, i) => {
          const at = parent % nodes.length;
          const node = { ...nodes[0]!, id: String(i + 1), children: [], links: [] };
          nodes[at]!.children!.push(node);
          nodes.push(node);
          edges.push([at, i + 1]);
        });
        const extra = new Map<string, { to: string; why: string }[]>();
        for (const [a, b] of links) {
          if (a >= nodes.length || b >= nodes.length || a === b) continue;
          extra.set(String(a), [...(extra.get(String(a)) ?? []), { to: String(b), why: "" }]);
          edges.push([a, b]);
        }
        const { of } = betweenness(nodes[0]!, extra);
        const plain = plainBetweenness(nodes.length, edges);
        plain.forEach((score, i) => assert.ok(Math.abs(of.get(String(i))! - score) < 1e-3));
        const part = betweenness(nodes[0]!, extra, 1);
        assert.deepEqual([part.from, part.isExact], [1, nodes.length === 1]);
      },
    ),
  );
});

test("links and betweenness of 20,000 nodes", () => {
  const leaf = (id: string): SourceNode => ({
    id,
    title: id,
    format: "md",
    content: "",
    keywords: [],
    facets: {},
    links: [],
  });
  const parts = Array.from({ length: 200 }, (_, p) => ({
    ...leaf(`p${p}`),
    children: Array.from({ length: 100 }, (_, i) => leaf(`p${p}n${i}`)),
  }));
  const root = { ...leaf("r"), children: parts };
  const descriptors = new Map<string, Descriptor>();
  for (const { node } of preOrder(root)) {
    const twin = node.id.replace(/^p\d+/, "");
    descriptors.set(node.id, { what: `handle ${node.id}`, when: `about topic${twin} request`, keywords: [] });
  }
  const links = crossLinks(root, descriptors, { minSim: 0.3, k: 2 });
  assert.ok([...links.values()].every((one) => one.length <= 2));
  const { of, isExact, from } = betweenness(root, links);
  assert.equal(of.size, 20_201);
  assert.ok(!isExact && from > 100);
});

const text = vectors<{
  fake_keywords: { text: string; keywords: string[] }[];
  first_sentence: { text: string; sentence: string }[];
}>("text");

test("the offline model of these tests is the recorded one", () => {
  for (const { text: from, keywords } of text.fake_keywords)
    assert.deepEqual(offlineKeywords(from), keywords);
  for (const { text: from, sentence } of text.first_sentence) assert.equal(offlineSentence(from), sentence);
});
