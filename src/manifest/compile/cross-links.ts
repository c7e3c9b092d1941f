// What else should somebody see who came here? Nodes of other parts of the tree that are alike, by the words of their
// descriptors, by vectors that were given, or by those that Pith brings. Telling siblings apart drives words apart, so vectors
// find what words can't.
import { compareStrings } from "../../base/order.ts";
import type { Embedder } from "../../vectors/embedder.ts";
import { product, similarities } from "../../vectors/similarity.ts";
import { textTerms } from "../../vectors/text-terms.ts";
import type { Descriptor, Descriptors } from "./descriptor.ts";
import { likeness, pairsFrom, type Bag } from "./likeness.ts";
import type { Link } from "./links-kept.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";
import { descriptorBag } from "./word-bag.ts";

export interface CrossLinkOptions {
  /** Likeness from which on a link is made; 0.35 unless said, of Pith's own vectors 0.6. */
  minSim?: number;
  /** Links of one node; 3 unless said. */
  k?: number;
  /** By the id of the node. Two nodes that have one each are compared by them, all others by words. */
  vectors?: ReadonlyMap<string, readonly number[]>;
  /** Pith's own vectors, of what is said of each node. */
  embedder?: Embedder | null;
  /** The reason that is written, in place of the words that both have. What is empty, or throws, is none. */
  why?: (source: SourceNode, target: SourceNode, shared: readonly string[]) => string;
}

const MIN_SIM = 0.35;
const MIN_SIM_OWN = 0.6;
const MOST_LINKS = 3;
const MOST_NAMED = 3;
/** So many nodes are compared all with all by their vectors; of more only those that share a word. */
const MOST_COMPARED = 2_000;
const MOST_COMPARED_OWN = 10_000;
/** Of those pairs that share a word, where vectors decide. */
const LEAST_SHARED = 0.05;

/** Words that name no common subject. */
const FILLERS = new Set(
  (
    "and are but can content contents data does find from get gets has have into its not other page part request " +
    "requests right route set text their them these they tool tools use used user uses using value via what which will you your"
  ).split(" "),
);

/** By the id of the node: those to add, the most alike first. Links that a node has take a place and are not given again. */
export function crossLinks(
  root: SourceNode,
  descriptors: Descriptors,
  options: CrossLinkOptions = {},
): Map<string, Link[]> {
  const { embedder = null, k = MOST_LINKS, why } = options;
  const minSim = options.minSim ?? (embedder === null ? MIN_SIM : MIN_SIM_OWN);
  const nodes = partsOf(root).map(({ node, part }) => ({
    node,
    part,
    bag: descriptorBag(descriptors.get(node.id)!),
    near: [] as { to: number; sim: number }[],
  }));
  const bags = nodes.map(({ bag }) => bag);
  const add = (i: number, j: number, sim: number): void => {
    if (sim < minSim || sim <= 0 || nodes[i]!.part === nodes[j]!.part) return;
    nodes[i]!.near.push({ to: j, sim });
    nodes[j]!.near.push({ to: i, sim });
  };
  if (embedder !== null) {
    const vectors = nodes.map(({ node }) => ownVector(embedder, node, descriptors.get(node.id)!));
    comparedOwn(vectors, bags, add);
  } else
    comparedGiven(
      nodes.map(({ node }) => options.vectors?.get(node.id)),
      bags,
      minSim,
      add,
    );
  const links = new Map<string, Link[]>();
  for (const { node, bag, near } of nodes) {
    near.sort((a, b) => b.sim - a.sim || compareStrings(nodes[a.to]!.node.id, nodes[b.to]!.node.id));
    const known = new Set(node.links.map(({ to }) => to));
    const found = near.slice(0, k).flatMap(({ to }): Link[] => {
      const target = nodes[to]!;
      if (known.has(target.node.id)) return [];
      return [{ to: target.node.id, why: reasonOf(node, target.node, sharedOf(bag, target.bag), why) }];
    });
    if (found.length > 0) links.set(node.id, found);
  }
  return links;
}

