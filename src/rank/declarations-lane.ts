// Which declarations does the query name? The best-named definition of a file, and definitions of the query's
// identifiers wherever they are.
import type { SpanKind } from "../base/span.ts";
import type { SegmentView } from "../store/segment-view.ts";
import { IDENTIFIER, NAME_BASE, NAME_SHARE, NAME_SHORT, SHORT_LINES } from "./constants.ts";
import type { LiveFiles } from "./live-files.ts";
import type { Concept, ReadQuery } from "./read-query.ts";
import { foldName, nameTerms } from "./terms.ts";

const TYPE_KINDS = new Set<SpanKind>([
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "type",
  "module",
  "namespace",
]);

export interface Found {
  value: number;
  /** Declaration in its segment, or -1. */
  declaration: number;
}

/** Definitions of the query's identifiers: best value and declaration by segment and entry. */
export type IdentifierLane = Map<number, Found>[];

export function identifierLane(live: LiveFiles, query: ReadQuery): IdentifierLane {
  return live.segments.map(({ view, copies }) => {
    const best = new Map<number, Found>();
    for (const { name, weight } of query.identifiers) {
      const exact = view.declarationsNamed(name);
      for (const declaration of exact) raise(view, copies, best, declaration, weight);
      if (query.kind !== "word") continue;
      for (const declaration of view.declarationsNamedFolded(name.toLowerCase())) {
        raise(view, copies, best, declaration, weight * IDENTIFIER.folded);
      }
    }
    return best;
  });
}

function raise(
  view: SegmentView,
  copies: Uint32Array,
  best: Map<number, Found>,
  declaration: number,
  weight: number,
): void {
  const entry = view.declarationEntry[declaration]!;
  if (copies[entry] === 0) return;
  const value = weight * worthOf(view, declaration);
  const before = best.get(entry);
  if (before === undefined || value > before.value) best.set(entry, { value, declaration });
}

function worthOf(view: SegmentView, declaration: number): number {
  const kind = view.declarationKind(declaration);
  let value: number = TYPE_KINDS.has(kind) ? IDENTIFIER.type : IDENTIFIER.other;
  if (kind === "implementation") value *= IDENTIFIER.implementation;
  if (linesOf(view, declaration) < SHORT_LINES) value *= IDENTIFIER.short;
  if (view.declarationParent[declaration]! >= 0) value *= IDENTIFIER.nested;
  return value;
}

/** Factor for a qualified name (`Router.route`): does the file's stem name the qualifier? */
export function qualifierFactor(query: ReadQuery, stem: string): number {
  let factor = 1;
  for (const { qualifier } of query.identifiers) {
    if (qualifier === "") continue;
    factor = stem === foldName(qualifier) ? IDENTIFIER.qualifierMet : IDENTIFIER.qualifierMissed;
    if (factor > 1) break;
  }
  return factor;
}

/** Terms of the query with the concept that each stands for and its weight in it. */
export type TermConcepts = ReadonlyMap<string, readonly { concept: number; weight: number }[]>;

export function termConcepts(concepts: readonly Concept[]): TermConcepts {
  const map = new Map<string, { concept: number; weight: number }[]>();
  for (let c = 0; c < concepts.length; c++) {
    for (const { term, weight } of concepts[c]!.variants) {
      const list = map.get(term);
      if (list === undefined) map.set(term, [{ concept: c, weight }]);
      else list.push({ concept: c, weight });
    }
  }
  return map;
}

const inNameOf = { concepts: new Float64Array(64) };

/** How well a declaration's name says the query: share of the query in the name, and of the name in the query. */
export function nameValue(
  view: SegmentView,
  declaration: number,
  terms: TermConcepts,
  idf: Float64Array,
  idfSum: number,
): number {
  const { words, whole } = nameTerms(view.declarationName(declaration));
  if (words.length === 0 || idfSum === 0) return 0;
  const held = inNameOf.concepts.fill(0, 0, idf.length);
  const wholeMet = terms.get(whole);
  let met = wholeMet === undefined ? 0 : words.length;
  if (wholeMet !== undefined) raiseAll(held, wholeMet);
  for (const word of words) {
    const found = terms.get(word);
    if (found === undefined) continue;
    if (wholeMet === undefined) met++;
    raiseAll(held, found);
  }
  if (met === 0) return 0;
  let share = 0;
  for (let c = 0; c < idf.length; c++) share += idf[c]! * held[c]!;
  const value = (share / idfSum) * (NAME_BASE + (NAME_SHARE * met) / words.length);
  return linesOf(view, declaration) < SHORT_LINES ? value * NAME_SHORT : value;
}

function raiseAll(held: Float64Array, found: readonly { concept: number; weight: number }[]): void {
  for (const { concept, weight } of found) if (weight > held[concept]!) held[concept] = weight;
}

export function linesOf(view: SegmentView, declaration: number): number {
  return view.declarationEnd[declaration]! - view.declarationLine[declaration]! + 1;
}

/** Declarations of an entry whose name stands in the lines `start..end`. */
export function* declarationsIn(
  view: SegmentView,
  entry: number,
  start: number,
  end: number,
): Generator<number> {
  const from = view.declarationOffset[entry]!;
  const to = view.declarationOffset[entry + 1]!;
  // Declarations are kept in the order of their lines.
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.declarationLine[middle]! < start) low = middle + 1;
    else high = middle;
  }
  for (let d = low; d < to && view.declarationLine[d]! <= end; d++) yield d;
}
