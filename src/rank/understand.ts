// What does a query mean in this repository? A path that names a file is that file and no words; a small word is a name
// where a declaration has exactly that name; a path of no file is said to be unknown.
import type { Snapshot } from "../store/segment-view.ts";
import { filesNamed, missingPaths } from "./named-files.ts";
import { type ReadQuery, readQuery } from "./read-query.ts";

export interface Understood {
  query: ReadQuery;
  /** Files that the query names in full, each with the line that is given with it, or 0. */
  named: ReadonlyMap<number, number>;
  /** Paths in the query of which there is no file. */
  unknownPaths: readonly string[];
}

export function understand(snapshot: Snapshot, query: ReadQuery): Understood {
  const { text } = query;
  const found = filesNamed(snapshot, text);
  const named = new Map(found.flatMap(({ files, line }) => files.map((file) => [file, line] as const)));
  const missing = missingPaths(snapshot, text);
  // Of a file that is not there the words are looked for, but for its ending.
  const endings = missing.map(({ path, start }) => {
    const dot = path.lastIndexOf(".");
    return { start: start + text.slice(start).indexOf(path.slice(dot)), length: path.length - dot };
  });
  const without = [...found, ...endings.map(({ start, length }) => ({ start, end: start + length }))];
  const names = namesAmong(snapshot, query.small);
  const read = without.length === 0 && names.size === 0 ? query : readQuery(text, { without, names });
  return {
    query: named.size === 0 ? read : { ...read, small: [] },
    named,
    unknownPaths: missing.map(({ path }) => path),
  };
}

/** Words that some live declaration has as its name. */
function namesAmong({ files, segments }: Snapshot, words: readonly string[]): Set<string> {
  if (words.length === 0) return new Set();
  const live = segments.map(() => new Set<number>());
  for (const { segment, entry } of files) live[segment]?.add(entry);
  const isDeclared = (word: string) =>
    segments.some((view, segment) =>
      [...view.declarationsNamed(word)].some((d) => live[segment]!.has(view.declarationEntry[d]!)),
    );
  return new Set(words.filter(isDeclared));
}