/** Every node but the root, with the child of the root that it lies in or is. */
function partsOf(root: SourceNode): { node: SourceNode; part: string }[] {
  const found: { node: SourceNode; part: string }[] = [];
  let part = "";
  for (const { node, depth } of preOrder(root)) {
    if (depth === 1) part = node.id;
    if (depth > 0) found.push({ node, part });
  }
  return found;
}

type Add = (i: number, j: number, sim: number) => void;

function comparedGiven(
  vectors: readonly (readonly number[] | undefined)[],
  bags: readonly Bag[],
  minSim: number,
  add: Add,
): void {
  const has = vectors.flatMap((vector, i) => (vector === undefined ? [] : [i]));
  const isFew = has.length <= MOST_COMPARED;
  if (isFew)
    has.forEach((i, at) => {
      for (const j of has.slice(at + 1)) add(i, j, cosineOf(vectors[i]!, vectors[j]!));
    });
  for (const pair of pairsFrom(
    bags,
    has.length > 0 && !isFew ? LEAST_SHARED : Math.max(minSim, Number.MIN_VALUE),
  )) {
    const [a, b] = [vectors[pair.i], vectors[pair.j]];
    if (a === undefined || b === undefined) add(pair.i, pair.j, pair.likeness);
    else if (!isFew) add(pair.i, pair.j, cosineOf(a, b));
  }
}

function comparedOwn(vectors: readonly Int8Array[], bags: readonly Bag[], add: Add): void {
  if (vectors.length === 0) return;
  const size = vectors[0]!.length;
  const lengths = vectors.map((vector) => Math.sqrt(product(vector, vector, 0)));
  const simOf = (sum: number, i: number, j: number): number =>
    lengths[i] === 0 || lengths[j] === 0 ? 0 : sum / (lengths[i]! * lengths[j]!);
  if (vectors.length > MOST_COMPARED_OWN) {
    for (const { i, j } of pairsFrom(bags, LEAST_SHARED))
      add(i, j, simOf(product(vectors[i]!, vectors[j]!, 0), i, j));
    return;
  }
  const rows = new Int8Array(vectors.length * size);
  vectors.forEach((vector, i) => rows.set(vector, i * size));
  vectors.forEach((vector, i) => {
    const sums = new Int32Array(vectors.length - i - 1);
    similarities(vector, rows.subarray((i + 1) * size), sums);
    sums.forEach((sum, at) => add(i, i + 1 + at, simOf(sum, i, i + 1 + at)));
  });
}

function ownVector(
  embedder: Embedder,
  { title }: SourceNode,
  { what, when, keywords }: Descriptor,
): Int8Array {
  return embedder.embed(textTerms(`${title} ${what} ${when} ${keywords.join(" ")}`));
}

/** 0 of unequal lengths, and where one is all zeros. */
export function cosineOf(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let [sum, own, other] = [0, 0, 0];
  for (let d = 0; d < a.length; d++) {
    sum += a[d]! * b[d]!;
    own += a[d]! * a[d]!;
    other += b[d]! * b[d]!;
  }
  return own === 0 || other === 0 ? 0 : sum / (Math.sqrt(own) * Math.sqrt(other));
}

function sharedOf(a: Bag, b: Bag): string[] {
  return likeness(a, b) === 0 ? [] : [...a].filter((word) => b.has(word)).sort(compareStrings);
}

function reasonOf(
  source: SourceNode,
  target: SourceNode,
  shared: readonly string[],
  why: CrossLinkOptions["why"],
): string {
  try {
    const given = why?.(source, target, shared).trim() ?? "";
    if (given !== "") return given;
  } catch {
    // A reason that can't be had is no reason to have no link.
  }
  return sharedReason(shared);
}

/** Up to three words that both have. */
export function sharedReason(shared: readonly string[]): string {
  const named = shared.filter((word) => !FILLERS.has(word)).slice(0, MOST_NAMED);
  return named.length === 0 ? "near in meaning, in another part" : `also about ${named.join(", ")}`;
}
