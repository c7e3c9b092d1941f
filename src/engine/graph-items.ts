// What answers from the graph have in common: how a declaration and a place are shown, and in which order possible places come.
import { cutLine, oneLine, pathLabel, placeLabel } from "../pack/label.ts";
import type { TraceDeclaration, TraceSite } from "../pack/trace-answer.ts";

/** Of so many declarations of one name the uses are counted; the others are listed without. */
export const MOST_COUNTED = 12;

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

function whyOrder(why: string): number {
  const at = WHY_ORDER.indexOf(why);
  return at === -1 ? WHY_ORDER.length : at;
}

/** Possible places by reason, the likeliest first. */
export function byWhy<Site extends { why: string }>(sites: readonly Site[]): Site[] {
  return sites.toSorted((a, b) => whyOrder(a.why) - whyOrder(b.why));
}

/** Each place; the first of a reason with a heading that counts them. Those of one reason must stand together. */
export function headed<Site extends { why: string }>(
  sites: readonly Site[],
  title: string,
): { site: Site; heading?: string }[] {
  const counts = new Map<string, number>();
  for (const { why } of sites) counts.set(why, (counts.get(why) ?? 0) + 1);
  let last = "";
  return sites.map((site) => {
    if (site.why === last) return { site };
    last = site.why;
    return { site, heading: `${title}, ${site.why}: ${counts.get(site.why)}` };
  });
}

/** `change` is what a diff does to it. */
export function declarationText(declaration: TraceDeclaration, change = ""): string {
  const { proven, possible, exported, signature } = declaration;
  const done = change === "" ? "" : ` ${change}`;
  const counts = proven < 0 ? "not counted" : `${proven} proven, ${possible} possible`;
  return `${placeLabel(declaration)}${done}${exported ? " exported" : ""} — ${counts}\n  ${oneLine(signature)}`;
}

/** `path:line in Enclosing.name: text (rule) → target`. Steps after the first say how far they are. */
export function siteText({ path, line, text, enclosing, depth, targets }: TraceSite, rule: string): string {
  const inside = enclosing === "" ? "" : ` in ${oneLine(enclosing)}`;
  const far = depth > 1 ? ` [${depth}]` : "";
  const to = targets.length === 0 ? "" : ` → ${targets.map(oneLine).join(", ")}`;
  const proof = rule === "" ? "" : ` (${oneLine(rule)})`;
  return `${pathLabel(path)}:${line}${far}${inside}: ${cutLine(oneLine(text))}${proof}${to}`;
}
