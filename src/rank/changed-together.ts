// Which files changed together with some files before? Counted over commits; commits that change very much say nothing of
// what belongs together.
import { compareStrings } from "../base/order.ts";

/** Of a commit, what the count rests on. */
export interface CommitPaths {
  readonly paths: readonly string[];
}

export interface Together {
  readonly path: string;
  /** Commits that changed it and one of the files. */
  readonly commits: number;
  /** Commits that changed one of the files. */
  readonly of: number;
}

/** A commit that changes more files is a sweep (a rename everywhere, a formatter): its pairs are chance. Set by hand. */
const MOST_FILES = 30;
/** Together once is chance, and less often than this share of the time hardly more. */
const LEAST_COMMITS = 2;
const LEAST_SHARE = 0.15;

/** The most often together first. */
export function changedTogether(commits: readonly CommitPaths[], files: readonly string[]): Together[] {
  const asked = new Set(files);
  const counts = new Map<string, number>();
  let of = 0;
  for (const { paths } of commits) {
    if (paths.length > MOST_FILES || !paths.some((path) => asked.has(path))) continue;
    of++;
    for (const path of new Set(paths)) if (!asked.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= LEAST_COMMITS && count >= of * LEAST_SHARE)
    .map(([path, count]): Together => ({ path, commits: count, of }))
    .sort((a, b) => b.commits - a.commits || compareStrings(a.path, b.path));
}
