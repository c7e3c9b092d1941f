// The walk itself: folder by folder, in the order of the result, asking the rules about each name.
//
// Equal to `git ls-files -co --exclude-standard` without links and special files, but made without Git: an ignored
// folder is not entered unless the index names something in it. Where Pith goes another way than Git:
//   - a checked-out submodule is read, by its own rules and index;
//   - another repository inside this one is left out unless a .pithignore takes it back in (`!vendor/lib/`); where the
//     root is in no repository, the repositories below it are read, each by its own rules;
//   - links are left out: a file is read under its own name;
//   - that rules above the root ignore the root itself does not count: it was named.
import type { Dirent } from "node:fs";
import { repositoryAt } from "../git/repository.ts";
import type { TrackedPaths } from "../git/index-file.ts";
import { aboveOf } from "./guard.ts";
import type { Root } from "./guard.ts";
import { readNames } from "./folder-names.ts";
import type { FolderNames } from "./folder-names.ts";
import { keepFile, keepFolder, reasonOf, WAY, wayOf } from "./folder-ways.ts";
import { LeftOutTracked } from "./left-out-tracked.ts";
import { lookAtFile } from "./look-at-file.ts";
import { OnlyPath } from "./only-path.ts";
import { OwnFolders } from "./own-folders.ts";
import { RuleReader } from "./repository-rules.ts";
import { decide, NO_RULES, type Decision, type RuleStack } from "./rule-stack.ts";
import { compileScope, type Scope } from "./scope.ts";
import type { SkipReason } from "./skip-reasons.ts";
import type { WalkConfig, WalkedFile, WalkFiles } from "./walk.ts";
import type { WalkMemory } from "./walk-memory.ts";
import type { WalkPlace, WalkVisitor } from "./walk-place.ts";
import type { Folder, Opened } from "./walked-folder.ts";

const SLASH = 47;

export class TreeWalker {
  readonly #root: Root;
  readonly #files: WalkFiles;
  readonly #visitor: WalkVisitor;
  readonly #rules: RuleReader;
  readonly #most: number;
  readonly #include: Scope | null;
  readonly #exclude: Scope | null;
  /** Path of the root below the top of its work tree, with a slash at its end; or empty. */
  readonly #above: string;
  readonly #only: OnlyPath | null;
  readonly #own: OwnFolders;
  /** All beside rules and index that decides about names. */
  readonly #scope: string;
  readonly #listed: TrackedPaths | null;
  readonly #memory: WalkMemory | undefined;
  #found = 0;
  readonly #leftOut = new LeftOutTracked();

  constructor(
    root: Root,
    config: WalkConfig,
    { files, place, listed = null, memory }: WalkPlace,
    visitor: WalkVisitor,
    only: string | null = null,
  ) {
    this.#root = root;
    this.#listed = listed;
    this.#memory = memory;
    this.#files = files;
    this.#visitor = visitor;
    this.#rules = new RuleReader(files, place, memory);
    this.#most = config.ceilings.files;
    this.#include = config.include.length > 0 ? compileScope(config.include) : null;
    this.#exclude = config.exclude.length > 0 ? compileScope(config.exclude) : null;
    this.#above = aboveOf(root);
    this.#own = new OwnFolders(
      (config.own ?? []).map((path) => this.#above + path),
      files,
    );
    this.#scope = JSON.stringify([config.include, config.exclude, config.own, this.#above]);
    this.#only = only === null ? null : new OnlyPath(only, this.#above);
  }

  run(): void {
    const { repository, path } = this.#root;
    const entered = this.#rules.enter(repository, "", NO_RULES, this.#listed);
    const { holder } = entered;
    const stack =
      repository === null
        ? entered.stack
        : this.#rules.withAbove(entered.stack, repository.workTree, this.#above, holder);
    const absolute = path.endsWith("/") ? path : `${path}/`;
    this.#visit({ prefix: this.#above, absolute, stack, holder, ignoredBy: null });
  }

