// By what is a description known in a later build? By all that it depends on: the node with its content, of a branch all below
// it, the options, the describer with its model and prompts; of what siblings had a part in, those as well. What is found under
// its key is what would be made again.
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/hash.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";

/** How far a descriptor had come: as first described, told apart from those most like it, from all, graded and repaired. */
export type Stage = "described" | "grouped" | "contrasted" | "final";

export class DescriptionKeys {
  readonly #own = new Map<string, string>();
  readonly #context = new Map<string, string>();
  readonly #prefix: string;

  /** `settings`: options and the describer's id. */
  constructor(root: SourceNode, settings: unknown) {
    this.#prefix = sha256(canonicalJson(settings)).slice(0, 16);
    const nodes = [...preOrder(root)];
    // Children stand behind their parent: backwards, each is known before it is asked for.
    for (const { node } of nodes.toReversed()) {
      const below = node.children?.map(({ id }) => this.#own.get(id)!);
      this.#own.set(node.id, sha256(ownText(node, below)));
    }
    for (const { node, parent } of nodes) {
      const isAlone = parent === null || parent.children!.length === 1;
      this.#context.set(node.id, isAlone ? "" : this.#own.get(parent.id)!);
    }
  }

  of(id: string, stage: Stage): string {
    const own = this.#own.get(id)!;
    if (stage === "described") return sha256(`${this.#prefix} ${stage} ${own}`);
    return sha256(`${this.#prefix} ${stage} ${own} ${this.#context.get(id)!}`);
  }
}

function ownText(node: SourceNode, below: readonly string[] | undefined): string {
  const { children: _children, ...own } = node;
  return canonicalJson({ ...own, ...(below !== undefined && { below }) });
}
