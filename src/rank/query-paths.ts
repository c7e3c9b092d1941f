// Which words of a query look like paths or file names? By their form alone; whether there is such a file is for
// `named-files.ts`.
import { languages } from "../lang/registry.ts";

const PATH =
  /(?:[\w.@~-]+\/)+[\w.@~-]*\w|\bv?\d+(?:\.\d+)+\b|\b[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,9}\b/g;

/** Words with a slash inside, words that end as file names do, and versions, for which release notes are named. */
export function pathsIn(text: string): string[] {
  return [...text.replaceAll("\\", "/").matchAll(PATH)]
    .map((match) => match[0].replace(/^\.\//, ""))
    .filter((path) => path.includes("/") || isVersion(path) || isFileName(path));
}

export function isVersion(word: string): boolean {
  return /^v?\d+(?:\.\d+)+$/.test(word);
}

let extensions: Set<string> | undefined;

/** Whether a name ends as files of a language that is known do. */
export function isFileName(name: string): boolean {
  extensions ??= new Set(languages.flatMap((language) => language.extensions));
  return extensions.has(name.slice(name.lastIndexOf(".")).toLowerCase());
}

/** A stretch of a query that may be a path, with forward slashes, without what stands around it. */
export interface PathWord {
  path: string;
  start: number;
  end: number;
  /** The line behind it (`a.ts:12`), or 0. */
  line: number;
}

const STRETCH = /[^\s"'`<>|,;]+/g;
/** A place in a file: `:12`, `:12:5`, `:12-20`, `#L12`. */
const PLACE = /(?::(\d+)(?:[:-]\d+)?|#L(\d+)(?:-L?\d+)?)$/;

/** Stretches that are looked at, from the first: each is compared with every path. A bound on work. */
const MOST_STRETCHES = 64;
const OPENING = "([{";
const CLOSING = ")]}:.!?";

/** Every stretch without blanks in which there is a dot, a slash or a capital: what paths may look like. */
export function pathWords(text: string): PathWord[] {
  const found: PathWord[] = [];
  let stretches = 0;
  for (const match of text.matchAll(STRETCH)) {
    if (!/[./\\A-Z]/.test(match[0])) continue;
    if (++stretches > MOST_STRETCHES) break;
    // Brackets are part of some paths (`[id]/page.tsx`), and stand around others.
    const bare = trimmed(match[0]);
    const words = bare.word === match[0] ? [bare] : [{ word: match[0], start: 0 }, bare];
    for (const { word, start } of words) {
      const place = PLACE.exec(word);
      const path = (place === null ? word : word.slice(0, place.index))
        .replaceAll("\\", "/")
        .replace(/^(?:\.\/)+/, "");
      if (!/[./A-Z]/.test(path) || !/[^./]/.test(path)) continue;
      const line = Number(place?.[1] ?? place?.[2] ?? 0);
      found.push({ path, start: match.index + start, end: match.index + start + word.length, line });
    }
  }
  return found;
}

function trimmed(stretch: string): { word: string; start: number } {
  let start = 0;
  let end = stretch.length;
  while (start < end && OPENING.includes(stretch[start]!)) start++;
  while (end > start && CLOSING.includes(stretch[end - 1]!)) end--;
  return { word: stretch.slice(start, end), start };
}
