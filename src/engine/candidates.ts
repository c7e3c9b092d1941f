// From ranked files to the units that may be shown: passages of each file, their reasons, their place among all.
import { compareStrings } from "../base/order.ts";
import type { Explanation } from "../pack/answer.ts";
import type { Candidate, PackSource } from "../pack/candidate.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import { shownText } from "../redact/redact.ts";
import { textFinder } from "../text/find-text.ts";
import { FEATURES, PRIORS } from "../rank/features.ts";
import { importLines } from "../rank/import-lines.ts";
import { createLineReader } from "../rank/line-evidence.ts";
import { PASSAGE_FEATURES, passagesOf, type Passage } from "../rank/passages.ts";
import type { RankedFile, RankResult } from "../rank/rank.ts";
import type { Unit } from "../rank/units.ts";
import { isByMeaning, reasonByMeaning } from "./by-meaning.ts";
import { ofNamedFile, outlineOfFile } from "./named-file.ts";
import { type Reason, Reasons } from "./reasons.ts";
import type { Source } from "./sources.ts";
import { usedNames } from "./used-names.ts";

/** Most units of one file that are offered. */
const MOST_PER_FILE = 40;

/** A candidate with the file that it stands in. */
export interface Offered {
  candidate: Candidate;
  source: Source;
  /** Index of its unit among the source's, or -1. */
  unit: number;
  /** Place of the file among the ranked ones, from 0. */
  fileRank: number;
  score: number;
  /** Share of what the query asks for (by importance) that the unit holds. */
  share: number;
  /** Bit per concept that it holds. */
  concepts: number;
  /** It holds them in lines alone that import or name a package. */
  imports: boolean;
}

export interface CandidateOptions {
  explain: boolean;
}

interface Scored {
  passage: Passage;
  file: RankedFile;
  source: Source;
  fileRank: number;
  score: number;
  /** Why it is offered where that is not the words in it: a quote that it holds, a file that the query names. */
  because: string | null;
  /** The whole file, by its outline. */
  whole?: boolean;
}

/**
 * A test, a text or data that the query does not ask for speaks against each of its units, as it does against the file:
 * tests and documents repeat the words of a question more often than the code that answers it. Set by hand.
 */
const AGAINST_FILE = 1.2;

function priorOf(file: RankedFile, prior: (typeof PRIORS)[number]): number {
  return file.features[FEATURES.length + PRIORS.indexOf(prior)] ?? 0;
}

/** Lines that import repeat words of a question more often than they answer it. Set by hand: no body stands behind one. */
const AGAINST_IMPORTS = 6;

/** More than any other evidence adds up to: a quoted text is meant as it is, and a file that is named all the more. */
const QUOTED = 20;
const NAMED = 60;

function quoteIn(source: Source, { start, end }: Passage, quoted: readonly string[]): string | null {
  if (quoted.length === 0) return null;
  const text = source.lines.slice(start - 1, end).join("\n");
  return quoted.find((quote) => textFinder(quote)(text, 0) !== -1) ?? null;
}

/** `sources[i]` belongs to `result.files[i]`; a file that could not be read has none. */
export function candidatesOf(
  result: RankResult,
  sources: readonly (Source | null)[],
  options: CandidateOptions,
): Offered[] {
  const reader = createLineReader(result.query, result.importance);
  const bestFile = Math.max(...result.files.map((f) => f.score), Number.MIN_VALUE);
  const scored: Scored[] = [];
  result.files.forEach((file, fileRank) => {
    const source = sources[fileRank];
    if (source == null) return;
    const { lines, text, units } = source;
    const input = {
      lines,
      text,
      chunks: file.chunks,
      units,
      fileShare: Math.max(0, file.score / bestFile),
      fileRank,
      nearness: file.nearness,
      leastNear: file.byMeaning ? 0 : undefined,
      imports: result.query.lifts.imports ? undefined : importLinesOf(source),
    };
    const against = file.named
      ? -NAMED
      : AGAINST_FILE * (priorOf(file, "test") + priorOf(file, "prose") + priorOf(file, "data"));
    const passages = passagesOf(input, result.query, result.importance, reader);
    const quoting = passages.map((passage) => ({
      passage,
      quote: quoteIn(source, passage, result.query.quoted),
    }));
    quoting.sort((a, b) => Number(b.quote !== null) - Number(a.quote !== null));
    for (const { passage, quote } of quoting.slice(0, MOST_PER_FILE)) {
      const score =
        passage.score + (quote === null ? 0 : QUOTED) - (passage.imports ? AGAINST_IMPORTS : 0) - against;
      const because =
        quote !== null
          ? `holds "${shownText(quote)}"`
          : isByMeaning(passage)
            ? reasonByMeaning(result.query.text, passage, source)
            : null;
      scored.push({ passage, file, source, fileRank, score, because });
    }
    if (!file.named) return;
    for (const { passage, worth, whole } of ofNamedFile(source, file.namedLine, result.query)) {
      scored.push({
        passage,
        file,
        source,
        fileRank,
        score: NAMED + worth,
        because: "named in the query",
        whole,
      });
    }
  });
  preferNearest(scored, result.held);
  scored.sort(
    (a, b) =>
      b.score - a.score || compareStrings(a.source.path, b.source.path) || a.passage.start - b.passage.start,
  );
  const passageRank = new Map(scored.map((s, i) => [s.passage, i + 1]));
  const reasons = new Reasons(result, reader);
  return scored.map(({ passage, file, source, fileRank, score, because, whole }) => {
    const unit = source.units[passage.unit];
    let told: Reason | undefined;
    const reason = (): Reason => (told ??= reasons.of(passage, source, unit));
    const lanes = {
      file: { rank: fileRank + 1, score: file.score },
      passage: { rank: passageRank.get(passage)!, score: passage.score },
      ...file.lanes,
    };
    const candidate: Candidate = {
      source: packSourceOf(source),
      start: passage.start,
      end: Math.min(passage.end, source.lines.length),
      kind: unit?.kind ?? (whole === true ? "file" : "lines"),
      name: unit?.name ?? "",
      score,
      fileRank,
      matches: passage.lines,
      defines: unit === undefined ? [] : [unit.shortName],
      // Asked for only of what is shown, which is a small part of what is offered.
      get reason() {
        return because ?? reason().text;
      },
      get outline() {
        if (whole === true) return outlineOfFile(source.units);
        return unit === undefined ? [] : outlineOf(source.units, passage.unit);
      },
      get uses() {
        const facts = factsOf(source);
        return facts === null ? new Set<string>() : usedNames(facts, passage.start, passage.end);
      },
      lanes,
    };
    if (options.explain) candidate.explanation = explanationOf(file, score, lanes, reason().matched);
    const share = shareOf(result.importance, passage.concepts);
    const { concepts, imports } = passage;
    return { candidate, unit: passage.unit, fileRank, source, score, share, concepts, imports };
  });
}

