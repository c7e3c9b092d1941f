// Which lines of a text hold which of the query's concepts? Reads the text itself, line by line, with the rules by which
// the index was made: for the passage inside a file, once its file has been ranked.
import { identifierTerms } from "../text/identifiers.ts";
import type { ReadQuery } from "./read-query.ts";

/** What a line holds: bit `c` of `concepts` for concept `c` (the first 31), and the weight of its best variants. */
export interface LineEvidence {
  concepts: number;
  weight: number;
}

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;
const NOTHING: LineEvidence = { concepts: 0, weight: 0 };

export interface LineReader {
  evidence(line: string): LineEvidence;
  /** Every line of a text that holds anything, ascending. */
  linesOf(text: string): { line: number; concepts: number; weight: number }[];
  /** The same for one name: which concepts are in it, and what share of its own words they are. */
  name(name: string): LineEvidence & { share: number };
}

/** `importance[c]` is the weight of concept `c` in this repository: its idf times its weight in the query. */
export function createLineReader(query: ReadQuery, importance: ArrayLike<number>): LineReader {
  const wanted = new Map<string, { concept: number; weight: number }[]>();
  query.concepts.slice(0, 31).forEach((concept, c) => {
    for (const { term, weight } of concept.variants) {
      const held = wanted.get(term) ?? [];
      held.push({ concept: c, weight: weight * (importance[c] ?? 0) });
      wanted.set(term, held);
    }
  });
  const known = new Map<string, { concept: number; weight: number }[] | null>();

  function hitsOf(word: string): { concept: number; weight: number }[] | null {
    let hits = known.get(word);
    if (hits !== undefined) return hits;
    const { parts, whole } = identifierTerms(word);
    const found = [...parts, whole].flatMap((term) => wanted.get(term) ?? []);
    hits = found.length === 0 ? null : found;
    known.set(word, hits);
    return hits;
  }

  const best = new Float64Array(31);
  /** Adds what a word holds to the concepts met so far in its line. */
  function meet(word: string, concepts: number): number {
    const hits = hitsOf(word);
    if (hits === null) return concepts;
    for (const { concept, weight } of hits) {
      const bit = 1 << concept;
      if ((concepts & bit) === 0) {
        concepts |= bit;
        best[concept] = weight;
      } else if (weight > best[concept]!) best[concept] = weight;
    }
    return concepts;
  }

  function summed(concepts: number): number {
    let weight = 0;
    for (let c = 0; c < 31; c++) if ((concepts >>> c) & 1) weight += best[c]!;
    return weight;
  }

  function evidence(line: string): LineEvidence {
    let concepts = 0;
    for (const match of line.matchAll(WORD)) concepts = meet(match[0], concepts);
    return concepts === 0 ? NOTHING : { concepts, weight: summed(concepts) };
  }

  const anyTerm = termPattern(wanted.keys());
  function linesOf(text: string) {
    const found: { line: number; concepts: number; weight: number }[] = [];
    if (anyTerm === null) return found;
    let line = 0;
    let next = 0;
    let concepts = 0;
    anyTerm.lastIndex = 0;
    // Only words around a find are taken apart; `next` is where line `line + 1` begins.
    for (let match = anyTerm.exec(text); match !== null; match = anyTerm.exec(text)) {
      const at = match.index;
      if (at >= next) {
        if (concepts !== 0) found.push({ line, concepts, weight: summed(concepts) });
        concepts = 0;
        while (next <= at) {
          const end = text.indexOf("\n", next);
          next = end === -1 ? text.length + 1 : end + 1;
          line++;
        }
      }
      let start = at;
      while (start > 0 && isWordUnit(text.charCodeAt(start - 1))) start--;
      let end = at + match[0].length;
      while (end < text.length && isWordUnit(text.charCodeAt(end))) end++;
      concepts = meet(text.slice(start, end), concepts);
      anyTerm.lastIndex = end;
    }
    if (concepts !== 0) found.push({ line, concepts, weight: summed(concepts) });
    return found;
  }

  return {
    evidence,
    linesOf,
    name(name) {
      const words = identifierTerms(name).parts;
      const met = words.filter((word) => wanted.has(word)).length;
      return { ...evidence(name), share: words.length === 0 ? 0 : met / words.length };
    },
  };
}

/** Letters, digits, `_` and `$`; beyond ASCII every unit but the general punctuation and the like. */
function isWordUnit(unit: number): boolean {
  if (unit < 128) {
    return (
      (unit >= 97 && unit <= 122) ||
      (unit >= 65 && unit <= 90) ||
      (unit >= 48 && unit <= 57) ||
      unit === 95 ||
      unit === 36
    );
  }
  return (
    unit >= 0xaa &&
    !(unit >= 0x2000 && unit <= 0x206f) &&
    !(unit >= 0x3000 && unit <= 0x303f) &&
    !(unit >= 0xff00 && unit <= 0xff0f)
  );
}

/** Stems are beginnings of words, and words stand inside identifiers: a plain search finds every line worth reading. */
function termPattern(terms: Iterable<string>): RegExp | null {
  const plain = [...new Set([...terms].map((t) => t.replace(/^=/u, "")).filter((t) => t !== ""))];
  if (plain.length === 0) return null;
  return new RegExp(plain.map((t) => t.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
}
