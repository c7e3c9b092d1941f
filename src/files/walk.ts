// Which files are there to read? The tree below the root, as Git would list it, with the reason for all that is left out.
//
// Equal to `git ls-files -co --exclude-standard` without links and special files, but made without Git: folders are
// read one by one, ignored ones are not entered unless the index names something in them, and names are met in the
// order of the result. Where Pith goes further than Git:
//   - a checked-out submodule is read, by its own rules and index;
//   - another repository inside this one is left out unless a .pithignore takes it back in (`!vendor/lib/`); where the
//     root is in no repository, the repositories below it are read, each by its own rules;
//   - links are left out: a file is read under its own name.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import type { BigIntStats, Dirent } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Config } from "../config/load.ts";
import { ignoreSources } from "../git/ignore-sources.ts";
import type { IgnoreSources } from "../git/ignore-sources.ts";
import { repositoryAt } from "../git/repository.ts";
import type { Repository } from "../git/repository.ts";
import { gitPlace } from "../git/settings.ts";
import type { GitPlace } from "../git/settings.ts";
import type { Root } from "./guard.ts";
import { compileRuleFile } from "./ignore-rules.ts";
import type { RuleFile } from "./ignore-rules.ts";
import { decide, NO_RULES, withRules } from "./rule-stack.ts";
import type { RuleStack } from "./rule-stack.ts";
import { compileScope } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { readTracked } from "./tracked.ts";
import type { Tracked } from "./tracked.ts";

export interface WalkedFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  size: number;
  mtimeNs: bigint;
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
  /** Sorted by path. */
  files: WalkedFile[];
  skipped: Map<SkipReason, SkippedPaths>;
}

export type WalkConfig = Pick<Config, "include" | "exclude"> & {
  ceilings: Pick<Config["ceilings"], "files">;
};

/** The file system, as far as the walk needs it. */
export interface WalkFiles {
  readFolder(path: string): Dirent[];
  stat(path: string): BigIntStats | undefined;
  readFile(path: string): Uint8Array;
}

const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;
const FOLDER_OPTIONS = { withFileTypes: true } as const;

export const walkFiles: WalkFiles = {
  readFolder: (path) => readdirSync(path, FOLDER_OPTIONS),
  stat: (path) => lstatSync(path, STAT_OPTIONS),
  readFile: (path) => readFileSync(path),
};

/** How many paths of each reason are kept; the count goes on. */
const MOST_SKIPPED_PATHS = 100;

export function walk(
  root: Root,
  config: WalkConfig,
  options: { files?: WalkFiles; place?: GitPlace } = {},
): Walk {
  return new Walker(root, config, options.files ?? walkFiles, options.place ?? gitPlace()).run();
}

/** What holds inside one repository. */
interface Holder {
  repository: Repository | null;
  ignoreCase: boolean;
  tracked: Tracked | null;
}

interface Folder {
  /** In front of names: empty, or with a slash at its end. Starts at the top of the root's work tree. */
  prefix: string;
  absolute: string;
  stack: RuleStack;
  holder: Holder;
  /** In a folder that Git ignores: only what the index names is taken. */
  trackedOnly: boolean;
}

class Walker {
  readonly #root: Root;
  readonly #files: WalkFiles;
  readonly #place: GitPlace;
  readonly #most: number;
  readonly #include: Scope | null;
  readonly #exclude: Scope | null;
  /** Path of the root below the top of its work tree, with a slash at its end; or empty. */
  readonly #above: string;
  readonly #found: WalkedFile[] = [];
  readonly #skipped = new Map<SkipReason, SkippedPaths>();
  /** Rule files outside the tree, read once. */
  readonly #outer = new Map<string, RuleFile | null>();

  constructor(root: Root, config: WalkConfig, files: WalkFiles, place: GitPlace) {
    this.#root = root;
    this.#files = files;
    this.#place = place;
    this.#most = config.ceilings.files;
    this.#include = config.include.length > 0 ? compileScope(config.include) : null;
    this.#exclude = config.exclude.length > 0 ? compileScope(config.exclude) : null;
    const way = root.repository === null ? "" : relative(root.repository.workTree, root.path);
    this.#above = way === "" ? "" : `${way.split(sep).join("/")}/`;
  }

