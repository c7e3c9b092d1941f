// What did the last commits change, and what do they say of it? Asked of Git in two steps: the list of commits, then the
// changed lines of those that are wanted. Nothing that the repository names is run.
import { findCommit, type AskOptions, type GitFault } from "./commit.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./repository.ts";
import { gitCommand, runCommand } from "./run-git.ts";

export interface LoggedCommit {
  id: string;
  author: string;
  subject: string;
  /** Paths that it changes, from the asked folder; an empty list where nothing below it is changed. */
  paths: string[];
}

/** Bytes of one answer: more is a failure. A list of commits has about 300 bytes each. */
const MOST_LIST_BYTES = 64_000_000;
/** Commits whose changes are asked for at once; where their changes have more bytes than this, none of them is known. */
const LOT = 25;
const MOST_CHANGES_BYTES = 16_000_000;

const NAMES = ["--no-renames", "--diff-filter=AM", "--relative", "--no-ext-diff", "--no-textconv"];

/** Whether history ends before its first commit: the clone was made with a depth. */
export function isShallow(repository: Repository): boolean {
  return existsSync(join(repository.commonDir, "shallow"));
}

/** The last commits that are no merges, newest first, at most `most`; `from`: the last of them, instead of HEAD. */
export async function recentCommits(
  repository: Repository,
  folder: string,
  most: number,
  { from = "HEAD", ...options }: AskOptions & { from?: string } = {},
): Promise<{ readonly commits: LoggedCommit[] } | { readonly fault: GitFault }> {
  const head = await findCommit(repository, folder, from, options);
  if ("fault" in head) return head;
  const how = ["log", `-${most}`, "--no-merges", "--no-show-signature", "--no-color", "--no-decorate"];
  const form = ["--name-only", "-z", "--format=%x01%H%x02%an <%ae>%x02%s%x02", ...NAMES, head.id, "--", "."];
  const command = gitCommand(folder, [...how, ...form], repository);
  if (command === null) return { fault: "no-git" };
  const { status, stdout } = await runCommand(command, MOST_LIST_BYTES, options.signal);
  if (status !== 0) return { fault: "failed" };
  return { commits: commitsIn(stdout.toString("utf8")) };
}

function commitsIn(text: string): LoggedCommit[] {
  return text
    .split("\u0001")
    .slice(1)
    .flatMap((part) => {
      const [id = "", author = "", subject = "", rest = ""] = part.split("\u0002");
      if (!/^[0-9a-f]{40,64}$/.test(id)) return [];
      const paths = rest.split("\0").map((path) => path.replace(/^\n/, ""));
      return [{ id, author, subject, paths: paths.filter((path) => path !== "") }];
    });
}

/** Unified diffs without context, by commit; a commit whose changes are too large for one answer is left out. */
export async function changesIn(
  repository: Repository,
  folder: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const how = [
    "-c",
    "core.quotePath=true",
    "diff-tree",
    "--stdin",
    "-r",
    "--root",
    "-p",
    "-U0",
    "--no-color",
  ];
  const form = [...NAMES, "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all"];
  const command = gitCommand(folder, [...how, ...form, "--format=%x01%H", "--", "."], repository);
  if (command === null) return found;
  for (let at = 0; at < ids.length; at += LOT) {
    const lot = ids.slice(at, at + LOT);
    const { status, stdout } = await runCommand(command, MOST_CHANGES_BYTES, signal, `${lot.join("\n")}\n`);
    if (status !== 0) continue;
    // The mark may stand in a text too: what it begins there is no commit that was asked for.
    for (const part of stdout.toString("utf8").split("\n\u0001").join("\u0001").split("\u0001")) {
      const id = part.slice(0, part.indexOf("\n"));
      if (lot.includes(id) && !found.has(id)) found.set(id, part.slice(id.length + 1));
    }
  }
  return found;
}

/** Bytes of what is said of some lines: a head of some hundred bytes each. */
const MOST_BLAME_BYTES = 4_000_000;

export interface Introduced {
  readonly id: string;
  readonly subject: string;
}

/**
 * The commits that wrote some lines of a file as it is at `at`, by line. Left out are those that `oldest` or one before it
 * wrote, which are not looked at, and those of which nobody knows. `oldest` null: all of history is looked at.
 */
export async function introducedBy(
  repository: Repository,
  folder: string,
  { path, lines, at, oldest }: { path: string; lines: readonly number[]; at: string; oldest: string | null },
  signal?: AbortSignal,
): Promise<Map<number, Introduced>> {
  const found = new Map<number, Introduced>();
  const how = ["-c", "blame.ignoreRevsFile=", "blame", "--no-textconv", "--porcelain"];
  // The first commit of all wrote what it has; where history is cut, the first that is there did not.
  const from = oldest !== null ? [`${oldest}..${at}`] : isShallow(repository) ? [at] : ["--root", at];
  const which = lines.flatMap((line) => ["-L", `${line},${line}`]);
  const command = gitCommand(folder, [...how, ...which, ...from, "--", path], repository);
  if (command === null || lines.length === 0) return found;
  const { status, stdout } = await runCommand(command, MOST_BLAME_BYTES, signal);
  if (status !== 0) return found;
  const commits = new Map<string, { subject: string; boundary: boolean }>();
  const byLine: [line: number, id: string][] = [];
  let current = "";
  for (const text of stdout.toString("utf8").split("\n")) {
    // The line itself begins with a tab, whatever it says.
    const head = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(text);
    if (head !== null) {
      current = head[1]!;
      byLine.push([Number(head[2]), current]);
      if (!commits.has(current)) commits.set(current, { subject: "", boundary: false });
    } else if (text.startsWith("summary ")) commits.get(current)!.subject = text.slice("summary ".length);
    else if (text === "boundary") commits.get(current)!.boundary = true;
  }
  for (const [line, id] of byLine) {
    const { subject, boundary } = commits.get(id)!;
    if (!boundary) found.set(line, { id, subject });
  }
  return found;
}
