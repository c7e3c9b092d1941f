// Trees to be shaped, in every form that one can have: flat and wide, deep, combs, folders in folders, contents of any script.
import fc from "fast-check";
import type { SourceNode, SourceTree } from "../../../src/manifest/compile/source-tree.ts";

const WORDS =
  "ingress service volume claim pod node taint quota secret config rollout replica probe mesh gateway token audit policy role binding".split(
    " ",
  );

export function leafNode(id: string, title: string, content: string, path?: string): SourceNode {
  return {
    id,
    title,
    content,
    format: "md",
    keywords: [],
    facets: {},
    links: [],
    ...(path !== undefined && { place: { path } }),
  };
}

export function branchNode(id: string, title: string, children: SourceNode[]): SourceNode {
  return { id, title, format: "md", keywords: [], facets: {}, links: [], children };
}

export function sourceTree(root: SourceNode): SourceTree {
  return { id: "made", kind: "docs", root, notes: [] };
}

/** So many leaves under one root. */
export function flatTree(count: number): SourceTree {
  const leaves = Array.from({ length: count }, (_, i) => {
    const [a, b, c] = [WORDS[i % 20]!, WORDS[(i * 7 + 3) % 20]!, WORDS[((i / 20) | 0) % 20]!];
    return leafNode(
      `leaf-${i}`,
      `${a} ${b} ${i}`,
      `How ${a} goes with ${b} where ${c} is wanted, case ${i}.`,
    );
  });
  return sourceTree(branchNode("r", "flat", leaves));
}

/** A leaf and a branch at each of so many tiers; `teeth` 0: branches alone, and a leaf at the end. */
export function combTree(tiers: number, teeth: number): SourceTree {
  let node = leafNode("end", "the end", "What is at the end.");
  for (let i = tiers; i > 0; i--) {
    const leaves = Array.from({ length: teeth }, (_, j) =>
      leafNode(`l-${i}-${j}`, `tooth ${i} ${j}`, `Of tier ${i}.`),
    );
    node = branchNode(i === 1 ? "r" : `b-${i}`, `tier ${i}`, [...leaves, node]);
  }
  return sourceTree(node);
}

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom("日本語", "検索", "Überlauf", "настройка", "🚢") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);
const words = (most: number) => fc.array(word, { maxLength: most }).map((list) => list.join(" "));

/** Any tree, made of a list of steps: into a new branch, out of one, a leaf. */
export const anyTree: fc.Arbitrary<SourceTree> = fc
  .array(
    fc.record({
      step: fc.constantFrom("leaf", "leaf", "leaf", "leaf", "in", "out"),
      title: words(4),
      content: words(60),
      times: fc.integer({ min: 1, max: 12 }),
      facet: fc.option(fc.constantFrom("guide", "task", "concept"), { nil: undefined }),
    }),
    { maxLength: 60, size: "max" },
  )
  .map((steps) => {
    const root = branchNode("r", "root", []);
    const way = [root];
    let n = 0;
    for (const { step, title, content, times, facet } of steps) {
      const top = way[way.length - 1]!;
      if (step === "out" && way.length > 1) way.pop();
      else if (step === "in") {
        const branch = branchNode(`b${n++}`, title || "untitled", []);
        top.children!.push(branch);
        way.push(branch);
      } else
        for (let i = 0; i < times; i++) {
          const id = `l${n++}`;
          const leaf = leafNode(
            id,
            `${title} ${i}`.trim(),
            content,
            `${way.map((b) => b.id).join("/")}/${id}.md`,
          );
          top.children!.push(facet === undefined ? leaf : { ...leaf, facets: { kind: facet } });
        }
    }
    return sourceTree(root);
  });
