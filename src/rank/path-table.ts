// What do the paths say? Words of stems and folders with the files that bear them, and each file's role. Made once
// per snapshot; a query then asks for the paths of one word without going over all files.
import { compareStrings } from "../base/order.ts";
import type { Snapshot } from "../store/segment-view.ts";
import {
  HIGHER_FOLDER,
  PATH_PART_LEAST,
  PATH_PREFIX,
  PATH_WORD_LEAST,
  STEM_ENDING,
  STEM_ENDING_LEAST,
} from "./constants.ts";
import {
  FolderReader,
  type FolderRole,
  ROLE,
  platformsInName,
  roleOfFile,
  stemName,
  versionOfFolder,
} from "./path-kinds.ts";
import { WHOLE, splitIdentifier } from "../text/identifiers.ts";
import { foldName, wordTerms } from "./terms.ts";

/** File names that say nothing: the folder's name stands for them (`utils` and its kin: +0.003). */
const HOLLOW_STEMS = new Set(
  "index mod lib main init __init__ __main__ package util utils helper helpers common impl base core type types app".split(
    " ",
  ),
);
/** Folders of layout, not of subject: the folder above stands for them (+0.002). */
const HOLLOW_FOLDERS = new Set(
  "src source sources lib libs main java kotlin scala python js ts php include pkg internal packages crates app common".split(
    " ",
  ),
);

export interface PathTable {
  /** By file: its folder's number, role bits, folded stem, words in the stem. */
  folder: Uint32Array;
  role: Uint16Array;
  stem: string[];
  stemWords: Uint8Array;
  platforms: ReadonlyMap<number, readonly string[]>;
  folders: string[];
  /** Path words, sorted, with the files whose stem has the word and the folders that have it (and how much). */
  words: string[];
  stemFiles: number[][];
  folderNumbers: number[][];
  folderShares: number[][];
  wordNumber: ReadonlyMap<string, number>;
  /** Numbers of the words that a term stands for: a stem, a pair of characters, the whole. */
  ofTerm: ReadonlyMap<string, readonly number[]>;
  /** Numbers of the words whose term goes on for a few letters behind this beginning. */
  ofBeginning: ReadonlyMap<string, readonly number[]>;
}

const memo = new WeakMap<Snapshot, PathTable>();

export function pathTable(snapshot: Snapshot): PathTable {
  let made = memo.get(snapshot);
  if (made === undefined) memo.set(snapshot, (made = makePathTable(snapshot)));
  return made;
}

/** Where a word of paths stands. */
interface Place {
  files: number[];
  folders: number[];
  shares: number[];
}

interface Folder {
  number: number;
  role: FolderRole;
  /** The folders of its path that say something, outermost first. */
  telling: string[];
}

function makePathTable(snapshot: Snapshot): PathTable {
  const count = snapshot.files.length;
  const folder = new Uint32Array(count);
  const role = new Uint16Array(count);
  const stemWords = new Uint8Array(count);
  const stem: string[] = [];
  const folders = new Map<string, Folder>();
  const platforms = new Map<number, readonly string[]>();
  const places = new Map<string, Place>();
  const words = new PartReader();
  const reader = new FolderReader();

  const folderOf = (path: string): Folder => {
    let known = folders.get(path);
    if (known !== undefined) return known;
    const parts = path === "" ? [] : path.split("/");
    const telling = parts.filter((part) => !HOLLOW_FOLDERS.has(part.toLowerCase()));
    known = { number: folders.size, role: reader.role(parts), telling };
    folders.set(path, known);
    placeFolder(known, words, places);
    return known;
  };

  for (let file = 0; file < count; file++) {
    const { path, segment, entry } = snapshot.files[file]!;
    const slash = path.lastIndexOf("/");
    const above = folderOf(slash === -1 ? "" : path.slice(0, slash));
    folder[file] = above.number;
    const name = path.slice(slash + 1);
    const language = segment >= 0 ? snapshot.segments[segment]!.entryLanguage(entry) : "";
    const bits = roleOfFile(above.role, name, language);
    role[file] = bits;
    if ((bits & ROLE.platform) !== 0)
      platforms.set(file, [...above.role.platforms, ...platformsInName(name)]);
    const told = telling(stemName(name), above.telling);
    const part = words.read(told);
    stem.push(part.folded);
    stemWords[file] = part.count;
    for (const word of part.words) placeOf(places, word).files.push(file);
  }
  const folderPaths = [...folders.keys()];
  markNeighbours(snapshot, folder, folderPaths, role, stem);
  return { folder, role, stem, stemWords, platforms, folders: folderPaths, ...vocabularyOf(places) };
}

/** The stem, or the nearest folder that says something where the stem does not. */
function telling(stem: string, folders: readonly string[]): string {
  return HOLLOW_STEMS.has(stem.toLowerCase()) ? (folders[folders.length - 1] ?? stem) : stem;
}

/** Puts a folder under the words of its path, each once: the last folder counts in full, higher ones half. */
function placeFolder(
  { number, telling: parts }: Folder,
  words: PartReader,
  places: Map<string, Place>,
): void {
  const placed = new Set<string>();
  for (let i = parts.length - 1; i >= 0; i--) {
    const share = i === parts.length - 1 ? 1 : HIGHER_FOLDER;
    for (const word of words.read(parts[i]!).words) {
      if (placed.has(word)) continue;
      placed.add(word);
      const place = placeOf(places, word);
      place.folders.push(number);
      place.shares.push(share);
    }
  }
}

function placeOf(places: Map<string, Place>, word: string): Place {
  let place = places.get(word);
  if (place === undefined) places.set(word, (place = { files: [], folders: [], shares: [] }));
  return place;
}

