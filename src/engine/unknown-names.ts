// Which names of a question does no file in scope hold? Only what the index can prove: it has every word of every file
// that was read.
import { identifierTerms } from "../text/identifiers.ts";
import type { QueryIdentifier } from "../rank/read-query.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";

/** Other letters are cut into words by rules under which a part of a name may stand alone. */
const PROVABLE = /^[A-Za-z0-9_$]+$/;

export function unknownNames(
  identifiers: readonly QueryIdentifier[],
  snapshot: Snapshot,
  looksAt: (file: LiveFile) => boolean,
): string[] {
  const names = identifiers.filter((i) => i.weight === 1 && PROVABLE.test(i.name)).map((i) => i.name);
  return [...new Set(names)].filter((name) => !isHeld(name, snapshot, looksAt));
}

function isHeld(name: string, snapshot: Snapshot, looksAt: (file: LiveFile) => boolean): boolean {
  const terms = termsOf(name);
  if (terms.length === 0) return true;
  const holders = snapshot.segments.map((view) => {
    const entries = new Set<number>();
    for (const term of terms) {
      const id = view.termId(term);
      if (id === -1) continue;
      for (const chunk of view.postingChunks(id)) entries.add(view.chunkEntry[chunk]!);
    }
    return entries;
  });
  return snapshot.files.some(
    (f) => (holders[f.segment]?.has(f.entry) === true || f.path.includes(name)) && looksAt(f),
  );
}

/** Prose keeps the whole of a name only where it has several parts: of a plain word its stem decides. */
function termsOf(name: string): string[] {
  const { parts, whole, compound } = identifierTerms(name);
  if (whole === "") return [];
  return compound ? [whole] : [whole, ...parts];
}
