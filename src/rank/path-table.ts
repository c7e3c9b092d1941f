// What do the paths say? Each file's folder, stem and role, and the words of stems and folders. Made once per snapshot, and
// taken over by the next one where paths and languages are the same.
import type { Snapshot } from "../store/segment-view.ts";
import type { ChangedFile } from "./changed-files.ts";
import { HIGHER_FOLDER } from "./constants.ts";
import {
  RoleReader,
  type FolderRole,
  ROLE,
  platformsInName,
  stemName,
  versionOfFolder,
} from "./path-kinds.ts";
import { PathWords } from "./path-words.ts";

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
  words: PathWords;
}

const memo = new WeakMap<Snapshot, PathTable>();

export function pathTable(snapshot: Snapshot): PathTable {
  let made = memo.get(snapshot);
  if (made === undefined) memo.set(snapshot, (made = makePathTable(snapshot)));
  return made;
}

/** Nothing else of a file has a part in the table. */
export function carryPathTable(before: Snapshot, after: Snapshot, changed: readonly ChangedFile[]): void {
  const made = memo.get(before);
  if (made === undefined) return;
  const isSame = ({ was, is }: ChangedFile) =>
    was !== -1 && is !== -1 && languageIn(before, was) === languageIn(after, is);
  if (changed.every(isSame)) memo.set(after, made);
}

/** Of a file by its number; empty where nothing is known of it. */
function languageIn({ files, segments }: Snapshot, file: number): string {
  const { segment, entry } = files[file]!;
  return segment >= 0 ? segments[segment]!.entryLanguage(entry) : "";
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
  const words = new PathWords();
  const reader = new RoleReader();
  let above: Folder | undefined;
  let abovePath = "";

  for (let file = 0; file < count; file++) {
    const { path } = snapshot.files[file]!;
    const slash = path.lastIndexOf("/");
    const folderPath = slash === -1 ? "" : path.slice(0, slash);
    // Files come in path order: mostly the folder of the one before.
    if (above === undefined || folderPath !== abovePath) {
      abovePath = folderPath;
      above = folders.get(folderPath);
      if (above === undefined) {
        above = readFolder(folderPath, folders.size, reader, words);
        folders.set(folderPath, above);
      }
    }
    folder[file] = above.number;
    const name = path.slice(slash + 1);
    const bits = reader.file(above.role, name, languageIn(snapshot, file));
    role[file] = bits;
    if ((bits & ROLE.platform) !== 0) {
      platforms.set(file, [...above.role.platforms, ...platformsInName(name)]);
    }
    const part = words.part(telling(stemName(name), above.telling));
    stem.push(part.folded);
    stemWords[file] = part.count;
    for (const word of part.words) words.placeFile(word, file);
  }
  const folderPaths = [...folders.keys()];
  markNeighbours(snapshot, folder, folderPaths, role, stem);
  return { folder, role, stem, stemWords, platforms, folders: folderPaths, words };
}

/** The stem, or the nearest folder that says something where the stem does not. */
function telling(stem: string, folders: readonly string[]): string {
  return HOLLOW_STEMS.has(stem.toLowerCase()) ? (folders[folders.length - 1] ?? stem) : stem;
}

/** A folder under the words of its path, each once: the last folder counts in full, higher ones half. */
function readFolder(path: string, number: number, reader: RoleReader, words: PathWords): Folder {
  const parts = path === "" ? [] : path.split("/");
  const telling = parts.filter((part) => !HOLLOW_FOLDERS.has(part.toLowerCase()));
  const placed = new Set<number>();
  for (let i = telling.length - 1; i >= 0; i--) {
    const share = i === telling.length - 1 ? 1 : HIGHER_FOLDER;
    for (const word of words.part(telling[i]!).words) {
      if (placed.has(word)) continue;
      placed.add(word);
      words.placeFolder(word, number, share);
    }
  }
  return { number, role: reader.folder(parts), telling };
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