/** Words of path parts as written, in lower case, and their wholes; each part is read once. */
class PartReader {
  readonly #known = new Map<string, { words: string[]; count: number; folded: string }>();

  read(part: string): { words: string[]; count: number; folded: string } {
    let known = this.#known.get(part);
    if (known === undefined) {
      const split = [...new Set(splitIdentifier(part))];
      const folded = foldName(part);
      known = {
        words: folded.length > 1 ? [...split, WHOLE + folded] : split,
        count: Math.min(255, split.length),
        folded,
      };
      this.#known.set(part, known);
    }
    return known;
  }
}

type Vocabulary = Pick<
  PathTable,
  "words" | "stemFiles" | "folderNumbers" | "folderShares" | "wordNumber" | "ofTerm" | "ofBeginning"
>;

function vocabularyOf(places: ReadonlyMap<string, Place>): Vocabulary {
  const words = [...places.keys()].sort(compareStrings);
  const inOrder = words.map((word) => places.get(word)!);
  const ofTerm = numbersOfTerms(words);
  return {
    words,
    stemFiles: inOrder.map((place) => place.files),
    folderNumbers: inOrder.map((place) => place.folders),
    folderShares: inOrder.map((place) => place.shares),
    wordNumber: new Map(words.map((word, i) => [word, i])),
    ofTerm,
    ofBeginning: numbersOfBeginnings(ofTerm),
  };
}

/** Terms cut by up to `STEM_ENDING` letters: a query's stem may be the beginning of a path word's stem. */
function numbersOfBeginnings(ofTerm: ReadonlyMap<string, readonly number[]>): Map<string, number[]> {
  const beginnings = new Map<string, number[]>();
  for (const [term, numbers] of ofTerm) {
    if (term.startsWith(WHOLE)) continue;
    for (let cut = 1; cut <= STEM_ENDING && term.length - cut >= STEM_ENDING_LEAST; cut++) {
      const beginning = term.slice(0, -cut);
      const list = beginnings.get(beginning);
      if (list === undefined) beginnings.set(beginning, [...numbers]);
      else list.push(...numbers);
    }
  }
  return beginnings;
}

function numbersOfTerms(words: readonly string[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  words.forEach((word, number) => {
    for (const term of word.startsWith(WHOLE) ? [word] : wordTerms(word)) {
      const list = numbers.get(term);
      if (list === undefined) numbers.set(term, [number]);
      else list.push(number);
    }
  });
  return numbers;
}

/** Roles that only neighbours show: an older one of sibling version folders, a header beside its source. */
function markNeighbours(
  snapshot: Snapshot,
  folder: Uint32Array,
  folders: readonly string[],
  role: Uint16Array,
  stem: readonly string[],
): void {
  const newest = new Map<string, number>();
  for (const path of folders)
    eachVersion(path, (above, version) => newest.set(above, Math.max(version, newest.get(above) ?? 0)));
  const older = folders.map((path) => {
    let found = false;
    eachVersion(path, (above, version) => (found ||= version < newest.get(above)!));
    return found;
  });
  const sources = new Set<string>();
  for (let file = 0; file < role.length; file++) {
    if ((role[file]! & ROLE.header) === 0 && /\.(?:c|cc|cpp|cxx|m|mm)$/i.test(snapshot.files[file]!.path)) {
      sources.add(stem[file]!);
    }
  }
  for (let file = 0; file < role.length; file++) {
    if (older[folder[file]!]) role[file]! |= ROLE.olderVersion;
    if (!sources.has(stem[file]!)) role[file]! &= ~ROLE.header;
  }
}

/** Calls back for each version folder of a path with the folders above it (its siblings share them) and its number. */
function eachVersion(path: string, found: (above: string, version: number) => void): void {
  if (!/(?:^|\/)v[^/]*\d/i.test(path)) return;
  const parts = path.split("/");
  for (let i = 0; i < parts.length; i++) {
    const version = versionOfFolder(parts[i]!);
    if (version !== null) found(parts.slice(0, i).join("/"), version);
  }
}

/**
 * Path words that a variant of a query word meets, by their number, and how well: its term in full, its written form
 * (empty where prefixes say nothing) less, where one begins with the other.
 */
export function meetPathWords(
  table: PathTable,
  term: string,
  written: string,
  weight: number,
  into: Map<number, number>,
): void {
  const { words, wordNumber } = table;
  const raise = (number: number, value: number) => {
    if (value > (into.get(number) ?? 0)) into.set(number, value);
  };
  for (const number of table.ofTerm.get(term) ?? []) raise(number, weight);
  for (let length = PATH_PART_LEAST; length < written.length; length++) {
    const part = wordNumber.get(written.slice(0, length));
    if (part !== undefined) raise(part, weight * PATH_PREFIX);
  }
  if (written === "") return;
  for (let cut = 1; cut <= STEM_ENDING && term.length - cut >= STEM_ENDING_LEAST; cut++) {
    for (const number of table.ofTerm.get(term.slice(0, -cut)) ?? []) raise(number, weight * PATH_PREFIX);
  }
  for (const number of table.ofBeginning.get(term) ?? []) raise(number, weight * PATH_PREFIX);
  if (written.length < PATH_WORD_LEAST) return;
  for (let i = firstFrom(words, written); i < words.length && words[i]!.startsWith(written); i++) {
    raise(i, weight * PATH_PREFIX);
  }
}

function firstFrom(words: readonly string[], term: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < term) low = middle + 1;
    else high = middle;
  }
  return low;
}
