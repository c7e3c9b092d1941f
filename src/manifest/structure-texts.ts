// What each fault of a manifest is in words, and what mends it; the page of codes is made of this.
import type { StructureError, StructureWarning } from "./check-structure.ts";

interface FaultText {
  /** `{ref}` stands for what is named there. */
  says: string;
  fix: string;
}

export const STRUCTURE_TEXTS: Readonly<Record<StructureError | StructureWarning, FaultText>> = {
  "not-an-object": { says: "the manifest is no JSON object", fix: "Give the file that a build wrote." },
  "bad-version": {
    says: "pcx_version is none of the versions that are known",
    fix: "Build it anew, or give it the version whose form it has.",
  },
  "missing-budget": {
    says: "variant.budget is missing",
    fix: "Say for how many tokens the variant was made.",
  },
  "root-not-object": {
    says: "root is missing, or no object",
    fix: "Give it a root with what, when and children.",
  },
  "nodes-not-object": {
    says: "nodes is no map from ids to nodes",
    fix: "Write the nodes as an object by their ids.",
  },
  "node-not-object": { says: "the node is no object", fix: "Give it what, when, and children or payload." },
  "missing-what": { says: "what is missing or empty", fix: "Say in one line what lies behind the node." },
  "missing-when": { says: "when is missing or empty", fix: "Say in one line when the node is wanted." },
  "children-xor-payload": {
    says: "it has both children and a payload, or neither",
    fix: "Make it a branch with children or a leaf with a payload.",
  },
  "dangling-child": {
    says: "its child {ref} is no node",
    fix: "Add the node, or take the id out of children.",
  },
  "missing-payload-ref": { says: "its payload has no ref", fix: "Say where the content is." },
  "link-without-target": {
    says: "one of its links has no to",
    fix: "Name the node that the link leads to, or take it out.",
  },
  "dangling-link": {
    says: "its link leads to {ref}, which is no node",
    fix: "Name a node that there is, or take the link out.",
  },
  "facets-not-object": { says: "facets is no map", fix: "Write facets as an object of texts." },
  cycle: {
    says: "it is its own descendant",
    fix: "Take it out of the children of one of the nodes below it.",
  },
  "children-not-list": { says: "children is no list", fix: "Write children as a list of ids." },
  unreachable: {
    says: "no way leads to it from the root",
    fix: "Put it among the children of a branch, or take it out.",
  },
  "shared-child": {
    says: "it is a child of {ref} too",
    fix: "Keep it under one branch, and link to it from the other.",
  },
  "repeated-child": { says: "its child {ref} is listed twice", fix: "List each child once." },
  "id-differs-from-key": {
    says: "it calls itself {ref}, which is not the key under which it stands",
    fix: "Take the inner id out: the key is the id.",
  },
  "keyed-like-root": {
    says: "a node has the id of the root",
    fix: "Give it another id: nothing leads to it.",
  },
  "empty-branch": { says: "it is a branch without children", fix: "Give it children, or take it out." },
  "without-full-render": { says: "its payload can't be had in full", fix: "Add full to render." },
  "subtree-sum": {
    says: "subtree_tokens is not the sum of the leaves below, {ref}",
    fix: "Build it anew, or set the sum.",
  },
  "full-sum": {
    says: "full_tokens is not the sum of all leaves, {ref}",
    fix: "Build it anew, or set the sum.",
  },
  "baseline-over-budget": {
    says: "what is always loaded does not fit its budget ({ref})",
    fix: "Build it for this budget: wide levels are then grouped.",
  },
};

export function structureText(code: StructureError | StructureWarning, ref: string | null): string {
  return STRUCTURE_TEXTS[code].says.replace("{ref}", () => ref ?? "");
}
