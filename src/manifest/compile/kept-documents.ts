// What was found out of a document, by its path and content, so that the next build of the same source need not do it again:
// what it says of itself, its headings, and that no secret is in it. Whoever builds keeps it.
import type { KeptMatter } from "./front-matter.ts";
import type { Heading } from "./split-document.ts";

export interface KeptDocument {
  /** No secret is in it, so that its lines are those of the file. */
  isClean: boolean;
  matter: KeptMatter;
  /** Its own heading of the first level. */
  top: string | null;
  /** Of one that was cut. */
  headings?: readonly Heading[];
}

/** What is there was kept by the same version of all that makes it. */
export interface KeptDocuments {
  get: (key: string) => KeptDocument | undefined;
  set: (key: string, value: KeptDocument) => void;
}

/** `id`: of the content. */
export function keptKey(path: string, id: string): string {
  return `${id} ${path}`;
}
