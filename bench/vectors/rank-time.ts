// How long do ranking and packing take with every lane, and how much of it is the search over all vectors?
//   node bench/main.ts rank-time --root DIR [--root DIR …] [--rounds 3]
// Questions in plain words, asked of a warm engine; times of the processor, so that other work on the machine counts little.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import type { Phase } from "../../src/engine/operation.ts";
import { shippedModel } from "../../src/vectors/model.ts";
import { similarities } from "../../src/vectors/similarity.ts";
import { textTerms } from "../../src/vectors/text-terms.ts";
import { snapshotOf } from "../quality/corpus.ts";
import { median } from "../../src/eval/measure.ts";

const QUESTIONS = [
  "where is the session token checked",
  "how are errors shown to the user",
  "read settings from a file",
  "parse a header line into its parts",
  "retry a failed request with a delay",
  "open a connection to the database",
  "write the log to a file",
  "cancel what is still running",
  "convert a date to text",
  "sort results by score",
  "close the window",
  "validate the input of a form",
];

export async function main(argv: string[]): Promise<void> {
  const options = {
    root: { type: "string", multiple: true },
    rounds: { type: "string", default: "3" },
  } as const;
  const { values } = parseArgs({ args: argv, options });
  if (values.root === undefined) throw new Error("rank-time needs --root DIR");
  const loaded = shippedModel();
  if ("fault" in loaded) throw loaded.fault;
  console.log(
    "| root | files | chunks | search, ms | rank, median / p95 | pack | both |\n|---|---|---|---|---|---|---|",
  );
  for (const given of values.root) {
    const root = resolve(given);
    const snapshot = await snapshotOf(root);
    const rows = snapshot.segments.map(({ chunks, chunkVectors }) => ({
      rows: chunkVectors,
      out: new Int32Array(chunks),
    }));
    const vector = loaded.embedder.embed(textTerms(QUESTIONS[0]!));
    const searches = Array.from({ length: 15 }, () =>
      cpu(() => rows.forEach((segment) => similarities(vector, segment.rows, segment.out))),
    );
    const times = await phases(root, Number(values.rounds));
    const chunks = rows.reduce((sum, { out }) => sum + out.length, 0);
    const both = times.map(({ rank, pack }) => rank + pack);
    const [ranks, packs] = [times.map(({ rank }) => rank), times.map(({ pack }) => pack)];
    console.log(
      `| ${given} | ${snapshot.files.length} | ${chunks} | ${ms(median(searches))} | ${ms(median(ranks))} / ${ms(p95(ranks))} | ${ms(median(packs))} | ${ms(median(both))} |`,
    );
  }
}

async function phases(root: string, rounds: number): Promise<{ rank: number; pack: number }[]> {
  const cache = mkdtempSync(join(tmpdir(), "pith-rank-"));
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: cache } });
  const times: { rank: number; pack: number }[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const query of QUESTIONS) {
        const at: Partial<Record<Phase, number>> = {};
        await engine.run(
          "context",
          { root, query, budget: 2000 },
          { onPhase: (phase) => (at[phase] = now()) },
        );
        // The first round warms what is kept.
        if (round > 0) times.push({ rank: at.ranked! - at.swept!, pack: at.packed! - at.read! });
      }
    }
  } finally {
    await engine.close();
    rmSync(cache, { recursive: true, force: true });
  }
  return times;
}

/** Time of the processor in this process, in ms. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function cpu(work: () => void): number {
  const before = now();
  work();
  return now() - before;
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * 0.95)]!;
}

function ms(value: number): string {
  return value.toFixed(1);
}
