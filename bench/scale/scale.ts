// How do the time, the memory and the disk of a full index grow with the tree, and what do other systems take for the same
// trees? Whole processes from outside, in turn, each on its own copy of the tree and an empty cache.
//   node bench/main.ts scale --tree DIR [--times 1,4,16] [--runs 3] [--pith FILE] [--out FILE.json]
//     [--mast "node …/dist/cli/index.js"] [--codegraph …] [--gitnexus …]
// A larger tree is so many copies of `--tree`, each told apart by a line in every file: what lies twice is stored once.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { timeProcess } from "../speed/process.ts";
import { showSpread, spreadOf, type Spread } from "../speed/spread.ts";
import { bytesIn, copiesOf, countFiles } from "./copies.ts";
import { growthExponent } from "./growth-exponent.ts";
import { PEERS } from "./peers.ts";

interface Row {
  system: string;
  copies: number;
  files: number;
  seconds: Spread;
  cpuSeconds: Spread;
  peakMb: Spread;
  diskMb: number;
}

interface System {
  name: string;
  command: string;
  args: string[];
  env: (cache: string) => NodeJS.ProcessEnv;
  /** The folder that the index rests in, given the tree and the cache. */
  index: (root: string, cache: string) => string;
}

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      tree: { type: "string" },
      times: { type: "string", default: "1" },
      runs: { type: "string", default: "3" },
      pith: { type: "string", default: resolve(import.meta.dirname, "../../bin/pith.js") },
      out: { type: "string" },
      mast: { type: "string" },
      codegraph: { type: "string" },
      gitnexus: { type: "string" },
    },
  });
  if (values.tree === undefined) throw new Error("--tree DIR is needed");
  const systems = [...pithSystems(resolve(values.pith)), ...peerSystems(values)];
  const scratch = mkdtempSync(join(tmpdir(), "pith-scale-"));
  const rows: Row[] = [];
  try {
    for (const copies of values.times.split(",").map(Number)) {
      const root = join(scratch, `tree-${copies}`);
      copiesOf(resolve(values.tree), root, copies);
      const files = countFiles(root);
      const runs = new Map<System, { seconds: number[]; cpu: number[]; peak: number[]; disk: number }>();
      for (let run = 0; run < Number(values.runs); run++)
        for (const system of systems) {
          const of = runs.get(system) ?? { seconds: [], cpu: [], peak: [], disk: 0 };
          runs.set(system, of);
          const timed = await indexOnce(system, root, join(scratch, `cache-${copies}-${run}`));
          of.seconds.push(timed.seconds);
          of.cpu.push(timed.cpu);
          of.peak.push(timed.peak);
          of.disk = timed.disk;
        }
      for (const [system, of] of runs) {
        const row: Row = {
          system: system.name,
          copies,
          files,
          seconds: spreadOf(of.seconds),
          cpuSeconds: spreadOf(of.cpu),
          peakMb: spreadOf(of.peak),
          diskMb: of.disk,
        };
        rows.push(row);
        console.log(shown(row));
      }
      rmSync(root, { recursive: true, force: true });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  for (const { name } of systems) {
    const of = rows.filter((row) => row.system === name);
    if (of.length < 2) continue;
    const exponent = (value: (row: Row) => number) =>
      growthExponent(of.map((row) => [row.files, value(row)])).toFixed(2);
    console.log(
      `${name}: grows with the files to the power of ${exponent((r) => r.seconds.median)} in time, ` +
        `${exponent((r) => r.cpuSeconds.median)} in time of the processor, ` +
        `${exponent((r) => r.peakMb.median)} in memory, ${exponent((r) => r.diskMb)} on disk`,
    );
  }
  if (values.out !== undefined)
    writeFileSync(
      values.out,
      `${JSON.stringify({ cpus: cpus().length, node: process.version, rows }, null, 2)}\n`,
    );
}

async function indexOnce(system: System, root: string, cache: string) {
  const folder = system.index(root, cache);
  rmSync(folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const timed = await timeProcess(system.command, [...system.args], { cwd: root, env: system.env(cache) });
  if (timed.code !== 0) throw new Error(`${system.name} in ${root} ended with ${timed.code}`);
  const disk = bytesIn(folder) / 1e6;
  if (disk === 0) throw new Error(`${system.name} left nothing in ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
  const [seconds, cpu] = [timed.ms / 1000, (timed.cpuMs ?? Number.NaN) / 1000];
  return { seconds, cpu, peak: timed.peakMb ?? Number.NaN, disk };
}

function pithSystems(pith: string): System[] {
  return [["index"], ["index", "--syntax"]].map((args) => ({
    name: `pith ${args.join(" ")}`,
    command: process.execPath,
    args: [pith, ...args],
    env: (cache) => ({ ...process.env, PITH_CACHE_DIR: cache }),
    // Compiled code lies beside; it belongs to the program.
    index: (_root, cache) => join(cache, "repositories"),
  }));
}

function peerSystems(commands: Record<string, unknown>): System[] {
  return Object.entries(PEERS).flatMap(([name, peer]) => {
    const command = commands[name];
    if (typeof command !== "string") return [];
    const [program = "", ...first] = command.split(" ");
    return [
      {
        name,
        command: program,
        args: [...first, ...peer.args],
        // Their notes about this machine and its projects stay apart.
        env: (cache: string) => ({ ...process.env, ...peer.env, HOME: cache }),
        index: (root: string) => join(root, peer.folder),
      },
    ];
  });
}

function shown(row: Row): string {
  const cells = [
    row.system,
    `${row.copies}×`,
    String(row.files),
    showSpread(row.seconds, 1),
    showSpread(row.cpuSeconds, 1),
    showSpread(row.peakMb),
    row.diskMb.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}