/** Share of what is asked for that only lines that import hold, from which on they are worth showing. */
const ONLY_IMPORTED = 0.25;

/** Without lines that import, unless they hold what no body does: however little room is left, they are no answer. */
export function withoutImports(offered: readonly Offered[], importance: readonly number[]): Offered[] {
  const bodies = offered.reduce((bits, o) => (o.imports ? bits : bits | o.concepts), 0);
  if (bodies === 0) return [...offered];
  return offered.filter((o) => !o.imports || shareOf(importance, o.concepts & ~bodies) >= ONLY_IMPORTED);
}

function shareOf(importance: readonly number[], concepts: number): number {
  let met = 0;
  let total = 0;
  importance.slice(0, 31).forEach((weight, c) => {
    total += weight;
    if ((concepts >>> c) & 1) met += weight;
  });
  return total === 0 ? 0 : met / total;
}

/**
 * Where no file holds more than this share of the question in words, words are a weak guide, and the passages that are nearest
 * in meaning are taken before what they point at. Set by hand.
 */
const WORDS_FAIL = 0.5;
const NEAREST_TAKEN = 3;
const NEAREST = 2.5;
const MEANING = PASSAGE_FEATURES.indexOf("meaning");

function preferNearest(scored: readonly Scored[], held: number): void {
  if (held >= WORDS_FAIL) return;
  const nearest = scored
    .filter(
      ({ passage, because }) =>
        (passage.features[MEANING] ?? 0) > 0 && (because === null || isByMeaning(passage)),
    )
    .sort(
      (a, b) =>
        b.passage.features[MEANING]! - a.passage.features[MEANING]! ||
        b.score - a.score ||
        compareStrings(a.source.path, b.source.path) ||
        a.passage.start - b.passage.start,
    );
  for (const one of nearest.slice(0, NEAREST_TAKEN)) one.score += NEAREST;
}

const imports = new WeakMap<Source, ReadonlySet<number>>();

function importLinesOf(source: Source): ReadonlySet<number> {
  let known = imports.get(source);
  if (known === undefined) {
    imports.set(source, (known = importLines({ ...source, facts: factsOf(source) })));
  }
  return known;
}

function factsOf({ syntax }: Source): SyntaxFacts | null {
  return syntax !== null && "facts" in syntax ? syntax.facts : null;
}

/** Head lines of the unit and of its direct parts. */
export function outlineOf(units: readonly Unit[], unit: number): number[] {
  const lines = new Set<number>(headLines(units[unit]!));
  units.forEach((other) => {
    if (other.parent === unit) for (const line of headLines(other)) lines.add(line);
  });
  return [...lines].sort((a, b) => a - b);
}

/** Lines of a head that are kept: a signature over more lines is cut there. */
const MOST_HEAD_LINES = 6;

function headLines(unit: Unit): number[] {
  const last = unit.bodyStart > unit.line ? unit.bodyStart - 1 : unit.line;
  const lines: number[] = [];
  for (let line = unit.line; line <= Math.min(last, unit.line + MOST_HEAD_LINES - 1); line++)
    lines.push(line);
  return lines;
}

const packSources = new WeakMap<Source, PackSource>();

/** One object for each source: the packer knows a text by it. */
export function packSourceOf(source: Source): PackSource {
  let made = packSources.get(source);
  if (made === undefined) {
    const { path, id, lines, redactions, units } = source;
    made = { path, contentId: id, lines, redactions, units };
    packSources.set(source, made);
  }
  return made;
}

function explanationOf(
  file: RankedFile,
  score: number,
  lanes: Explanation["lanes"],
  matched: string[],
): Explanation {
  const features: Record<string, number> = {};
  [...FEATURES, ...PRIORS].forEach((name, i) => {
    const value = file.features[i] ?? 0;
    if (value !== 0) features[name] = Math.round(value * 1000) / 1000;
  });
  return { score, lanes, features, matched };
}
