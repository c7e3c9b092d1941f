// What is the lane of meaning worth alone, and what does it cost?
//   node bench/main.ts vectors --labels DIR --corpora DIR [--model FILE] [--json]
// NDCG@10 of files by their nearest chunk; time to make the vectors; time of one search over 150,000 rows.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Segment } from "../../src/store/segment.ts";
import { chunkVectors } from "../../src/store/chunk-vectors.ts";
import type { Embedder } from "../../src/vectors/embedder.ts";
import { loadModel } from "../../src/vectors/model.ts";
import { plainSimilarities, similarities } from "../../src/vectors/similarity.ts";
import { snapshotOf } from "../quality/corpus.ts";
import { seeded } from "../../src/eval/learner.ts";
import { readQuestions, readRepositories } from "../quality/labels.ts";
import { mean, median, ndcg } from "../../src/eval/measure.ts";
import { Lane, PATH, postingsOf } from "./lane.ts";

const SHARES = [0, 0.3, PATH, 1];

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { labels: { type: "string" }, corpora: { type: "string" }, model: { type: "string" } },
  });
  if (values.labels === undefined || values.corpora === undefined) {
    throw new Error("vectors needs --labels DIR and --corpora DIR");
  }
  const started = performance.now();
  const loaded = loadModel(values.model);
  if ("fault" in loaded) throw loaded.fault;
  const { embedder } = loaded;
  console.log(`model ${embedder.id}, ${embedder.dimensions} dimensions, loaded in ${ms(started)}`);
  const scores = SHARES.map((): number[] => []);
  const byKind = new Map<string, number[]>();
  let bytes = 0;
  let took = 0;
  for (const repository of readRepositories(values.labels)) {
    const questions = readQuestions(values.labels, [repository]);
    if (questions.length === 0) continue;
    const snapshot = await snapshotOf(join(values.corpora, repository.name, repository.root));
    const before = performance.now();
    for (const view of snapshot.segments) chunkVectors(embedder, view.chunks, postingsOf(view as Segment));
    took += performance.now() - before;
    for (const { entryBytes } of snapshot.segments) bytes += entryBytes.reduce((a, b) => a + b, 0);
    const lane = new Lane(snapshot, embedder);
    for (const { query, kind, targets } of questions) {
      SHARES.forEach((share, i) => {
        const score = ndcg(lane.nearest(query, share), targets);
        scores[i]!.push(score);
        if (share === PATH) byKind.set(kind, [...(byKind.get(kind) ?? []), score]);
      });
    }
  }
  SHARES.forEach((share, i) => console.log(`NDCG@10 alone, path × ${share}: ${mean(scores[i]!).toFixed(4)}`));
  console.log([...byKind].map(([kind, list]) => `${kind} ${mean(list).toFixed(3)}`).join(", "));
  console.log(`vectors of ${(bytes / 1e6).toFixed(1)} MB of source: ${(bytes / 1e3 / took).toFixed(1)} MB/s`);
  for (const [form, multiply] of [
    ["wide registers", similarities],
    ["plain loop", plainSimilarities],
  ] as const) {
    console.log(`150,000 rows, ${form}: ${searchTime(embedder, multiply).toFixed(1)} ms, median of 15`);
  }
}

function searchTime(embedder: Embedder, multiply: typeof similarities): number {
  const rows = new Int8Array(150_000 * embedder.dimensions);
  const random = seeded(1);
  for (let i = 0; i < rows.length; i++) rows[i] = Math.floor(random() * 255) - 127;
  const vector = rows.slice(0, embedder.dimensions);
  const out = new Int32Array(150_000);
  const times = Array.from({ length: 15 }, () => {
    const started = performance.now();
    multiply(vector, rows, out);
    return performance.now() - started;
  });
  return median(times);
}

function ms(started: number): string {
  return `${Math.round(performance.now() - started)} ms`;
}
