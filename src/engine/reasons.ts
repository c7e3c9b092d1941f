// Why is a unit offered? The words of the query that stand in it, related words by what stands there in their place, the
// name that it defines. A reason says nothing that is not there.
import { compareStrings } from "../base/order.ts";
import type { LineReader } from "../rank/line-evidence.ts";
import type { Passage } from "../rank/passages.ts";
import type { RankResult } from "../rank/rank.ts";
import type { Concept } from "../rank/read-query.ts";
import type { Unit } from "../rank/units.ts";
import { shownText } from "../redact/redact.ts";
import type { Source } from "./sources.ts";

export interface Reason {
  text: string;
  /** Words of the query in it, and related words that stand for one. */
  matched: string[];
}

/** Tells reasons for one answer. */
export class Reasons {
  readonly #result: RankResult;
  readonly #reader: LineReader;
  readonly #words = new Map<number, FoundWord[]>();

  constructor(result: RankResult, reader: LineReader) {
    this.#result = result;
    this.#reader = reader;
  }

  /** `unit`: of the passage, if it has one. */
  of(passage: Passage, source: Source, unit: Unit | undefined): Reason {
    const own = this.#wordsOf(passage.own).map((word) => word.text);
    const others = nearWords(this.#wordsOf(passage.concepts & ~passage.own), passage, source, this.#reader);
    // A word that is there for itself need not be named for another as well.
    const near = others
      .filter(({ word }) => !own.includes(word))
      .map(({ text, word }) => `near ${text}: ${word}`);
    const text = reasonOf(this.#result, passage.imports ? undefined : unit, own, near);
    return { text, matched: [...own, ...near] };
  }

  #wordsOf(concepts: number): FoundWord[] {
    let known = this.#words.get(concepts);
    if (known === undefined) this.#words.set(concepts, (known = matchedWords(this.#result, concepts)));
    return known;
  }
}

interface FoundWord {
  text: string;
  concept: number;
}

/** The words of the query that bits of concepts stand for, the weightiest first, each once. */
function matchedWords(result: RankResult, concepts: number): FoundWord[] {
  const found = result.query.concepts
    .slice(0, 31)
    .map((each, concept) => ({ concept, text: wordOf(each), weight: result.importance[concept] ?? 0 }))
    .filter(({ concept }) => (concepts >>> concept) & 1)
    .filter(({ concept }) => !isPartOfAnother(result.query.concepts, concept, concepts))
    .sort((a, b) => b.weight - a.weight || compareStrings(a.text, b.text))
    .map(({ concept, text }) => ({ concept, text: shownText(text) }));
  return [...new Map(found.toReversed().map((f) => [f.text, f])).values()].reverse();
}

/** A part of a name says nothing beside the whole name. */
function isPartOfAnother(all: readonly Concept[], concept: number, concepts: number): boolean {
  const { kind, text } = all[concept]!;
  return kind === "part" && all.some((c, i) => (concepts >>> i) & 1 && c.kind !== "part" && c.text === text);
}

/** For words of which only relatives are there: the word, and what stands there in its place. */
function nearWords(
  words: readonly FoundWord[],
  passage: Passage,
  source: Source,
  reader: LineReader,
): { text: string; word: string }[] {
  return words.flatMap(({ text, concept }) => {
    for (const { line } of passage.lines) {
      const relative = reader.relative(source.lines[line - 1] ?? "", concept);
      if (relative !== null) return [{ text, word: relative }];
    }
    return [];
  });
}

/** A part of a name that the query writes stands for itself alone: the rest of that name may be nowhere. */
function wordOf(concept: Concept): string {
  const [main] = concept.variants;
  if (concept.kind !== "part" || main === undefined) return concept.text;
  return main.written === "" ? main.term : main.written;
}

/** Most words named in a reason: it costs tokens on every span. */
const REASON_WORDS = 4;

function reasonOf(
  result: RankResult,
  unit: Unit | undefined,
  matched: readonly string[],
  near: readonly string[],
): string {
  const defined = unit !== undefined && result.query.identifiers.some((i) => i.name === unit.shortName);
  if (defined) return `defines ${unit.shortName}`;
  const own = matched.slice(0, REASON_WORDS);
  const others = near.slice(0, REASON_WORDS - own.length);
  if (own.length + others.length === 0) return "near the best lines";
  return [...(own.length === 0 ? [] : [`matches ${own.join(", ")}`]), ...others].join("; ");
}
