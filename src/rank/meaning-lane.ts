// How near is a file to the query in meaning, whatever its words are? Cosines between the static vector of the query and
// those of the file's chunks and of its path. Whole numbers up to the last step: the same on every platform.
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import { type Embedder, lengthOf, writeVector } from "../vectors/embedder.ts";
import { type LoadedModel, shippedModel } from "../vectors/model.ts";
import { product } from "../vectors/similarity.ts";
import { pathTerms, textTerms } from "../vectors/text-terms.ts";
import { MEANING_OF_PATH } from "./constants.ts";

export interface MeaningLane {
  /** Cosines of the nearest chunk and of all chunks together, and the path's at its share. */
  near(file: number): number;
  /** What the path alone has in that. */
  ofPath(file: number): number;
  /** Told which files it will be asked about. */
  begin?(files: readonly number[]): void;
}

/** Null where there is no model, where the index was made without one, and where no word of the query has a meaning. */
export function meaningLane(
  snapshot: Snapshot,
  text: string,
  loaded: LoadedModel = shippedModel(),
): MeaningLane | null {
  if ("fault" in loaded) return null;
  const { embedder } = loaded;
  if (snapshot.segments.some(({ model }) => model !== embedder.id)) return null;
  const vector = embedder.embed(textTerms(text));
  if (vector.every((value) => value === 0)) return null;
  const held = heldVectors(snapshot, embedder);
  const unit = lengthOf(embedder.dimensions) ** 2;
  const size = embedder.dimensions;
  const ofPath = (file: number): number => (MEANING_OF_PATH * product(vector, held.path(file), 0)) / unit;
  return {
    ofPath,
    near(file) {
      const { segment, entry } = snapshot.files[file]!;
      const { chunkOffset, chunkVectors } = snapshot.segments[segment]!;
      const first = chunkOffset[entry]!;
      let nearest = chunkOffset[entry + 1] === first ? 0 : Number.NEGATIVE_INFINITY;
      for (let chunk = first; chunk < chunkOffset[entry + 1]!; chunk++) {
        nearest = Math.max(nearest, product(vector, chunkVectors, chunk * size));
      }
      const whole = product(vector, held.file(file), 0);
      return (nearest + whole + MEANING_OF_PATH * product(vector, held.path(file), 0)) / unit;
    },
  };
}

/** Vectors of paths and of whole files, made when first asked for and kept with the row of the file. */
interface HeldVectors {
  paths: WeakMap<LiveFile, Int8Array>;
  files: WeakMap<LiveFile, Int8Array>;
}

/** Rows of unchanged files go on from snapshot to snapshot. */
const kept = new WeakMap<Embedder, HeldVectors>();

function heldVectors(snapshot: Snapshot, embedder: Embedder) {
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
