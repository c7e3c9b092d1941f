// The report of an evaluation as a page: one file, nothing fetched, no script. Beside every plot stands its table, which a
// screen reader reads; colours follow the reader's light or dark.
import { thousands } from "../base/thousands.ts";
import type { EvalReport, EvalRow } from "../pack/eval-report.ts";
import { PAGE_END, pageStart, section, table } from "../pack/page-parts.ts";
import { barPlot, curvePlot, escaped, intervalPlot } from "../pack/plots.ts";
import { readingOf, shownGain, shownInterval, verdictLine } from "./report-lines.ts";

/** How a page begins: a file that begins otherwise is not written over. */
export const PAGE_MARK = "<!doctype html>\n<!-- pith eval -->";

/** Questions that are shown as those that did worst. */
const WORST = 20;
const MOST_SHOWN_TARGETS = 3;

/** `report` has no secrets any more. */
export function reportPage(report: EvalReport): string {
  const asked = report.groups[0]!.questions;
  return [
    pageStart(PAGE_MARK, `pith eval: ${nameOf(report)}`),
    head(report),
    ...(asked === 0
      ? ["<p>No question could be made. Give some with <code>--questions FILE</code>.</p>"]
      : [found(report), lanes(report), tokens(report), places(report), learnt(report), worst(report.rows)]),
    notes(report),
    PAGE_END,
  ].join("\n");
}

function nameOf({ root }: EvalReport): string {
  return root.path.slice(root.path.replaceAll("\\", "/").lastIndexOf("/") + 1) || root.path;
}

function head(report: EvalReport): string {
  const { root, groups, files, unit } = report;
  const all = groups[0]!;
  const meaning = report.lanes.find(({ lane }) => lane === "meaning")!.gain["all"]!;
  const figures =
    all.questions === 0
      ? []
      : [
          [all.ndcg.mean.toFixed(3), "NDCG@10"],
          [all.recall["1000"]!.mean.toFixed(3), `recall within 1,000 ${unit}`],
          [thousands(Math.round(all.firstHit.median)), `${unit} to the first hit, median`],
          [shownGain(meaning).split(" ")[0]!, "NDCG@10 that meaning adds"],
        ];
  const cards = figures.map(
    ([value, said]) => `<div><b>${escaped(value!)}</b><span>${escaped(said!)}</span></div>`,
  );
  const commit = root.rev === null ? "" : ` at commit <code>${escaped(root.rev.slice(0, 10))}</code>`;
  return `<header><h1>${escaped(nameOf(report))}</h1><p>${thousands(all.questions)} questions over ${thousands(files)} files${commit}. Everything was made and measured on this machine.</p>${cards.length === 0 ? "" : `<div class="cards">${cards.join("")}</div>`}</header>`;
}

function found({ groups }: EvalReport): string {
  return section(
    "How well files are found",
    "NDCG@10 is 1 where the file that answers comes first, and falls with its place; the line through a point is the 95% interval. <i>All words in name</i>: every word of the question stands in the name or path of its answer; <i>no word in name</i>: none does.",
    intervalPlot(
      "NDCG@10 by group of questions, with 95% intervals",
      groups.map(({ name, ndcg }) => ({ label: name, value: ndcg })),
      false,
    ),
    table(
      "NDCG@10 and MRR by group",
      ["group", "questions", "NDCG@10 (95%)", "MRR"],
      groups.map((g) => [g.name, thousands(g.questions), shownInterval(g.ndcg), g.mrr.mean.toFixed(3)]),
    ),
  );
}

function lanes({ lanes: all, groups, meaningAlone }: EvalReport): string {
  const kinds = groups.map(({ name }) => name);
  const alone =
    meaningAlone === null
      ? ""
      : ` Meaning alone, over all files: NDCG@10 ${shownInterval(meaningAlone["all"]!)}.`;
  const byKind = table(
    "The same by group of questions",
    ["lane", ...kinds],
    all.map(({ lane, gain }) => [lane, ...kinds.map((kind) => shownGain(gain[kind]!))]),
  );
  return (
    section(
      "What each lane adds",
      `NDCG@10 that is lost when one lane is left out and all others stay.${escaped(alone)}`,
      intervalPlot(
        "NDCG@10 that each lane adds, with 95% intervals",
        all.map(({ lane, gain }) => ({ label: lane, value: gain["all"]! })),
        true,
      ),
      table(
        "Gain of each lane",
        ["lane", "factor", "gain (95%)", "reading"],
        all.map(({ lane, factor, gain }) => [
          lane,
          String(factor),
          shownGain(gain["all"]!),
          readingOf(gain["all"]!),
        ]),
      ),
    ) + byKind
  );
}

