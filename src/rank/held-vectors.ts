// What do a file's path and all of it mean, as vectors? Made when first asked for, and kept with the row of the file.
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import { type Embedder, writeVector } from "../vectors/embedder.ts";
import { pathTerms } from "../vectors/text-terms.ts";

interface HeldVectors {
  paths: WeakMap<LiveFile, Int8Array>;
  files: WeakMap<LiveFile, Int8Array>;
}

/** Rows of unchanged files go on from snapshot to snapshot. */
const kept = new WeakMap<Embedder, HeldVectors>();

export function heldVectors(snapshot: Snapshot, embedder: Embedder) {
  let held = kept.get(embedder);
  if (held === undefined) kept.set(embedder, (held = { paths: new WeakMap(), files: new WeakMap() }));
  const { paths, files } = held;
  return {
    path(file: number): Int8Array {
      const row = snapshot.files[file]!;
      let vector = paths.get(row);
      if (vector === undefined) paths.set(row, (vector = embedder.embed(pathTerms(row.path))));
      return vector;
    },
    file(file: number): Int8Array {
      const row = snapshot.files[file]!;
      let vector = files.get(row);
      if (vector === undefined) files.set(row, (vector = sumOfChunks(snapshot, file, embedder.dimensions)));
      return vector;
    },
  };
}

function sumOfChunks(snapshot: Snapshot, file: number, size: number): Int8Array {
  const { segment, entry } = snapshot.files[file]!;
  const { chunkOffset, chunkVectors } = snapshot.segments[segment]!;
  const sums = new Float64Array(size);
  for (let at = chunkOffset[entry]! * size; at < chunkOffset[entry + 1]! * size; at += size) {
    for (let d = 0; d < size; d++) sums[d]! += chunkVectors[at + d]!;
  }
  const vector = new Int8Array(size);
  writeVector(sums, vector, 0);
  return vector;
}
