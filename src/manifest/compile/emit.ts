// A variant as the text of its file, in the order of the format: what is said of all of it, then a node a line, each before its
// children. Ours stands under `source["x-pith"]`, the one place that the format leaves open.
import { sha256 } from "../../base/hash.ts";
import { contentHash } from "../content-hash.ts";
import { placeRef } from "../leaf-place.ts";
import type { ViewLevel } from "../node-cost.ts";
import type { LeavesAt } from "../open-manifest.ts";
import { describedCost } from "./costs.ts";
import type { CountTokens, ManifestUnit } from "../manifest-unit.ts";
import type { Link } from "./links-kept.ts";
import type { Shaped } from "./shape-to-budget.ts";
import { shapedOrder, type ShapedNode } from "./shaped-tree.ts";

/** What holds for all variants of a build. */
export interface BuildFacts {
  id: string;
  kind: string;
  generatedAt?: string;
  unit: ManifestUnit;
  count: CountTokens;
  leaves: LeavesAt;
  /** Tokens of leaves and of what is below branches, by id. */
  costs: ReadonlyMap<string, number>;
  /** Of nodes of the source, by id. */
  hashes: ReadonlyMap<string, string>;
  /** Cheaper forms of leaves, by id. */
  summaries: ReadonlyMap<string, string>;
}

export interface VariantFacts {
  budget: number;
  siblings: readonly number[];
  reserve: number;
  viewLevel: ViewLevel;
  links: ReadonlyMap<string, readonly Link[]>;
}

export interface EmittedVariant {
  text: string;
  /** Covers all that a route depends on: ids, titles, descriptors, facets, links, structure, contents. */
  identity: string;
  /** Tokens of the root and its children, at the level `full`. */
  manifestTokens: number;
}

export function emitVariant(shaped: Shaped, build: BuildFacts, variant: VariantFacts): EmittedVariant {
  const { root } = shaped;
  const order = [...shapedOrder(root)];
  const clusters = clusterFacts(order, build);
  const lines: string[] = [];
  const known: string[] = [];
  for (const { node, depth } of order) {
    const fields = nodeFields(node, depth, build, variant, clusters);
    const line = `${JSON.stringify(node.id)}: ${JSON.stringify(fields)}`;
    known.push(line);
    if (node !== root) lines.push(`    ${line}`);
  }
  const identity = `sha256:${sha256(known.join("\n"))}`;
  const first = [root, ...(root.children ?? [])];
  const manifestTokens = first.reduce(
    (sum, { title, descriptor }) => sum + describedCost(title, descriptor, build.count),
    0,
  );
  const head = {
    pcx_version: "0.2",
    usage: shaped.usage,
    source: sourceFields(shaped, build, variant, identity),
    variant: { budget: variant.budget, manifest_tokens: manifestTokens, siblings: variant.siblings },
    full_tokens: build.costs.get(root.id) ?? 0,
    root: rootFields(root, build),
  };
  const said = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  const nodes = lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
  return { text: `{\n${said.join("")}  "nodes": ${nodes}\n}\n`, identity, manifestTokens };
}

function sourceFields(shaped: Shaped, build: BuildFacts, variant: VariantFacts, identity: string) {
  return {
    id: build.id,
    kind: build.kind,
    ...(build.generatedAt !== undefined && { generated_at: build.generatedAt }),
    content_hash: build.hashes.get(shaped.root.id)!,
    "x-pith": {
      unit: build.unit,
      identity,
      leaves: build.leaves,
      view: {
        level: variant.viewLevel,
        tokens: shaped.firstView,
        longest_way: shaped.longestWay,
        reserve: variant.reserve,
      },
    },
  };
}

function rootFields(root: ShapedNode, build: BuildFacts) {
  const { id, title, descriptor } = root;
  const { what, when } = descriptor;
  return {
    id,
    title,
    what,
    when,
    ...(root.children === null ? { payload: payloadOf(root, build) } : { children: idsOf(root.children) }),
  };
}

function nodeFields(
  node: ShapedNode,
  tier: number,
  build: BuildFacts,
  { links }: VariantFacts,
  clusters: ReadonlyMap<ShapedNode, { hash: string; tokens: number }>,
) {
  const { id, title, descriptor, source, children } = node;
  const { what, when, keywords } = descriptor;
  const below = clusters.get(node)?.tokens ?? build.costs.get(id) ?? 0;
  const summary = build.summaries.get(id);
  const own = links.get(id)?.map(({ to, why }) => (why === "" ? { to } : { to, why }));
  const facets = source?.facets ?? {};
  return {
    tier,
    title,
    what,
    when,
    tokens: children === null ? below : 0,
    desc_tokens: describedCost(title, descriptor, build.count),
    ...(summary !== undefined && { summary_tokens: build.count(summary) }),
    subtree_tokens: below,
    content_hash: clusters.get(node)?.hash ?? build.hashes.get(id)!,
    ...(keywords.length > 0 && { keywords }),
    ...(own !== undefined && { links: own }),
    ...(Object.keys(facets).length > 0 && { facets }),
    ...(children === null ? { payload: payloadOf(node, build) } : { children: idsOf(children) }),
  };
}

function idsOf(nodes: readonly ShapedNode[]): string[] {
  return nodes.map(({ id }) => id);
}

function payloadOf({ id, source }: ShapedNode, { leaves, summaries }: BuildFacts) {
  const place = leaves.kind === "in-place" ? source?.place : undefined;
  return {
    ref: place === undefined ? nodeRef(id) : placeRef(place),
    format: source?.format ?? "md",
    render: summaries.has(id) ? ["full", "summary"] : ["full"],
  };
}

/** Signs that would end it are escaped: an id may hold any. */
export function nodeRef(id: string): string {
  return `node://${id.replaceAll(/[%#?()[\]<>\\\u0000-\u0020\u007f]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, "0")}`;
  })}`;
}

/** Hashes and sums of branches that the source doesn't have, by the format's rule. */
function clusterFacts(
  order: readonly { node: ShapedNode }[],
  build: BuildFacts,
): Map<ShapedNode, { hash: string; tokens: number }> {
  const facts = new Map<ShapedNode, { hash: string; tokens: number }>();
  for (let i = order.length - 1; i >= 0; i--) {
    const { node } = order[i]!;
    if (node.source !== null || node.children === null) continue;
    let hashes = "";
    let tokens = 0;
    for (const child of node.children) {
      const known = facts.get(child);
      hashes += known?.hash ?? build.hashes.get(child.id)!;
      tokens += known?.tokens ?? build.costs.get(child.id) ?? 0;
    }
    facts.set(node, { hash: contentHash(hashes), tokens });
  }
  return facts;
}
