// Which files exist, and where are their facts? Counts that ranking needs over the files alive in a snapshot, made
// once per snapshot. They do not depend on how the files are divided into segments.
import type { SegmentView, Snapshot } from "../store/segment-view.ts";

export interface LiveSegment {
  view: SegmentView;
  /** How many live paths have this entry's content: 0 for a dead entry. */
  copies: Uint32Array;
  /** First live file of an entry, or -1. */
  firstFile: Int32Array;
  /** 1 for a chunk of tests that stands in the middle of code (Rust's `mod tests`). */
  testChunk: Uint8Array;
}

export interface LiveFiles {
  segments: readonly LiveSegment[];
  /** Next live file with the same entry, by file, or -1: two paths with the same content are two files. */
  nextFile: Int32Array;
  /** Files that have facts. */
  files: number;
  /** Chunks of live files, and their mean number of terms. */
  chunks: number;
  meanLength: number;
}

const memo = new WeakMap<Snapshot, LiveFiles>();

export function liveFiles(snapshot: Snapshot): LiveFiles {
  let made = memo.get(snapshot);
  if (made === undefined) memo.set(snapshot, (made = makeLiveFiles(snapshot)));
  return made;
}

function makeLiveFiles(snapshot: Snapshot): LiveFiles {
  const segments = snapshot.segments.map((view) => ({
    view,
    copies: new Uint32Array(view.entries),
    firstFile: new Int32Array(view.entries).fill(-1),
    testChunk: testChunks(view),
  }));
  const nextFile = new Int32Array(snapshot.files.length).fill(-1);
  let files = 0;
  // From the last to the first, so that the chain of an entry goes up in path order.
  for (let file = snapshot.files.length - 1; file >= 0; file--) {
    const { segment, entry } = snapshot.files[file]!;
    const home = segments[segment];
    if (home === undefined) continue;
    home.copies[entry]!++;
    nextFile[file] = home.firstFile[entry]!;
    home.firstFile[entry] = file;
    files++;
  }
  let chunks = 0;
  let length = 0;
  for (const { view, copies } of segments) {
    const { chunkEntry, chunkLength } = view;
    for (let chunk = 0; chunk < view.chunks; chunk++) {
      const n = copies[chunkEntry[chunk]!]!;
      chunks += n;
      length += n * chunkLength[chunk]!;
    }
  }
  return { segments, nextFile, files, chunks, meanLength: chunks === 0 ? 1 : Math.max(1, length / chunks) };
}

const testsIn = new WeakMap<SegmentView, Uint8Array>();

function testChunks(view: SegmentView): Uint8Array {
  const known = testsIn.get(view);
  if (known !== undefined) return known;
  const isTest = new Uint8Array(view.chunks);
  testsIn.set(view, isTest);
  const modules = new Set([...view.declarationsNamed("tests"), ...view.declarationsNamed("test")]);
  if (modules.size === 0) return isTest;
  for (let chunk = 0; chunk < view.chunks; chunk++) {
    for (let d = view.chunkDeclaration[chunk]!; d >= 0; d = view.declarationParent[d]!) {
      if (modules.has(d) && view.declarationKind(d) === "module") isTest[chunk] = 1;
    }
  }
  return isTest;
}
