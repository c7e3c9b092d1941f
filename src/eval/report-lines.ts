// The report of an evaluation in lines, for a terminal.
import { thousands } from "../base/thousands.ts";
import type { EvalInterval, EvalReport } from "../pack/eval-report.ts";
import { signed } from "../pack/plots.ts";
import { LEAST_QUESTIONS, MARGIN } from "./learn-lanes.ts";

export function shownInterval({ mean, low, high }: EvalInterval, digits = 3): string {
  return `${mean.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

export function shownGain({ mean, low, high }: EvalInterval): string {
  return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
}

/** What an interval of a gain comes to. */
export function readingOf({ low, high }: EvalInterval): string {
  if (low > 0) return "helps";
  return high < 0 ? "harms" : "no difference seen";
}

export function verdictLine({ learnt }: EvalReport): string {
  const { verdict, difference, questions } = learnt;
  const by = `NDCG@10 ${shownGain(difference)} on ${thousands(questions.held)} held-back questions`;
  switch (verdict) {
    case "better":
      return `the learnt factors are better: ${by}`;
    case "not worse":
      return `the learnt factors are not worse: ${by}`;
    case "worse":
      return `the learnt factors are worse: ${by}; keep those in force`;
    case "unsure":
      return `the learnt factors may be worse: ${by}, of which less than -${MARGIN} can't be excluded; keep those in force`;
    case "same":
      return "nothing learnt does better on the validation part: keep the factors in force";
    case "too few":
      return `too few questions to learn from and to judge by: at least ${LEAST_QUESTIONS} each are needed, there are ${questions.train} and ${questions.held}`;
  }
}

export function reportLines(report: EvalReport): string[] {
  const { groups, lanes, meaningAlone, learnt, notes, unit } = report;
  const asked = groups[0]!.questions;
  const lines = [...notes, ""];
  if (asked === 0)
    return [...lines, "no question could be made: give some with --questions FILE (docs/guide/eval.md)"];
  const width = Math.max(...groups.map(({ name }) => name.length));
  lines.push("how well files are found: mean (95% interval)");
  for (const { name, questions, ndcg, mrr, recall, firstHit } of groups)
    lines.push(
      `  ${name.padEnd(width)}  ${thousands(questions).padStart(6)} questions  NDCG@10 ${shownInterval(ndcg)}  MRR ${mrr.mean.toFixed(3)}  ` +
        `recall at 1,000 ${unit} ${recall["1000"]!.mean.toFixed(3)}  first hit ${thousands(Math.round(firstHit.median))} median`,
    );
  lines.push("", "what each lane adds to NDCG@10, all others staying");
  for (const { lane, gain } of lanes)
    lines.push(`  ${lane.padEnd(12)}  ${shownGain(gain["all"]!)}  ${readingOf(gain["all"]!)}`);
  lines.push(
    meaningAlone === null
      ? "  meaning alone: the model is not there"
      : `  meaning alone: NDCG@10 ${shownInterval(meaningAlone["all"]!)}`,
  );
  const factors = (weights: Record<string, number>): string =>
    Object.entries(weights)
      .map(([lane, factor]) => `${lane} ${factor}`)
      .join(", ");
  lines.push(
    "",
    `factors in force: ${factors(learnt.inForce)}`,
    `factors learnt:   ${factors(learnt.weights)}`,
    verdictLine(report),
  );
  return lines;
}
