// Which files does a query name by their paths? In full: the path from the root, its end from some folder on, or the name
// of a file. And the folders that it names, whose files are favoured.
import type { Snapshot } from "../store/segment-view.ts";
import { isFileName, isVersion, pathWords } from "./query-paths.ts";

/** A stretch of the query that names files in full. */
export interface NamedFiles {
  path: string;
  start: number;
  end: number;
  /** Line that is given with it, or 0. */
  line: number;
  /** Index of each in the snapshot, ascending. */
  files: number[];
}

/** Names of products that are written as file names are. */
const PRODUCTS = new Set(
  "angular.js d3.js ember.js express.js next.js node.js nuxt.js react.js socket.io three.js vue.js".split(
    " ",
  ),
);

/** Files, whether or not they could be read: a name of one that could not is not unknown. */
export function filesNamed(snapshot: Snapshot, text: string): NamedFiles[] {
  const named: NamedFiles[] = [];
  for (const word of pathWords(text)) {
    const last = named[named.length - 1];
    if (last !== undefined && word.start < last.end) continue;
    if (isVersion(word.path) || (PRODUCTS.has(word.path.toLowerCase()) && word.path !== text.trim()))
      continue;
    const filesOf = (names: (path: string) => boolean) =>
      snapshot.files.flatMap(({ path }, file) => (names(path) ? [file] : []));
    let files = filesOf(matcher(word.path, false));
    if (files.length === 0 && /[./]/.test(word.path)) files = filesOf(matcher(word.path, true));
    if (files.length > 0) named.push({ ...word, files });
  }
  return named;
}

/** Paths of a query that name no file and no folder, though they are written as those of files are. */
export function missingPaths(
  snapshot: Snapshot,
  text: string,
): { path: string; start: number; end: number }[] {
  let covered = 0;
  return pathWords(text).filter(({ path, start, end }) => {
    if (start < covered) return false;
    covered = end;
    if (!/[^/]\/[^/]/.test(path) || path.includes("://") || !isFileName(path)) return false;
    const names = matcher(path, true);
    return !snapshot.files.some((file) => names(file.path));
  });
}

/** `src/app` names `src/app.ts`; a bare word (`Makefile`) only what is called so. `folded`: whatever the case. */
function matcher(word: string, folded: boolean): (path: string) => boolean {
  const bare = !word.includes("/");
  const wanted = folded ? word.toLowerCase() : word;
  const last = wanted.charCodeAt(wanted.length - 1) | 32;
  const endsAt = (path: string, end: number): boolean => {
    const start = end - wanted.length;
    // Most paths end otherwise: nothing is made of those.
    if (start < 0 || (path.charCodeAt(end - 1) | 32) !== last) return false;
    if (start > 0 && path[start - 1] !== "/") return false;
    const part = path.slice(start, end);
    return part === wanted || (folded && part.toLowerCase() === wanted);
  };
  return (path) => {
    if (endsAt(path, path.length)) return true;
    if (bare) return false;
    const dot = path.lastIndexOf(".");
    return dot > path.lastIndexOf("/") && endsAt(path, dot);
  };
}

/** A folder that the query names, beside a file that it names. */
const NAMED_FOLDER = 0.4;

/** What the path lane knows: 1 for a file that the query names, less for files below a named folder. */
export function pathsNamed(snapshot: Snapshot, paths: readonly string[]): Map<number, number> {
  const named = new Map<number, number>();
  const wanted = paths.map((path) => `/${path.toLowerCase()}`);
  if (wanted.length === 0) return named;
  snapshot.files.forEach(({ path, segment }, file) => {
    if (segment < 0) return;
    const full = `/${path.toLowerCase()}`;
    for (const end of wanted) {
      const value =
        full.endsWith(end) || endsBeforeExtension(full, end)
          ? 1
          : full.includes(`${end}/`)
            ? NAMED_FOLDER
            : 0;
      if (value > (named.get(file) ?? 0)) named.set(file, value);
    }
  });
  return named;
}

function endsBeforeExtension(full: string, end: string): boolean {
  const dot = full.lastIndexOf(".");
  return dot > full.lastIndexOf("/") && full.slice(0, dot).endsWith(end);
}
