// What is each lane of ranking worth on repositories that nothing was learnt from? `pith eval` on each, all questions pooled.
//   node bench/main.ts eval --corpora DIR [--limit 100] [--only a/b,c/d] [--rows FILE]
// `--corpora` holds clones with their history, by name with `+` for `/`, at the revisions of repos.json. None of them is
// among the labels that the weights of ranking were learnt from, nor among those that the vectors were learnt from.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { intervalOf } from "../../src/eval/interval.ts";
import { seeded } from "../../src/eval/learner.ts";
import { mean, median } from "../../src/eval/measure.ts";
import { shownGain, shownInterval } from "../../src/eval/report-lines.ts";
import type { EvalReport, EvalRow } from "../../src/pack/eval-report.ts";

interface Repository {
  name: string;
  language: string;
  revision: string;
}

type Row = EvalRow & { repository: string; language: string };

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: "string" },
      limit: { type: "string", default: "100" },
      only: { type: "string" },
      rows: { type: "string" },
    },
  });
  const { corpora } = values;
  if (corpora === undefined) throw new Error("eval needs --corpora DIR");
  const only = values.only?.split(",") ?? null;
  const repositories = JSON.parse(
    readFileSync(new URL("repos.json", import.meta.url), "utf8"),
  ) as Repository[];
  const scratch = mkdtempSync(join(tmpdir(), "pith-eval-"));
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: scratch } });
  const rows: Row[] = [];
  const verdicts: { name: string; report: EvalReport }[] = [];
  try {
    for (const { name, language } of repositories) {
      if (only !== null && !only.includes(name)) continue;
      const root = join(corpora, name.replace("/", "+"));
      const started = performance.now();
      const { answer } = await engine.run("eval", { root, limit: Number(values.limit), format: "json" });
      const report = answer as EvalReport;
      rows.push(...report.rows.map((row) => ({ ...row, repository: name, language })));
      verdicts.push({ name, report });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.error(`${name}: ${report.rows.length} questions, ${seconds} s`);
    }
  } finally {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify(rows));
  printPooled(rows);
  printRepositories(verdicts);
}

function printPooled(rows: readonly Row[]): void {
  const groups: [string, readonly Row[]][] = [["all", rows]];
  for (const kind of ["commit", "test", "doc"]) groups.push([kind, rows.filter((row) => row.kind === kind)]);
  console.log(
    `${rows.length} questions over ${new Set(rows.map(({ repository }) => repository)).size} repositories\n`,
  );
  console.log("| questions | number | NDCG@10 (95%) | first hit, median | meaning alone (95%) |");
  console.log("|---|---|---|---|---|");
  for (const [name, own] of groups) {
    const cells = [
      own.length,
      shownInterval(intervalOf(own.map(({ ndcg }) => ndcg))),
      median(own.map(({ firstHit }) => firstHit)).toFixed(0),
      shownInterval(intervalOf(own.map(({ meaningAlone }) => meaningAlone ?? 0))),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  const lanes = Object.keys(rows[0]!.without);
  console.log(`\n| lane | ${groups.map(([name]) => name).join(" | ")} | all, whole repositories drawn |`);
  console.log(`|---|${groups.map(() => "---|").join("")}---|`);
  for (const lane of lanes) {
    const gain = (row: Row): number => row.ndcg - row.without[lane]!;
    const cells = groups.map(([, own]) => shownGain(intervalOf(own.map(gain))));
    console.log(`| ${lane} | ${cells.join(" | ")} | ${shownGain(drawnByRepository(rows, gain))} |`);
  }
}

/** The interval when whole repositories are drawn: what to expect of another repository. */
function drawnByRepository(rows: readonly Row[], value: (row: Row) => number) {
  const groups = [...Map.groupBy(rows, ({ repository }) => repository).values()].map((own) => own.map(value));
  const random = seeded(1);
  const means = Array.from({ length: 2_000 }, () =>
    mean(groups.flatMap(() => groups[Math.floor(random() * groups.length)]!)),
  ).sort((a, b) => a - b);
  return { mean: mean(rows.map(value)), low: means[50]!, high: means[1_949]! };
}

function printRepositories(reports: readonly { name: string; report: EvalReport }[]): void {
  console.log(
    "\n| repository | questions | commit, test, doc | NDCG@10 (95%) | meaning adds | learnt factors, held back |",
  );
  console.log("|---|---|---|---|---|---|");
  for (const { name, report } of reports) {
    const kinds = ["commit", "test", "doc"].map((kind) => report.rows.filter((r) => r.kind === kind).length);
    const meaning = report.lanes.find(({ lane }) => lane === "meaning")!.gain["all"]!;
    const { verdict, difference } = report.learnt;
    const learnt =
      verdict === "too few" || verdict === "same" ? verdict : `${verdict}: ${shownGain(difference)}`;
    const cells = [report.rows.length, kinds.join(", "), shownInterval(report.groups[0]!.ndcg)];
    console.log(`| ${name} | ${cells.join(" | ")} | ${shownGain(meaning)} | ${learnt} |`);
  }
}
