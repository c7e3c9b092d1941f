// How much is a file relied on? Files that mention what it declares, or import it by name. From term counts alone,
// kept with the snapshot, since the count of one name is asked for by many files and queries; and taken over by the next
// snapshot, but for the terms that a changed file holds no longer or holds now.
import type { LiveFiles } from "./live-files.ts";
import { importName } from "../text/import-name.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { ChangedFile } from "./changed-files.ts";
import { nameTerms } from "./terms.ts";

interface Memo {
  /** Live files that hold a term. */
  files: Map<string, number>;
  /** References to a live file, by its path. */
  references: Map<string, number>;
  /** For whose references a term was counted, by path: mostly for one file alone. */
  askedFor: Map<string, string | Set<string>>;
}

/** Counts that go on to the next snapshot: some 50 MB. Beyond them counting begins anew. */
const MOST_TERMS = 200_000;

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
  const { references, askedFor } = memoOf(snapshot);
  const { path, segment, entry } = snapshot.files[file]!;
  let count = references.get(path);
  if (count !== undefined) return count;
  const { view } = live.segments[segment]!;
  const seen = new Set<string>();
  const holders = (term: string): number => {
    const paths = askedFor.get(term);
    if (paths === undefined) askedFor.set(term, path);
    else if (typeof paths !== "string") paths.add(path);
    else if (paths !== path) askedFor.set(term, new Set([paths, path]));
    return filesWith(snapshot, live, term);
  };
  count = holders(`>${importName(path)}`);
  for (let d = view.declarationOffset[entry]!; d < view.declarationOffset[entry + 1]!; d++) {
    // Members have common names; what a file is known for stands at its top level.
    if (view.declarationParent[d]! >= 0) continue;
    const name = view.declarationName(d);
    const { whole, compound } = nameTerms(name);
    // A single ordinary word is mentioned everywhere without being meant.
    if (whole === "" || seen.has(whole) || (!compound && name === name.toLowerCase())) continue;
    seen.add(whole);
    count = Math.max(count, holders(whole) - 1);
  }
  references.set(path, count);
  return count;
}

function memoOf(snapshot: Snapshot): Memo {
  let memo = memos.get(snapshot);
  if (memo === undefined) {
    memo = { files: new Map(), references: new Map(), askedFor: new Map() };
    memos.set(snapshot, memo);
  }
  return memo;
}

/** The next snapshot takes the counts over, all but those that the change makes others. */
export function carryReferences(before: Snapshot, after: Snapshot, changed: readonly ChangedFile[]): void {
  const memo = memos.get(before);
  if (memo === undefined) return;
  // They are true of one of the two alone: whoever still reads the one before counts anew.
  memos.delete(before);
  const { files, references, askedFor } = memo;
  if (askedFor.size > MOST_TERMS || files.size > MOST_TERMS) return;
  const differences = new Map<string, number>();
  const add = (snapshot: Snapshot, file: number, by: number): void => {
    if (file === -1) return;
    const { path, segment, entry } = snapshot.files[file]!;
    references.delete(path);
    const view = snapshot.segments[segment];
    if (view === undefined) return;
    for (const term of view.termsOf(entry)) differences.set(term, (differences.get(term) ?? 0) + by);
  };
  for (const { was, is } of changed) {
    add(before, was, -1);
    add(after, is, 1);
  }
  for (const [term, difference] of differences) {
    const count = files.get(term);
    if (difference === 0 || count === undefined) continue;
    files.set(term, count + difference);
    const paths = askedFor.get(term) ?? [];
    for (const path of typeof paths === "string" ? [paths] : paths) references.delete(path);
  }
  memos.set(after, memo);
}
