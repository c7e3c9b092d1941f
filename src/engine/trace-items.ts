// A trace as a list that a budget can cut: declarations, then what is proven, then what is possible, each with its place.
import type { TraceDirection } from "../base/trace-directions.ts";
import { cutLine, oneLine, pathLabel, placeLabel } from "../pack/label.ts";
import type {
  PossibleTraceSite,
  ProvenTraceSite,
  TraceAnswer,
  TraceDeclaration,
  TraceSite,
} from "../pack/trace-answer.ts";
import type { Asked } from "./trace.ts";
import type { Late } from "./traced.ts";

export type TraceItem = { heading?: string } & (
  | { part: "sum"; text: string }
  | { part: "declaration"; value: TraceDeclaration; alone: boolean }
  | { part: "proven"; late: Late<ProvenTraceSite> }
  | { part: "possible"; late: Late<PossibleTraceSite> }
);

/** Possible sites by reason, the likeliest first; those of one reason stay together. */
const WHY_ORDER = [
  "dispatch",
  "method-set",
  "handed-on",
  "unresolved-receiver",
  "same-name",
  "ambiguous-export",
  "ambiguous-declaration",
  "unresolved-base",
  "unresolved-module",
  "dynamic-access",
  "reflection",
  "template",
  "string",
  "unparsed-file",
];

/** Place of a reason in the order in which they are shown. */
export function whyOrder(why: string): number {
  const at = WHY_ORDER.indexOf(why);
  return at === -1 ? WHY_ORDER.length : at;
}

export function itemsOf({ file, declarations, traced }: Asked, direction: TraceDirection): TraceItem[] {
  const items: TraceItem[] = declarations.map((value) => ({
    part: "declaration",
    value,
    alone: declarations.length === 1,
  }));
  if (declarations.length > 1) return items;
  const { proven, possible, totals } = traced;
  const sum = sumOf(totals, direction);
  if (sum !== "") items.push({ part: "sum", text: sum });
  const external = totals.external === 0 ? "" : `, ${totals.external} outside the repository`;
  const whose = file === null ? "" : ` of ${pathLabel(file)}`;
  const provenHead = `${direction}${whose}, proven: ${totals.proven}${external}`;
  proven.forEach((late, i) => items.push({ part: "proven", late, ...(i === 0 && { heading: provenHead }) }));
  const sorted = possible
    .map((site, i) => ({ ...site, i, order: whyOrder(site.why) }))
    .sort((a, b) => a.order - b.order || a.i - b.i);
  sorted.forEach(({ why, late }, i) => {
    if (i > 0 && sorted[i - 1]!.why === why) items.push({ part: "possible", late });
    else {
      const count = possible.filter((p) => p.why === why).length;
      items.push({ part: "possible", late, heading: `possible, ${why}: ${count}` });
    }
  });
  return items;
}

export function partsOf(
  items: readonly TraceItem[],
): Pick<TraceAnswer, "declarations" | "proven" | "possible"> {
  const declarations: TraceDeclaration[] = [];
  const proven: ProvenTraceSite[] = [];
  const possible: PossibleTraceSite[] = [];
  for (const item of items) {
    if (item.part === "sum") continue;
    if (item.part === "declaration") declarations.push(item.value);
    else if (item.part === "proven") proven.push(item.late.shown);
    else possible.push(item.late.shown);
  }
  return { declarations, proven, possible };
}

export function textOfItem(item: TraceItem): string {
  const head = item.heading === undefined ? "" : `${item.heading}\n`;
  if (item.part === "sum") return item.text;
  if (item.part === "declaration") return declarationText(item.value);
  const end = item.part === "proven" ? proofOf(item.late.shown) : "";
  return `${head}${siteText(item.late.shown, end)}`;
}

function proofOf({ rule, link }: ProvenTraceSite): string {
  return link === undefined ? rule : `${rule}, ${link}`;
}

/** What the headings of the lists do not say: the counts of each of several steps, what lies outside where no list is. */
function sumOf({ proven, external, byDepth }: TraceAnswer["totals"], direction: TraceDirection): string {
  if (byDepth.length <= 1)
    return proven === 0 && external > 0 ? `${direction}: ${external} outside the repository` : "";
  return byDepth
    .map((step) => {
      const outside = step.external === 0 ? "" : `, ${step.external} outside the repository`;
      return `step ${step.depth}: ${step.proven} proven, ${step.possible} possible${outside}`;
    })
    .join("\n");
}

function declarationText(d: TraceDeclaration): string {
  const visible = d.exported ? " exported" : "";
  const counts = d.proven < 0 ? "not counted" : `${d.proven} proven, ${d.possible} possible`;
  return `${placeLabel(d)}${visible} — ${counts}\n  ${oneLine(d.signature)}`;
}

/** `path:line in Enclosing.name: text (rule) → target`. Steps after the first say how far they are. */
export function siteText({ path, line, text, enclosing, depth, targets }: TraceSite, rule: string): string {
  const inside = enclosing === "" ? "" : ` in ${oneLine(enclosing)}`;
  const far = depth > 1 ? ` [${depth}]` : "";
  const to = targets.length === 0 ? "" : ` → ${targets.map(oneLine).join(", ")}`;
  const proof = rule === "" ? "" : ` (${oneLine(rule)})`;
  return `${pathLabel(path)}:${line}${far}${inside}: ${cutLine(oneLine(text))}${proof}${to}`;
}
