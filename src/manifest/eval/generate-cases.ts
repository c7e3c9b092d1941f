// Questions for a manifest that comes without any: for each of many leaves the words of one of its sentences that stand in no
// line that the manifest says of it. So no walk can succeed by finding the words of a descriptor again.
import { sha256 } from "../../base/hash.ts";
import { compareStrings } from "../../base/order.ts";
import { isLeaf, type Manifest, type ManifestNode } from "../manifest.ts";
import { NodeTerms } from "../node-terms.ts";
import type { Resolver } from "../walk.ts";
import type { EvalCase } from "./eval-case.ts";

export interface GenerateOptions {
  resolver: Resolver;
  /** Cases at most; 100 unless said. */
  most?: number;
  /** `outside`: only words that the descriptors of the leaf have not. `sentence`: the sentence as it stands. */
  words?: "outside" | "sentence";
}

const MOST_CASES = 100;
/** Words that a question has: fewer ask nothing, more give the answer away. */
const LEAST_WORDS = 3;
const MOST_WORDS = 8;
/** Contents are read up to here, in UTF-16 code units. */
const MOST_READ = 200_000;
/** A sentence, in code units: what is shorter or longer is a heading, a table, code. */
const SHORTEST = 30;
const LONGEST = 400;

/** Of the leaves in an order that says nothing (by the hash of their ids), so that a part stands for the whole. */
export function generateCases(manifest: Manifest, options: GenerateOptions): EvalCase[] {
  const { resolver, most = MOST_CASES, words = "outside" } = options;
  const terms = new NodeTerms();
  const leaves = [...manifest.nodes]
    .filter(([, node]) => isLeaf(node))
    .map(([id, node]) => ({ id, node, order: sha256(id) }))
    .sort((a, b) => compareStrings(a.order, b.order));
  const contents = leaves.map(({ id }) => (resolver(id, "full") ?? "").slice(0, MOST_READ));
  const rarity = rarityOf(contents, terms);
  const cases: EvalCase[] = [];
  leaves.forEach(({ id, node }, i) => {
    if (cases.length >= most) return;
    const best = bestSentence(node, contents[i]!, terms, rarity);
    if (best === null) return;
    const query = words === "sentence" ? best.sentence : best.outside.join(" ");
    cases.push({ query, target: id, note: words });
  });
  return cases;
}

type Rarity = (term: string) => number;

/** Inverse document frequency over all contents. */
function rarityOf(contents: readonly string[], terms: NodeTerms): Rarity {
  const holds = new Map<string, number>();
  for (const content of contents)
    for (const term of terms.of(content).keys()) holds.set(term, (holds.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + contents.length / (holds.get(term) ?? 1));
}

/** The sentence whose words outside of the descriptors say most, for one that isn't much longer than others. */
function bestSentence(
  node: ManifestNode,
  content: string,
  terms: NodeTerms,
  rarity: Rarity,
): { sentence: string; outside: string[] } | null {
  const said = terms.of([node.title ?? "", node.what, node.when, node.keywords.join(" ")].join(" "));
  let best: { sentence: string; outside: string[]; score: number } | null = null;
  for (const sentence of sentencesOf(content)) {
    const outside: { word: string; weight: number }[] = [];
    const seen = new Set<string>();
    for (const word of sentence.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
      const own = [...terms.of(word).keys()];
      if (own.length === 0 || own.some((term) => said.has(term) || seen.has(term))) continue;
      for (const term of own) seen.add(term);
      outside.push({ word, weight: Math.max(...own.map(rarity)) });
    }
    if (outside.length < LEAST_WORDS) continue;
    const kept = new Set(outside.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_WORDS));
    const score = [...kept].reduce((sum, { weight }) => sum + weight, 0) / Math.sqrt(kept.size);
    if (best === null || score > best.score) {
      const words = outside.filter((one) => kept.has(one)).map(({ word }) => word);
      best = { sentence: sentence.trim(), outside: words, score };
    }
  }
  return best;
}

/** Prose of a content: fenced code, headings, tables and addresses apart. Of code its comments and lines are what there is. */
function sentencesOf(content: string): string[] {
  const prose = content
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "\n\n")
    .replaceAll(/^(?:#{1,6}\s|\||\[[^\]]*\]:).*$/gm, "\n\n")
    .replaceAll(/\]\([^)\n]*\)|<[^>\n]*>|https?:\/\/\S+/g, " ");
  return prose
    .split(/\n\s*\n|(?<=[.!?。！？])\s+/u)
    .map((sentence) => sentence.replaceAll(/\s+/g, " "))
    .filter((sentence) => sentence.length >= SHORTEST && sentence.length <= LONGEST);
}