  run(): Walk {
    const { repository, path } = this.#root;
    const holder = this.#holder(repository, "");
    let stack = this.#outerRules(repository, holder, NO_RULES, 0);
    if (repository !== null) {
      // Rules above the root still hold; that they may ignore the root itself does not count: it was named.
      let at = 0;
      let folder = repository.workTree;
      while (at < this.#above.length) {
        stack = this.#ownRules(stack, "git", folder, this.#above.slice(0, at), holder);
        stack = this.#ownRules(stack, "pith", folder, this.#above.slice(0, at), holder);
        const next = this.#above.indexOf("/", at) + 1;
        folder = join(folder, this.#above.slice(at, next - 1));
        at = next;
      }
    }
    this.#visit({ prefix: this.#above, absolute: path, stack, holder, trackedOnly: false }, true);
    return { files: this.#found, skipped: this.#skipped };
  }

  #holder(repository: Repository | null, prefix: string): Holder & { sources: IgnoreSources } {
    const sources = ignoreSources(repository, this.#place);
    const { ignoreCase } = sources;
    const tracked = repository === null ? null : readTracked(repository, prefix, ignoreCase);
    return { repository, ignoreCase, tracked, sources };
  }

  #outerRules(
    repository: Repository | null,
    holder: { ignoreCase: boolean; sources: IgnoreSources },
    stack: RuleStack,
    from: number,
  ): RuleStack {
    const { globalFile, excludeFile } = holder.sources;
    let next = stack;
    for (const file of [globalFile, excludeFile]) {
      if (file === null) continue;
      let rules = this.#outer.get(file);
      if (rules === undefined) {
        const source = repository === null ? file : relative(repository.workTree, file);
        rules = this.#read(file, source.startsWith("..") ? file : source, holder.ignoreCase);
        this.#outer.set(file, rules);
      }
      next = withRules(next, "git", rules, from);
    }
    return next;
  }

  /** Rules of a folder above the root. */
  #ownRules(
    stack: RuleStack,
    kind: "git" | "pith",
    folder: string,
    prefix: string,
    holder: Holder,
  ): RuleStack {
    const name = kind === "git" ? ".gitignore" : ".pithignore";
    const file = join(folder, name);
    if (this.#files.stat(file)?.isFile() !== true) return stack;
    return withRules(stack, kind, this.#read(file, prefix + name, holder.ignoreCase), prefix.length);
  }

  #read(file: string, source: string, ignoreCase: boolean): RuleFile | null {
    try {
      return compileRuleFile(source, this.#files.readFile(file), ignoreCase);
    } catch {
      return null;
    }
  }

  #skip(reason: SkipReason, path: string): void {
    const shown = path.slice(this.#above.length);
    const skipped = this.#skipped.get(reason);
    if (skipped === undefined) this.#skipped.set(reason, { count: 1, paths: [shown] });
    else {
      skipped.count++;
      if (skipped.paths.length < MOST_SKIPPED_PATHS) skipped.paths.push(shown);
    }
  }

  #visit(folder: Folder, isRoot: boolean): void {
    let entries: Dirent[];
    try {
      entries = this.#files.readFolder(folder.absolute);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOENT" || code === "ENOTDIR") return;
      this.#skip(code === "ENAMETOOLONG" ? "path-too-long" : "unreadable", folder.prefix);
      return;
    }

    const names: string[] = [];
    let others: Map<string, Dirent> | null = null;
    let gitRules = false;
    let pithRules = false;
    let dotGit = false;
    for (const entry of entries) {
      const { name } = entry;
      if (name === ".git" || (folder.holder.ignoreCase && name.toLowerCase() === ".git")) dotGit = true;
      else if (entry.isFile()) {
        names.push(name);
        if (name === ".gitignore") gitRules = true;
        else if (name === ".pithignore") pithRules = true;
      } else if (entry.isDirectory()) names.push(`${name}/`);
      else {
        names.push(name);
        (others ??= new Map()).set(name, entry);
      }
    }
    // Folders stand where their files will: `a-b` before `a/…` before `a0`.
    names.sort();

    const here = dotGit && !isRoot ? this.#enterRepository(folder) : folder;
    if (here === null) return;
    let { stack } = here;
    if (gitRules && !here.trackedOnly) {
      const file = this.#read(
        `${here.absolute}/.gitignore`,
        `${here.prefix}.gitignore`,
        here.holder.ignoreCase,
      );
      stack = withRules(stack, "git", file, here.prefix.length);
    }
    if (pithRules) {
      const file = this.#read(
        `${here.absolute}/.pithignore`,
        `${here.prefix}.pithignore`,
        here.holder.ignoreCase,
      );
      stack = withRules(stack, "pith", file, here.prefix.length);
    }
    for (const name of names) {
      if (name.charCodeAt(name.length - 1) === 47) this.#folder({ ...here, stack }, name.slice(0, -1));
      else this.#file(here, stack, name, others);
    }
  }

  /** A folder with a `.git` of its own: null where it is left out. */
  #enterRepository(folder: Folder): Folder | null {
    const own = repositoryAt(folder.absolute);
    if (own === null) return folder;
    const path = folder.prefix.slice(0, -1);
    const { holder } = folder;
    const submodule = holder.tracked?.isSubmodule(path) === true;
    if (!submodule && holder.repository !== null) {
      // Its files were added to the outer repository one by one: then they are the outer one's.
      if (holder.tracked?.hasBelow(path) === true) return folder;
      const own = decide(folder.stack, path, path.slice(path.lastIndexOf("/") + 1), true, true);
      if (own === null || !own.rule.negative) {
        this.#skip("nested-repository", folder.prefix);
        return null;
      }
    }
    const inner = this.#holder(own, folder.prefix);
    const stack = this.#outerRules(own, inner, { git: [], pith: folder.stack.pith }, folder.prefix.length);
    return { ...folder, holder: inner, stack, trackedOnly: false };
  }

  #folder(parent: Folder, name: string): void {
    const { stack, holder } = parent;
    const path = parent.prefix + name;
    const prefix = `${path}/`;
    const shown = path.slice(this.#above.length);
    if (this.#exclude !== null && this.#exclude.matches(shown)) return this.#skip("excluded", prefix);
    if (this.#include !== null && !this.#include.mayHoldMatches(shown)) return this.#skip("excluded", prefix);
    let { trackedOnly } = parent;
    const decision =
      stack.pith.length + stack.git.length === 0 ? null : decide(stack, path, name, true, trackedOnly);
    if (decision !== null && !decision.rule.negative) {
      if (decision.by === "pith") return this.#skip("pithignored", prefix);
      trackedOnly = true;
    }
    if (
      trackedOnly &&
      !(holder.tracked?.hasBelow(path) === true || holder.tracked?.isSubmodule(path) === true)
    ) {
      return this.#skip("ignored", prefix);
    }
    this.#visit({ prefix, absolute: `${parent.absolute}/${name}`, stack, holder, trackedOnly }, false);
  }

  #file(folder: Folder, stack: RuleStack, name: string, others: Map<string, Dirent> | null): void {
    const path = folder.prefix + name;
    const tracked = folder.holder.tracked?.has(path) === true;
    if (folder.trackedOnly && !tracked) return this.#skip("ignored", path);
    if (stack.pith.length > 0 || (!tracked && stack.git.length > 0)) {
      const decision = decide(stack, path, name, false, tracked || folder.trackedOnly);
      if (decision !== null && !decision.rule.negative) {
        return this.#skip(decision.by === "git" ? "ignored" : "pithignored", path);
      }
    }
    const shown = this.#above === "" ? path : path.slice(this.#above.length);
    if (this.#exclude !== null && this.#exclude.matches(shown)) return this.#skip("excluded", path);
    if (this.#include !== null && !this.#include.matches(shown)) return this.#skip("excluded", path);
    const other = others?.get(name);
    if (other !== undefined) return this.#skip(other.isSymbolicLink() ? "symlink" : "special", path);
    if (this.#found.length >= this.#most) return this.#skip("too-many-files", path);
    let stats: BigIntStats | undefined;
    try {
      stats = this.#files.stat(`${folder.absolute}/${name}`);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOENT" || code === "ENOTDIR") return;
      return this.#skip(code === "ENAMETOOLONG" ? "path-too-long" : "unreadable", path);
    }
    if (stats === undefined || !stats.isFile()) {
      if (name.includes("\ufffd")) this.#skip("name-not-utf8", path);
      return;
    }
    this.#found.push({
      path: shown,
      size: Number(stats.size),
      mtimeNs: stats.mtimeNs,
      ino: stats.ino,
      tracked,
    });
  }
}
