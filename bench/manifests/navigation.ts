// How often does a manifest of a real source lead to the answer inside 4,096 tokens? Three documentation trees and three
// repositories, built by rules with the command that users have, walked by every navigator over cases made of the contents: words
// that no descriptor of the leaf has, and, for comparison, whole sentences.
//   node bench/main.ts manifests --corpora DIR [--limit 100]
// DIR holds a checkout of each source below, by its name, at the pinned revision.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { NavigationEvaluation } from "../../src/manifest/eval/evaluate.ts";

const BIN = join(import.meta.dirname, "..", "..", "bin", "pith.js");
const RUNS = join(import.meta.dirname, "..", "runs");
const BUDGET = "4k";

const SOURCES = [
  {
    name: "book",
    kind: "docs",
    folder: "src",
    repository: "rust-lang/book",
    revision: "917544888a55e4da7109bdba8c88c893c0da70f4",
  },
  {
    name: "vue-docs",
    kind: "docs",
    folder: "src",
    repository: "vuejs/docs",
    revision: "01e098a967951ea92d09b100b8e7d82c7a3369a2",
  },
  {
    name: "fastapi",
    kind: "docs",
    folder: "docs/en/docs",
    repository: "fastapi/fastapi",
    revision: "c3f316b7e814667e8ee81e03a7330d00ee61e45c",
  },
  {
    name: "flask",
    kind: "code",
    folder: ".",
    repository: "pallets/flask",
    revision: "2ac89889f4cc330eabd50f295dcef02828522c69",
  },
  {
    name: "gin",
    kind: "code",
    folder: ".",
    repository: "gin-gonic/gin",
    revision: "dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9",
  },
  {
    name: "zod",
    kind: "code",
    folder: ".",
    repository: "colinhacks/zod",
    revision: "e516c3baf22615e20934116abebfed6c000222c2",
  },
] as const;

interface Row {
  source: string;
  words: string;
  navigator: string;
  leaves: number;
  firstView: number;
  success: number;
  firstHop: number;
  hops: number;
  shown: number;
  flat: number;
  all: number;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { corpora: { type: "string" }, limit: { type: "string", default: "100" } },
  });
  const corpora = values.corpora ?? "";
  const scratch = mkdtempSync(join(tmpdir(), "pith-bench-manifests-"));
  const env = { ...process.env, PITH_CACHE_DIR: join(scratch, "cache"), PITH_NO_LEDGER: "1" };
  const pith = (...words: string[]): string =>
    execFileSync(process.execPath, [BIN, ...words], {
      encoding: "utf8",
      env,
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "inherit"],
    });
  const rows: Row[] = [];
  try {
    for (const { name, kind, folder, repository, revision } of SOURCES) {
      const place = join(corpora, name, folder);
      if (!existsSync(place)) {
        console.log(`${name}: absent. Bring ${repository} at ${revision} to ${join(corpora, name)}.`);
        continue;
      }
      const head = execFileSync("git", ["-C", join(corpora, name), "rev-parse", "HEAD"], {
        encoding: "utf8",
      }).trim();
      if (head !== revision) console.log(`${name}: at ${head}, not at ${revision}`);
      const out = join(scratch, name);
      pith("manifest", "build", place, "--kind", kind, "--budgets", BUDGET, "--id", name, "--out", out);
      const file = join(out, `${name}.pcx.${BUDGET}.json`);
      for (const words of ["outside", "sentence"]) {
        const evaluation = JSON.parse(
          pith("manifest", "eval", file, "--words", words, "--limit", values.limit, "--json"),
        ) as NavigationEvaluation;
        for (const report of evaluation.reports) {
          rows.push({
            source: name,
            words,
            navigator: report.navigator,
            leaves: evaluation.leaves,
            firstView: report.firstViewTokens,
            success: report.navigationSuccess,
            firstHop: report.firstHopPrecision,
            hops: report.hops,
            shown: Math.round(report.shownTokens),
            flat: evaluation.flatTokens,
            all: report.fullTokens,
          });
          console.log(lineOf(rows.at(-1)!));
        }
      }
    }
    for (const words of ["outside", "sentence"])
      for (const navigator of new Set(rows.map((row) => row.navigator))) {
        const own = rows.filter((row) => row.words === words && row.navigator === navigator);
        const mean = own.reduce((sum, { success }) => sum + success, 0) / Math.max(1, own.length);
        console.log(`mean of ${own.length} sources, ${words}, ${navigator}: ${mean.toFixed(3)}`);
      }
    const stamp = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, "").replace("T", "-");
    writeFileSync(
      join(RUNS, `manifests-${stamp}.json`),
      `${JSON.stringify({ budget: BUDGET, limit: values.limit, sources: SOURCES, rows }, null, 1)}\n`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function lineOf({ source, words, navigator, success, firstHop, hops, shown, flat, all }: Row): string {
  return `${source.padEnd(9)} ${words.padEnd(8)} ${navigator.padEnd(7)} success ${success.toFixed(2)}, first hop ${firstHop.toFixed(2)}, hops ${hops.toFixed(2)}, ${shown} tokens shown; flat ${flat}, all ${all}`;
}