function tokens({ groups, unit }: EvalReport): string {
  const budgets = Object.keys(groups[0]!.recall);
  const shown = groups.filter(({ name }) => !name.endsWith("in name"));
  return section(
    "What a reader pays",
    `Share of the files that answer which is shown within a number of ${escaped(unit)}, when results are read in order with the lines that a search shows. <i>Lines</i>: the very lines are shown, of a commit those that it changed.`,
    curvePlot(
      `Share of the answers shown within a number of ${unit}`,
      budgets.map((budget) => thousands(Number(budget))),
      shown.map(({ name, recall }) => ({ label: name, values: budgets.map((b) => recall[b]!.mean) })),
    ),
    table(
      `Share of the answers shown within ${unit}`,
      ["group", ...budgets.map((b) => thousands(Number(b))), "lines within 4,000", "first hit, median"],
      groups.map(({ name, recall, lines, firstHit }) => [
        name,
        ...budgets.map((b) => recall[b]!.mean.toFixed(3)),
        lines["4000"]!.mean.toFixed(3),
        thousands(Math.round(firstHit.median)),
      ]),
    ),
    "stacked",
  );
}

function places({ rows }: EvalReport): string {
  const bounds = [1, 2, 3, 5, 10, 20] as const;
  const names = [
    "first",
    "second",
    "third",
    "4th to 5th",
    "6th to 10th",
    "11th to 20th",
    "later",
    "not found",
  ];
  const counts = names.map(() => 0);
  for (const { ranks } of rows) {
    const best = Math.min(...ranks.filter((rank) => rank > 0));
    const at = bounds.findIndex((bound) => best <= bound);
    counts[best === Number.POSITIVE_INFINITY ? 7 : at === -1 ? 6 : at]!++;
  }
  const bars = names.map((label, i) => ({ label, count: counts[i]! }));
  return section(
    "Where the answer stands",
    "Place of the first file that answers, by number of questions.",
    barPlot("Number of questions by the place of the first file that answers", bars),
    table(
      "Questions by place",
      ["place", "questions", "share"],
      bars.map(({ label, count }) => [
        label,
        thousands(count),
        `${((100 * count) / rows.length).toFixed(1)}%`,
      ]),
    ),
  );
}

function learnt(report: EvalReport): string {
  const { learnt: own, applied } = report;
  const written = applied === null ? "" : `<p>Written to <code>${escaped(applied)}</code>.</p>`;
  const factors = table(
    "Factors on the lanes",
    ["lane", "in force", "learnt"],
    Object.keys(own.weights).map((lane) => [lane, String(own.inForce[lane]), String(own.weights[lane])]),
  );
  const parts = (["train", "validation", "held"] as const).map((part) => [
    part === "held" ? "held back" : part,
    thousands(own.questions[part]),
    own.before[part].toFixed(3),
    own.after[part].toFixed(3),
  ]);
  const scores = table("NDCG@10 by part", ["part", "questions", "in force", "learnt"], parts);
  return `<section><h2>Factors that would suit this repository</h2><p>Learnt on one part, chosen on the second, judged on the third, which had no part in either. <b>${escaped(sentence(verdictLine(report)))}</b></p>${written}<div class="pair">${factors}${scores}</div></section>`;
}

function worst(rows: readonly EvalRow[]): string {
  const last = rows
    .filter(({ ndcg }) => ndcg < 1)
    .toSorted((a, b) => a.ndcg - b.ndcg || (a.id < b.id ? -1 : 1))
    .slice(0, WORST);
  if (last.length === 0) return "";
  const shown = last.map(({ query, kind, targets, ranks }) => {
    const best = Math.min(...ranks.filter((rank) => rank > 0));
    const more = targets.length - MOST_SHOWN_TARGETS;
    const listed = targets.slice(0, MOST_SHOWN_TARGETS).join(", ");
    return [
      query,
      kind,
      best === Number.POSITIVE_INFINITY ? "not found" : String(best),
      more > 0 ? `${listed} and ${more} more` : listed,
    ];
  });
  return `<section><h2>Questions that did worst</h2>${table("Questions that did worst", ["question", "kind", "place", "wanted"], shown, "texts")}</section>`;
}

function notes(report: EvalReport): string {
  const items = report.notes.map((note) => `<li>${escaped(note)}</li>`).join("");
  return `<section><h2>What was asked, and what was not</h2><ul>${items}</ul></section>`;
}

function sentence(said: string): string {
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
