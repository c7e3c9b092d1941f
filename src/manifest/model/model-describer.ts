// Who describes with a model: each node by one question, siblings told apart by another, each entry graded by a third. A reply
// that can't be read is a fault of its node, and rules stand in; one of a grader is no fault of the entry.
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/hash.ts";
import { beginning } from "./content-sample.ts";
import type { Describer, Descriptor } from "../compile/descriptor.ts";
import type { Assess } from "../compile/fidelity.ts";
import { preOrder, type SourceNode } from "../compile/source-tree.ts";
import type { Prompt } from "./endpoint-client.ts";
import { keywordsOf, lineOf, numberOf, objectInReply } from "./parse-reply.ts";
import {
  branchPrompt,
  contrastPrompt,
  fidelityPrompt,
  gradePrompt,
  leafPrompt,
  LONGEST,
  PROMPTS_VERSION,
  synthesisPrompt,
} from "./prompts.ts";

/** Asks a model; its reply as it is. */
export type AskModel = (prompt: Prompt) => Promise<string>;

export interface ModelDescriberOptions {
  /** What answers hang on beside the prompt: the model's name, its settings. */
  model: string;
  /** Branches from the contents below them instead of the lines of their children. */
  synthesis?: boolean;
}

const LOWEST_FIDELITY = 1;
const HIGHEST_FIDELITY = 5;
/** Where no score can be read. */
const UNKNOWN_FIDELITY = 3;

export function modelDescriber(
  ask: AskModel,
  { model, synthesis = false }: ModelDescriberOptions,
): Describer {
  const described = async (node: SourceNode, prompt: Prompt): Promise<Descriptor> =>
    // What is missing is null, and the engine has rules say it.
    descriptorIn(await ask(prompt), node) as Descriptor;
  return {
    id: `model ${sha256(canonicalJson([PROMPTS_VERSION, model, synthesis])).slice(0, 16)}`,
    leaf: (node, feedback) => described(node, leafPrompt(node, feedback)),
    branch(node, children, feedback) {
      const isSampled = synthesis && hasContent(node);
      return described(
        node,
        isSampled ? synthesisPrompt(node, feedback) : branchPrompt(node, children, feedback),
      );
    },
    async contrast(parent, siblings) {
      const reply = objectInReply(await ask(contrastPrompt(parent, siblings)));
      const items = reply?.["items"];
      if (!Array.isArray(items)) throw new Error("the reply has no list of items");
      return items.map((item) => partsOf(item)) as unknown as Descriptor[];
    },
    async grade(_node, descriptor, siblings) {
      const reply = objectInReply(await ask(gradePrompt(descriptor, siblings)));
      const score = numberOf(reply?.["score"]) ?? 1;
      return { score: Math.min(1, Math.max(0, score)), reason: lineOf(reply?.["reason"], 300) ?? "" };
    },
  };
}

/** Fidelity as a model judges it. */
export function modelFidelity(ask: AskModel): Assess {
  return async (_node, descriptor, truth) => {
    const reply = objectInReply(await ask(fidelityPrompt(descriptor, truth)));
    const score = numberOf(reply?.["score"]) ?? UNKNOWN_FIDELITY;
    return {
      score: Math.min(HIGHEST_FIDELITY, Math.max(LOWEST_FIDELITY, score)),
      reason: lineOf(reply?.["reason"], 300) ?? "",
    };
  };
}

interface Parts {
  what: string | null;
  when: string | null;
  keywords: string[] | null;
}

function partsOf(item: unknown): Parts {
  const { what, when, keywords } = (typeof item === "object" && item !== null ? item : {}) as Record<
    string,
    unknown
  >;
  return { what: lineOf(what, LONGEST), when: lineOf(when, LONGEST), keywords: keywordsOf(keywords) };
}

/** Throws where there is nothing in it at all. */
function descriptorIn(reply: string, node: SourceNode): Parts {
  const found = objectInReply(reply);
  if (found === null)
    throw new Error(`the reply holds no JSON object: ${JSON.stringify(beginning(reply, 80))}`);
  const parts = partsOf(found);
  return { ...parts, keywords: parts.keywords ?? [...node.keywords] };
}

function hasContent(node: SourceNode): boolean {
  for (const { node: below } of preOrder(node)) if ((below.content ?? "") !== "") return true;
  return false;
}
