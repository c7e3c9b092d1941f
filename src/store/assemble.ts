// How do known and newly read files become one table over few segments? Rows are put together; then segments that are
// mostly dead, and small ones if there are many, are merged, and rows point to where their entries went.
import { isDoubtful } from "../base/file-clock.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import { segmentsToRewrite } from "./compaction.ts";
import { mergeSegments } from "./merge.ts";
import type { Segment } from "./segment.ts";
import type { LiveFile } from "./segment-view.ts";
import type { SweptFile } from "./sweep.ts";

/** What reading a file gave. */
export interface ReadFile {
  segment: number;
  entry: number;
  skip: SkipReason | null;
  generated?: boolean;
  minified?: boolean;
  lossy?: boolean;
}

/** Reasons that may be gone the next time, although nothing is to be seen of it in the folder. */
const PASSING: ReadonlySet<SkipReason> = new Set([
  "vanished",
  "unreadable",
  "symlink",
  "special",
  "object-missing",
]);

/**
 * The table and its segments. `known` is parallel to `files`; a file neither known nor read is one for later. Known
 * rows count segments as `segments` does, in which the segments of the snapshot before come first.
 */
export function assemble(
  files: readonly SweptFile[],
  known: readonly (LiveFile | null)[],
  read: ReadonlyMap<number, ReadFile>,
  segments: readonly Segment[],
  sweptAtMs: number,
): { files: LiveFile[]; segments: Segment[] } {
  const rows = files.map((file, i) => known[i] ?? rowOf(file, read.get(i), segments, sweptAtMs));
  return compact(rows, segments);
}

function rowOf(
  file: SweptFile,
  read: ReadFile | undefined,
  segments: readonly Segment[],
  sweptAtMs: number,
): LiveFile {
  const { path, size, mtimeNs, ino } = file;
  const row: LiveFile = {
    path,
    size,
    mtimeNs,
    ino,
    key: "",
    segment: -1,
    entry: -1,
    skip: null,
  };
  if (file.ctimeNs !== undefined) row.ctimeNs = file.ctimeNs;
  if (read === undefined) return row;
  Object.assign(row, read);
  if (read.segment >= 0) row.key = segments[read.segment]!.entryKey(read.entry);
  // Either time: some tools set that of the content back, and a tree may lie on a disk that keeps no other.
  const young =
    isDoubtful(mtimeNs, sweptAtMs) || (file.ctimeNs !== undefined && isDoubtful(file.ctimeNs, sweptAtMs));
  if (young || (read.skip !== null && PASSING.has(read.skip))) row.doubtful = true;
  return row;
}

function compact(
  rows: readonly LiveFile[],
  segments: readonly Segment[],
): { files: LiveFile[]; segments: Segment[] } {
  const living = segments.map((s) => new Uint8Array(s.entries));
  for (const row of rows) if (row.segment >= 0) living[row.segment]![row.entry] = 1;
  const sizes = segments.map((s, i) => ({ chunks: s.chunks, living: livingChunks(s, living[i]!) }));
  const used = segments.map((_, i) => i).filter((i) => living[i]!.includes(1));
  const rewritten = new Set(segmentsToRewrite(used.map((i) => sizes[i]!)).map((i) => used[i]!));

  // One content may stand in two segments, if two threads met it: it goes on once.
  const moved = new Set<string>();
  const parts = [...rewritten].map((i) => {
    const segment = segments[i]!;
    const entries: number[] = [];
    living[i]!.forEach((lives, entry) => {
      if (lives === 0 || moved.has(segment.entryKey(entry))) return;
      moved.add(segment.entryKey(entry));
      entries.push(entry);
    });
    return { segment, entries };
  });
  const merged = mergeSegments(parts);
  const kept = used.filter((i) => !rewritten.has(i));
  const newPlace = new Map(kept.map((i, place) => [i, place]));
  const placeOfKey = new Map<string, { segment: number; entry: number }>();
  parts.forEach((part, p) => {
    part.entries.forEach((entry, e) => placeOfKey.set(part.segment.entryKey(entry), merged.placed[p]![e]!));
  });

  const files = rows.map((row): LiveFile => {
    if (row.segment < 0) return row;
    const segment = newPlace.get(row.segment);
    if (segment === row.segment) return row;
    if (segment !== undefined) return { ...row, segment };
    const place = placeOfKey.get(row.key)!;
    return { ...row, segment: kept.length + place.segment, entry: place.entry };
  });
  return { files, segments: [...kept.map((i) => segments[i]!), ...merged.segments] };
}

function livingChunks(segment: Segment, living: Uint8Array): number {
  let chunks = 0;
  for (let entry = 0; entry < living.length; entry++) {
    if (living[entry] === 1) chunks += segment.chunkOffset[entry + 1]! - segment.chunkOffset[entry]!;
  }
  return chunks;
}
