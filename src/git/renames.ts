// Where did files go between two commits? Asked of Git once for both ends, and once more, commit by commit, where a file
// changed too much on the way for both ends to look alike.
import { findCommit, type AskOptions } from "./commit.ts";
import type { Repository } from "./repository.ts";
import { gitCommand, runCommand } from "./run-git.ts";

/** Commits that are followed one by one: Git looks through some thousand a second, and more are no answer at once. */
const MOST_COMMITS = 2_000;
const MOST_BYTES = 16_000_000;

const FORM = [
  "--find-renames",
  "--diff-filter=R",
  "--name-status",
  "-z",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--relative",
];

/** Old path → path at `to`, for those of `paths` of which Git says one. Empty where Git can't be asked, or knows no `from`. */
export async function renamesSince(
  repository: Repository,
  folder: string,
  { from, to, paths }: { from: string; to: string; paths: readonly string[] },
  options: AskOptions = {},
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const commit of [from, to])
    if ("fault" in (await findCommit(repository, folder, commit, options))) return found;
  const ask = async (command: readonly string[]): Promise<[string, string][]> => {
    const how = gitCommand(folder, [...command, "--", "."], repository);
    if (how === null) return [];
    const { status, stdout } = await runCommand(how, MOST_BYTES, options.signal);
    return status === 0 ? pairsIn(stdout.toString("utf8")) : [];
  };
  const ends = new Map(await ask(["diff", ...FORM, from, to]));
  for (const path of paths) if (ends.has(path)) found.set(path, ends.get(path)!);
  if (paths.every((path) => found.has(path))) return found;
  const log = ["log", `-${MOST_COMMITS}`, "--reverse", "--no-merges", "--no-show-signature", "--format="];
  const steps = await ask([...log, ...FORM, `${from}..${to}`]);
  for (const path of paths) {
    if (found.has(path)) continue;
    let now = path;
    for (const [old, next] of steps) if (old === now) now = next;
    if (now !== path) found.set(path, now);
  }
  return found;
}

/** `R087\0old\0new\0…`, with a line end before each commit's first. */
function pairsIn(text: string): [string, string][] {
  const parts = text.split("\0");
  const pairs: [string, string][] = [];
  for (let at = 0; at + 2 < parts.length; at++) {
    if (!/^\n*R\d{1,3}$/.test(parts[at]!)) continue;
    pairs.push([parts[at + 1]!, parts[at + 2]!]);
    at += 2;
  }
  return pairs;
}
