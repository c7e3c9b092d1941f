// What sets a part apart? Words of which much of what it says consists, and that few others say: tf–idf with the leaves of the
// tree as the collection (Spärck Jones, 1972). A branch says what the leaves below it say, each leaf with one voice. Words that
// siblings share are weighed no less: measured on five documentation trees that leads walks astray more often than it helps,
// and telling siblings apart is a pass of its own (`rule-contrast.ts`).
import type { ContentProfile, Term } from "./content-profile.ts";
import { termsIn } from "./content-profile.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";

/** Terms that a branch keeps of those below it, and that a node keeps to be described by. */
const MOST_BELOW = 300;
const MOST_KEPT = 40;
/** How often words of each part of a node count, beside those of its content. */
const IN_TITLE = 12;
const IN_KEYWORDS = 8;
const IN_HINT = 6;

export interface RankedTerm {
  term: string;
  written: string;
  score: number;
}

export interface Distinctive {
  /** The best first. */
  terms: RankedTerm[];
  /** Of a term of the node, as it was weighed; 0 for one that it does not have. */
  scoreOf(term: string): number;
}

interface Below {
  term: string;
  written: string;
  /** Of all that is said, summed over the leaves: a leaf is 1. */
  share: number;
  /** Of the leaf that has most of it. */
  most: number;
}

interface Part {
  leaves: number;
  terms: Below[];
}

/** Of every node. `profileOf` is asked once for each leaf. */
export function distinctiveTerms(
  root: SourceNode,
  profileOf: (node: SourceNode) => ContentProfile,
): Map<string, Distinctive> {
  const nodes = [...preOrder(root)];
  const parts = new Map<string, Part>();
  const holders = new Map<string, number>();
  let leaves = 0;
  for (const { node } of nodes) {
    if (node.children !== undefined) continue;
    leaves++;
    const terms = leafTerms(node, profileOf(node).terms);
    parts.set(node.id, { leaves: 1, terms });
    for (const { term } of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  const rarity = (term: string): number => Math.log(1 + leaves / (holders.get(term) ?? 1));
  const found = new Map<string, Distinctive>();
  // Children stand behind their parent: backwards, what is below a node is known before it.
  for (const { node } of nodes.toReversed()) {
    if (node.children === undefined) continue;
    const children = node.children.map(({ id }) => parts.get(id)!);
    parts.set(node.id, branchPart(node, children, rarity));
    // What has spoken for its parent is ranked, and needed no more.
    node.children.forEach(({ id }, i) => {
      found.set(id, ranked(children[i]!, rarity));
      parts.delete(id);
    });
  }
  found.set(root.id, ranked(parts.get(root.id)!, rarity));
  return found;
}

/** Of a node itself, without what is below it. */
function namedTerms({ title, hint = "", when = "", keywords }: SourceNode): Term[] {
  return [
    ...termsIn(title, IN_TITLE),
    ...termsIn(keywords.join(" "), IN_KEYWORDS),
    ...termsIn(hint, IN_HINT),
    ...termsIn(when, IN_HINT),
  ];
}

function leafTerms(node: SourceNode, content: readonly Term[]): Below[] {
  return sharesOf([...namedTerms(node), ...content]);
}

function sharesOf(counted: readonly Term[]): Below[] {
  const terms = new Map<string, Below>();
  let all = 0;
  for (const { term, written, weight } of counted) {
    all += weight;
    const entry = terms.get(term);
    // The content writes it as it is used; a title may write it in capitals.
    if (entry === undefined) terms.set(term, { term, written, share: weight, most: 0 });
    else {
      entry.share += weight;
      entry.written = written;
    }
  }
  const shares = [...terms.values()];
  for (const entry of shares) entry.most = entry.share /= all;
  return shares;
}

function branchPart(node: SourceNode, children: readonly Part[], rarity: (term: string) => number): Part {
  const terms = new Map<string, Below>();
  let leaves = 0;
  for (const part of children) {
    leaves += part.leaves;
    for (const { term, written, share, most } of part.terms) {
      const entry = terms.get(term);
      if (entry === undefined) terms.set(term, { term, written, share, most });
      else {
        entry.share += share;
        if (most > entry.most) {
          entry.most = most;
          entry.written = written;
        }
      }
    }
  }
  // What a branch is called counts as a leaf of its own would.
  for (const { term, written, share } of sharesOf(namedTerms(node))) {
    const entry = terms.get(term);
    if (entry === undefined) terms.set(term, { term, written, share, most: share });
    else entry.share += share;
  }
  const all = [...terms.values()];
  if (all.length <= MOST_BELOW) return { leaves, terms: all };
  const kept = all
    .map((entry) => ({ entry, value: entry.share * rarity(entry.term) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST_BELOW);
  return { leaves, terms: kept.map(({ entry }) => entry) };
}

function ranked({ leaves, terms }: Part, rarity: (term: string) => number): Distinctive {
  const best = terms
    .map(({ term, written, share }) => ({
      term,
      written,
      score: (share / Math.max(1, leaves)) * rarity(term),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_KEPT);
  let scores: Map<string, number> | null = null;
  const scoreOf = (term: string): number => {
    scores ??= new Map(best.map((one) => [one.term, one.score]));
    return scores.get(term) ?? 0;
  };
  return { terms: best, scoreOf };
}
