// May Git itself be asked about a repository? Not where it would run a program that the repository names, nor where it
// would wait for a pipe that lies in the place of a file.
import { readdirSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import { MOST_CONFIG_BYTES, MOST_GIT_BYTES, readGitFile } from "./git-file.ts";
import { isHarmless } from "./harmless-settings.ts";
import { refChain } from "./refs.ts";
import type { Repository } from "./repository.ts";
import { settingFiles } from "./settings.ts";

export function safeToAsk(repository: Repository): boolean {
  return isPlain(repository) && !mayNamePrograms(repository);
}

/**
 * A repository that was unpacked or copied brings its settings along: a question must not run what they name. The user's
 * own are trusted. A file that can't be read may say anything.
 */
function mayNamePrograms(repository: Repository): boolean {
  const files = [join(repository.commonDir, "config"), join(repository.gitDir, "config.worktree")];
  return files.some((file) => {
    try {
      return !isHarmless(readGitFile(file, MOST_CONFIG_BYTES));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "ENOENT";
    }
  });
}

/** Of attribute files below a folder, whether Git would wait for none: it looks at them whatever Pith leaves out. */
export function attributesArePlain(folder: string, paths: readonly string[]): boolean {
  return paths.every((path) => isPlainOrAbsent(join(folder, path), MOST_GIT_BYTES));
}

const OWN_FILES = ["commondir", "config.worktree"];
const SHARED_FILES = [
  "config",
  "packed-refs",
  "shallow",
  "info/exclude",
  "info/attributes",
  "info/grafts",
  "objects/info/alternates",
  "objects/info/commit-graph",
];

function isPlain(repository: Repository): boolean {
  const { gitDir, commonDir, workTree } = repository;
  const refs = refChain(repository);
  const commit = refs.at(-1)!.text?.trim() ?? "";
  const small = [
    ...refs.map(({ path }) => path),
    ...OWN_FILES.map((name) => join(gitDir, name)),
    ...SHARED_FILES.map((name) => join(commonDir, name)),
    join(workTree, ".gitattributes"),
    join(workTree, ".gitignore"),
  ];
  const large = [
    // Loose objects but the first are not looked at: that would take longer than the answer. Git has a fuse.
    ...(/^[0-9a-f]{40,64}$/.test(commit)
      ? [join(commonDir, "objects", commit.slice(0, 2), commit.slice(2))]
      : []),
    ...namesIn(join(commonDir, "objects", "pack")).map((name) => join(commonDir, "objects", "pack", name)),
    ...namesIn(gitDir)
      .filter((name) => name === "index" || name.startsWith("sharedindex."))
      .map((name) => join(gitDir, name)),
  ];
  return (
    small.every((path) => isPlainOrAbsent(path, MOST_GIT_BYTES)) &&
    settingFiles(repository).every((path) => isPlainOrAbsent(path, MOST_GIT_BYTES) || isNull(path)) &&
    large.every((path) => isPlainOrAbsent(path))
  );
}

/** Whoever wants no settings names the null device: it is empty, and never waited for. */
function isNull(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isCharacterDevice() && stats.rdev === statSync(devNull).rdev;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
