// One document of a source: what it says of itself at its head, its text without that, and where the text stands.
import { nodeOf, type AdapterInput } from "../adapter.ts";
import { facetsOf } from "../facets.ts";
import type { FrontMatter } from "../front-matter.ts";
import { splitDocument } from "../split-document.ts";
import type { SourceNode } from "../source-tree.ts";

export interface OpenDocument {
  path: string;
  matter: FrontMatter;
  /** Without blank lines and blanks at its ends. */
  lines: readonly string[];
  /** The line of the file with which it begins, from 1; null where the blanks at its ends were not whole lines. */
  first: number | null;
}

export function openDocument(input: AdapterInput, path: string): OpenDocument | null {
  const file = input.files.read(path);
  if (file === null) return null;
  const matter = input.frontMatter(path, file.lines);
  const { lines } = file;
  let start = matter.body;
  let end = lines.length;
  while (start < end && lines[start]!.trim() === "") start++;
  while (end > start && lines[end - 1]!.trim() === "") end--;
  const whole = lines.slice(start, end);
  if (whole.length === 0) return { path, matter, lines: [], first: null };
  const head = whole[0]!.trimStart();
  const tail = (whole.length === 1 ? head : whole.at(-1)!).trimEnd();
  const isWhole = head === whole[0] && tail === whole.at(-1);
  if (isWhole) return { path, matter, lines: whole, first: start + 1 };
  const body = whole.length === 1 ? [tail] : [head, ...whole.slice(1, -1), tail];
  return { path, matter, lines: body, first: null };
}

/** A leaf; or, of a large document, a branch of its sections. */
export function documentNode(
  { path, matter, lines, first }: OpenDocument,
  given: Pick<SourceNode, "id" | "title"> & Partial<SourceNode>,
  splitOver: number,
): SourceNode {
  const place = first === null ? undefined : { path, start: first, end: first + lines.length - 1 };
  const node = nodeOf({
    ...given,
    facets: { ...facetsOf(matter), ...given.facets },
    ...(place !== undefined && { place }),
  });
  const sections = splitDocument(node, lines, { splitOver, first });
  if (sections === null) return { ...node, content: lines.join("\n") };
  const { place: _, ...branch } = node;
  return { ...branch, children: sections };
}
