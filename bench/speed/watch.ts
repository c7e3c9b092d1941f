// What does reading ahead (`pith mcp --watch`) save? Some files change, as by an editor or a branch switch; a while later
// a question comes. The same with and without it, alternately, each in an engine of its own on a copy of its own.
// Wall time, and time of the processor, which says more on a machine that others work on.
//   node bench/main.ts watch --tree DIR [--rounds 6] [--pause 4000] [--out FILE.json]
import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { showSpread, spreadOf, type Spread } from "./spread.ts";

const QUERIES = [
  "how are migrations applied to the database",
  "parse a header",
  "close the connection",
  "render",
];
const CHANGED = [0, 1, 100, 1000];

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      tree: { type: "string" },
      rounds: { type: "string", default: "6" },
      pause: { type: "string", default: "4000" },
      out: { type: "string" },
    },
  });
  if (values.tree === undefined) throw new Error("--tree DIR is needed");
  const place = realpathSync(mkdtempSync(join(tmpdir(), "pith-watch-")));
  const rows: Record<string, Spread> = {};
  try {
    const sides = await Promise.all([false, true].map((watch) => begin(resolve(values.tree!), place, watch)));
    for (const changed of CHANGED) {
      const times = sides.map(() => [] as Asked[]);
      for (let round = 0; round < Number(values.rounds); round++) {
        for (const side of sides) side.change(changed, round);
        // Somebody thinks; longer, the more was done.
        await new Promise((done) => setTimeout(done, Number(values.pause) + 10 * changed));
        for (const [i, side] of sides.entries())
          times[i]!.push(await side.ask(QUERIES[round % QUERIES.length]!));
      }
      for (const [i, side] of sides.entries()) {
        const row = `${changed} files changed, ${side.watch ? "with" : "without"} --watch: answer`;
        rows[`${row}, ms`] = spreadOf(times[i]!.map((t) => t.ms));
        rows[`${row}, ms of the processor`] = spreadOf(times[i]!.map((t) => t.cpuMs));
      }
    }
    for (const side of sides) await side.close();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  for (const [row, spread] of Object.entries(rows)) console.log(`${row}: ${showSpread(spread)}`);
  if (values.out !== undefined) {
    const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.versions.node };
    writeFileSync(
      values.out,
      `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, null, 1)}\n`,
    );
  }
}

interface Asked {
  ms: number;
  cpuMs: number;
}

async function begin(tree: string, place: string, watch: boolean) {
  const folder = join(place, watch ? "with" : "without");
  cpSync(tree, folder, { recursive: true, filter: (path) => !path.includes("/.git/") });
  const { path: root } = resolveRoot(folder);
  const engine = createEngine({
    env: { ...process.env, PITH_CACHE_DIR: join(place, `cache-${watch}`) },
    watch,
  });
  const config = { include: [], exclude: [], ceilings: defaultCeilings() };
  const files = walk(resolveRoot(root), config).files.filter((f) =>
    /\.(?:py|[jt]sx?|rs|go|c|h|java)$/.test(f.path),
  );
  const ask = async (query: string): Promise<Asked> => {
    const before = process.cpuUsage();
    const began = performance.now();
    await engine.run("context", { query, root, budget: 2000 });
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
  };
  for (let i = 0; i < 3; i++) for (const query of QUERIES) await ask(query);
  return {
    watch,
    ask,
    change(count: number, round: number): void {
      for (let i = 0; i < Math.min(count, files.length); i++)
        appendFileSync(join(root, files[(round * 7 + i) % files.length]!.path), `\n`);
    },
    close: () => engine.close(),
  };
}
