// How long does an answer take in a process that lives on, such as `pith mcp`? In one engine, without process start.
//   node bench/main.ts server --trees DIR[,DIR] [--rounds 8] [--out FILE.json]
// The tree is copied, since one question in each round comes right after a file was changed.
import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { showSpread, spreadOf, type Spread } from "./spread.ts";

/** Questions of the kind that people ask of any repository, so that each tree gets the same work. */
const QUERIES = [
  "how is a json value parsed from a string",
  "iterator over object items",
  "serialize to binary format",
  "exception thrown on type mismatch",
  "compare two values for equality",
  "custom allocator support",
  "merge patch of documents",
  "parse error position",
];

/** The first rounds warm the compiler and the memory of texts. */
const WARM_UP_ROUNDS = 3;

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { trees: { type: "string" }, rounds: { type: "string", default: "8" }, out: { type: "string" } },
  });
  if (values.trees === undefined) throw new Error("--trees DIR[,DIR] is needed");
  const place = realpathSync(mkdtempSync(join(tmpdir(), "pith-server-")));
  const rows: Record<string, Spread> = {};
  try {
    for (const tree of values.trees.split(","))
      Object.assign(rows, await timeTree(resolve(tree), place, Number(values.rounds)));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  for (const [row, spread] of Object.entries(rows)) console.log(`| ${row} | ${showSpread(spread)} |`);
  if (values.out !== undefined) {
    const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.versions.node };
    writeFileSync(
      values.out,
      `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, null, 1)}\n`,
    );
  }
}

/** One engine on a copy of the tree. The 95th percentile stands as `max` of its own row. */
export async function timeTree(tree: string, place: string, rounds: number): Promise<Record<string, Spread>> {
  const copy = join(place, basename(tree));
  cpSync(tree, copy, { recursive: true, filter: (path) => !path.includes("/.git/") });
  const root = resolveRoot(copy);
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: join(place, "cache") } });
  const config = { include: [], exclude: [], ceilings: defaultCeilings() };
  const files = walk(root, config).files.filter((f) => /\.(?:py|[jt]sx?|rs|go|c|h|hpp|java)$/.test(f.path));
  const times = {
    whole: [] as number[],
    sweep: [] as number[],
    inner: [] as number[],
    cpu: [] as number[],
    edited: [] as number[],
    editedCpu: [] as number[],
  };
  const ask = async (query: string) => {
    const began = performance.now();
    const before = process.cpuUsage();
    let swept = began;
    await engine.run(
      "context",
      { query, root: root.path, budget: 2000 },
      { onPhase: (phase) => phase === "swept" && (swept = performance.now()) },
    );
    const ended = performance.now();
    const { user, system } = process.cpuUsage(before);
    return {
      whole: ended - began,
      sweep: swept - began,
      inner: ended - swept,
      cpu: (user + system) / 1000,
    };
  };
  try {
    await engine.run("index", { root: root.path });
    for (let round = 0; round < rounds; round++) {
      for (const query of QUERIES) {
        const asked = await ask(query);
        if (round < WARM_UP_ROUNDS) continue;
        times.whole.push(asked.whole);
        times.sweep.push(asked.sweep);
        times.inner.push(asked.inner);
        times.cpu.push(asked.cpu);
      }
      appendFileSync(join(root.path, files[(round * 7919) % files.length]!.path), "\n");
      const asked = await ask(QUERIES[round % QUERIES.length]!);
      if (round < WARM_UP_ROUNDS) continue;
      times.edited.push(asked.whole);
      times.editedCpu.push(asked.cpu);
    }
  } finally {
    await engine.close();
    rmSync(copy, { recursive: true, force: true });
  }
  const name = `server, ${basename(tree)}`;
  return {
    [`${name}: answer end to end with sweep, ms`]: spreadOf(times.whole),
    [`${name}: the same, 95th percentile, ms`]: spreadOf([percentile(times.whole, 0.95)]),
    [`${name}: sweep alone, ms`]: spreadOf(times.sweep),
    [`${name}: rank and pack alone, ms`]: spreadOf(times.inner),
    [`${name}: processor time of an answer, all threads, ms`]: spreadOf(times.cpu),
    [`${name}: answer right after one file changed, ms`]: spreadOf(times.edited),
    [`${name}: processor time of that, ms`]: spreadOf(times.editedCpu),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
