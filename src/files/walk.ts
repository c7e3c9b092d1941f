// Which files are there to read? The tree below the root, as Git would list it, with the reason for all that is left out.
import { lstatSync, readdirSync } from "node:fs";
import type { BigIntStats, Dirent } from "node:fs";
import type { Config } from "../config/load.ts";
import { readGitFile } from "../git/git-file.ts";
import type { TrackedPaths } from "../git/index-file.ts";
import { gitPlace } from "../git/settings.ts";
import type { GitPlace } from "../git/settings.ts";
import type { Root } from "./guard.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { TreeWalker } from "./tree-walker.ts";
import type { WalkMemory } from "./walk-memory.ts";

export interface WalkedFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  size: number;
  mtimeNs: bigint;
  /** Last change of content or attributes: unlike mtime, no tool can set it back. */
  ctimeNs: bigint;
  ino: bigint;
  tracked: boolean;
}

export interface SkippedPaths {
  /** How many names were left out. A folder that was not entered counts once. */
  count: number;
  /** The first of them, folders with a slash at their end. */
  paths: string[];
}

export interface Walk {
  /** Sorted by path. With a memory: the very list of the walk before, where nothing in it has changed. */
  files: WalkedFile[];
  skipped: Map<SkipReason, SkippedPaths>;
  /** Attribute files that are left out: Git goes by them all the same. */
  hiddenAttributes: string[];
  /** Another text after each change of a tracked file that is left out; null where such a change can't be told. */
  leftOut: string | null;
  /** Sentences on what the list may lack: an index or a rule file that could not be read. */
  notices: readonly string[];
}

export type WalkConfig = Pick<Config, "include" | "exclude"> & {
  ceilings: Pick<Config["ceilings"], "files">;
  /** Folders of Pith's own, from the root: no part of the tree, and not counted, so that an answer is what it was without. */
  own?: readonly string[];
};

/** The file system, as far as the walk needs it. */
export interface WalkFiles {
  readFolder(path: string): Dirent[];
  /** Of the name itself, not of what a link points to; undefined where there is none. */
  stat(path: string): BigIntStats | undefined;
  readFile(path: string): Uint8Array;
  /** Names as they are on disk, for folders with names that are not valid UTF-8. */
  readRawNames(path: string): Uint8Array[];
}

const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;
const FOLDER_OPTIONS = { withFileTypes: true } as const;

export const walkFiles: WalkFiles = {
  readFolder: (path) => readdirSync(path, FOLDER_OPTIONS),
  stat: (path) => lstatSync(path, STAT_OPTIONS),
  readFile: (path) => readGitFile(path),
  readRawNames: (path) => readdirSync(path, { encoding: "buffer" }),
};

export interface WalkOptions {
  files?: WalkFiles;
  place?: GitPlace;
  /** Of a commit: all its files, which are as tracked ones. Git's rules hide none of them, and no repository is in it. */
  listed?: TrackedPaths;
  /** What the walk of the same root before saw. */
  memory?: WalkMemory;
}

const ATTRIBUTES = ".gitattributes";
/** How many paths of each reason are kept, to tell those in a scope; the count goes on. An ignored folder is one. */
const MOST_SKIPPED_PATHS = 20_000;

export function walk(root: Root, config: WalkConfig, options: WalkOptions = {}): Walk {
  const files: WalkedFile[] = [];
  const hiddenAttributes: string[] = [];
  const skipped = new Map<SkipReason, SkippedPaths>();
  const { listed, files: from = walkFiles, place = gitPlace(), memory } = options;
  const walker = new TreeWalker(
    root,
    config,
    { files: from, place, listed, memory },
    {
      file: (file) => files.push(file),
      skip(reason, path) {
        if (path === ATTRIBUTES || path.endsWith(`/${ATTRIBUTES}`)) hiddenAttributes.push(path);
        const known = skipped.get(reason);
        if (known === undefined) skipped.set(reason, { count: 1, paths: [path] });
        else if (known.count++ < MOST_SKIPPED_PATHS) known.paths.push(path);
      },
    },
  );
  memory?.begin();
  walker.run();
  return {
    files: memory?.end(files) ?? files,
    skipped,
    hiddenAttributes,
    leftOut: walker.leftOut,
    notices: walker.notices,
  };
}
