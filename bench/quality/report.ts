// How are the figures of the quality benchmark shown? As Markdown tables, ready for RESULTS.md.
import { compareStrings } from "../../src/base/order.ts";
import { BUDGETS, mean, median } from "../../src/eval/measure.ts";
import { type Row, summarise } from "./rows.ts";

export function printReport(rows: readonly Row[], worst: number): void {
  const all = summarise(rows);
  const perRepository = [...groups(rows, "repository").values()].map((own) =>
    mean(own.map((row) => row.ndcg)),
  );
  console.log(
    `NDCG@10 ${fixed(all.ndcg)} over ${all.questions} questions (mean over repositories ${fixed(mean(perRepository))})`,
  );
  console.log(
    `tokens to first hit: median ${all.firstHitMedian.toFixed(0)}, mean ${all.firstHitMean.toFixed(0)}`,
  );
  console.log(`recall at tokens: ${BUDGETS.map((b, i) => `${b}: ${fixed(all.recall[i]!)}`).join(", ")}`);
  console.log(
    `a question, warm and cold mixed: median ${median(rows.map((row) => row.milliseconds)).toFixed(2)} ms\n`,
  );
  for (const key of ["kind", "language", "repository"] as const) printTable(rows, key);
  if (worst > 0) printWorst(rows, worst);
}

function printTable(rows: readonly Row[], key: "kind" | "language" | "repository"): void {
  console.log(`| ${key} | questions | NDCG@10 | first hit, median | mean | recall at 2,000 |`);
  console.log("|---|---|---|---|---|---|");
  for (const [name, own] of groups(rows, key)) {
    const sum = summarise(own);
    const cells = [
      own.length,
      fixed(sum.ndcg),
      sum.firstHitMedian.toFixed(0),
      sum.firstHitMean.toFixed(0),
      fixed(sum.recall[2]!),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  console.log("");
}

function printWorst(rows: readonly Row[], count: number): void {
  for (const row of rows.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, count)) {
    console.log(`${fixed(row.ndcg)} ${row.repository} ${JSON.stringify(row.query)}`);
    console.log(`      wanted ${row.targets.join(", ")}`);
    console.log(`      got    ${row.top.join(", ")}`);
  }
}

function groups(rows: readonly Row[], key: "kind" | "language" | "repository"): Map<string, Row[]> {
  const map = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => compareStrings(a[key], b[key]))) {
    map.set(row[key], [...(map.get(row[key]) ?? []), row]);
  }
  return map;
}

function fixed(value: number): string {
  return value.toFixed(3);
}
