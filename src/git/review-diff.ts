// What does a change to be reviewed say: what is staged, what lies between two commits, what the work tree differs by?
// Asked of Git as one diff without context, with renames and copies found; nothing that the repository names is run.
import { throwIfCancelled } from "../base/error.ts";
import { compareStrings, nearestNames } from "../base/order.ts";
import { findCommit, type AskOptions, type GitFault } from "./commit.ts";
import { isOwnRepository } from "./own-repository.ts";
import type { Repository } from "./repository.ts";
import { gitCommand, runCommand, type RunResult } from "./run-git.ts";
import { safeToAsk } from "./safe-to-ask.ts";
import { objectFormat } from "./settings.ts";

export interface ReviewDiff {
  readonly diff: string;
  /** Whole id of the commit that is the old side; null where it is an empty tree. */
  readonly base: string | null;
  /** Whole id of the commit that is the new side; null for the index and the work tree. */
  readonly head: string | null;
}

/** `revision`: the one of a range that is at fault. */
export type DiffFault =
  | { readonly fault: GitFault; readonly revision?: string }
  | { readonly fault: "no-merge-base" };

/** What a change is between. */
export type Between =
  | { readonly of: "index" }
  | { readonly of: "work tree" }
  | { readonly of: "range"; readonly from: string; readonly to: string; readonly symmetric: boolean };

/** The tree that holds nothing, in each format of ids: known to every Git without being stored. */
function emptyTree(repository: Repository): string {
  return objectFormat(repository) === "sha256"
    ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    : "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
}

/** Bytes of a diff: more is no change that anybody reviews in one answer. */
const MOST_DIFF_BYTES = 64_000_000;
/** Files that are compared with each other for renames and copies; above, only equal contents are found. */
const RENAME_LIMIT = 400;

/** `folder`: paths are relative to it, and what lies outside is left out. */
export async function reviewDiff(
  repository: Repository,
  folder: string,
  between: Between,
  { signal }: Pick<AskOptions, "signal"> = {},
): Promise<ReviewDiff | DiffFault> {
  const git = (args: readonly string[]): Promise<RunResult> => ask(repository, folder, args, signal);
  if (between.of === "range") return rangeDiff(repository, folder, between, git, signal);
  const head = await findCommit(repository, folder, "HEAD", { signal });
  throwIfCancelled(signal);
  // A repository without a commit: everything is new.
  if ("fault" in head && head.fault !== "revision") return head;
  const base = "fault" in head ? null : head.id;
  const cached = between.of === "index" ? ["--cached"] : [];
  // The commit that a submodule is at stands in the index; what lies in it belongs to another repository.
  const submodules = between.of === "index" ? "none" : "all";
  const found = await diffOf(git, [...cached, base ?? emptyTree(repository)], submodules);
  return found === null ? { fault: "failed" } : { diff: found, base, head: null };
}

async function rangeDiff(
  repository: Repository,
  folder: string,
  { from, to, symmetric }: Between & { of: "range" },
  git: (args: readonly string[]) => Promise<RunResult>,
  signal: AbortSignal | undefined,
): Promise<ReviewDiff | DiffFault> {
  const ids: string[] = [];
  for (const revision of [from, to]) {
    const found = await findCommit(repository, folder, revision, { signal });
    throwIfCancelled(signal);
    if ("fault" in found) return { fault: found.fault, revision };
    ids.push(found.id);
  }
  let base = ids[0]!;
  if (symmetric) {
    const common = await git(["merge-base", ids[0]!, ids[1]!]);
    const id = /^[0-9a-f]{40,64}$/m.exec(common.stdout)?.[0];
    if (common.status === null) return { fault: "failed" };
    if (id === undefined) return { fault: "no-merge-base" };
    base = id;
  }
  const found = await diffOf(git, [base, ids[1]!], "none");
  return found === null ? { fault: "failed" } : { diff: found, base, head: ids[1]! };
}

async function diffOf(
  git: (args: readonly string[]) => Promise<RunResult>,
  what: readonly string[],
  submodules: "none" | "all",
): Promise<string | null> {
  // Programs that show or convert are switched off; what the user set for looks must not change what is read.
  const plain = [
    "-O/dev/null",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-color-moved",
    "-U0",
    "--relative",
  ];
  const names = [
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--submodule=short",
    `--ignore-submodules=${submodules}`,
  ];
  const marks = ["--output-indicator-new=+", "--output-indicator-old=-", "--output-indicator-context= "];
  const form = ["--inter-hunk-context=0", "--diff-algorithm=myers", "--no-indent-heuristic", "--full-index"];
  const settings = ["-c", "core.quotePath=true", "-c", "diff.suppressBlankEmpty=false"];
  const how = (renames: readonly string[]) => {
    const all = [...plain, ...names, ...marks, ...form, ...renames, ...what];
    return [...settings, "diff", ...all, "--", "."];
  };
  const found = await git(how(["-M", "-C", `-l${RENAME_LIMIT}`]));
  if (found.status === 0) return found.stdout;
  if (found.status === null) return null;
  // In a partial clone the contents that renames are found by may not be there.
  const without = await git(how(["--no-renames"]));
  return without.status === 0 ? without.stdout : null;
}

/** Branches and tags whose names are near to a wrong one. */
export async function nearestRevisions(
  repository: Repository,
  folder: string,
  wrong: string,
  signal?: AbortSignal,
): Promise<string[]> {
  if (!isOwnRepository(repository) || !safeToAsk(repository)) return [];
  const form = ["for-each-ref", `--count=${MOST_REFS}`, "--format=%(refname)"];
  const kinds = ["refs/heads", "refs/tags", "refs/remotes"];
  const { status, stdout } = await ask(repository, folder, [...form, ...kinds], signal);
  if (status !== 0) return [];
  const names = stdout.split("\n").flatMap((ref) => {
    const name = ref.replace(/^refs\/(?:heads|tags|remotes)\//, "");
    return name === "" || name === ref ? [] : [name];
  });
  return nearestNames(wrong, [...new Set(names)].sort(compareStrings));
}

/** More branches and tags than anybody looks through for a misspelled one. */
const MOST_REFS = 10_000;

async function ask(
  repository: Repository,
  folder: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const command = gitCommand(folder, args, repository);
  if (command === null) return { status: null, stdout: "" };
  const { status, stdout } = await runCommand(command, MOST_DIFF_BYTES, signal);
  return { status, stdout: stdout.toString("utf8") };
}
