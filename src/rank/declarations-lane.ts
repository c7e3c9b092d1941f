// Which declarations does the query name? The best-named definition of a file, and definitions of the query's
// identifiers wherever they are.
import type { SpanKind } from "../base/span.ts";
import type { SegmentView } from "../store/segment-view.ts";
import { IDENTIFIER, NAME_BASE, NAME_SHARE, NAME_SHORT, SHORT_LINES } from "./constants.ts";
import type { LiveFiles } from "./live-files.ts";
import type { Concept, QueryIdentifier, ReadQuery } from "./read-query.ts";
import { declaredTerms, foldName } from "./terms.ts";

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

export interface Definition extends Found {
  /** Qualifier in the query that the declarations around it do not have; else empty. */
  qualifier: string;
}

/** Definitions of the query's identifiers: the best by segment and entry. */
export type IdentifierLane = Map<number, Definition>[];

export function identifierLane(live: LiveFiles, query: ReadQuery): IdentifierLane {
  return live.segments.map(({ view, copies }) => {
    const best = new Map<number, Definition>();
    const raise = (declaration: number, { qualifier }: QueryIdentifier, weight: number): void => {
      const entry = view.declarationEntry[declaration]!;
      if (copies[entry] === 0) return;
      const qualified = qualifier !== "" && isInside(view, declaration, qualifier);
      const value = weight * worthOf(view, declaration) * (qualified ? IDENTIFIER.qualifierMet : 1);
      const before = best.get(entry);
      if (before === undefined || value > before.value) {
        best.set(entry, { value, declaration, qualifier: qualified ? "" : qualifier });
      }
    };
    for (const identifier of query.identifiers) {
      const { name, weight } = identifier;
      for (const declaration of view.declarationsNamed(name)) raise(declaration, identifier, weight);
      if (query.kind !== "word") continue;
      for (const declaration of view.declarationsNamedFolded(name.toLowerCase())) {
        raise(declaration, identifier, weight * IDENTIFIER.folded);
      }
    }
    return best;
  });
}

/** Whether a declaration stands in one of the given name: `filter` in `QuerySet`. */
function isInside(view: SegmentView, declaration: number, qualifier: string): boolean {
  for (let d = view.declarationParent[declaration]!; d >= 0; d = view.declarationParent[d]!) {
    if (view.declarationName(d) === qualifier) return true;
  }
  return false;
}

function worthOf(view: SegmentView, declaration: number): number {
  const kind = view.declarationKind(declaration);
  let value: number = TYPE_KINDS.has(kind) ? IDENTIFIER.type : IDENTIFIER.other;
  if (kind === "implementation") value *= IDENTIFIER.implementation;
  if (linesOf(view, declaration) < SHORT_LINES) value *= IDENTIFIER.short;
  if (view.declarationParent[declaration]! >= 0) value *= IDENTIFIER.nested;
  return value;
}

/** Worth of a definition in a file: a qualifier that no declaration around it has may be the file's name (`router.add`). */
export function definitionValue({ value, qualifier }: Definition, stem: string): number {
  if (qualifier === "") return value;
  return value * (stem === foldName(qualifier) ? IDENTIFIER.qualifierMet : IDENTIFIER.qualifierMissed);
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
  const { words, whole } = declaredTerms(view, declaration);
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
export function declarationsIn(view: SegmentView, entry: number, start: number, end: number): number[] {
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
  // A list: asked for a thousand times in an answer, a generator takes longer than what is done with it.
  const found: number[] = [];
  for (let d = low; d < to && view.declarationLine[d]! <= end; d++) found.push(d);
  return found;
}
