// Does `receipt verify` still say the truth after two hundred commits, and how long does it take? In a clone, a receipt of
// twenty spans is made `--commits` before HEAD and verified at every commit from there to HEAD, each judged against what Git
// has at that commit; then once more at HEAD, against the commit alone (--rev) and by a process of its own.
//   node bench/main.ts receipts --repositories DIR[,DIR…] [--commits 200] [--spans 20] [--query "…"]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { splitLines } from "../../src/base/lines.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { receiptFileText } from "../../src/pack/receipt-file.ts";
import { receiptId, type KeptPlace, type Receipt } from "../../src/pack/receipt.ts";
import type { VerifyReport } from "../../src/pack/reports.ts";

const QUERIES = "request session config error parse value option test type";

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      repositories: { type: "string" },
      commits: { type: "string", default: "200" },
      spans: { type: "string", default: "20" },
      query: { type: "string", default: QUERIES },
    },
  });
  for (const repository of (values.repositories ?? "").split(",").filter((one) => one !== ""))
    await measure(repository, Number(values.commits), Number(values.spans), values.query);
}

async function measure(repository: string, commits: number, spans: number, query: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pith-receipts-"));
  try {
    const root = join(folder, basename(repository));
    execFileSync("git", ["clone", "-q", "--shared", repository, root], { stdio: "ignore" });
    const git = (...what: string[]): string =>
      execFileSync("git", what, {
        cwd: root,
        encoding: "utf8",
        maxBuffer: 1 << 28,
        stdio: ["ignore", "pipe", "ignore"],
      });
    const log = git("log", "--first-parent", `-${commits + 1}`, "--format=%H")
      .trim()
      .split("\n")
      .reverse();
    const [oldest] = log;
    git("checkout", "-q", oldest!);
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), HOME: folder };
    const engine = createEngine({ env, cwd: root });
    try {
      let made: Receipt | undefined;
      const onReceipt = (receipt: Receipt): void => void (made = receipt);
      await engine.run("context", { root, query, budget: 12_000, answer: "slice" }, { onReceipt });
      const body = { ...made!, kept: made!.kept.slice(0, spans) };
      const receipt: Receipt = { ...body, id: receiptId(body) };
      writeFileSync(join(root, "pith-receipt.json"), receiptFileText(receipt, "r.json"));
      const truth = new Truth(git, oldest!, receipt.kept);
      const all = { same: 0, moved: 0, changed: 0, gone: 0 };
      const times: number[] = [];
      const wrong: string[] = [];
      for (const commit of log) {
        git("checkout", "-q", commit);
        const began = performance.now();
        const report = await verify(engine, root);
        times.push(performance.now() - began);
        for (const state of ["same", "moved", "changed", "gone"] as const) all[state] += report.counts[state];
        report.places.forEach((place, i) => {
          const fault = truth.faultOf(commit, i, place);
          if (fault !== null)
            wrong.push(`${commit.slice(0, 10)} ${place.path}:${place.start}-${place.end}: ${fault}`);
        });
      }
      const last = await verify(engine, root);
      const began = performance.now();
      await verify(engine, root, log.at(-1)!);
      const byRevision = performance.now() - began;
      await engine.close();
      const cold = performance.now();
      const pith = join(import.meta.dirname, "../../bin/pith.js");
      spawnSync(process.execPath, [pith, "receipt", "verify", "pith-receipt.json"], { cwd: root, env });
      const process_ = performance.now() - cold;
      const sorted = times.slice(1).sort((a, b) => a - b);
      const judged = log.length * receipt.kept.length;
      const ms = (time: number): string => `${Math.round(time)} ms`;
      console.log(
        `${basename(repository)} at ${log.at(-1)!.slice(0, 10)}: ${receipt.kept.length} spans, ${log.length - 1} commits; at HEAD ${JSON.stringify(last.counts)}`,
      );
      console.log(
        `  over all commits ${JSON.stringify(all)}; ${wrong.length} of ${judged} verdicts against the truth; median ${ms(sorted[sorted.length >> 1]!)}, longest ${ms(sorted.at(-1)!)}; at HEAD by --rev ${ms(byRevision)}, by a process of its own ${ms(process_)}`,
      );
      for (const one of [...new Set(wrong.map((w) => w.slice(11)))].slice(0, 10)) console.log(`    ${one}`);
    } finally {
      await engine.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function verify(
  engine: ReturnType<typeof createEngine>,
  root: string,
  rev?: string,
): Promise<VerifyReport> {
  const args = { root, action: "verify", receipt: "pith-receipt.json", format: "json" } as const;
  return (await engine.run("receipt", rev === undefined ? args : { ...args, rev })).answer as VerifyReport;
}

/** What Git has: the lines of each span, and where they stand at a commit. */
class Truth {
  readonly #git: (...what: string[]) => string;
  readonly #spans: { kept: KeptPlace; texts: { start: number; lines: string[] }[] }[];
  readonly #stands = new Map<string, number | null>();
  readonly #trees = new Map<string, Map<string, string>>();

  constructor(git: (...what: string[]) => string, commit: string, kept: readonly KeptPlace[]) {
    this.#git = git;
    this.#spans = kept.map((place) => {
      const lines = splitLines(git("show", `${commit}:${place.path}`));
      const texts = place.lines.map(({ start, end }) => ({ start, lines: lines.slice(start - 1, end) }));
      return { kept: place, texts };
    });
  }

  /** Null where the verdict is right. `changed` and `gone` are wrong where the lines stand anywhere in the tree. */
  faultOf(
    commit: string,
    i: number,
    { state, path, start, to }: VerifyReport["places"][number],
  ): string | null {
    const tree = this.#tree(commit);
    const at = (where: string): number | null => this.#shift(tree.get(where), i);
    const own = tree.get(path);
    const stays = own !== undefined && this.#standsAt(own, i, 0);
    if (state === "same") return stays ? null : "said to be the same";
    if (stays) return `said to be ${state}, is the same`;
    if (state === "moved") {
      const blob = tree.get(to!.path);
      return blob !== undefined && this.#standsAt(blob, i, to!.start - start)
        ? null
        : "said to be moved to where it is not";
    }
    if (at(path) !== null) return `said to be ${state}, stands in its file`;
    const elsewhere = [...tree.keys()].find(
      (other) => extension(other) === extension(path) && at(other) !== null,
    );
    return elsewhere === undefined ? null : `said to be ${state}, stands in ${elsewhere}`;
  }

  #tree(commit: string): Map<string, string> {
    let tree = this.#trees.get(commit);
    if (tree === undefined) {
      const rows = this.#git("ls-tree", "-r", "-z", commit)
        .split("\0")
        .filter((row) => row.startsWith("100"));
      tree = new Map(rows.map((row) => [row.slice(row.indexOf("\t") + 1), row.split(/[ \t]/)[2]!]));
      this.#trees.set(commit, tree);
    }
    return tree;
  }

  readonly #texts = new Map<string, string[]>();

  #lines(blob: string): string[] {
    let lines = this.#texts.get(blob);
    if (lines === undefined) this.#texts.set(blob, (lines = splitLines(this.#git("cat-file", "blob", blob))));
    return lines;
  }

  #standsAt(blob: string, i: number, shift: number): boolean {
    const lines = this.#lines(blob);
    return this.#spans[i]!.texts.every(({ start, lines: own }) =>
      own.every((line, at) => lines[start - 1 + shift + at] === line),
    );
  }

  #shift(blob: string | undefined, i: number): number | null {
    if (blob === undefined) return null;
    const key = `${blob} ${i}`;
    let known = this.#stands.get(key);
    if (known === undefined) {
      const { start, lines } = this.#spans[i]!.texts[0]!;
      const places = this.#lines(blob).flatMap((line, at) => (line === lines[0] ? [at + 1 - start] : []));
      known = places.find((shift) => this.#standsAt(blob, i, shift)) ?? null;
      this.#stands.set(key, known);
    }
    return known;
  }
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
