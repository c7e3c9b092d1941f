// Builds as the format's first implementation recorded them, through the describer that it recorded them with: each field of each
// node, costs, hashes, the order of keys, llms.txt, statistics. Shaping is off: the original has none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contentHash } from "../../../src/manifest/content-hash.ts";
import { compileSource } from "../../../src/manifest/compile/compile.ts";
import type { SourceNode, SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { vectors } from "../vectors.ts";
import { offlineModel } from "./offline-model.ts";

interface VectorManifestNode {
  title: string;
  what: string;
  content_hash: string;
  keywords?: string[];
  links?: { to: string; why: string }[];
  children?: string[];
  payload?: { format: string };
}

interface VectorManifest {
  source: { id: string; kind: string; content_hash: string };
  variant: { budget: number; manifest_tokens: number; siblings: number[] };
  full_tokens: number;
  root: VectorManifestNode & { id: string };
  nodes: Record<string, VectorManifestNode>;
}

interface FakeBuild {
  name: string;
  kind: string;
  files?: Record<string, string>;
  json_text?: string;
  options: { budgets: number[]; contrastive?: boolean };
  manifest: VectorManifest;
  other_variants: { budget: number; manifest_tokens: number; siblings: number[] }[];
  llms_txt: string;
  stats: {
    nodes: number;
    leaves: number;
    branches: number;
    full_tokens: number;
    manifest_tokens: number;
    regenerated: number;
    max_sibling_similarity: number;
    collisions: { colliding_groups: number };
  };
}

const { builds } = vectors<{ builds: FakeBuild[] }>("build/fake_builds");

/** Contents by their hash: what an adapter makes of the recorded files is for its own vectors. */
function contentsOf({ files, json_text }: FakeBuild): Map<string, string> {
  const texts = Object.values(files ?? {}).map((text) =>
    text
      .replaceAll("\r\n", "\n")
      .replace(/^---\n[^]*?\n---\n*/, "")
      .trim(),
  );
  const tools: unknown = json_text === undefined ? [] : JSON.parse(json_text);
  const entries = Array.isArray(tools) ? tools : ((tools as { tools?: unknown[] }).tools ?? []);
  for (const entry of entries) texts.push(JSON.stringify(sortedKeys(entry), null, 2));
  return new Map(texts.map((text) => [contentHash(text), text]));
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sortedKeys(one)]));
}

/** As the adapter gave it. They are small: by calls. */
function treeOf(build: FakeBuild): SourceTree {
  const { source, root, nodes } = build.manifest;
  const contents = contentsOf(build);
  const nodeOf = (id: string, node: VectorManifestNode): SourceNode => {
    const { title, what, keywords = [], links = [], children, payload } = node;
    const base = {
      id,
      title,
      format: payload?.format ?? "md",
      facets: {},
      links,
      keywords: children === undefined ? keywords : [],
      hint: children === undefined ? what.slice(`${title}: `.length) : what,
    };
    return children === undefined
      ? { ...base, content: contents.get(node.content_hash) ?? "?" }
      : { ...base, children: children.map((child) => nodeOf(child, nodes[child]!)) };
  };
  return { id: source.id, kind: source.kind, root: nodeOf(root.id, root), notes: [] };
}

/** One line: ours are, those of the original may hold line ends. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

for (const build of builds) {
  test(`a recorded build: ${build.name}`, async () => {
    const { manifest, stats } = build;
    const tree = treeOf(build);
    const compiled = await compileSource(tree, offlineModel, {
      budgets: build.options.budgets,
      shape: false,
      leaves: { kind: "beside", file: "x.leaves.jsonl" },
      describe: { contrastive: build.options.contrastive !== false },
    });
    const [first, ...others] = compiled.variants;
    const written = JSON.parse(first!.text) as Record<string, unknown> & VectorManifest & { usage?: string };
    delete written.usage;
    delete (written.source as Record<string, unknown>)["x-pith"];
    // Texts first: the order of keys is a part of the format's writing.
    assert.equal(flat(JSON.stringify(written, null, 1)), flat(JSON.stringify(spaced(manifest), null, 1)));
    assert.deepEqual(
      others.map(({ text }) => (JSON.parse(text) as VectorManifest).variant),
      build.other_variants.map(({ budget, manifest_tokens, siblings }) => ({
        budget,
        manifest_tokens,
        siblings,
      })),
    );
    const paragraph = /## How to read this index\n\n(.*)\n/.exec(compiled.llmsTxt)![1]!;
    const expected = flat(build.llms_txt.replace("{{how-to-read paragraph}}", paragraph));
    if (hasLeafAfterBranch(tree.root)) assertLeavesFirst(compiled.llmsTxt, expected);
    else assert.equal(flat(compiled.llmsTxt), expected);
    assert.deepEqual(
      {
        nodes: compiled.stats.nodes,
        leaves: compiled.stats.leaves,
        branches: compiled.stats.branches,
        full_tokens: compiled.stats.fullTokens,
        manifest_tokens: first!.manifestTokens,
        regenerated: compiled.stats.describe.regenerated,
        max: compiled.stats.describe.collisions.maxSimilarity,
        colliding: compiled.stats.describe.collisions.collidingGroups,
      },
      {
        nodes: stats.nodes,
        leaves: stats.leaves,
        branches: stats.branches,
        full_tokens: stats.full_tokens,
        manifest_tokens: stats.manifest_tokens,
        regenerated: stats.regenerated,
        max: stats.max_sibling_similarity,
        colliding: stats.collisions.colliding_groups,
      },
    );
  });
}

function spaced(manifest: VectorManifest): unknown {
  return JSON.parse(JSON.stringify(manifest), (_key, value: unknown) =>
    typeof value === "string" ? flat(value).trim() : value,
  );
}

function hasLeafAfterBranch({ children = [] }: SourceNode): boolean {
  const branch = children.findIndex((child) => child.children !== undefined);
  const after = branch === -1 ? [] : children.slice(branch);
  return after.some((child) => child.children === undefined) || children.some(hasLeafAfterBranch);
}

/** B 17: there a leaf that follows a branch stands under that branch's heading. The lines are the same, their order isn't. */
function assertLeavesFirst(ours: string, expected: string): void {
  const lines = (text: string) =>
    flat(text)
      .trim()
      .split(/ (?=#|- \[)/)
      .toSorted();
  assert.deepEqual(lines(ours), lines(expected));
  assert.notEqual(flat(ours), expected);
}
