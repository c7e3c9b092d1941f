// How near is a file in meaning where a provider made vectors of its chunks? Cosines of two models have nothing to do with
// each other: one gives 0.3 for what the other gives 0.8. So that files with such vectors and files without stand in one
// order, those of the provider are brought to mean and spread of the static ones, over the files that have both.
import type { Snapshot } from "../store/segment-view.ts";
import { cosine } from "../vectors/similarity.ts";
import type { MeaningLane } from "./meaning-lane.ts";

/** Vectors of another model than the one that Pith brings. */
export interface GivenVectors {
  /** For the receipt. */
  readonly model: string;
  /** Of the query. */
  readonly query: Int8Array;
  /** Of a content, by its facts key; null where there are none. */
  ofContent(key: string): GivenRows | null;
}

export interface GivenRows {
  /** One for each chunk that has one; at least one. */
  readonly rows: readonly Int8Array[];
  /** Of all of them together. */
  readonly whole: Int8Array;
}

/** `own`: by the static vectors, or null where those say nothing of the query. */
export function givenLane(snapshot: Snapshot, own: MeaningLane | null, given: GivenVectors): MeaningLane {
  const values = new Map<number, number>();
  let other = 0;
  return {
    begin(files) {
      values.clear();
      for (const file of files) {
        const rows = given.ofContent(snapshot.files[file]!.key);
        if (rows !== null) values.set(file, nearness(given.query, rows));
      }
      const all = [...values.values()];
      other = meanOf(all);
      if (own === null) return;
      const pairs = Array.from(values.keys(), (file) => own.near(file) - own.ofPath(file));
      const [from, to] = [spreadOf(all), spreadOf(pairs)];
      const scale = from === 0 || to === 0 ? 1 : to / from;
      const [fromMean, toMean] = [other, meanOf(pairs)];
      for (const [file, value] of values) {
        values.set(file, toMean + (value - fromMean) * scale + own.ofPath(file));
      }
    },
    near: (file) => values.get(file) ?? own?.near(file) ?? other,
    ofPath: (file) => own?.ofPath(file) ?? 0,
    // Only of a few files are there such vectors: what is brought, and which lines, goes by the static ones.
    nearest: (file) => own?.nearest(file) ?? -1,
    cosine: (segment, chunk) => own?.cosine(segment, chunk) ?? 0,
    brought: (leastCosine, inScope) => own?.brought(leastCosine, inScope) ?? [],
  };
}

/** As for the static vectors: the nearest chunk, and all of them together. */
function nearness(query: Int8Array, { rows, whole }: GivenRows): number {
  let nearest = Number.NEGATIVE_INFINITY;
  for (const row of rows) nearest = Math.max(nearest, cosine(query, row));
  return nearest + cosine(query, whole);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}

function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}
