// What did the last walk of a tree see, and does it still hold? For a process that walks the same tree again and again:
// every folder and every file is still looked at, but what a look shows to be as it was is not read or made again.
//
//   A folder   its names, while its own times say that no name came or went. Believed only of file systems that keep
//              those times (`keepsTimes`), and not where the folder changed so shortly before it was read that it could
//              change again within one tick of the clock.
//   A file     its row, while size, times and inode are what they were. Compared as numbers: a time to a quarter of a
//              microsecond. What is written again after it was read is later by more than that.
//   An index   the paths that it tracks, by the same rule as a folder.
//   Rules      by the bytes of their files (`rule-memory.ts`); what they decided about the names of a folder (`folder-ways.ts`).
import { constants, lstatSync, statfsSync } from "node:fs";
import type { Stats } from "node:fs";
import { isYoung } from "../base/file-clock.ts";
import type { FolderNames } from "./folder-names.ts";
import { holdFor, waysFor } from "./folder-ways.ts";
import type { FolderWays } from "./folder-ways.ts";
import { RuleMemory } from "./rule-memory.ts";
import type { Tracked } from "./tracked.ts";
import type { WalkedFile } from "./walk.ts";
import type { Folder } from "./walked-folder.ts";

const { S_IFMT, S_IFREG, S_IFDIR } = constants;
const STAT_OPTIONS = { throwIfNoEntry: false } as const;

/** Folders and names in them that are kept. Large repositories have a few thousand folders; each name is a few words. */
const MOST_FOLDERS = 100_000;
const MOST_NAMES = 1_000_000;

/** Linux' numbers of file systems on which a folder's times change with its names: ext2 to 4, XFS, Btrfs, tmpfs, overlay, F2FS, ZFS. */
const TRUSTED = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1]);

/** Index files that are kept: of the root's repository, and of those in it. */
const MOST_INDEXES = 64;

type Stamp = Pick<Stats, "dev" | "ino" | "size" | "mtimeMs" | "ctimeMs">;

interface KeptFolder {
  ignoreCase: boolean;
  stamp: Stamp;
  names: FolderNames;
  /** What was decided about them; null before they are met again, and where nothing was. */
  ways: FolderWays | null;
  /** Number of the walk that read it. */
  since: number;
  /** Number of the last walk that met it. */
  walk: number;
}

export interface WalkLooks {
  /** Of the name itself, with numbers in place of big ones; undefined where there is none. */
  look(path: string): Stats | undefined;
  /** Whether the times of a folder change with its names, on the file system that holds it. */
  keepsTimes(folder: string): boolean;
  now(): number;
}

export const walkLooks: WalkLooks = {
  look: (path) => lstatSync(path, STAT_OPTIONS),
  keepsTimes(folder) {
    return process.platform === "linux" && TRUSTED.has(statfsSync(folder).type);
  },
  now: () => Date.now(),
};

export class WalkMemory {
  readonly rules = new RuleMemory();
  readonly #looks: WalkLooks;
  readonly #folders = new Map<string, KeptFolder>();
  #names = 0;
  #walk = 0;
  /** By number of the device. */
  readonly #trusted = new Map<number, boolean>();
  readonly #indexes = new Map<string, { stamp: Stamp; tracked: Tracked }>();
  /** Files of the walk before, and their times and inodes as numbers. */
  #files: readonly WalkedFile[] = [];
  #ino = new Float64Array(0);
  #mtimeMs = new Float64Array(0);
  #ctimeMs = new Float64Array(0);
  #finger = 0;
  #met = 0;

  constructor(looks: WalkLooks = walkLooks) {
    this.#looks = looks;
  }

  /** A walk begins. */
  begin(): void {
    this.#walk++;
    this.rules.begin();
    this.#finger = 0;
    this.#met = 0;
  }

