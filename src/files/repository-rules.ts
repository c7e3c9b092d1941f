// What holds inside one repository: its index, its settings and the rule files that lie outside its folders.
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { ignoreSources } from "../git/ignore-sources.ts";
import { readTrackedPaths, type TrackedPaths } from "../git/index-file.ts";
import type { Repository } from "../git/repository.ts";
import type { GitPlace } from "../git/settings.ts";
import { compileRuleFile, MOST_RULE_BYTES } from "./ignore-rules.ts";
import type { RuleFile } from "./ignore-rules.ts";
import { NO_RULES, withRules } from "./rule-stack.ts";
import type { RuleStack } from "./rule-stack.ts";
import { Tracked } from "./tracked.ts";
import type { WalkFiles } from "./walk.ts";
import type { WalkMemory } from "./walk-memory.ts";

/** A repository as the walk meets it; `repository` is null above and outside of all. */
export interface Holder {
  repository: Repository | null;
  ignoreCase: boolean;
  /** Null outside a repository. */
  tracked: Tracked | null;
}

export const RULE_NAMES = { git: ".gitignore", pith: ".pithignore" } as const;

export class RuleReader {
  readonly #files: WalkFiles;
  readonly #place: GitPlace;
  readonly #memory: WalkMemory | undefined;
  /** Rule files outside the tree, read once for each way of comparing letters. */
  readonly #outer = new Map<string, RuleFile | null>();

  /** What people should know of files that could not be read, a sentence each. */
  readonly notices: string[] = [];

  constructor(files: WalkFiles, place: GitPlace, memory?: WalkMemory) {
    this.#files = files;
    this.#place = place;
    this.#memory = memory;
  }

  /**
   * A repository whose work tree starts at `prefix`, and the rules that hold in all of it: the user's, then those of
   * `info/exclude`. Rules of an outer repository end at its border, those of `.pithignore` don't. Of a commit's files,
   * `listed`, Git's rules hide none, and letters count as they stand on every machine.
   */
  enter(
    repository: Repository | null,
    prefix: string,
    outer: RuleStack,
    listed: TrackedPaths | null = null,
  ): { holder: Holder; stack: RuleStack } {
    if (listed !== null) {
      const holder = { repository, ignoreCase: false, tracked: new Tracked(listed, prefix, false) };
      return { holder, stack: outer };
    }
    const { globalFile, globalNamedByRepository, excludeFile, ignoreCase } = ignoreSources(
      repository,
      this.#place,
    );
    const tracked = repository === null ? null : this.#tracked(repository, prefix, ignoreCase);
    let stack: RuleStack = outer.pith === NO_RULES.pith ? NO_RULES : { git: [], pith: outer.pith };
    const add = (which: string, file: string | null, source: string, shown: boolean) => {
      if (file === null) return;
      const rules = this.#outerFile(file, source, ignoreCase, shown);
      stack = this.#with(`${which} ${prefix}`, stack, "git", rules, prefix.length);
    };
    add(
      "user",
      globalFile,
      globalFile ?? "",
      repository === null || !globalNamedByRepository || isOwn(globalFile, repository.workTree),
    );
    const main = repository !== null && repository.commonDir === join(repository.workTree, ".git");
    add(
      "exclude",
      excludeFile,
      main ? `${prefix}.git/info/exclude` : (excludeFile ?? ""),
      repository === null || isUnlinked(excludeFile, repository.commonDir),
    );
    return { holder: { repository, ignoreCase, tracked }, stack };
  }

