// The recorded readings of the format: nodes, costs, renderings, hashes, identities, the structural check.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkStructure } from "../../src/manifest/check-structure.ts";
import { contentHash, contentHashes, identityOf, type HashedTree } from "../../src/manifest/content-hash.ts";
import { isBranch, isLeaf, parseManifest, readManifest, readNode } from "../../src/manifest/manifest.ts";
import {
  baselineTokens,
  codePoints,
  descriptorCost,
  estimateTokens,
  renderDescriptor,
  type ViewLevel,
} from "../../src/manifest/node-cost.ts";
import { manifestText, vectors } from "./vectors.ts";

interface ValidateCase {
  name: string;
  manifest: unknown;
  structural?: { kind: string; node?: string; ref?: string }[];
  structural_crash?: string;
}

const { cases } = vectors<{ cases: ValidateCase[] }>("validate/cases");

/** Where the first implementation reported one thing and another names it better. */
const kindOf = (code: string) => code.replaceAll("-", "_");

for (const { name, manifest, structural, structural_crash: crash } of cases) {
  test(`structure: ${name}`, () => {
    const errors = checkStructure(manifest).filter(({ severity }) => severity === "error");
    if (crash !== undefined) {
      // It died there: here it is a finding.
      assert.ok(errors.length > 0);
      return;
    }
    const got = errors.map(({ code, node, ref }) => ({
      kind: kindOf(code),
      ...(node !== null && { node }),
      ...(ref !== null && { ref }),
    }));
    assert.deepEqual(got, structural);
  });
}

const model = vectors<{
  nodes: { key: string; in: unknown; node?: Record<string, unknown>; crash?: string }[];
  manifests: { name: string; loaded?: Record<string, unknown>; crash?: string }[];
}>("model");

for (const [i, { key, in: value, node: expected, crash }] of model.nodes.entries()) {
  test(`node ${i}: ${JSON.stringify(value).slice(0, 60)}`, () => {
    if (crash !== undefined) {
      assert.throws(() => readNode(key, value), { code: "MANIFEST_INVALID" });
      return;
    }
    const node = readNode(key, value);
    const got = {
      id: node.id,
      title: node.title,
      what: node.what,
      when: node.when,
      tier: node.tier,
      keywords: node.keywords,
      links: node.links,
      facets: Object.fromEntries(node.facets),
      tokens: node.tokens,
      desc_tokens: node.descTokens,
      summary_tokens: node.summaryTokens,
      subtree_tokens: node.subtreeTokens,
      children: node.children,
      payload: node.payload,
      meta: Object.fromEntries(node.meta),
      is_branch: isBranch(node),
      is_leaf: isLeaf(node),
    };
    const there = { ...expected };
    // Accidents of the language it was written in: a text as a list of letters, its own names of true and nothing.
    if (JSON.stringify(value).includes('"keywords":"abc"')) there["keywords"] = [];
    if (JSON.stringify(value).includes('"b":true'))
      there["facets"] = { a: "1", b: "true", c: "null", d: "1.5" };
    assert.deepEqual(got, there);
  });
}

test("manifests of either version are read; what isn't one is said", () => {
  const minimal = JSON.parse(manifestText("minimal")) as Record<string, unknown>;
  for (const { name, loaded, crash } of model.manifests) {
    const value: Record<string, unknown> = { ...minimal };
    if (name.startsWith("no version")) delete value["pcx_version"];
    else if (name.startsWith("version ")) value["pcx_version"] = name.slice("version ".length);
    else if (name.startsWith("no ")) delete value[name.slice("no ".length).replace(" key", "")];
    if (crash !== undefined) {
      assert.throws(() => readManifest(value), { code: "MANIFEST_INVALID" }, name);
      continue;
    }
    const read = readManifest(value);
    const got = [read.version, read.root.id, read.nodes.size, read.budget, read.siblings, read.fullTokens];
    assert.deepEqual(
      got,
      ["version", "root_id", "nodes", "budget", "siblings", "full_tokens"].map((k) => loaded![k]),
      name,
    );
    if (typeof loaded!["baseline"] === "number") assert.equal(baselineTokens(read), loaded!["baseline"]);
  }
});

test("costs and renderings", () => {
  const tokens = vectors<{
    cases: { text: string; code_points: number; tokens: number }[];
    descriptor_cost: { node: Record<string, unknown>; tokens: number }[];
    baseline: { manifest: string; baseline: number }[];
    render: { title: string | null; what: string; when: string; level: ViewLevel; text: string }[];
  }>("tokens");
  for (const { text, code_points: points, tokens: cost } of tokens.cases) {
    assert.equal(codePoints(text), points);
    assert.equal(estimateTokens(text), cost, text);
  }
  for (const { node, tokens: cost } of tokens.descriptor_cost) {
    assert.equal(
      descriptorCost(readNode("k", { payload: { ref: "x" }, ...node })),
      cost,
      JSON.stringify(node),
    );
  }
  for (const { manifest, baseline } of tokens.baseline) {
    assert.equal(baselineTokens(parseManifest(manifestText(manifest))), baseline, manifest);
  }
  for (const one of tokens.render) assert.equal(renderDescriptor(one, one.level), one.text);
});

test("hashes and identities", () => {
  const hashes = vectors<{
    content: { text: string; hash: string }[];
    trees: { name: string; tree: HashedTree; hashes: Record<string, string> }[];
    identity: { manifest: Record<string, unknown>; identity: string }[];
  }>("hashes");
  for (const { text, hash } of hashes.content) assert.equal(contentHash(text), hash);
  for (const { name, tree, hashes: expected } of hashes.trees) {
    assert.deepEqual(Object.fromEntries(contentHashes(tree)), expected, name);
  }
  for (const { manifest, identity } of hashes.identity) assert.equal(identityOf(manifest), identity);
});
