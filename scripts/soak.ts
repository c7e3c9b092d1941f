// Runs every test that reads PITH_SOAK with that many times its cases, file by file, and keeps a record of the run in
// `bench/runs/`: the seed, the machine, the outcome of each file.
//   node scripts/soak.ts [--factor 100] [--seed N] [part of a path …]
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

interface FileRun {
  file: string;
  seconds: number;
  passed: number;
  failed: number;
  /** The end of the output of a failed file: fast-check prints the seed and path of each counterexample. */
  output?: string;
}

const { values, positionals } = parseArgs({
  options: { factor: { type: "string", default: "100" }, seed: { type: "string" } },
  allowPositionals: true,
});
const factor = Number(values.factor);
const seed = Number(values.seed ?? Date.now() & 0x7fffffff);
const checkout = join(import.meta.dirname, "..");
const files = globSync("test/**/*.test.ts", { cwd: checkout })
  .sort()
  .filter((file) => positionals.length === 0 || positionals.some((p) => file.includes(p)))
  .filter((file) => readFileSync(join(checkout, file), "utf8").includes("PITH_SOAK"));

console.log(`${files.length} test files, ${factor} times the cases, seed ${seed}`);
const runs: FileRun[] = [];
for (const file of files) {
  const run = soak(file);
  runs.push(run);
  console.log(
    `${run.failed === 0 ? "✔" : "✖"} ${file}: ${run.passed} passed, ${run.failed} failed, ${run.seconds} s`,
  );
  if (run.output !== undefined) console.log(run.output);
}
const record = writeRecord(runs);
const passed = runs.reduce((n, r) => n + r.passed, 0);
const failed = runs.reduce((n, r) => n + r.failed, 0);
console.log(`\nrecord: ${record}\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function soak(file: string): FileRun {
  const started = performance.now();
  const seedFile = join(checkout, "scripts", "soak", "fixed-seed.ts");
  const run = spawnSync(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--import",
      seedFile,
      "--test",
      "--test-reporter=tap",
      "--test-isolation=none",
      file,
    ],
    {
      cwd: checkout,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, PITH_SOAK: String(factor), PITH_SEED: String(seed) },
    },
  );
  const count = (name: string) => Number(new RegExp(`^# ${name} (\\d+)`, "m").exec(run.stdout)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled") || (run.status === 0 ? 0 : 1);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const outcome: FileRun = { file, seconds, passed: count("pass"), failed };
  if (failed > 0) outcome.output = ownPaths(headOfLines(run.stdout + run.stderr)).slice(-6000);
  return outcome;
}

/** A record is committed: it names no folder of this machine. */
function ownPaths(output: string): string {
  const packages = dirname(realpathSync(join(checkout, "node_modules")));
  return output.replaceAll(`${checkout}/`, "").replaceAll(`${packages}/`, "");
}

/** A counterexample may be one line of a megabyte: its seed and path, above it, must stay. */
function headOfLines(output: string): string {
  return output.replaceAll(/^(.{400}).+$/gm, "$1 …");
}

function writeRecord(outcomes: readonly FileRun[]): string {
  const date = new Date().toISOString();
  const record = {
    kind: "soak",
    date,
    command: `node scripts/soak.ts --factor ${factor} --seed ${seed}${positionals.map((p) => ` ${p}`).join("")}`,
    commit: git("rev-parse", "HEAD"),
    dirty: git("status", "--porcelain", "-uno") !== "",
    node: process.version,
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memoryMb: Math.round(totalmem() / 1e6),
    },
    factor,
    seed,
    runs: outcomes,
  };
  const folder = join("bench", "runs");
  mkdirSync(join(checkout, folder), { recursive: true });
  const path = join(folder, `soak-${date.slice(0, 16).replace(/[-:]/g, "").replace("T", "-")}.json`);
  writeFileSync(join(checkout, path), `${JSON.stringify(record, null, 2)}\n`);
  return path;
}

function git(...args: string[]): string {
  const run = spawnSync("git", ["--no-optional-locks", ...args], { cwd: checkout, encoding: "utf8" });
  return run.status === 0 ? run.stdout.trim() : "unknown";
}
