// Learns the vectors and writes them as the file that is shipped. What it learns follows from the mined files, the
// options and the seed alone.
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { seeded } from "../src/eval/learner.ts";
import { encodeWeights } from "../src/vectors/weights-file.ts";
import { withoutCommonDirection } from "./common-direction.ts";
import { ContrastiveModel } from "./contrastive.ts";
import { type Corpus, Sampler, makeCorpus } from "./corpus.ts";
import { minedFile, readMined } from "./mine-all.ts";
import { trainingRepositories } from "./repositories.ts";

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      mined: { type: "string" },
      out: { type: "string", default: fileURLToPath(new URL("weights.bin", import.meta.url)) },
      steps: { type: "string", default: "2500" },
      batch: { type: "string", default: "128" },
      dimensions: { type: "string", default: "128" },
      words: { type: "string", default: "30000" },
      buckets: { type: "string", default: "8192" },
      temperature: { type: "string", default: "0.06" },
      rate: { type: "string", default: "0.05" },
      inside: { type: "string", default: "0.3" },
      seed: { type: "string", default: "1" },
      partial: { type: "boolean", default: false },
    },
  });
  if (values.mined === undefined) throw new Error("train needs --mined DIR");
  const mined = values.mined;
  const names = trainingRepositories().map(({ name }) => name);
  const present = names.filter((name) => existsSync(minedFile(mined, name)));
  if (present.length < names.length && !values.partial)
    throw new Error("Not everything is mined: --partial trains without.");
  const started = performance.now();
  const corpus = makeCorpus(
    present.map((name) => readMined(mined, name)),
    { words: Number(values.words), buckets: Number(values.buckets), leastRepositories: 3 },
  );
  const count = (kind: "comment" | "name" | "signature" | "path" | "file" | "commit" | "message" | "test") =>
    corpus.repositories.reduce((n, { pairs }) => n + pairs[kind].length, 0);
  const kinds = (["comment", "name", "signature", "path", "file", "commit", "message", "test"] as const)
    .map((kind) => `${kind} ${count(kind)}`)
    .join(", ");
  console.log(`repositories ${present.length}, words ${corpus.vocabulary.length}, pairs: ${kinds}`);
  const random = seeded(Number(values.seed));
  const options = {
    dimensions: Number(values.dimensions),
    temperature: Number(values.temperature),
    rate: Number(values.rate),
  };
  const model = new ContrastiveModel(startLengths(corpus), options, random);
  const sampler = new Sampler(corpus, random);
  const steps = Number(values.steps);
  let loss = 0;
  for (let step = 1; step <= steps; step++) {
    // The last fifth goes down to a tenth of the rate.
    const left = (steps - step) / steps;
    const rate = options.rate * (left > 0.2 ? 1 : 0.1 + 4.5 * left);
    loss += model.step(sampler.batch(Number(values.batch), Number(values.inside)), rate);
    if (step % 500 === 0) {
      console.log(
        `step ${step}, loss ${(loss / 500).toFixed(4)}, ${Math.round((performance.now() - started) / 1000)} s`,
      );
      loss = 0;
    }
  }
  withoutCommonDirection(model.rows, model.dimensions);
  writeFileSync(values.out, encodeWeights(quantised(corpus, model)));
}

/** Common words begin short, rare ones long: a / (a + p) for a word that stands in the share p of all chunks. */
function startLengths(corpus: Corpus): Float64Array {
  const rare = 3e-3;
  const lengths = new Float64Array(corpus.vocabulary.length + corpus.buckets).fill(0.5);
  corpus.frequency.forEach((p, i) => (lengths[i] = Math.sqrt(rare / (rare + p))));
  return lengths;
}

/** Each row as 127ths of its largest component; its multiplier is in 65535ths of the largest of all. */
function quantised(corpus: Corpus, { rows, dimensions }: ContrastiveModel) {
  const count = corpus.vocabulary.length + corpus.buckets;
  const largest = new Float64Array(count);
  for (let r = 0; r < count; r++) {
    for (let d = 0; d < dimensions; d++)
      largest[r] = Math.max(largest[r]!, Math.abs(rows[r * dimensions + d]!));
  }
  const most = largest.reduce((a, b) => Math.max(a, b), 0);
  const multipliers = Uint16Array.from(largest, (value) => Math.max(1, Math.round((value / most) * 65535)));
  const small = new Int8Array(count * dimensions);
  for (let r = 0; r < count; r++) {
    const unit = (multipliers[r]! / 65535) * (most / 127);
    for (let d = 0; d < dimensions; d++) {
      small[r * dimensions + d] = Math.max(-127, Math.min(127, Math.round(rows[r * dimensions + d]! / unit)));
    }
  }
  return { dimensions, words: corpus.vocabulary, buckets: corpus.buckets, multipliers, rows: small };
}
