// The files of a commit as folders that the walk can go through: what it asks of a file system is answered from the list
// of the commit's files. Nothing of the disk is looked at.
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import type { BigIntStats, Dirent } from "node:fs";
import { sep } from "node:path";
import type { TrackedPaths } from "../git/index-file.ts";
import { MODE_LINK, MODE_SUBMODULE, type TreeEntry } from "../git/tree.ts";
import type { WalkFiles } from "./walk.ts";

/** Far more than anybody has: a small repository can name any number of them. */
const MOST_FOLDERS = 500_000;

/** What a name stands for, as far as the walk asks. */
type Named = Pick<Dirent, "name" | "isFile" | "isDirectory" | "isSymbolicLink">;

export class TreeFolders implements WalkFiles {
  /** The files by their path from the top; without those whose names are no UTF-8. */
  readonly entries = new Map<string, TreeEntry>();
  /** All of them are tracked, as it were. */
  readonly tracked: TrackedPaths = { paths: [], submodules: [] };
  readonly #top: string;
  readonly #folders = new Map<string, Map<string, Named>>([["", new Map<string, Named>()]]);
  /** Names that are no UTF-8, by folder. */
  readonly #raw = new Map<string, Uint8Array[]>();
  readonly #contentOf: (path: string) => Uint8Array | undefined;

  /** `top`: the work tree, which the walk puts before every path. `contentOf`: of the rule files. */
  constructor(
    top: string,
    entries: readonly TreeEntry[],
    contentOf: (path: string) => Uint8Array | undefined,
  ) {
    this.#top = top;
    this.#contentOf = contentOf;
    for (const entry of entries) {
      if (!this.isWhole) break;
      this.#add(entry);
    }
  }

  #add(entry: TreeEntry): void {
    const { path, raw, mode } = entry;
    const broken = raw === null ? null : brokenName(raw);
    const shown = broken === null ? path : broken.folder + broken.name.toString("utf8");
    const isWhole = broken === null || broken.isLast;
    this.#names(parentOf(shown)).set(lastOf(shown), named(lastOf(shown), isWhole ? mode : null));
    if (broken !== null) {
      const folder = broken.folder.slice(0, -1);
      this.#raw.set(folder, [...(this.#raw.get(folder) ?? []), broken.name]);
      return;
    }
    this.entries.set(path, entry);
    this.tracked.paths.push(path);
    if (mode === MODE_SUBMODULE) this.tracked.submodules.push(path);
  }

  /** Of a folder, which is made, and known to the one around it. */
  #names(folder: string): Map<string, Named> {
    let names = this.#folders.get(folder);
    if (names === undefined) {
      this.#folders.set(folder, (names = new Map<string, Named>()));
      // A file of the same name would be the commit's own fault: both are there.
      const name = lastOf(folder);
      const above = this.#names(parentOf(folder));
      if (!above.has(name)) above.set(name, named(name, null));
    }
    return names;
  }

  /** Whether all of the commit is in it: past the ceiling of folders the rest is not. */
  get isWhole(): boolean {
    return this.#folders.size < MOST_FOLDERS;
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  readFolder(path: string): Dirent[] {
    const names = this.#folders.get(this.#inTree(path));
    if (names === undefined) throw missing(path);
    return [...names.values()] as Dirent[];
  }

  stat(path: string): BigIntStats | undefined {
    const inTree = this.#inTree(path);
    const entry = this.entries.get(inTree);
    const isFile = entry !== undefined && entry.mode !== MODE_LINK && entry.mode !== MODE_SUBMODULE;
    if (!isFile && !this.#folders.has(inTree)) return undefined;
    const id = entry?.id ?? "0".repeat(40);
    return {
      mode: BigInt(isFile ? constants.S_IFREG : constants.S_IFDIR),
      size: BigInt(Math.max(0, entry?.size ?? 0)),
      // A content has no times: its id stands in their place, so that a sweep tells one content from another.
      mtimeNs: 0n,
      ctimeNs: BigInt(`0x${id.slice(16, 31)}`),
      ino: BigInt(`0x${id.slice(0, 16)}`),
      isFile: () => isFile,
      isDirectory: () => !isFile,
    } as BigIntStats;
  }

  readFile(path: string): Uint8Array {
    const content = this.#contentOf(this.#inTree(path));
    // One that is there and was not fetched: Git lacks it, or it is too large.
    if (content === undefined) throw missing(path, this.entries.has(this.#inTree(path)) ? "EFBIG" : "ENOENT");
    return content;
  }

  readRawNames(path: string): Uint8Array[] {
    return this.#raw.get(this.#inTree(path)) ?? [];
  }

  #inTree(absolute: string): string {
    const below = absolute.slice(this.#top.length);
    const way = sep === "\\" ? below.replaceAll("\\", "/") : below;
    return way.replace(/^\/+|\/+$/g, "");
  }
}

/** `mode` null: a folder. */
function named(name: string, mode: number | null): Named {
  return {
    name,
    isFile: () => mode !== null && mode !== MODE_LINK && mode !== MODE_SUBMODULE,
    isDirectory: () => mode === null,
    isSymbolicLink: () => mode === MODE_LINK,
  };
}

/** The first part of a path that is no UTF-8, with the folder that it lies in, a slash at its end; null for none. */
function brokenName(raw: Buffer): { folder: string; name: Buffer; isLast: boolean } | null {
  for (let from = 0; ;) {
    const slash = raw.indexOf(SLASH, from);
    const name = raw.subarray(from, slash === -1 ? raw.length : slash);
    if (!isUtf8(name))
      return { folder: raw.toString("utf8", 0, from), name: Buffer.from(name), isLast: slash === -1 };
    if (slash === -1) return null;
    from = slash + 1;
  }
}

const SLASH = 47;

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function missing(path: string, code = "ENOENT"): Error {
  return Object.assign(new Error(`${path} can't be had of the commit`), { code });
}
