// Does a descriptor say what is really there? Its words against those of the content: 1 where none occurs, 5 where all do. A
// model may judge in place of words (`model/model-fidelity.ts`).
import { isPithError } from "../../base/error.ts";
import { toEven } from "../to-even.ts";
import type { Descriptor, Descriptors } from "./descriptor.ts";
import { inParallel } from "./in-parallel.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";
import { descriptorBag, wordBag } from "./word-bag.ts";

export interface Assessment {
  /** 1 to 5. */
  score: number;
  /** Where it is low; empty otherwise. */
  reason: string;
}

export type Assess = (
  node: SourceNode,
  descriptor: Descriptor,
  truth: string,
) => Promise<Assessment> | Assessment;

export interface FidelityReport {
  scored: number;
  /** Where words stood in for who was to judge. */
  failed: number;
  /** Three decimals; 5 where nothing was scored. */
  mean: number;
  /** Below 3, in the order of the tree. */
  flagged: string[];
  /** The lowest first; at most ten. */
  worst: { node: string; score: number; reason: string }[];
}

/** Of a content, in code points: what a descriptor says stands near the top. */
const MOST_READ = 6_000;
const LEAST_SCORE = 3;
const MOST_WORST = 10;

/** What a descriptor is held against: the content, or what stands for it; of a branch what its parts are called. */
export function truthOf({ title, hint = "", content = "", children }: SourceNode): string {
  if (children === undefined) return beginning(content || hint || title);
  return beginning(
    children
      .map((child) => child.title || child.hint || "")
      .filter((text) => text !== "")
      .join(" "),
  );
}

function beginning(text: string): string {
  return text.length <= MOST_READ
    ? text
    : Array.from(text.slice(0, MOST_READ * 2))
        .slice(0, MOST_READ)
        .join("");
}

export function lexicalFidelity(descriptor: Descriptor, truth: string): Assessment {
  const said = descriptorBag(descriptor);
  if (said.size === 0) return { score: 1, reason: "the descriptor has no words" };
  const there = wordBag(truth);
  let grounded = 0;
  for (const word of said) if (there.has(word)) grounded++;
  const share = grounded / said.size;
  const reason = share < 0.5 ? `${toEven(100 * share, 0)}% of its words occur in the content` : "";
  return { score: Number(toEven(1 + 4 * share, 2)), reason };
}

/** Every node but the root, by words unless somebody judges, and where his judgement fails. Throws CANCELLED alone. */
export async function scoreFidelity(
  root: SourceNode,
  descriptors: Descriptors,
  assess: Assess | null = null,
  concurrency = 1,
): Promise<FidelityReport> {
  const nodes = [...preOrder(root)].filter(({ parent }) => parent !== null);
  let failed = 0;
  const scores = await inParallel(nodes, concurrency, async ({ node }) => {
    const descriptor = descriptors.get(node.id)!;
    let found = lexicalFidelity(descriptor, truthOf(node));
    try {
      if (assess !== null) found = await assess(node, descriptor, truthOf(node));
    } catch (error) {
      if (isPithError(error) && error.code === "CANCELLED") throw error;
      failed++;
    }
    return { node: node.id, score: Number(toEven(found.score, 2)), reason: found.reason };
  });
  const sum = scores.reduce((all, { score }) => all + score, 0);
  return {
    scored: scores.length,
    failed,
    mean: scores.length === 0 ? 5 : Number(toEven(sum / scores.length, 3)),
    flagged: scores.filter(({ score }) => score < LEAST_SCORE).map(({ node }) => node),
    worst: scores.toSorted((a, b) => a.score - b.score).slice(0, MOST_WORST),
  };
}