  #tracked(repository: Repository, prefix: string, ignoreCase: boolean): Tracked {
    const read = () => {
      const paths = readTrackedPaths(repository);
      if (paths === null) {
        this.notices.push(
          `The Git index in ${repository.gitDir} cannot be read: files that are tracked although ignored are left out.`,
        );
      }
      return {
        tracked: new Tracked(paths, prefix, ignoreCase),
        isWhole: paths !== null && paths.split !== true,
      };
    };
    const key = JSON.stringify([repository.gitDir, prefix, ignoreCase]);
    return this.#memory?.tracked(join(repository.gitDir, "index"), key, read) ?? read().tracked;
  }

  #outerFile(file: string, source: string, ignoreCase: boolean, shown: boolean): RuleFile | null {
    const key = `${ignoreCase ? "i" : "c"} ${shown ? "shown" : "hidden"} ${file}`;
    let rules = this.#outer.get(key);
    if (rules === undefined) {
      rules = this.#read(file, source, ignoreCase, shown);
      this.#outer.set(key, rules);
    }
    return rules;
  }

  /** Adds the rule file of a folder, which must be known to be a plain file: Git does not follow a link here. */
  withOwn(
    stack: RuleStack,
    kind: keyof RuleStack,
    folder: string,
    prefix: string,
    holder: Holder,
  ): RuleStack {
    const name = RULE_NAMES[kind];
    const rules = this.#read(folder + name, prefix + name, holder.ignoreCase);
    return this.#with(folder + name, stack, kind, rules, prefix.length);
  }

  /** `place`: no other file is taken in there. */
  #with(
    place: string,
    stack: RuleStack,
    kind: keyof RuleStack,
    file: RuleFile | null,
    from: number,
  ): RuleStack {
    const { rules } = this.#memory ?? {};
    return rules?.stack(place, stack, kind, file, from) ?? withRules(stack, kind, file, from);
  }

  /** Adds the rule files of the folders from the top of the work tree down to the parent of `prefix`. */
  withAbove(stack: RuleStack, workTree: string, prefix: string, holder: Holder): RuleStack {
    let next = stack;
    for (let at = 0; at < prefix.length; at = prefix.indexOf("/", at) + 1) {
      const folder = `${join(workTree, prefix.slice(0, at))}/`;
      for (const kind of ["git", "pith"] as const) {
        if (!this.#isFile(folder + RULE_NAMES[kind])) continue;
        next = this.withOwn(next, kind, folder, prefix.slice(0, at), holder);
      }
    }
    return next;
  }

  #isFile(path: string): boolean {
    try {
      return this.#files.stat(path)?.isFile() === true;
    } catch {
      return false;
    }
  }

  #read(file: string, source: string, ignoreCase: boolean, shown = true): RuleFile | null {
    try {
      const content = this.#files.readFile(file);
      if (content.byteLength > MOST_RULE_BYTES) {
        this.notices.push(`${source} is larger than ${MOST_RULE_BYTES} bytes: its rules are not read.`);
      }
      const compile = () => compileRuleFile(source, content, ignoreCase, shown);
      const { rules } = this.#memory ?? {};
      const key = JSON.stringify([file, source, ignoreCase, shown]);
      return rules === undefined ? compile() : rules.rules(key, content, compile);
    } catch (error) {
      // No plain file, far too large, or not ours to read; one that isn't there has no rules.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") {
        this.notices.push(`${source} cannot be read: its rules are not used.`);
      }
      return null;
    }
  }
}

/** Whether the lines of a file that a repository names are its own: in its work tree, and not in Git's folder. */
function isOwn(file: string | null, workTree: string): boolean {
  const real = realOf(file);
  const way = real === null ? "" : relative(realOf(workTree) ?? workTree, real);
  const parts = way.split(sep);
  return (
    way !== "" &&
    !isAbsolute(way) &&
    parts[0] !== ".." &&
    !parts.some((part) => part.toLowerCase() === ".git")
  );
}

/** Whether a rule file of Git's folder is no link to another file. */
function isUnlinked(file: string | null, commonDir: string): boolean {
  const real = realOf(file);
  return real !== null && real === join(realOf(commonDir) ?? commonDir, "info", "exclude");
}

function realOf(path: string | null): string | null {
  try {
    return path === null ? null : realpathSync.native(path);
  } catch {
    return null;
  }
}
