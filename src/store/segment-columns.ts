// The columns of a segment by which something is found: names with their declarations, terms with their postings.
// Both are sorted by their bytes, and what belongs to each is filled in by counting.
import type { Column } from "./column-file.ts";
import { startsOf } from "./growing-column.ts";
import { Interner } from "./interner.ts";
import type { TermPostings } from "./chunk-vectors.ts";
import { StringTable, sortedStringColumns } from "./string-table.ts";

/**
 * Names are kept once, `names` of their numbers as they came; `ofDeclaration` tells the number of each declaration's.
 * `name.declarations` groups the declarations by name, `fold.names` the names by their lower-cased form.
 */
export function nameColumns(names: readonly string[], ofDeclaration: Uint32Array): Record<string, Column> {
  const sorted = sortedStringColumns("name", names);
  const place = inverse(sorted.order);
  const name = ofDeclaration.map((id) => place[id]!);

  const folding = new Interner();
  const foldOfName = sorted.order.map((id) => folding.idOf(names[id]!.toLowerCase()));
  const folds = sortedStringColumns("fold", folding.strings);
  const foldPlace = inverse(folds.order);
  const byName = grouped(name, place.length);
  const byFold = grouped(
    foldOfName.map((id) => foldPlace[id]!),
    foldPlace.length,
  );
  return {
    ...sorted.columns,
    "name.declarations": byName.starts,
    "name.declaration": byName.members,
    ...folds.columns,
    "fold.names": byFold.starts,
    "fold.name": byFold.members,
    "declaration.name": name,
  };
}

/** Postings as they came, parallel. Of one term, those of an earlier chunk come first. */
export interface Postings {
  term: Uint32Array;
  chunk: Uint32Array;
  counts: Uint32Array;
}

type TermColumns = ReturnType<typeof sortedStringColumns>["columns"] &
  Record<"term.postings" | "posting.chunk" | "posting.counts" | "import.term", Uint32Array>;

export function termColumns(terms: readonly string[], posted: Postings, imports: Uint32Array): TermColumns {
  const sorted = sortedStringColumns("term", terms);
  const place = inverse(sorted.order);
  const sizes = new Uint32Array(place.length);
  for (const term of posted.term) sizes[place[term]!]!++;
  const starts = startsOf(sizes);
  const next = starts.slice();
  const chunks = new Uint32Array(posted.term.length);
  const packed = new Uint32Array(posted.term.length);
  for (let i = 0; i < posted.term.length; i++) {
    const at = next[place[posted.term[i]!]!]!++;
    chunks[at] = posted.chunk[i]!;
    packed[at] = posted.counts[i]!;
  }
  return {
    ...sorted.columns,
    "term.postings": starts,
    "posting.chunk": chunks,
    "posting.counts": packed,
    "import.term": imports.map((id) => place[id]!),
  };
}

/** The postings of each term, as the columns have them. */
export function* postingsIn(columns: TermColumns): Generator<TermPostings> {
  const terms = new StringTable({
    bytes: columns["term.bytes"] as Uint8Array,
    at: columns["term.at"] as Uint32Array,
  });
  const starts = columns["term.postings"];
  for (let id = 0; id < terms.length; id++) {
    const [from, to] = [starts[id]!, starts[id + 1]!];
    yield {
      term: terms.get(id),
      chunks: columns["posting.chunk"].subarray(from, to),
      counts: columns["posting.counts"].subarray(from, to),
    };
  }
}

/** Where each index went: `inverse(order)[order[i]] === i`. */
function inverse(order: Uint32Array): Uint32Array {
  const place = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) place[order[i]!] = i;
  return place;
}

/** Indices of `groupOf` by their group, ascending inside each. */
function grouped(groupOf: Uint32Array, groups: number): { starts: Uint32Array; members: Uint32Array } {
  const sizes = new Uint32Array(groups);
  for (const group of groupOf) sizes[group]!++;
  const starts = startsOf(sizes);
  const next = starts.slice();
  const members = new Uint32Array(groupOf.length);
  for (let i = 0; i < groupOf.length; i++) members[next[groupOf[i]!]!++] = i;
  return { starts, members };
}