  /** All below a folder. The way down is a list of our own: folders may lie deeper than calls may nest. */
  #visit(top: Folder): void {
    const way: Opened[] = [];
    const enter = (folder: Folder): void => {
      const opened = this.#open(folder);
      if (opened !== null) way.push(opened);
    };
    enter(top);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { folder, found, known } = last;
      const place = last.at++;
      const name = found.names[place];
      if (name === undefined) {
        way.pop();
        continue;
      }
      if (this.#again(last, name, place, enter)) continue;
      const isFolder = name.charCodeAt(name.length - 1) === SLASH;
      const bare = isFolder ? name.slice(0, -1) : name;
      if (this.#only !== null && !this.#only.has(folder.prefix + bare)) continue;
      if (found.broken?.has(bare) === true) {
        this.#leftOut.unknown();
        this.#skip("name-not-utf8", folder.prefix + name);
      } else if (!isFolder) keepFile(known, place, this.#file(folder, name, found.others));
      else {
        const below = this.#folder(folder, bare);
        keepFolder(known, place, below, folder);
        if (typeof below !== "number") enter(below);
      }
    }
  }

  /** Goes the way of the walk before with a name. False where none is known, or the file is not as it was. */
  #again({ folder, known }: Opened, name: string, place: number, enter: (below: Folder) => void): boolean {
    const way = known?.ways[place] ?? WAY.ask;
    if (way === WAY.ask) return false;
    const path = known!.paths[place]!;
    const absolute = folder.absolute + name;
    const reason = reasonOf(way);
    if (reason !== undefined) this.#skip(reason, folder.prefix + name);
    else if (way === WAY.enter) enter({ ...folder, prefix: path, absolute });
    else {
      if (this.#found >= this.#most) return false;
      try {
        const file = this.#memory!.file(path, absolute, way === WAY.tracked);
        if (file === null) return false;
        this.#take(file, null);
      } catch {
        // What is wrong with it is told where it is looked at anew.
        return false;
      }
    }
    return true;
  }

  /** Whether Git tracks the one path that the walk went down to, or something below it; whatever became of it. */
  get tracksOnly(): boolean {
    return this.#only?.isTracked === true;
  }

  get notices(): readonly string[] {
    return this.#rules.notices;
  }

  /** What tells of a change in any tracked file that is left out; null where nothing does. */
  get leftOut(): string | null {
    return this.#leftOut.state;
  }

  #skip(reason: SkipReason, path: string, decision: Decision | null = null): void {
    this.#visitor.skip(reason, path.slice(this.#above.length), decision);
  }

