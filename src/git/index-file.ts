// What does Git track? Reads `.git/index` (versions 2, 3 and 4; SHA-1 and SHA-256; split indexes) without Git.
//
//   "DIRC" version count | entry … | extension … | checksum
//   entry: 40 bytes of stat data, object id, flags (2), more flags (2, optional), name, NULs up to a multiple of 8
// In version 4 a name is given as "drop n bytes of the one before, then add these", without padding.
import { readFileSync } from "node:fs";
import { join } from "node:path";
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

export const MODE_TYPE = 0o170000;
export const MODE_GITLINK = 0o160000;
export const MODE_LINK = 0o120000;
/** A whole folder outside a sparse checkout, as one entry. */
export const MODE_TREE = 0o040000;

/** Entries in Git's order; empty without an index; null for an index that cannot be read. */
export function readIndex(repository: Repository): IndexEntry[] | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(repository.gitDir, "index"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : null;
  }
  try {
    return parseIndex(bytes, {
      hashBytes: objectFormat(repository) === "sha256" ? 32 : 20,
      shared: (id) => readFileSync(join(repository.gitDir, `sharedindex.${id}`)),
    });
  } catch {
    return null;
  }
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
  const { hashBytes } = format;
  if (bytes.length < 12 + hashBytes || bytes.toString("latin1", 0, 4) !== "DIRC")
    throw new Error("not an index");
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw new Error(`index version ${version}`);
  const count = bytes.readUInt32BE(8);
  if (count > bytes.length / (STAT_BYTES + hashBytes)) throw new Error("index is cut short");

  const entries: IndexEntry[] = Array.from({ length: count });
  const end = bytes.length - hashBytes;
  let at = 12;
  let before: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count; i++) {
    const start = at;
    const flagsAt = start + STAT_BYTES + hashBytes;
    if (flagsAt + 2 > end) throw new Error("index is cut short");
    const flags = bytes.readUInt16BE(flagsAt);
    let nameAt = flagsAt + 2;
    let skipWorktree = false;
    if ((flags & EXTENDED) !== 0) {
      if (version < 3) throw new Error("extended flags in version 2");
      skipWorktree = (bytes.readUInt16BE(nameAt) & SKIP_WORKTREE) !== 0;
      nameAt += 2;
    }
    let path: string;
    if (version < 4) {
      const named = flags & 0xfff;
      const nameEnd = named < 0xfff ? nameAt + named : bytes.indexOf(0, nameAt + 0xfff);
      if (nameEnd < nameAt || nameEnd >= end) throw new Error("index is cut short");
      path = bytes.toString("utf8", nameAt, nameEnd);
      at = start + ((nameEnd - start + 8) & ~7);
    } else {
      let drop = bytes[nameAt]! & 0x7f;
      while ((bytes[nameAt++]! & 0x80) !== 0) {
        if (nameAt >= end) throw new Error("index is cut short");
        drop = (drop + 1) * 128 + (bytes[nameAt]! & 0x7f);
      }
      const nameEnd = bytes.indexOf(0, nameAt);
      if (nameEnd === -1 || nameEnd >= end || drop > before.length) throw new Error("index is cut short");
      before = Buffer.concat([before.subarray(0, before.length - drop), bytes.subarray(nameAt, nameEnd)]);
      path = before.toString("utf8");
      at = nameEnd + 1;
    }
    entries[i] = {
      path,
      mode: bytes.readUInt32BE(start + 24),
      oid: bytes.toString("hex", start + STAT_BYTES, flagsAt),
      stage: (flags >> 12) & 3,
      size: bytes.readUInt32BE(start + 36),
      skipWorktree,
    };
  }

  const link = findExtension(bytes, at, end, "link");
  return link === null ? entries : mergeShared(entries, link, format);
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
