// What does `pith manifest build` take over a folder of documents, whole, again with nothing changed, and after one change? And
// what does it take to open a leaf of what it wrote?
//   node bench/main.ts manifest-build --folder DIR [--rounds 3] [--most 5000]
// The folder is copied (at most so many of its documents); each command is a process of its own, with a cache folder of its own.
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "../../src/eval/measure.ts";
import { openManifest } from "../../src/manifest/open-manifest.ts";
import { Runtime } from "../../src/manifest/runtime.ts";
import { timeProcess, type Timed } from "../speed/process.ts";

const PITH = fileURLToPath(new URL("../../bin/pith.js", import.meta.url));
/** Leaves that are opened. */
const OPENED = 2_000;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      folder: { type: "string" },
      rounds: { type: "string", default: "3" },
      most: { type: "string", default: "5000" },
    },
  });
  if (values.folder === undefined) throw new Error("manifest-build needs --folder DIR");
  const scratch = mkdtempSync(join(tmpdir(), "pith-manifest-build-"));
  try {
    const source = join(scratch, "docs");
    const documents = copyDocuments(values.folder, source, Number(values.most));
    console.log(`${documents.length} documents`);
    const env = { ...process.env, PITH_CACHE_DIR: join(scratch, "cache") };
    const out = join(scratch, "dist");
    const build = async (...more: string[]): Promise<Timed> => {
      const words = [PITH, "manifest", "build", source, "--kind", "docs", "--out", out, ...more];
      const timed = await timeProcess(process.execPath, words, { cwd: scratch, env });
      if (timed.code !== 0) throw new Error(`the build ended with ${timed.code}`);
      return timed;
    };
    const whole: Timed[] = [];
    const same: Timed[] = [];
    const changed: Timed[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      whole.push(await build("--no-cache"));
      await build();
      same.push(await build());
      appendFileSync(documents[(round * 977) % documents.length]!, `\nA line of round ${round}.\n`);
      changed.push(await build());
    }
    report("whole", whole);
    report("nothing changed", same);
    report("one document changed", changed);
    reportOpening(join(out, "docs.pcx.32k.json"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The paths of the copies. */
function copyDocuments(from: string, to: string, most: number): string[] {
  const copies: string[] = [];
  const names = readdirSync(from, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names) {
    if (!/\.mdx?$/.test(name) || copies.length === most) continue;
    const path = join(to, relative(from, join(from, name)));
    mkdirSync(dirname(path), { recursive: true });
    cpSync(join(from, name), path);
    copies.push(path);
  }
  return copies;
}

function report(name: string, timed: readonly Timed[]): void {
  const wall = timed.map(({ ms }) => Math.round(ms));
  const cpu = timed.map(({ cpuMs }) => cpuMs ?? 0);
  const peak = Math.max(...timed.map(({ peakMb }) => peakMb ?? 0));
  console.log(
    `${name}: ${median(wall)} ms (${Math.min(...wall)} to ${Math.max(...wall)}), processor ${median(cpu)} ms, ${Math.round(peak)} MB`,
  );
}

function reportOpening(path: string): void {
  const began = performance.now();
  using opened = openManifest(path);
  console.log(`manifest and offsets of contents read in ${Math.round(performance.now() - began)} ms`);
  const ids = [...opened.manifest.nodes].filter(([, node]) => node.children === null).map(([id]) => id);
  const step = Math.max(1, Math.floor(ids.length / OPENED));
  const times: number[] = [];
  const walk = new Runtime(opened.manifest, { budget: 1e9, resolver: opened.resolver! });
  for (let i = 0; i < ids.length; i += step) {
    const start = performance.now();
    walk.expand(ids[i]!);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!.toFixed(3);
  console.log(
    `expand, ${times.length} leaves: median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, most ${at(1)} ms`,
  );
}