  /** A walk has ended with these files. The list of the walk before, if every file of it was met again and no other. */
  end(files: WalkedFile[]): WalkedFile[] {
    for (const [folder, kept] of this.#folders) {
      if (kept.walk === this.#walk) continue;
      this.#folders.delete(folder);
      this.#names -= kept.names.names.length;
    }
    this.rules.end();
    if (files.length === this.#files.length && this.#met === files.length) return this.#files as WalkedFile[];
    this.#remember(files);
    return files;
  }

  #remember(files: readonly WalkedFile[]): void {
    const before = this.#files;
    const ino = new Float64Array(files.length);
    const mtimeMs = new Float64Array(files.length);
    const ctimeMs = new Float64Array(files.length);
    let at = 0;
    for (let i = 0; i < files.length; i++) {
      const file = files[i]!;
      while (at < before.length && before[at] !== file && before[at]!.path < file.path) at++;
      // Of a row that is met again the times are known as numbers: making those takes longer than the look.
      const isMet = before[at] === file;
      ino[i] = isMet ? this.#ino[at]! : Number(file.ino);
      mtimeMs[i] = isMet ? this.#mtimeMs[at]! : milliseconds(file.mtimeNs);
      ctimeMs[i] = isMet ? this.#ctimeMs[at]! : milliseconds(file.ctimeNs);
    }
    this.#files = files;
    this.#ino = ino;
    this.#mtimeMs = mtimeMs;
    this.#ctimeMs = ctimeMs;
  }

  /** What was decided about the names of a folder under its rules; null where nothing is kept. To be completed. */
  ways(folder: Folder, names: FolderNames, scope: string): FolderWays | null {
    const kept = this.#folders.get(folder.absolute);
    // A process that walks once decides once: nothing is kept for the next walk before there is one.
    if (kept === undefined || kept.names !== names || kept.since === this.#walk) return null;
    if (kept.ways === null || !holdFor(kept.ways, folder, scope)) kept.ways = waysFor(names, folder, scope);
    return kept.ways;
  }

  /** The names in a folder, which has a slash at its end: as they were, or read now. Throws what `read` throws. */
  names(folder: string, ignoreCase: boolean, read: () => FolderNames): FolderNames {
    const readMs = this.#looks.now();
    // With the slash a link would be followed.
    const stats = this.#looks.look(folder.length > 1 ? folder.slice(0, -1) : folder);
    const kept = this.#folders.get(folder);
    if (stats === undefined || (stats.mode & S_IFMT) !== S_IFDIR) return read();
    if (kept !== undefined && kept.ignoreCase === ignoreCase && isSame(kept.stamp, stats)) {
      kept.walk = this.#walk;
      return kept.names;
    }
    const names = read();
    this.#keep(folder, ignoreCase, stats, names, readMs);
    return names;
  }

  #keep(folder: string, ignoreCase: boolean, stats: Stats, names: FolderNames, readMs: number): void {
    const before = this.#folders.get(folder);
    if (before !== undefined) {
      this.#folders.delete(folder);
      this.#names -= before.names.names.length;
    }
    if (isYoung(nanoseconds(stats.ctimeMs), readMs) || !this.#isTrusted(stats.dev, folder)) return;
    if (this.#folders.size >= MOST_FOLDERS || this.#names + names.names.length > MOST_NAMES) return;
    this.#folders.set(folder, {
      ignoreCase,
      stamp: stampOf(stats),
      names,
      ways: null,
      since: this.#walk,
      walk: this.#walk,
    });
    this.#names += names.names.length;
  }

  #isTrusted(dev: number, folder: string): boolean {
    let trusted = this.#trusted.get(dev);
    if (trusted === undefined) {
      try {
        trusted = this.#looks.keepsTimes(folder);
      } catch {
        trusted = false;
      }
      this.#trusted.set(dev, trusted);
    }
    return trusted;
  }

  /** What an index file tracks. `isWhole`: nothing else had a part in what was read. */
  tracked(file: string, key: string, read: () => { tracked: Tracked; isWhole: boolean }): Tracked {
    const readMs = this.#looks.now();
    let stats: Stats | undefined;
    try {
      stats = this.#looks.look(file);
    } catch {
      // Whoever reads it finds out why.
    }
    const kept = this.#indexes.get(key);
    if (kept !== undefined && stats !== undefined && isSame(kept.stamp, stats)) return kept.tracked;
    this.#indexes.delete(key);
    const { tracked, isWhole } = read();
    const isFile = stats !== undefined && (stats.mode & S_IFMT) === S_IFREG;
    if (
      isWhole &&
      isFile &&
      !isYoung(nanoseconds(stats!.ctimeMs), readMs) &&
      this.#indexes.size < MOST_INDEXES
    )
      this.#indexes.set(key, { stamp: stampOf(stats!), tracked });
    return tracked;
  }

  /** The file as the walk before saw it, if it still is just that; asked for in the order of the walk. */
  file(path: string, absolute: string, tracked: boolean): WalkedFile | null {
    const files = this.#files;
    // Mostly the next one; compared letter by letter only where it is not.
    while (this.#finger < files.length && files[this.#finger]!.path !== path) {
      if (files[this.#finger]!.path > path) return null;
      this.#finger++;
    }
    const known = files[this.#finger];
    if (known === undefined || known.tracked !== tracked) return null;
    const stats = this.#looks.look(absolute);
    if (stats === undefined || (stats.mode & S_IFMT) !== S_IFREG) return null;
    const same =
      stats.size === known.size &&
      stats.mtimeMs === this.#mtimeMs[this.#finger] &&
      stats.ctimeMs === this.#ctimeMs[this.#finger] &&
      // A number too large to be exact is not compared as one.
      Number.isSafeInteger(stats.ino) &&
      stats.ino === this.#ino[this.#finger];
    if (!same) return null;
    this.#met++;
    return known;
  }
}

function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): Stamp {
  return { dev, ino, size, mtimeMs, ctimeMs };
}

function isSame(stamp: Stamp, { dev, ino, size, mtimeMs, ctimeMs }: Stats): boolean {
  const { mtimeMs: mtime, ctimeMs: ctime } = stamp;
  return (
    stamp.dev === dev && stamp.ino === ino && stamp.size === size && mtime === mtimeMs && ctime === ctimeMs
  );
}

const SECOND_NS = 1_000_000_000n;

/** As Node makes it from seconds and nanoseconds, to the last bit. */
function milliseconds(ns: bigint): number {
  return Number(ns / SECOND_NS) * 1000 + Number(ns % SECOND_NS) / 1_000_000;
}

function nanoseconds(ms: number): bigint {
  const whole = Math.trunc(ms);
  return BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000));
}
