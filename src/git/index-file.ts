// What does Git track? Reads `.git/index` (versions 2, 3 and 4; SHA-1 and SHA-256; split indexes) without Git.
//
//   "DIRC" version count | entry … | extension … | checksum
//   entry: 40 bytes of stat data, object id, flags (2), more flags (2, optional), name, NULs up to a multiple of 8
// In version 4 a name is given as "drop n bytes of the one before, then add these", without padding.
import { join } from "node:path";
import { readGitFile } from "./git-file.ts";
import { readBitmap } from "./ewah-bitmap.ts";
import { objectFormat } from "./settings.ts";
import type { Repository } from "./repository.ts";

export interface IndexEntry {
  /** Relative to the work tree, with forward slashes. */
  path: string;
  mode: number;
  oid: string;
  /** 0; 1 to 3 in a conflict. */
  stage: number;
  /** Size of the file when it was added, modulo 2^32. */
  size: number;
  /** Not checked out (sparse checkout). */
  skipWorktree: boolean;
}

const MODE_TYPE = 0o170000;
const MODE_GITLINK = 0o160000;
/** A whole folder outside a sparse checkout, as one entry. */
const MODE_TREE = 0o040000;

/** Some four million files, at a hundred bytes each. */
const MOST_INDEX_BYTES = 400_000_000;

/** Entries in Git's order; empty without an index; null for an index that cannot be read. */
export function readIndex(repository: Repository): IndexEntry[] | null {
  const bytes = readIndexBytes(repository);
  if (bytes === null) return null;
  if (bytes.length === 0) return [];
  try {
    return parseIndex(bytes, {
      hashBytes: hashBytesOf(repository),
      shared: (id) => readGitFile(join(repository.gitDir, `sharedindex.${id}`), MOST_INDEX_BYTES),
    });
  } catch {
    return null;
  }
}

/** Empty without an index. */
function readIndexBytes(repository: Repository): Buffer | null {
  try {
    return readGitFile(join(repository.gitDir, "index"), MOST_INDEX_BYTES);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? Buffer.alloc(0) : null;
  }
}

function hashBytesOf(repository: Repository): number {
  return objectFormat(repository) === "sha256" ? 32 : 20;
}

export interface IndexFormat {
  hashBytes: number;
  /** Bytes of the index that a split index is based on. */
  shared?: (id: string) => Buffer;
}

const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;
const STAT_BYTES = 40;

/** Throws on bytes that are no index. */
export function parseIndex(bytes: Buffer, format: IndexFormat): IndexEntry[] {
  const entries: IndexEntry[] = [];
  const { hashBytes } = format;
  const link = scanIndex(bytes, hashBytes, (path, mode, start, flags, skipWorktree) => {
    const oid = bytes.toString("hex", start + STAT_BYTES, start + STAT_BYTES + hashBytes);
    const size = bytes.readUInt32BE(start + 36);
    entries.push({ path, mode, oid, stage: (flags >> 12) & 3, size, skipWorktree });
  });
  return link === null ? entries : mergeShared(entries, link, format);
}

/** Paths in Git's order, each once; submodules apart. What the walk needs of an index, at a third of the time. */
export interface TrackedPaths {
  paths: string[];
  /** Paths of submodules, which are in `paths` too. */
  submodules: string[];
  /** Part of it stands in a file of its own. */
  split?: boolean;
}

/** Null for an index that cannot be read. */
export function readTrackedPaths(repository: Repository): TrackedPaths | null {
  const bytes = readIndexBytes(repository);
  if (bytes === null) return null;
  const found: TrackedPaths = { paths: [], submodules: [] };
  const add = (path: string, mode: number) => {
    const type = mode & MODE_TYPE;
    if (type === MODE_TREE || path === found.paths.at(-1)) return;
    found.paths.push(path);
    if (type === MODE_GITLINK) found.submodules.push(path);
  };
  if (bytes.length === 0) return found;
  try {
    const link = scanIndex(bytes, hashBytesOf(repository), add);
    if (link === null) return found;
  } catch {
    return null;
  }
  // A split index is put together in full.
  const entries = readIndex(repository);
  if (entries === null) return null;
  found.paths = [];
  found.submodules = [];
  found.split = true;
  for (const { path, mode } of entries) add(path, mode);
  return found;
}

