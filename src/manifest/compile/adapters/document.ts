// One document of a source: what it says of itself at its head, its text without that, and where the text stands.
import { nodeOf, type AdapterInput } from "../adapter.ts";
import { facetsOf } from "../facets.ts";
import { keepMatter, matterOf, type FrontMatter } from "../front-matter.ts";
import { keptKey, type KeptDocument } from "../kept-documents.ts";
import type { SourceNode, SourceNote } from "../source-tree.ts";
import { headingsOf, splitDocument, type Heading } from "../split-document.ts";
import { topHeading } from "../top-heading.ts";

export interface OpenDocument {
  path: string;
  matter: Omit<FrontMatter, "data">;
  /** Its own heading of the first level. */
  top: string | null;
  /** Without blank lines and blanks at its ends. */
  lines: readonly string[];
  /** The line of the file with which it begins, from 1; null where the blanks at its ends were not whole lines. */
  first: number | null;
  /** Of its lines; kept, where anybody keeps them. */
  headings: () => readonly Heading[];
}

export function openDocument(input: AdapterInput, path: string): OpenDocument | null {
  const file = input.files.read(path);
  if (file === null) return null;
  const key = keptKey(file.whole, file.id);
  const known = input.kept?.get(key);
  const matter = known === undefined ? input.frontMatter(file.lines) : matterOf(known.matter);
  if (matter.fault !== null) input.notes.push(badMatter(path, matter.fault));
  const body = bodyOf(file.lines, matter.body);
  const kept: KeptDocument = known ?? {
    isClean: file.isClean,
    matter: keepMatter(matter as FrontMatter),
    top: topHeading(body.lines),
  };
  if (known === undefined) input.kept?.set(key, kept);
  const headings = (): readonly Heading[] => {
    if (kept.headings !== undefined) return kept.headings;
    const found = headingsOf(body.lines);
    input.kept?.set(key, { ...kept, headings: found });
    return found;
  };
  return { path, matter, top: kept.top, ...body, headings };
}

function badMatter(path: string, fault: string): SourceNote {
  return {
    code: "bad-front-matter",
    subject: path,
    text: `The front matter of ${JSON.stringify(path)} is no sound YAML: ${fault}. What its plain lines say was taken; correct it.`,
  };
}

/** `from`: index of its first line. */
function bodyOf(lines: readonly string[], from: number): Pick<OpenDocument, "lines" | "first"> {
  let start = from;
  let end = lines.length;
  while (start < end && lines[start]!.trim() === "") start++;
  while (end > start && lines[end - 1]!.trim() === "") end--;
  const whole = lines.slice(start, end);
  if (whole.length === 0) return { lines: [], first: null };
  const head = whole[0]!.trimStart();
  const tail = (whole.length === 1 ? head : whole.at(-1)!).trimEnd();
  const isWhole = head === whole[0] && tail === whole.at(-1);
  if (isWhole) return { lines: whole, first: start + 1 };
  const body = whole.length === 1 ? [tail] : [head, ...whole.slice(1, -1), tail];
  return { lines: body, first: null };
}

/** A leaf; or, of a large document, a branch of its sections. */
export function documentNode(
  { path, matter, lines, first, headings }: OpenDocument,
  given: Pick<SourceNode, "id" | "title"> & Partial<SourceNode>,
  splitOver: number,
): SourceNode {
  const place = first === null ? undefined : { path, start: first, end: first + lines.length - 1 };
  const node = nodeOf({
    ...given,
    facets: { ...facetsOf(matter), ...given.facets },
    ...(place !== undefined && { place }),
  });
  const sections = splitDocument(node, lines, { splitOver, first, headings });
  if (sections === null) return { ...node, content: lines.join("\n") };
  const { place: _, ...branch } = node;
  return { ...branch, children: sections };
}
