// What a build came to, in lines for a person.
import { counted } from "../base/counted.ts";
import { thousands } from "../base/thousands.ts";
import type { BuildReport } from "./manifest-build.ts";

/** Notes and leaves that are named; the others are counted. */
const MOST_NAMED = 5;
const MOST_SHAPE = 3;

/** `planned`: names of files that a dry run would have written; null where it was none. */
export function buildLines(report: BuildReport, planned: readonly string[] | null): string[] {
  const { stats, failures, files, folder } = report;
  const lines = [
    ...presetLine(report),
    `${report.id} (${report.kind}${report.recognised === null ? "" : `: ${report.recognised}`}): ${counted(stats.leaves, "leaf", "leaves")} in ${counted(stats.branches, "branch", "branches")}, ${thousands(stats.fullTokens)} tokens`,
    ...report.variants.flatMap(variantLines),
    likenessLine(report),
  ];
  const { count } = stats.describe.vacuity;
  if (count > 0)
    lines.push(`${counted(count, "description says", "descriptions say")} nothing that the title doesn't`);
  if (report.fidelity !== null) {
    const { mean, flagged } = report.fidelity;
    lines.push(`fidelity ${mean} of 5 in the mean; ${counted(flagged.length, "node")} below 3`);
  }
  if (report.model !== null) {
    const { name, place, usage } = report.model;
    lines.push(
      `${name} at ${place}: ${counted(usage.requests, "request")}, ${thousands(usage.promptTokens)} tokens sent, ${thousands(usage.replyTokens)} received`,
    );
    const { fallbacks } = stats.describe;
    if (fallbacks.count > 0) lines.push(`rules stood in for it at ${counted(fallbacks.count, "node")}`);
  }
  if (report.shape.length > 0) {
    const more = report.shape.length > MOST_SHAPE ? `; and ${report.shape.length - MOST_SHAPE} more` : "";
    lines.push(`shape: ${report.shape.slice(0, MOST_SHAPE).join("; ")}${more}`);
  }
  if (stats.links > 0) lines.push(counted(stats.links, "link"));
  lines.push(...noteLines(report));
  if (failures.length > 0)
    lines.push("", ...failures.map(({ text }) => `not passed: ${text}`), "Nothing was written.");
  else if (planned !== null)
    lines.push("", `A dry run: ${planned.join(", ")} would be written into ${folder}.`);
  else lines.push("", ...files.map(({ name, bytes }) => `${folder}/${name} (${thousands(bytes)} bytes)`));
  for (const name of report.older)
    lines.push(`${folder}/${name} is of an earlier build: build for its budget as well, or take it away.`);
  return lines;
}

function presetLine({ preset }: BuildReport): string[] {
  if (preset === null) return [];
  const { name, added } = preset;
  return [added.length === 0 ? `${name}: every setting was given` : `${name}: ${added.join(", ")}`];
}

function variantLines(variant: BuildReport["variants"][number]): string[] {
  const { budget, firstView, longestWay, clusters, dissolved, shortened, oversized } = variant;
  const done = [
    ...(clusters > 0 ? [`${counted(clusters, "branch", "branches")} put between`] : []),
    ...(shortened > 0 ? [`${counted(shortened, "description")} shortened`] : []),
    ...(dissolved > 0 ? [`${counted(dissolved, "branch", "branches")} of the source given up`] : []),
  ];
  const tail = done.length === 0 ? "" : `; ${done.join(", ")}`;
  const lines = [
    `${thousands(budget)}: first view ${thousands(firstView)}, longest way ${thousands(longestWay)}${tail}`,
  ];
  if (oversized.length > 0) {
    const largest = oversized.slice(0, MOST_NAMED).map(({ id, tokens }) => `${id} (${thousands(tokens)})`);
    const more = oversized.length > MOST_NAMED ? ` and ${oversized.length - MOST_NAMED} more` : "";
    const have = oversized.every(({ hasSummary }) => hasSummary) ? "a summary each" : "no summary";
    lines.push(`  too large to be opened whole: ${largest.join(", ")}${more}; ${have}`);
  }
  return lines;
}

function likenessLine({ stats }: BuildReport): string {
  const { maxSimilarity, collidingGroups } = stats.describe.collisions;
  return `siblings are at most ${maxSimilarity} alike; ${counted(collidingGroups, "group")} can hardly be told apart`;
}

function noteLines({ notes }: BuildReport): string[] {
  if (notes.length === 0) return [];
  const shown = notes
    .slice(0, MOST_NAMED)
    .map(({ subject, text }) => `note: ${subject === "." ? "" : `${subject}: `}${text}`);
  return notes.length > MOST_NAMED
    ? [...shown, `and ${notes.length - MOST_NAMED} more notes: --json has them`]
    : shown;
}