  #fault(error: unknown, path: string): void {
    const code = (error as NodeJS.ErrnoException).code;
    // Gone since its folder was read: then it is not there.
    if (code === "ENOENT" || code === "ENOTDIR") return;
    this.#leftOut.unknown();
    this.#skip(code === "ENAMETOOLONG" ? "path-too-long" : "unreadable", path);
  }

  /** A folder with its own rules; null where it is left out. */
  #open(folder: Folder): Opened | null {
    let found: FolderNames;
    try {
      found = readNames(this.#files, folder.absolute, folder.holder.ignoreCase, this.#memory);
    } catch (error) {
      this.#fault(error, folder.prefix);
      return null;
    }
    const here = found.dotGit && folder.prefix !== this.#above ? this.#enterRepository(folder) : folder;
    if (here === null) return null;
    this.#only?.entered(here.holder);
    if (found.dotGit && this.#only?.has(`${here.prefix}.git`) === true)
      this.#skip("git-folder", `${here.prefix}.git`);
    // Git does not read the rules of a folder that it ignores.
    if (found.gitRules && here.ignoredBy === null && this.#listed === null) this.#addRules(here, "git");
    if (found.pithRules) this.#addRules(here, "pith");
    const known = this.#only === null ? this.#memory?.ways(here, found, this.#scope) : null;
    return { folder: here, found, known: known ?? null, at: 0 };
  }

  #addRules(folder: Folder, kind: keyof RuleStack): void {
    folder.stack = this.#rules.withOwn(folder.stack, kind, folder.absolute, folder.prefix, folder.holder);
  }

  /** A folder with a `.git` of its own: as that repository's, as this one's, or null where it is left out. */
  #enterRepository(folder: Folder): Folder | null {
    const own = repositoryAt(folder.absolute.slice(0, -1));
    if (own === null) return folder;
    const path = folder.prefix.slice(0, -1);
    const { holder } = folder;
    if (holder.repository !== null && holder.tracked?.isSubmodule(path) !== true) {
      // Its files were added to the outer repository one by one: then they are the outer one's.
      if (holder.tracked?.hasBelow(path) === true) return folder;
      const taken = decide(folder.stack, path, path.slice(path.lastIndexOf("/") + 1), true, true);
      if (taken === null || !taken.rule.negative) {
        this.#skip("nested-repository", folder.prefix);
        return null;
      }
    }
    const inner = this.#rules.enter(own, folder.prefix, folder.stack);
    return { ...folder, ...inner, ignoredBy: null };
  }

  /** The folder to enter, or what may be kept of one that is left out. */
  #folder(parent: Folder, name: string): Folder | number {
    const { stack, holder } = parent;
    const path = parent.prefix + name;
    const prefix = `${path}/`;
    if (this.#own.has(path)) {
      this.#leftOut.folder(path, holder);
      // Named to whoever asks about it.
      if (this.#only !== null) this.#skip("excluded", prefix);
      return WAY.ask;
    }
    if (this.#exclude !== null || this.#include !== null) {
      const shown = path.slice(this.#above.length);
      if (this.#exclude?.holdsAll(shown) === true || this.#include?.mayHoldMatches(shown) === false) {
        return this.#leave(parent, "excluded", path, null);
      }
    }
    let { ignoredBy } = parent;
    const decision = decide(stack, path, name, true, ignoredBy !== null);
    if (decision !== null && !decision.rule.negative) {
      if (decision.by === "pith") {
        return this.#leave(parent, "pithignored", path, decision);
      }
      ignoredBy = decision;
    }
    if (
      ignoredBy !== null &&
      holder.tracked?.hasBelow(path) !== true &&
      holder.tracked?.isSubmodule(path) !== true
    ) {
      return this.#leave(parent, "ignored", path, ignoredBy);
    }
    return { prefix, absolute: `${parent.absolute}${name}/`, stack, holder, ignoredBy };
  }

  /** A folder that is left out; not counted where nothing is in it but what is Pith's own. */
  #leave(parent: Folder, reason: SkipReason, path: string, decision: Decision | null): number {
    const absolute = parent.absolute + path.slice(parent.prefix.length);
    const isPlain = !this.#leftOut.folder(path, parent.holder) && !this.#own.isOnTheWay(path);
    if (this.#only !== null || !this.#own.isAllOf(path, absolute)) this.#skip(reason, `${path}/`, decision);
    return isPlain ? wayOf(reason) : WAY.ask;
  }

  /** The file, or what may be kept of one that is left out. One that a rule took back in is decided about each time. */
  #file(folder: Folder, name: string, others: ReadonlyMap<string, Dirent> | null): WalkedFile | number {
    const path = folder.prefix + name;
    const tracked = folder.holder.tracked?.has(path) === true;
    const leave = (reason: SkipReason, by: Decision | null = null): number => {
      if (tracked) this.#leftOut.file(folder, name, this.#files);
      this.#skip(reason, path, by);
      return tracked || reason === "too-many-files" ? WAY.ask : wayOf(reason);
    };
    if (folder.ignoredBy !== null && !tracked) return leave("ignored", folder.ignoredBy);
    const decision = decide(folder.stack, path, name, false, tracked);
    if (decision !== null && !decision.rule.negative) {
      return leave(decision.by === "git" ? "ignored" : "pithignored", decision);
    }
    const shown = path.slice(this.#above.length);
    if (this.#exclude?.matches(shown) === true || this.#include?.matches(shown) === false) {
      return leave("excluded");
    }
    const other = others?.get(name);
    if (other !== undefined) {
      if (this.#listed !== null && folder.holder.tracked?.isSubmodule(path) === true)
        return leave("submodule");
      return leave(other.isSymbolicLink() ? "symlink" : "special");
    }
    if (this.#found >= this.#most) return leave("too-many-files");
    try {
      const absolute = folder.absolute + name;
      const file = lookAtFile(this.#files, this.#memory, { path: shown, absolute, tracked });
      return file === null ? WAY.ask : this.#take(file, decision);
    } catch (error) {
      this.#fault(error, path);
      return WAY.ask;
    }
  }

  #take(file: WalkedFile, decision: Decision | null): WalkedFile | number {
    this.#found++;
    this.#visitor.file(file, decision);
    return decision === null ? file : WAY.ask;
  }
}
