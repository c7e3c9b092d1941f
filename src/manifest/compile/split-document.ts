// How is a document that is too large to be opened whole cut? Along its headings, from the outermost in, until each part can
// be opened alone. Every line is in exactly one part: joined, the parts are the document.
import { sectionFacts } from "../../parse/sections.ts";
import { CODE_POINTS_PER_TOKEN } from "../node-cost.ts";
import { nodeOf } from "./adapter.ts";
import { slugOf } from "./slug.ts";
import type { SourceNode } from "./source-tree.ts";

/** Documents of more tokens are cut, unless another size is asked for. */
export const SPLIT_OVER = 4_000;
/** Of the size from which a document is cut: a part that is larger is cut again, neighbours that are smaller stand together. */
const LARGE = 0.4;
const SMALL = 0.04;
/** Headings in the title of a part that has several. */
const MOST_NAMED = 3;

export interface Heading {
  name: string;
  /** Index of its line. */
  line: number;
  depth: number;
}

interface Part {
  /** Indices of lines; the end is exclusive. */
  start: number;
  end: number;
  names: string[];
  /** It begins with the heading of what is around it. */
  isHead: boolean;
}

export interface SplitOptions {
  splitOver: number;
  /** The line of the file with which the document begins, from 1; null where it stands in none as it is. */
  first: number | null;
  /** Of these lines. */
  headings: () => readonly Heading[];
}

/** Section leaves and branches of a document; null where it is small enough, or has nothing to cut along. */
export function splitDocument(
  document: SourceNode,
  lines: readonly string[],
  { splitOver, first, headings: find }: SplitOptions,
): SourceNode[] | null {
  const cost = costsOf(lines);
  if (splitOver <= 0 || cost(0, lines.length) <= splitOver) return null;
  const headings = find();
  const slugs = new Map<string, number>();
  const made = (part: Part, parent: SourceNode, around: string): { node: SourceNode; slug: string } => {
    // What stands above the parts of a section is of the section; no slug has a slash.
    const isHead = part.names.length === 0 || (around !== "" && part.isHead);
    const slug = isHead ? `${around === "" ? "" : `${around}/`}top` : slugOf(part.names[0]!);
    const count = (slugs.get(slug) ?? 0) + 1;
    slugs.set(slug, count);
    const unique = `${slug}${count === 1 ? "" : `~${count}`}`;
    const node = nodeOf({
      id: `${document.id}#${unique}`,
      title: titleOf(part, parent),
      format: document.format,
      keywords: part.names.slice(1),
      facets: document.facets,
    });
    return { node, slug: unique };
  };
  const top: SourceNode[] = [];
  const open = [{ start: 0, end: lines.length, into: top, of: document, around: "" }];
  for (const { start, end, into, of, around } of open) {
    const parts = partsOf(start, end, headings, cost, splitOver);
    for (const part of parts) {
      const { node, slug } = made(part, of, around);
      into.push(node);
      const inner = parts.length > 1 && cost(part.start, part.end) > splitOver * LARGE;
      if (inner && partsOf(part.start, part.end, headings, cost, splitOver).length > 1) {
        node.children = [];
        // More than what stands above the others: it is called by its own heading.
        node.title = part.names[0] ?? node.title;
        open.push({ start: part.start, end: part.end, into: node.children, of: node, around: slug });
      } else {
        node.content = lines.slice(part.start, part.end).join("\n");
        const { place } = document;
        if (place !== undefined && first !== null)
          node.place = { path: place.path, start: first + part.start, end: first + part.end - 1 };
      }
    }
  }
  return top.length < 2 ? null : top;
}

function titleOf({ names, isHead }: Part, parent: SourceNode): string {
  if (names.length === 0 || (isHead && names.length === 1 && names[0] === parent.title))
    return `${parent.title}: introduction`;
  const left = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

/** At the outermost headings that make more than one part of these lines; what stands above the first is a part as well. */
function partsOf(
  start: number,
  end: number,
  headings: readonly Heading[],
  cost: Cost,
  splitOver: number,
): Part[] {
  const inside = headings.slice(firstFrom(headings, start), firstFrom(headings, end));
  for (const depth of [...new Set(inside.map((heading) => heading.depth))].sort((a, b) => a - b)) {
    const cuts = inside.filter((heading) => heading.depth === depth && heading.line > start);
    if (cuts.length === 0) continue;
    const head = inside.find((heading) => heading.line === start);
    const parts: Part[] = [
      { start, end: cuts[0]!.line, names: head === undefined ? [] : [head.name], isHead: true },
    ];
    cuts.forEach((cut, i) =>
      parts.push({ start: cut.line, end: cuts[i + 1]?.line ?? end, names: [cut.name], isHead: false }),
    );
    const joined = joinSmall(parts, cost, splitOver);
    if (joined.length > 1) return joined;
  }
  return [{ start, end, names: [], isHead: true }];
}

function joinSmall(parts: readonly Part[], cost: Cost, splitOver: number): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isSmall =
      last !== undefined &&
      (cost(last.start, last.end) < splitOver * SMALL || cost(part.start, part.end) < splitOver * SMALL);
    if (isSmall && cost(last.start, part.end) <= splitOver * LARGE) {
      last.end = part.end;
      last.names.push(...part.names);
    } else joined.push({ ...part, names: [...part.names] });
  }
  return joined;
}

/** Index of the first heading at or below a line. */
function firstFrom(headings: readonly Heading[], line: number): number {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headings[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function headingsOf(lines: readonly string[]): Heading[] {
  const { symbols } = sectionFacts(lines.join("\n"));
  const depths: number[] = [];
  return symbols.map(({ name, range, parent }) => {
    const depth = parent === -1 ? 0 : depths[parent]! + 1;
    depths.push(depth);
    return { name, line: range.start - 1, depth };
  });
}

type Cost = (start: number, end: number) => number;

function costsOf(lines: readonly string[]): Cost {
  const sums = new Float64Array(lines.length + 1);
  lines.forEach((line, i) => (sums[i + 1] = sums[i]! + line.length + 1));
  return (start, end) => (sums[end]! - sums[start]!) / CODE_POINTS_PER_TOKEN;
}
