// How near is a file to the query in meaning, whatever its words are? Cosines between the static vector of the query and
// those of every chunk, and of the paths of what may be shown. Whole numbers up to the last step: the same on every
// platform. The nearest files are brought to the ranking though they share no word with the query.
import type { SegmentView, Snapshot } from "../store/segment-view.ts";
import { lengthOf } from "../vectors/embedder.ts";
import { type LoadedModel, shippedModel } from "../vectors/model.ts";
import { product, similarities } from "../vectors/similarity.ts";
import { textTerms } from "../vectors/text-terms.ts";
import { BROUGHT_BY_MEANING, MEANING_OF_PATH } from "./constants.ts";
import { heldVectors } from "./held-vectors.ts";

export interface MeaningLane {
  /** Cosines of the nearest chunk and of all chunks together, and the path's at its share. */
  near(file: number): number;
  /** What the path alone has in that. */
  ofPath(file: number): number;
  /** Told which files it will be asked about. */
  begin?(files: readonly number[]): void;
  /** The nearest chunk of a file, of equal ones the first; -1 for a file without text. */
  nearest(file: number): number;
  cosine(segment: number, chunk: number): number;
  /** The nearest files of at least that cosine, in the order of files; none where the model knows too little of the query. */
  brought(leastCosine: number, inScope: (file: number) => boolean): number[];
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
  const terms = textTerms(text);
  const vector = embedder.embed(terms);
  if (vector.every((value) => value === 0)) return null;
  const held = heldVectors(snapshot, embedder);
  const unit = lengthOf(embedder.dimensions) ** 2;
  const ofPath = (file: number): number => (MEANING_OF_PATH * product(vector, held.path(file), 0)) / unit;
  const near = snapshot.segments.map((view) => nearnessOf(view, vector));
  const nearestChunk = (file: number): number => {
    const { segment, entry } = snapshot.files[file]!;
    const { chunkOffset } = snapshot.segments[segment]!;
    const products = near[segment]!;
    const end = chunkOffset[entry + 1]!;
    let best = chunkOffset[entry]! < end ? chunkOffset[entry]! : -1;
    for (let chunk = best + 1; best !== -1 && chunk < end; chunk++) {
      if (products[chunk]! > products[best]!) best = chunk;
    }
    return best;
  };
  const productOf = (file: number, chunk: number): number => near[snapshot.files[file]!.segment]![chunk]!;
  return {
    ofPath,
    near(file) {
      const chunk = nearestChunk(file);
      const nearest = chunk === -1 ? 0 : productOf(file, chunk);
      const whole = product(vector, held.file(file), 0);
      return (nearest + whole + MEANING_OF_PATH * product(vector, held.path(file), 0)) / unit;
    },
    nearest: nearestChunk,
    cosine: (segment, chunk) => near[segment]![chunk]! / unit,
    brought(leastCosine, inScope) {
      // Words that the model doesn't know are matched by their pieces: spelling, which is no reason to bring a stranger.
      const known = terms.filter(([term]) => embedder.knows(term)).length;
      if (known * 2 <= terms.length) return [];
      const least = leastCosine * unit;
      const found: { file: number; nearness: number }[] = [];
      snapshot.files.forEach(({ segment }, file) => {
        if (segment < 0) return;
        const chunk = nearestChunk(file);
        const nearness = chunk === -1 ? 0 : productOf(file, chunk);
        if (nearness >= least && inScope(file)) found.push({ file, nearness });
      });
      return found
        .sort((a, b) => b.nearness - a.nearness || a.file - b.file)
        .slice(0, BROUGHT_BY_MEANING)
        .map(({ file }) => file)
        .sort((a, b) => a - b);
    },
  };
}

/** Kept with the segment and filled anew by each query, as the words lane does it. */
const scratches = new WeakMap<SegmentView, Int32Array>();

function nearnessOf(view: SegmentView, vector: Int8Array): Int32Array {
  let products = scratches.get(view);
  if (products === undefined) scratches.set(view, (products = new Int32Array(view.chunks)));
  similarities(vector, view.chunkVectors, products);
  return products;
}
