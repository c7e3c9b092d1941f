// Puts odd things in the place of each file of a cache, one after another, and asks. Started by a test that ends it if it
// hangs. Writes a line for each thing that is wrong.
import { existsSync, lutimesSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { storeName } from "../../src/store/store-folder.ts";
import { ODD_THINGS, removeOdd } from "../files/odd-things.ts";

const [root = "", cache = ""] = process.argv.slice(2);
const env = { ...process.env, PITH_CACHE_DIR: cache };

async function ask(trace = false): Promise<{ output: string; notices: string[] }> {
  const engine = createEngine({ env, cwd: root });
  const answer = trace
    ? await engine.run("trace", { symbol: "needle", root })
    : await engine.run("context", { query: "needle", root });
  await engine.close();
  // A receipt that can't be kept is not named, which costs less.
  return { output: answer.output.replace(/^(cost|receipt) .*\n?/gm, ""), notices: [...answer.notices] };
}

const { output: expected } = await ask();
const { output: traced } = await ask(true);
const stores = join(cache, "repositories");
const own = join(
  stores,
  readdirSync(stores).find((entry) => /^[0-9a-f]{24}$/.test(entry))!,
);
const store = (): string => own;

/** Undefined where the folder is none any more. */
function firstIn(folder: string): string | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const name = readdirSync(folder).find((entry) => !entry.includes(".pipe"));
  return name === undefined ? undefined : join(folder, name);
}

const PLACES: Readonly<Record<string, () => string | undefined>> = {
  segment: () => firstIn(join(store(), "segments")),
  "another segment": () => join(store(), "segments", `${"0".repeat(24)}.seg`),
  snapshot: () => firstIn(join(store(), "snapshots")),
  "another snapshot": () => join(store(), "snapshots", `${"0".repeat(24)}.snap`),
  lock: () => join(store(), "lock"),
  about: () => join(store(), "about.json"),
  "about another": () => join(dirname(store()), "0".repeat(24), "about.json"),
  looked: () => join(dirname(store()), "looked"),
  database: () => join(store(), "syntax.db"),
  log: () => join(store(), "syntax.db-wal"),
  journal: () => join(store(), "syntax.db-journal"),
  receipt: () => firstIn(join(store(), "receipts")),
  verdicts: () => join(store(), "snapshots", `${storeName(root)}.verdicts`),
  "verdicts of another": () => join(store(), "snapshots", `${"0".repeat(24)}.verdicts`),
  "folder of segments": () => join(store(), "segments"),
  "folder of receipts": () => join(store(), "receipts"),
  store: () => store(),
};

for (const [place, pathOf] of Object.entries(PLACES)) {
  for (const [what, put] of Object.entries(ODD_THINGS)) {
    await ask();
    const path = pathOf();
    if (path === undefined) {
      console.log(`${place}: ${what}: nothing is kept any more`);
      break;
    }
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    put(path);
    // A lock that is just being written is waited for.
    if (place === "lock" && what !== "link to itself") lutimesSync(path, 1, 1);
    // Something to write.
    utimesSync(join(root, "a.py"), new Date(), new Date());
    const { output, notices } = await ask();
    if (output !== expected) console.log(`${place}: ${what}: another answer: ${output}`);
    if (notices.length > 1) console.log(`${place}: ${what}: said more than once: ${notices.join(" ")}`);
    const again = await ask();
    const { output: trace } = await ask(true);
    if (trace !== traced) console.log(`${place}: ${what}: another trace: ${trace}`);
    if (again.output !== expected) console.log(`${place}: ${what}: another answer again: ${again.output}`);
    if (existsSync(path)) removeOdd(path);
    else rmSync(path, { force: true });
    rmSync(`${path}.pipe`, { force: true });
  }
}
