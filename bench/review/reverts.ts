// Which commits of a repository were taken back later, and which of their lines did that touch? From history alone.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { parseUnifiedDiff } from "../../src/git/unified-diff.ts";

export interface Reverted {
  /** The commit that was taken back, and the one that did it. */
  commit: string;
  revert: string;
  subject: string;
  /** Lines that the commit added and the revert took out: by their numbers in the commit's tree. */
  fresh: Line[];
  /** Lines that the commit took out and the revert brought back: by their numbers in the tree before the commit. */
  old: Line[];
}

export interface Line {
  path: string;
  line: number;
  text: string;
}

export interface Found {
  cases: Reverted[];
  /** Why a revert that names a commit is no case, and how many there are of each. */
  excluded: Map<string, number>;
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });

/** Every commit up to `revision` that a later one says it reverts; in an order that depends on ids alone. */
export function revertedCommits(folder: string, revision: string): Found {
  const log = git(folder, "log", "--no-merges", "--reverse", "--format=%H%x00%s%x00%B%x01", revision);
  const known = new Set(git(folder, "rev-list", revision).split("\n"));
  const seen = new Set<string>();
  const found: Found = { cases: [], excluded: new Map() };
  const exclude = (why: string) => found.excluded.set(why, (found.excluded.get(why) ?? 0) + 1);
  for (const entry of log.split("\x01")) {
    const [revert = "", , body = ""] = entry.trim().split("\0");
    const named = [...body.matchAll(/This reverts commit ([0-9a-f]{40})/g)].map((m) => m[1]!);
    if (named.length === 0) continue;
    if (named.length > 1) {
      exclude("takes back several commits at once");
      continue;
    }
    const commit = named[0]!;
    if (!known.has(commit)) {
      exclude("the commit is not in this history");
      continue;
    }
    if (seen.has(commit)) {
      exclude("taken back twice: counted once");
      continue;
    }
    seen.add(commit);
    const parents = git(folder, "log", "-1", "--format=%P", commit).trim().split(" ");
    if (parents.length !== 1 || parents[0] === "") {
      exclude("the commit is a merge");
      continue;
    }
    let lines: Pick<Reverted, "fresh" | "old">;
    try {
      lines = touchedLines(folder, commit, revert);
    } catch {
      exclude("the clone lacks contents of it");
      continue;
    }
    if (lines.fresh.length + lines.old.length === 0) {
      exclude("no line of a text file is in both");
      continue;
    }
    found.cases.push({
      commit,
      revert,
      subject: git(folder, "log", "-1", "--format=%s", commit).trim(),
      ...lines,
    });
  }
  found.cases.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return found;
}

function orderOf({ commit }: Reverted): string {
  return createHash("sha256").update(commit).digest("hex");
}

function touchedLines(folder: string, commit: string, revert: string): Pick<Reverted, "fresh" | "old"> {
  const made = changedLines(folder, commit);
  const undone = changedLines(folder, revert);
  return { fresh: inBoth(made.new, undone.old), old: inBoth(made.old, undone.new) };
}

function changedLines(folder: string, commit: string): { old: Line[]; new: Line[] } {
  const diff = git(
    folder,
    "-c",
    "core.quotePath=true",
    "diff",
    "-U0",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    `${commit}~1`,
    commit,
  );
  const found = { old: [] as Line[], new: [] as Line[] };
  for (const { oldPath, newPath, hunks } of parseUnifiedDiff(diff)) {
    for (const hunk of hunks) {
      let [old, fresh] = [hunk.oldStart, hunk.newStart];
      for (const { side, text } of hunk.lines) {
        // Blank lines are the same everywhere: they say nothing of what was touched.
        const isBlank = text.trim() === "";
        if (side === "old") {
          if (!isBlank) found.old.push({ path: oldPath!, line: old, text });
          old++;
        } else if (side === "new") {
          if (!isBlank) found.new.push({ path: newPath!, line: fresh, text });
          fresh++;
        }
      }
    }
  }
  return found;
}

/** Lines of `made` that stand in `undone` as well, in the same file, each as often as it does there. */
function inBoth(made: readonly Line[], undone: readonly Line[]): Line[] {
  const left = new Map<string, number>();
  const key = ({ path, text }: Line) => `${path}\0${text}`;
  for (const line of undone) left.set(key(line), (left.get(key(line)) ?? 0) + 1);
  return made.filter((line) => {
    const count = left.get(key(line)) ?? 0;
    if (count > 0) left.set(key(line), count - 1);
    return count > 0;
  });
}
