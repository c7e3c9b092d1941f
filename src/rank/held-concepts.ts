// Which concepts of the query does a file hold, in its text or in its path? And how much of the query does any file hold?
import type { Evidence } from "./evidence.ts";

export function conceptsIn({ snapshot, words, paths, table, chunkIdf }: Evidence, file: number): number[] {
  const { segment, entry } = snapshot.files[file]!;
  const { view, frequency } = words.segments[segment]!;
  const count = chunkIdf.length;
  const held: number[] = [];
  for (let c = 0; c < count; c++) {
    let found = paths.stem[file * count + c]! > 0 || paths.folder[table.folder[file]! * count + c]! > 0;
    for (let k = view.chunkOffset[entry]!; !found && k < view.chunkOffset[entry + 1]!; k++) {
      found = frequency[k * count + c]! > 0;
    }
    if (found) held.push(c);
  }
  return held;
}

/** The largest share of the query, by what its concepts weigh, that one of these files holds. */
export function mostHeld(evidence: Evidence, files: readonly number[]): number {
  const { fileIdf, fileIdfSum } = evidence;
  if (fileIdfSum === 0) return 0;
  const held = files.map((file) => conceptsIn(evidence, file).reduce((sum, c) => sum + fileIdf[c]!, 0));
  return Math.max(0, ...held) / fileIdfSum;
}
