// Which nodes of a manifest answer a question? Words by BM25 over what is said of a node and, where contents are at hand, over
// those; and meaning, by the vectors that Pith brings. The same question gives the same order.
import { compareStrings } from "../base/order.ts";
import type { Embedder } from "../vectors/embedder.ts";
import { product } from "../vectors/similarity.ts";
import { isLeaf, nodeOf, type Manifest, type ManifestNode } from "./manifest.ts";
import { NodeTerms } from "./node-terms.ts";
import type { Resolver } from "./walk.ts";

/** BM25's usual constants (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */
const K1 = 1.2;
const B = 0.75;
/** How often a word of each part counts: what names a node says more of it than what it holds. */
const TITLE = 4;
const KEYWORDS = 3;
const LINES = 2;
const CONTENT = 1;
/** The best likeness of meaning against the best match of words. */
const MEANING = 0.3;
/** A content is read up to here, in UTF-16 code units: a book of 200,000 words. */
const MOST_READ = 1_000_000;

export interface NodeSearchOptions {
  /** Contents of leaves; without them only what is said of nodes is searched. */
  resolver?: Resolver;
  /** Meaning; words alone without it. */
  embedder?: Embedder | null;
}

export interface FoundNode {
  id: string;
  score: number;
}

export class NodeSearch {
  readonly #terms = new NodeTerms();
  readonly #ids: string[] = [];
  readonly #lengths: number[] = [];
  readonly #postings = new Map<string, { rows: number[]; counts: number[] }>();
  readonly #vectors: Int8Array;
  readonly #embedder: Embedder | null;
  readonly #meanLength: number;

  constructor(manifest: Manifest, { resolver, embedder = null }: NodeSearchOptions = {}) {
    this.#embedder = embedder;
    const size = embedder?.dimensions ?? 0;
    const nodes = [...manifest.nodes].filter(([id]) => nodeOf(manifest, id) !== undefined);
    this.#vectors = new Int8Array(nodes.length * size);
    let sum = 0;
    for (const [id, node] of nodes) {
      const counts = this.#countsOf(node, isLeaf(node) ? contentOf(id, resolver) : "");
      const row = this.#ids.push(id) - 1;
      let length = 0;
      for (const [term, count] of counts) {
        length += count;
        const posting = this.#postings.get(term);
        if (posting === undefined) this.#postings.set(term, { rows: [row], counts: [count] });
        else {
          posting.rows.push(row);
          posting.counts.push(count);
        }
      }
      this.#lengths.push(length);
      sum += length;
      if (embedder !== null) this.#vectors.set(embedder.embed(counts), row * size);
    }
    this.#meanLength = this.#ids.length === 0 ? 1 : Math.max(1, sum / this.#ids.length);
  }

  /** Best first; those that nothing speaks for are left out. `among`: nothing else is found. */
  search(query: string, k: number, among?: (id: string) => boolean): FoundNode[] {
    const scores = this.#scores(query);
    const found: FoundNode[] = [];
    scores.forEach((score, row) => {
      const id = this.#ids[row]!;
      if (score > 0 && (among === undefined || among(id))) found.push({ id, score });
    });
    return found.sort((a, b) => b.score - a.score || compareStrings(a.id, b.id)).slice(0, k);
  }

  #countsOf({ title, what, when, keywords }: ManifestNode, content: string): Map<string, number> {
    const counts = this.#terms.of(title ?? "", TITLE);
    this.#terms.of(keywords.join(" "), KEYWORDS, counts);
    this.#terms.of(`${what} ${when}`, LINES, counts);
    return this.#terms.of(content.slice(0, MOST_READ), CONTENT, counts);
  }

  #scores(query: string): Float64Array {
    const asked = this.#terms.of(query);
    const scores = new Float64Array(this.#ids.length);
    for (const term of asked.keys()) {
      const posting = this.#postings.get(term);
      if (posting === undefined) continue;
      const holds = posting.rows.length;
      const rarity = Math.log(1 + (this.#ids.length - holds + 0.5) / (holds + 0.5));
      posting.rows.forEach((row, i) => {
        const count = posting.counts[i]!;
        const long = 1 - B + (B * this.#lengths[row]!) / this.#meanLength;
        scores[row]! += (rarity * count * (K1 + 1)) / (count + K1 * long);
      });
    }
    const best = scores.reduce((most, score) => Math.max(most, score), 0);
    if (best > 0) for (let row = 0; row < scores.length; row++) scores[row]! /= best;
    this.#addMeaning(asked, scores);
    return scores;
  }

  #addMeaning(asked: ReadonlyMap<string, number>, scores: Float64Array): void {
    if (this.#embedder === null) return;
    const vector = this.#embedder.embed(asked);
    const near = scores.map((_, row) => Math.max(0, product(vector, this.#vectors, row * vector.length)));
    const nearest = near.reduce((most, one) => Math.max(most, one), 0);
    if (nearest > 0) near.forEach((one, row) => (scores[row]! += (MEANING * one) / nearest));
  }
}

/** Empty where it can't be had: it is then found by what is said of it. */
function contentOf(id: string, resolver: Resolver | undefined): string {
  try {
    return resolver?.(id, "full") ?? "";
  } catch {
    return "";
  }
}
