// What will it cost to have a tree described by a model? Said before it starts: the calls, the tokens of their prompts, the
// price where prices are known. Between the least, where everything does at once, and the most, where every round and repair is
// needed. Tokens are estimated as everywhere in a manifest: four code points each.
import { DEFAULTS } from "../compile/describe-run.ts";
import type { DescribeOptions } from "../compile/describe-run.ts";
import type { Descriptor } from "../compile/descriptor.ts";
import { preOrder, type SourceNode } from "../compile/source-tree.ts";
import { estimateTokens } from "../node-cost.ts";
import type { Prompt } from "./endpoint-client.ts";
import {
  branchPrompt,
  contrastPrompt,
  gradePrompt,
  leafPrompt,
  LONGEST,
  synthesisPrompt,
} from "./prompts.ts";

export interface Prices {
  /** Of a million tokens, in whatever money. */
  prompt: number;
  reply: number;
}

export interface Range {
  least: number;
  most: number;
}

export interface ModelCost {
  calls: Range;
  promptTokens: Range;
  replyTokens: Range;
  /** Null where no prices were given. */
  price: Range | null;
}

export interface CostOptions extends Pick<
  DescribeOptions,
  "contrastive" | "contrastChunk" | "maxContrastRounds" | "maxRepairs"
> {
  synthesis?: boolean;
  prices?: Prices;
}

/** Tokens of a reply: an entry, a grade. */
const ENTRY = 70;
const GRADE = 40;
/** As long as an entry may be. */
const LINE = "x".repeat(LONGEST);
const SOME: Descriptor = { what: LINE, when: LINE, keywords: [] };
/** Siblings whose lines go with a grade (`compile/grade-and-repair.ts`). */
const MOST_GRADED_AGAINST = 64;

export function estimateModelCost(root: SourceNode, options: CostOptions = {}): ModelCost {
  const { contrastive, contrastChunk, maxContrastRounds, maxRepairs } = { ...DEFAULTS, ...options };
  const sum = new Sum();
  for (const { node, parent } of preOrder(root)) {
    const describe = tokensOf(describePrompt(node, options.synthesis === true));
    sum.add(describe, ENTRY, 1, parent === null ? 1 : 1 + maxRepairs);
    const siblings = (parent?.children?.length ?? 1) - 1;
    const against = Array.from({ length: Math.min(siblings, MOST_GRADED_AGAINST) }, () => SOME);
    if (parent !== null && maxRepairs > 0)
      sum.add(tokensOf(gradePrompt(SOME, against)), GRADE, 1, 1 + maxRepairs);
    const children = node.children ?? [];
    if (!contrastive || children.length < 2) continue;
    const group = children.slice(0, contrastChunk).map((child) => ({ node: child, descriptor: SOME }));
    const groups = Math.ceil(children.length / contrastChunk);
    // Who is left over, and pairs across groups, have turns of their own.
    const most = groups * Math.max(1, maxContrastRounds) * (groups > 1 ? 2 : 1);
    sum.add(tokensOf(contrastPrompt(node, group)), ENTRY * group.length, groups, most);
  }
  return sum.cost(options.prices);
}

function describePrompt(node: SourceNode, synthesis: boolean): Prompt {
  if (node.children === undefined) return leafPrompt(node, []);
  if (synthesis) return synthesisPrompt(node, []);
  return branchPrompt(
    node,
    node.children.map((child) => ({ node: child, descriptor: SOME })),
    [],
  );
}

function tokensOf({ system = "", user }: Prompt): number {
  return estimateTokens(system) + estimateTokens(user);
}

class Sum {
  readonly #calls: Range = { least: 0, most: 0 };
  readonly #prompt: Range = { least: 0, most: 0 };
  readonly #reply: Range = { least: 0, most: 0 };

  add(prompt: number, reply: number, least: number, most: number): void {
    for (const [range, each] of [
      [this.#calls, 1],
      [this.#prompt, prompt],
      [this.#reply, reply],
    ] as const) {
      range.least += each * least;
      range.most += each * most;
    }
  }

  cost(prices: Prices | undefined): ModelCost {
    const priceOf = (key: keyof Range): number =>
      (this.#prompt[key] * prices!.prompt + this.#reply[key] * prices!.reply) / 1_000_000;
    return {
      calls: this.#calls,
      promptTokens: this.#prompt,
      replyTokens: this.#reply,
      price: prices === undefined ? null : { least: priceOf("least"), most: priceOf("most") },
    };
  }
}
