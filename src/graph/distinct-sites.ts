// Which of the sites that were found are answers? Each place once, proven before possible, in the order of files and lines;
// the declaration's own name is no use of it.
import type { Interval, PossibleSite, ProvenSite } from "./graph.ts";
import { bySite } from "./sites.ts";
import type { Subject } from "./subject.ts";

export function distinctSites(
  { declaration, tables }: Subject,
  allProven: readonly ProvenSite[],
  allPossible: readonly PossibleSite[],
): Pick<Interval, "proven" | "possible" | "totals"> {
  const own = declaration.symbols.map((s) => {
    const { nameRange } = tables.facts.symbols[s]!;
    // A key in quotes is found behind its quote.
    const quoted = /["'`]/.test(tables.file.text[tables.startOf(nameRange)] ?? "") ? 1 : 0;
    return `${declaration.file}:${nameRange.start}:${nameRange.startColumn + quoted}`;
  });
  const taken = new Set(own);
  const once = <Found extends PossibleSite | ProvenSite>(sites: readonly Found[]): Found[] =>
    [...sites].sort(bySite).filter((site) => {
      const key = `${site.file}:${site.line}:${site.column}`;
      if (taken.has(key)) return false;
      taken.add(key);
      return true;
    });
  const proven = once(allProven);
  const possible = once(allPossible);
  return { proven, possible, totals: { proven: proven.length, possible: possible.length } };
}
