// What an adapter is given, and what it gives back. Each sees its part of the source as if that were all of it.
import type { FrontMatter } from "./front-matter.ts";
import type { KeptDocuments } from "./kept-documents.ts";
import type { SourceFiles } from "./read-source.ts";
import type { SourceNode, SourceNote } from "./source-tree.ts";
import type { YamlLibrary } from "./yaml-words.ts";

export interface AdapterInput {
  /** Of the source, or of its part: the title of the root. */
  id: string;
  files: SourceFiles;
  notes: SourceNote[];
  frontMatter: (lines: readonly string[]) => FrontMatter;
  kept: KeptDocuments | null;
  yaml: YamlLibrary;
  /** The one file that was named, where it was no folder. */
  named: string | null;
  /** Documents of more tokens are cut along their headings; 0 for never. */
  splitOver: number;
}

export interface Drafted {
  root: SourceNode;
  /** The short name of each part, for ids of that kind. */
  names: Map<SourceNode, string>;
}

export type Adapter = (input: AdapterInput) => Drafted;

/** A node with what all of them have. */
export function nodeOf(given: Pick<SourceNode, "id" | "title"> & Partial<SourceNode>): SourceNode {
  return { format: "md", keywords: [], facets: {}, links: [], ...given };
}

/** The name of a file without its folder. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name of a file without folder and ending. */
export function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)\.[^.]*$/, "");
}

export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}
