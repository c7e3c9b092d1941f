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
  linesOf(lines: readonly string[], text: string): { line: number; concepts: number; weight: number }[];
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
  function evidence(line: string): LineEvidence {
    let concepts = 0;
    for (const match of line.matchAll(WORD)) {
      const hits = hitsOf(match[0]);
      if (hits === null) continue;
      for (const { concept, weight } of hits) {
        const bit = 1 << concept;
        if ((concepts & bit) === 0) {
          concepts |= bit;
          best[concept] = weight;
        } else if (weight > best[concept]!) best[concept] = weight;
      }
    }
    if (concepts === 0) return NOTHING;
    let weight = 0;
    for (let c = 0; c < 31; c++) if ((concepts >>> c) & 1) weight += best[c]!;
    return { concepts, weight };
  }

  const anyTerm = termPattern(wanted.keys());
  function linesOf(lines: readonly string[], text: string) {
    const found: { line: number; concepts: number; weight: number }[] = [];
    if (anyTerm === null) return found;
    let line = 0;
    let next = 0;
    anyTerm.lastIndex = 0;
    // Only lines that hold a term somewhere are taken apart; `next` is where line `line + 1` begins.
    for (let match = anyTerm.exec(text); match !== null; match = anyTerm.exec(text)) {
      while (next <= match.index && line < lines.length) {
        next = endOf(text, next) + 1;
        line++;
      }
      const { concepts, weight } = evidence(lines[line - 1]!);
      if (concepts !== 0) found.push({ line, concepts, weight });
      anyTerm.lastIndex = next;
      if (next >= text.length) break;
    }
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

/** Where the line that begins at `from` ends: its `\n`, or the end of the text. */
function endOf(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Stems are beginnings of words, and words stand inside identifiers: a plain search finds every line worth reading. */
function termPattern(terms: Iterable<string>): RegExp | null {
  const plain = [...new Set([...terms].map((t) => t.replace(/^=/u, "")).filter((t) => t !== ""))];
  if (plain.length === 0) return null;
  return new RegExp(plain.map((t) => t.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
}
