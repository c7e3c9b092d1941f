// What is to be compiled, as an adapter found it: a tree of parts with their contents and what the source itself says of them.
// Nothing here is described yet, and nothing depends on a budget.

/** Where a content stands, word for word: a file of the source, and its lines. */
export interface SourcePlace {
  /** From the folder that the source is in, with slashes. */
  path: string;
  /** 1-based, inclusive; the whole file where there are none. */
  start?: number;
  end?: number;
}

export interface SourceNode {
  /** Unique in its tree, and the same in each build for as long as the part keeps its path and name. */
  id: string;
  title: string;
  /** Of a leaf: never cut, never changed beyond what its adapter says. A branch has none. */
  content?: string;
  /** A cheaper form of the content, made of it. */
  summary?: string;
  /** `md`, `json`, `txt`, a language's id. */
  format: string;
  /** What the source says that it is: a description, a doc comment. */
  hint?: string;
  /** What the source says of when it is wanted. */
  when?: string;
  keywords: readonly string[];
  facets: Readonly<Record<string, string>>;
  links: readonly { to: string; why: string }[];
  /** Having them makes a branch, also where there are none. */
  children?: SourceNode[];
  place?: SourcePlace;
  /** How much it matters beside its siblings, 0 to 1: what is named first where not all can be. */
  weight?: number;
}

/** What an adapter met and could not take as it was: said in the build, never thrown. */
export interface SourceNote {
  code:
    | "unreadable"
    | "not-text"
    | "bad-front-matter"
    | "bad-entry"
    | "duplicate-name"
    | "skipped"
    | "too-large";
  /** A path in the source, or an id. */
  subject: string;
  /** A sentence with what to do. */
  text: string;
}

export interface SourceTree {
  /** Of the source; safe as a part of a file name. */
  id: string;
  kind: string;
  /** By what the kind was known, where none was named. */
  recognised?: string;
  root: SourceNode;
  notes: SourceNote[];
}

/** Every node with its depth and parent, each before its children. Not by calls: a tree may be deeper than the stack. */
export function* preOrder(
  root: SourceNode,
): Generator<{ node: SourceNode; depth: number; parent: SourceNode | null }> {
  const open: { node: SourceNode; depth: number; parent: SourceNode | null }[] = [
    { node: root, depth: 0, parent: null },
  ];
  while (open.length > 0) {
    const at = open.pop()!;
    yield at;
    const { children } = at.node;
    if (children === undefined) continue;
    for (let i = children.length - 1; i >= 0; i--) {
      open.push({ node: children[i]!, depth: at.depth + 1, parent: at.node });
    }
  }
}
