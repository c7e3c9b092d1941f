// What does it cost to show a node? The format's own measure, so that costs that were stored and costs that are estimated
// mean the same: a token is four code points, and nothing costs less than one.
import { PithError } from "../base/error.ts";
import type { Manifest, ManifestNode } from "./manifest.ts";
import { nodeOf } from "./manifest.ts";

/** How much of a node a view shows, the shortest first. */
const VIEW_LEVELS = ["title", "brief", "full"] as const;
export type ViewLevel = (typeof VIEW_LEVELS)[number];

export const CODE_POINTS_PER_TOKEN = 4;
/** Of a node without a title, in code points. */
const TITLE_FROM_WHAT = 40;

export function estimateTokens(text: string): number {
  return Math.max(1, Math.ceil(codePoints(text) / CODE_POINTS_PER_TOKEN));
}

export function codePoints(text: string): number {
  // Most texts have no pairs: the engine looks for one much faster than letters can be counted.
  if (!PAIR.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Of surrogates: two code units that are one code point. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** The first so many code points. */
function cutTo(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join("");
}

/** Stored, or that of title, what, when and keywords. */
export function descriptorCost(
  node: Pick<ManifestNode, "title" | "what" | "when" | "keywords" | "descTokens">,
): number {
  if (node.descTokens !== null) return node.descTokens;
  const parts = [node.title ?? "", node.what, node.when, node.keywords.join(" ")];
  return estimateTokens(parts.filter((part) => part !== "").join(" "));
}

/** Of what is loaded before anything is opened, at the level `full`. */
export function baselineTokens(manifest: Manifest): number {
  return manifest.manifestTokens ?? firstView(manifest).reduce((sum, node) => sum + descriptorCost(node), 0);
}

/** The root and its children, as far as they are there. */
export function firstView(manifest: Manifest): ManifestNode[] {
  const children = (manifest.root.children ?? []).map((id) => nodeOf(manifest, id));
  return [manifest.root, ...children.filter((node) => node !== undefined)];
}

export function renderDescriptor(
  { title, what, when }: Pick<ManifestNode, "title" | "what" | "when">,
  level: ViewLevel,
): string {
  const named = title ?? "";
  if (level === "title") return named === "" ? cutTo(what, TITLE_FROM_WHAT) : named;
  const brief = `${named}: ${what}`;
  return trimmed(level === "brief" ? brief : `${brief} | when: ${when}`);
}

/** Without blanks and colons at its ends: what an empty part leaves. Not by one expression: from each of a long row it looks for the end. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK_OR_COLON.test(text[start]!)) start++;
  while (end > start && BLANK_OR_COLON.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const BLANK_OR_COLON = /[\s:]/;

/** Throws ARGUMENT_INVALID. */
export function viewLevelOf(level: string): ViewLevel {
  const found = VIEW_LEVELS.find((one) => one === level);
  if (found !== undefined) return found;
  throw new PithError("ARGUMENT_INVALID", `${JSON.stringify(level)} is no level of a view.`, {
    subject: level,
    next: `Give one of ${VIEW_LEVELS.join(", ")}.`,
  });
}
