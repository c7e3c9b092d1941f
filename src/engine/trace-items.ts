// A trace as a list that a budget can cut: declarations, then what is proven, then what is possible, each with its place.
import type { TraceDirection } from "../base/trace-directions.ts";
import { pathLabel } from "../pack/label.ts";
import type {
  PossibleTraceSite,
  ProvenTraceSite,
  TraceAnswer,
  TraceDeclaration,
} from "../pack/trace-answer.ts";
import { byWhy, declarationText, headed, siteText } from "./graph-items.ts";
import { inOrder, leadFirst, type Sectioned } from "./lead-first.ts";
import type { Asked } from "./trace.ts";
import type { Late } from "./traced.ts";

export type TraceItem = Sectioned &
  (
    | { part: "sum"; text: string }
    | { part: "declaration"; value: TraceDeclaration }
    | { part: "proven"; late: Late<ProvenTraceSite> }
    | { part: "possible"; late: Late<PossibleTraceSite> }
  );

export function itemsOf({ file, declarations, traced }: Asked, direction: TraceDirection): TraceItem[] {
  const items: TraceItem[] = declarations.map((value) => ({ part: "declaration", value }));
  if (declarations.length > 1) return items;
  const { proven, possible, totals } = traced;
  const sum = sumOf(totals, direction);
  if (sum !== "") items.push({ part: "sum", text: sum });
  const external = totals.external === 0 ? "" : `, ${totals.external} outside the repository`;
  const whose = file === null ? "" : ` of ${pathLabel(file)}`;
  const provenHead = `${direction}${whose}, proven: ${totals.proven}${external}`;
  proven.forEach((late, i) => items.push({ part: "proven", late, ...(i === 0 && { heading: provenHead }) }));
  for (const { site, heading } of headed(byWhy(possible), "possible")) {
    items.push({ part: "possible", late: site.late, ...(heading !== undefined && { heading }) });
  }
  return leadFirst(items);
}

export function partsOf(
  items: readonly TraceItem[],
): Pick<TraceAnswer, "declarations" | "proven" | "possible"> {
  const declarations: TraceDeclaration[] = [];
  const proven: ProvenTraceSite[] = [];
  const possible: PossibleTraceSite[] = [];
  for (const item of inOrder(items)) {
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
