// How much is a file relied on? Files that mention what it declares, or import it by name. From term counts alone,
// kept per snapshot: the count of one name is asked for by many files and queries.
import type { LiveFiles } from "./live-files.ts";
import { importName } from "../text/import-name.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { nameTerms } from "./terms.ts";

interface Memo {
  /** Live files that hold a term. */
  files: Map<string, number>;
  /** References to a live file. */
  references: Map<number, number>;
}

const memos = new WeakMap<Snapshot, Memo>();

/** Number of live files that hold the term. */
export function filesWith(snapshot: Snapshot, live: LiveFiles, term: string): number {
  const { files } = memoOf(snapshot);
  let count = files.get(term);
  if (count !== undefined) return count;
  count = 0;
  for (const { view, copies } of live.segments) {
    const id = view.termId(term);
    if (id === -1) continue;
    let last = -1;
    for (const chunk of view.postingChunks(id)) {
      const entry = view.chunkEntry[chunk]!;
      if (entry !== last) count += copies[entry]!;
      last = entry;
    }
  }
  files.set(term, count);
  return count;
}

/** Files beside itself that mention a name declared here or import this file by its name. */
export function referencesTo(snapshot: Snapshot, live: LiveFiles, file: number): number {
  const { references } = memoOf(snapshot);
  let count = references.get(file);
  if (count !== undefined) return count;
  const { path, segment, entry } = snapshot.files[file]!;
  const { view } = live.segments[segment]!;
  const seen = new Set<string>();
  count = filesWith(snapshot, live, `>${importName(path)}`);
  for (let d = view.declarationOffset[entry]!; d < view.declarationOffset[entry + 1]!; d++) {
    // Members have common names; what a file is known for stands at its top level.
    if (view.declarationParent[d]! >= 0) continue;
    const name = view.declarationName(d);
    const { whole, compound } = nameTerms(name);
    // A single ordinary word is mentioned everywhere without being meant.
    if (whole === "" || seen.has(whole) || (!compound && name === name.toLowerCase())) continue;
    seen.add(whole);
    count = Math.max(count, filesWith(snapshot, live, whole) - 1);
  }
  references.set(file, count);
  return count;
}

function memoOf(snapshot: Snapshot): Memo {
  let memo = memos.get(snapshot);
  if (memo === undefined) memos.set(snapshot, (memo = { files: new Map(), references: new Map() }));
  return memo;
}
