// Fuzzes every reader in turn for as long as it is told, in a thread that is watched: what throws, what doesn't come back and
// what was slowest is written down, inputs of findings into `test/fuzz/cases/<target>/`, the run into `bench/runs/`.
//   node scripts/fuzz.ts [--minutes 60] [--seed N] [part of a target's name …]
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { sha256 } from "../src/base/hash.ts";
import { CASE, INPUT_BYTES, LENGTH, type FuzzMessage, type FuzzStart } from "./fuzz/thread.ts";

/** No case takes a second. Time of the processor: a machine may be busy with other things. */
const HANG_MS = 30_000;

interface Totals {
  cases: number;
  slowestMs: number;
  findings: string[];
}

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "60" }, seed: { type: "string" } },
  allowPositionals: true,
});
const checkout = join(import.meta.dirname, "..");
const began = performance.now();
const endsAt = began + Number(values.minutes) * 60_000;
const seed = Number(values.seed ?? Date.now() & 0x7fffffff);
const totals = new Map<string, Totals>();
const of = (target: string): Totals => {
  const held = totals.get(target) ?? { cases: 0, slowestMs: 0, findings: [] };
  totals.set(target, held);
  return held;
};

let next = seed;
while (performance.now() < endsAt) next = await watched(next);
writeRecord();
const found = [...totals.values()].reduce((n, { findings }) => n + findings.length, 0);
process.exit(found === 0 ? 0 : 1);

/** Runs a thread from a case on until the time is over or the thread is. The case to go on from. */
function watched(first: number): Promise<number> {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const input = new Uint8Array(new SharedArrayBuffer(INPUT_BYTES));
  const start: FuzzStart = { first, only: positionals, shared, input };
  const worker = new Worker(new URL("./fuzz/thread.ts", import.meta.url), { workerData: start });
  let target = "";
  let seen = -1;
  let since = processorMs();
  return new Promise((resolve) => {
    const end = async (goOn: number): Promise<void> => {
      clearInterval(watch);
      await worker.terminate();
      resolve(goOn);
    };
    const watch = setInterval(() => {
      const now = Atomics.load(shared, CASE);
      if (performance.now() > endsAt) return void end(now);
      if (now !== seen) [seen, since] = [now, processorMs()];
      else if (processorMs() - since > HANG_MS) {
        finding(target, input.slice(0, Atomics.load(shared, LENGTH)), "does not come back");
        void end(now + 1);
      }
    }, 500);
    worker.on("message", (message: FuzzMessage) => {
      if (message.kind === "target") target = message.target;
      else if (message.kind === "finding") finding(message.target, message.input, message.error);
      else {
        const held = of(message.target);
        held.cases += message.cases;
        held.slowestMs = Math.max(held.slowestMs, message.slowestMs);
      }
    });
    worker.on("error", (error) => {
      if (target === "") {
        console.error(error.message);
        process.exit(2);
      }
      finding(target, input.slice(0, Atomics.load(shared, LENGTH)), `ended the thread: ${error.message}`);
      void end(Atomics.load(shared, CASE) + 1);
    });
  });
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function finding(target: string, input: Uint8Array, what: string): void {
  const folder = join(checkout, "test", "fuzz", "cases", target);
  const name = sha256(input).slice(0, 16);
  const { findings } = of(target);
  if (findings.some((held) => held.startsWith(name))) return;
  // One fault has many inputs.
  if (findings.length < 20) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), input);
  }
  findings.push(`${name}: ${what.replaceAll(`${pathToFileURL(checkout).href}/`, "").slice(0, 400)}`);
  console.log(`✖ ${target} ${name}: ${what}`);
}

function writeRecord(): void {
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, "").replace("T", "-");
  const rows = [...totals].map(([target, held]) => ({
    target,
    ...held,
    slowestMs: Math.round(held.slowestMs),
  }));
  const record = {
    seed,
    minutes: Math.round((performance.now() - began) / 6_000) / 10,
    node: process.version,
    cpus: cpus().length,
    targets: rows,
  };
  const file = join(checkout, "bench", "runs", `fuzz-${stamp}.json`);
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  const cases = rows.reduce((n, row) => n + row.cases, 0);
  const findings = rows.reduce((n, row) => n + row.findings.length, 0);
  console.log(
    `${cases} cases of ${rows.length} targets, seed ${seed}: ${findings} findings; record: ${file}`,
  );
}
