// An impact as a list that a budget can cut: the sum of it, what changes, what surely depends on it, tests, what others
// can see, and what may depend on it, by reason.
import { cutLine, oneLine, pathLabel } from "../pack/label.ts";
import type { ImpactAnswer, ImpactDeclaration, ImpactExport, ImpactTest } from "../pack/impact-answer.ts";
import type { PossibleTraceSite, ProvenTraceSite } from "../pack/trace-answer.ts";
import { byWhy, declarationText, headed, siteText } from "./graph-items.ts";
import { inOrder, leadFirst, type Sectioned } from "./lead-first.ts";
import type { Late, LatePossible } from "./traced.ts";

export type ImpactItem = Sectioned &
  (
    | { part: "sum"; text: string }
    | { part: "declaration"; value: ImpactDeclaration }
    | { part: "proven"; late: Late<ProvenTraceSite> }
    | { part: "test"; late: Late<ImpactTest> }
    | { part: "surface"; late: Late<ImpactExport> }
    | { part: "possible"; late: Late<PossibleTraceSite> }
  );

export interface ImpactFacts extends Pick<ImpactAnswer, "declarations" | "totals" | "notLooked"> {
  readonly proven: readonly Late<ProvenTraceSite>[];
  readonly tests: readonly Late<ImpactTest>[];
  readonly surface: readonly Late<ImpactExport>[];
  readonly possible: readonly LatePossible[];
}

/** Declarations that stand before the sites; a diff may have hundreds, and what depends on them is what was asked. */
const FIRST_DECLARATIONS = 20;

export function impactItems(facts: ImpactFacts, isListed: boolean): ImpactItem[] {
  const { declarations, proven, tests, surface, totals } = facts;
  const items: ImpactItem[] = [];
  const first = isListed ? declarations.length : FIRST_DECLARATIONS;
  if (!isListed) items.push({ part: "sum", text: sumOf(facts) });
  for (const value of declarations.slice(0, first)) items.push({ part: "declaration", value });
  if (isListed) return items;
  const depths = new Map(totals.byDepth.map((d) => [d.depth, d.proven]));
  let depth = 0;
  for (const late of proven) {
    const heading = late.depth === depth ? {} : { heading: stepHead(late.depth, depths) };
    depth = late.depth;
    items.push({ part: "proven", late, ...heading });
  }
  const head = (i: number, heading: string) => (i === 0 ? { heading } : {});
  tests.forEach((late, i) =>
    items.push({ part: "test", late, ...head(i, `tests that reach it: ${totals.tests}`) }),
  );
  surface.forEach((late, i) =>
    items.push({ part: "surface", late, ...head(i, `others can see: ${totals.surface}`) }),
  );
  for (const { site, heading } of headed(byWhy(facts.possible), "possible")) {
    items.push({ part: "possible", late: site.late, ...(heading !== undefined && { heading }) });
  }
  const rest = declarations.slice(first).map((value, i): ImpactItem => {
    const item: ImpactItem = { part: "declaration", value };
    if (i === 0) item.heading = `changed: ${totals.declarations}`;
    return item;
  });
  return leadFirst([...items, ...rest]);
}

export function partsOfImpact(
  items: readonly ImpactItem[],
): Pick<ImpactAnswer, "declarations" | "proven" | "tests" | "surface" | "possible"> {
  const parts = {
    declarations: [] as ImpactDeclaration[],
    proven: [] as ProvenTraceSite[],
    tests: [] as ImpactTest[],
    surface: [] as ImpactExport[],
    possible: [] as PossibleTraceSite[],
  };
  for (const item of inOrder(items)) {
    if (item.part === "declaration") parts.declarations.push(item.value);
    else if (item.part === "proven") parts.proven.push(item.late.shown);
    else if (item.part === "test") parts.tests.push(item.late.shown);
    else if (item.part === "surface") parts.surface.push(item.late.shown);
    else if (item.part === "possible") parts.possible.push(item.late.shown);
  }
  return parts;
}

export function textOfImpact(item: ImpactItem): string {
  const head = item.heading === undefined ? "" : `${item.heading}\n`;
  switch (item.part) {
    case "sum":
      return item.text;
    case "declaration":
      return `${head}${declarationText(item.value, item.value.change === "asked" ? "" : item.value.change)}`;
    case "proven":
      return `${head}${siteText(item.late.shown, item.late.shown.rule)}`;
    case "possible":
      return `${head}${siteText(item.late.shown, "")}`;
    case "test": {
      const { path, line, enclosing, sites, depth, text } = item.late.shown;
      const inside = enclosing === "" ? "" : ` in ${oneLine(enclosing)}`;
      const far = depth > 1 ? ` [${depth}]` : "";
      const many = sites === 1 ? "" : ` (${sites} places)`;
      return `${head}${pathLabel(path)}:${line}${far}${inside}: ${cutLine(oneLine(text))}${many}`;
    }
    case "surface": {
      const { path, line, name, via, depth, text } = item.late.shown;
      const far = depth > 1 ? ` [${depth}]` : "";
      const how = via === "declaration" ? "" : ` (${via === "star" ? "by a star" : "re-export"})`;
      return `${head}${pathLabel(path)}:${line}${far} ${oneLine(name)}${how}: ${cutLine(oneLine(text))}`;
    }
  }
}

function stepHead(depth: number, counts: ReadonlyMap<number, number>): string {
  const far = depth === 1 ? "1 step" : `${depth} steps`;
  return `proven, ${far}: ${counts.get(depth) ?? 0}`;
}

function sumOf({ totals, notLooked }: ImpactFacts): string {
  const further = totals.byDepth.slice(1).reduce((sum, d) => sum + d.possible, 0);
  const counts = [
    `${totals.declarations} changed`,
    `${totals.proven} proven in ${totals.files} ${totals.files === 1 ? "file" : "files"}`,
    `${totals.possible} possible${further === 0 ? "" : ` and ${further} further out`}`,
    `${totals.tests} test ${totals.tests === 1 ? "file" : "files"}`,
    `${totals.surface} exported`,
  ];
  const lines = [counts.join(", ")];
  for (const { what, why } of notLooked) lines.push(`not looked at: ${oneLine(what)} (${oneLine(why)})`);
  return lines.join("\n");
}
