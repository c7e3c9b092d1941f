// What are the chapters of a book called by its own table of contents? Books of mdBook and GitBook keep it in a SUMMARY.md.
import { posix } from "node:path";
import { folderOf, nameOf, type AdapterInput } from "../adapter.ts";

const CHAPTER = /\[((?:[^[\]\\]|\\.){1,300})\]\(<?([^()<>#?]{1,400}?)>?(?:#[^)]*)?\)/g;

/** Titles of documents by their paths; of two for one document the first. */
export function summaryTitles({ files }: AdapterInput): Map<string, string> {
  const titles = new Map<string, string>();
  const there = new Set(files.paths);
  for (const path of files.paths) {
    if (nameOf(path) !== "SUMMARY.md") continue;
    for (const line of files.read(path)?.lines ?? []) {
      for (const [, title = "", to = ""] of line.matchAll(CHAPTER)) {
        const chapter = posix.join(folderOf(path), unescaped(to));
        if (there.has(chapter) && !titles.has(chapter))
          titles.set(chapter, title.replaceAll(/[`*\\]/g, "").trim());
      }
    }
  }
  return titles;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
