// What a node is known by in a manifest, and who says it: rules over the content, or a model.
import type { SourceNode } from "./source-tree.ts";

export interface Descriptor {
  /** One line of what lies behind it; at most 160 code points. */
  what: string;
  /** One line of the goal or question that makes it the right choice among its siblings; at most 160 code points. */
  when: string;
  keywords: readonly string[];
}

/** Of each node by id. */
export type Descriptors = ReadonlyMap<string, Descriptor>;

/** Where a description did not do: a grader's reason, faults of form. */
export type Feedback = readonly string[];

/** Who describes. Whatever it throws is a fault of one node, and the build goes on with what rules say of that. */
export interface Describer {
  /** All that its answers depend on beside what it is asked: model, prompts, settings. Without one nothing is kept of them. */
  readonly id?: string;
  leaf(node: SourceNode, feedback: Feedback): Promise<Descriptor> | Descriptor;
  /** `children`: as they are described by now, in their order. */
  branch(
    node: SourceNode,
    children: readonly { node: SourceNode; descriptor: Descriptor }[],
    feedback: Feedback,
  ): Promise<Descriptor> | Descriptor;
  /** Siblings that are less alike than that need no telling apart, and it is not asked for; all do unless said. */
  readonly alikeFrom?: number;
  /** Siblings told apart: as many descriptors as it was given, in their order. */
  contrast?(
    parent: SourceNode,
    siblings: readonly { node: SourceNode; descriptor: Descriptor }[],
  ): Promise<readonly Descriptor[]> | readonly Descriptor[];
  /** 0 to 1, for the lower of its two channels: does it lead there, can it be searched. */
  grade?(
    node: SourceNode,
    descriptor: Descriptor,
    siblings: readonly Descriptor[],
  ): Promise<{ score: number; reason: string }> | { score: number; reason: string };
}
