// Which names does a stretch of a file mention? Asked for each unit that an answer shows, so the references of a file are
// put in order once.
import type { Reference, SyntaxFacts } from "../parse/facts.ts";

interface Ordered {
  references: readonly Reference[];
  /** Their lines, ascending. */
  starts: Int32Array;
}

const ordered = new WeakMap<SyntaxFacts, Ordered>();

/** Names that references mention which begin from line `start` to line `end`. */
export function usedNames(facts: SyntaxFacts, start: number, end: number): Set<string> {
  const { references, starts } = orderedOf(facts);
  const names = new Set<string>();
  for (let i = firstFrom(starts, start); i < starts.length && starts[i]! <= end; i++) {
    names.add(references[i]!.name);
  }
  return names;
}

function orderedOf(facts: SyntaxFacts): Ordered {
  let known = ordered.get(facts);
  if (known === undefined) {
    // Code in several scripts of one file stands in the order in which it was parsed.
    const references = facts.references.toSorted((a, b) => a.range.start - b.range.start);
    ordered.set(facts, (known = { references, starts: Int32Array.from(references, (r) => r.range.start) }));
  }
  return known;
}

/** Index of the first value that is not below `least`. */
function firstFrom(ascending: Int32Array, least: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ascending[middle]! < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