/** Calls `visit` for each entry; gives the extension of a split index, if there is one. */
function scanIndex(
  bytes: Buffer,
  hashBytes: number,
  visit: (path: string, mode: number, start: number, flags: number, skipWorktree: boolean) => void,
): Buffer | null {
  if (bytes.length < 12 + hashBytes || bytes.toString("latin1", 0, 4) !== "DIRC")
    throw new Error("not an index");
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw new Error(`index version ${version}`);
  const count = bytes.readUInt32BE(8);
  const end = bytes.length - hashBytes;
  // Decoded once: names are cut out of it.
  const letters = bytes.toString("latin1", 0, end);
  const cutShort = () => new Error("index is cut short");
  let at = 12;
  /** The name before, as bytes in letters (version 4). */
  let before = "";
  for (let i = 0; i < count; i++) {
    const start = at;
    const flagsAt = start + STAT_BYTES + hashBytes;
    if (flagsAt + 2 > end) throw cutShort();
    const flags = bytes.readUInt16BE(flagsAt);
    let nameAt = flagsAt + 2;
    let skipWorktree = false;
    if ((flags & EXTENDED) !== 0) {
      if (version < 3) throw new Error("extended flags in version 2");
      if (nameAt + 2 > end) throw cutShort();
      skipWorktree = (bytes.readUInt16BE(nameAt) & SKIP_WORKTREE) !== 0;
      nameAt += 2;
    }
    let name: string;
    if (version < 4) {
      const named = flags & 0xfff;
      const nameEnd = named < 0xfff ? nameAt + named : bytes.indexOf(0, nameAt + 0xfff);
      if (nameEnd < nameAt || nameEnd >= end) throw cutShort();
      name = letters.slice(nameAt, nameEnd);
      at = start + ((nameEnd - start + 8) & ~7);
    } else {
      let drop = bytes[nameAt]! & 0x7f;
      while ((bytes[nameAt++]! & 0x80) !== 0) {
        if (nameAt >= end) throw cutShort();
        drop = (drop + 1) * 128 + (bytes[nameAt]! & 0x7f);
      }
      const nameEnd = bytes.indexOf(0, nameAt);
      if (nameEnd === -1 || nameEnd >= end || drop > before.length) throw cutShort();
      name = before.slice(0, before.length - drop) + letters.slice(nameAt, nameEnd);
      before = name;
      at = nameEnd + 1;
    }
    visit(fromBytes(name), bytes.readUInt32BE(start + 24), start, flags, skipWorktree);
  }
  return findExtension(bytes, at, end, "link");
}

const NOT_ASCII = /[\x80-\xff]/;

function fromBytes(name: string): string {
  return NOT_ASCII.test(name) ? Buffer.from(name, "latin1").toString("utf8") : name;
}

function findExtension(bytes: Buffer, from: number, end: number, name: string): Buffer | null {
  for (let at = from; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString("latin1", at, at + 4) === name) {
      return bytes.subarray(at + 8, Math.min(end, at + 8 + bytes.readUInt32BE(at + 4)));
    }
  }
  return null;
}

/** A split index: a shared index, which entries of it are gone, and which are replaced by the first entries here. */
function mergeShared(own: IndexEntry[], link: Buffer, format: IndexFormat): IndexEntry[] {
  const id = link.toString("hex", 0, format.hashBytes);
  if (/^0+$/.test(id)) return own;
  if (format.shared === undefined) throw new Error("a split index needs its shared index");
  const base = parseIndex(format.shared(id), { hashBytes: format.hashBytes });
  let replaced: number[] = [];
  const gone = new Set<number>();
  if (link.length > format.hashBytes) {
    const deletes = readBitmap(link, format.hashBytes);
    for (const bit of deletes.bits) gone.add(bit);
    replaced = readBitmap(link, deletes.end).bits;
  }
  replaced.forEach((position, i) => {
    const entry = own[i];
    const old = base[position];
    if (entry === undefined || old === undefined) throw new Error("a split index that does not fit its base");
    base[position] = { ...entry, path: old.path };
  });
  const kept = base.filter((_, position) => !gone.has(position));
  const merged = new Map<string, IndexEntry>();
  for (const entry of [...kept, ...own.slice(replaced.length)])
    merged.set(`${entry.path}\0${entry.stage}`, entry);
  return [...merged.values()];
}
