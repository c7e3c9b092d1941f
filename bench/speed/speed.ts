// How long does an answer take, and how much memory? Whole processes, alternately with the peer in one run.
//   node bench/main.ts speed --corpora DIR [--probe FILE] [--runs 5] [--pith FILE] [--out FILE.json]
// `--corpora` holds `flask`, `django` and `nlohmann-json` (1,090 files). `--pith` times a packed build's bin.
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync, readdirSync, appendFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { timeProcess, type Timed } from "./process.ts";
import { showSpread, spreadOf, type Spread } from "./spread.ts";
import { timeInitialize } from "./initialize.ts";
import { timeTree } from "./server.ts";

const QUESTIONS: Record<string, string> = {
  flask: "how are blueprints registered on the application",
  django: "how are migrations applied to the database",
};

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      corpora: { type: "string" },
      probe: { type: "string" },
      pith: { type: "string", default: resolve(import.meta.dirname, "../../bin/pith.js") },
      runs: { type: "string", default: "5" },
      out: { type: "string" },
    },
  });
  if (values.corpora === undefined) throw new Error("--corpora DIR is needed");
  const corpora = resolve(values.corpora);
  const runs = Number(values.runs);
  const scratch = mkdtempSync(join(tmpdir(), "pith-speed-"));
  const rows: Record<string, Spread> = {};
  try {
    const command = resolve(values.pith);
    // A run that failed has no time: it would look fast.
    const pith = async (args: string[], cwd: string, cache: string): Promise<Timed> => {
      const timed = await timeProcess(process.execPath, [command, ...args], {
        cwd,
        env: { ...process.env, PITH_CACHE_DIR: cache },
      });
      if (timed.code !== 0) throw new Error(`pith ${args[0]} in ${cwd} ended with ${timed.code}`);
      return timed;
    };

    // One run first, so that the compile cache is warm, as it is from a user's second command on.
    await pith(["--help"], scratch, join(scratch, "warm-up"));
    rows["start: pith --version, ms"] = spreadOf(
      await times(runs, () => pith(["--version"], scratch, join(scratch, "v"))),
    );
    rows["start: pith --help, ms"] = spreadOf(
      await times(runs, () => pith(["--help"], scratch, join(scratch, "v"))),
    );

    for (const [name, query] of Object.entries(QUESTIONS)) {
      const root = join(corpora, name);
      await cold(name, root, query, runs, scratch, values.probe, pith, rows);
      const cache = join(scratch, `${name}-warm`);
      await pith(["context", query], root, cache);
      rows[`warm CLI, ${name}, ms`] = spreadOf(
        await times(runs, () => pith(["context", query], root, cache)),
      );
    }

    const django = join(corpora, "django");
    rows["pith mcp on django: initialize answered, ms"] = spreadOf(
      await times(runs, async () => ({
        ms: await timeInitialize(command, django, { ...process.env, PITH_CACHE_DIR: join(scratch, "mcp") }),
      })),
    );
    const indexes: Timed[] = [];
    for (let i = 0; i < Math.min(runs, 3); i++) {
      indexes.push(await pith(["index"], django, join(scratch, `index-${i}`)));
    }
    rows["pith index, django, ms"] = spreadOf(indexes.map((t) => t.ms));
    rows["pith index, django, peak MB"] = spreadOf(indexes.map((t) => t.peakMb ?? Number.NaN));
    rows["cache of django, MB"] = spreadOf([folderBytes(join(scratch, "index-0")) / 1e6]);
    await oneFileUpdate(django, scratch, runs, pith, rows);
    // nlohmann-json has 1,090 files: the size that the target names.
    for (const name of ["nlohmann-json", "django"])
      Object.assign(rows, await timeTree(join(corpora, name), scratch, 8));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${runs} runs, median (min–max)\n`,
  );
  for (const [name, spread] of Object.entries(rows))
    console.log(`| ${name} | ${showSpread(spread, spread.median < 10 ? 2 : 0)} |`);
  if (values.out !== undefined) {
    writeFileSync(
      values.out,
      `${JSON.stringify({ node: process.version, cpu: cpus()[0]?.model, runs, rows }, null, 2)}\n`,
    );
  }
}

type Pith = (args: string[], cwd: string, cache: string) => Promise<Timed>;

/** First answer with an empty cache, alternately with the peer: what a person waits for in a new repository. */
async function cold(
  name: string,
  root: string,
  query: string,
  runs: number,
  scratch: string,
  probe: string | undefined,
  pith: Pith,
  rows: Record<string, Spread>,
): Promise<void> {
  const ours: number[] = [];
  const memory: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let i = 0; i < runs; i++) {
    const a = await pith(["context", query], root, join(scratch, `${name}-cold-${i}`));
    ours.push(a.ms);
    memory.push(a.peakMb ?? Number.NaN);
    if (probe === undefined) continue;
    const b = await timeProcess(probe, ["search", query, ".", "--max-results", "10"], { cwd: root });
    if (b.code !== 0) throw new Error(`probe in ${name} ended with ${b.code}`);
    theirs.push(b.ms);
    ratios.push(a.ms / b.ms);
  }
  rows[`cold first answer, ${name}, ms`] = spreadOf(ours);
  rows[`cold first answer, ${name}, peak MB`] = spreadOf(memory);
  if (probe !== undefined) {
    rows[`probe search, ${name}, ms`] = spreadOf(theirs);
    rows[`ratio pith / probe, ${name}`] = spreadOf(ratios);
  }
}

/** A copy of the tree, one file changed, one question asked: the whole process. */
async function oneFileUpdate(
  django: string,
  scratch: string,
  runs: number,
  pith: Pith,
  rows: Record<string, Spread>,
): Promise<void> {
  const copy = join(scratch, "django-copy");
  cpSync(join(django, "django"), copy, { recursive: true });
  const cache = join(scratch, "update");
  await pith(["context", QUESTIONS["django"]!], copy, cache);
  const found: number[] = [];
  for (let i = 0; i < runs; i++) {
    appendFileSync(join(copy, "db/migrations/executor.py"), `\n# changed ${i}\n`);
    found.push((await pith(["context", QUESTIONS["django"]!], copy, cache)).ms);
  }
  rows["one file changed then asked, django/django, ms"] = spreadOf(found);
}

async function times(runs: number, run: () => Promise<Pick<Timed, "ms">>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < runs; i++) found.push((await run()).ms);
  return found;
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}
