// The exact lane: files that hold the very text that a query quotes come before those that only hold its words. Looked
// for on disk among the best files by words, since a file that holds the text holds its words as well.
import { isSkipped, readTextFile } from "../files/read.ts";
import { rank, type RankedFile, type RankOptions, type RankResult } from "../rank/rank.ts";
import type { ReadQuery } from "../rank/read-query.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Workspace } from "./workspace.ts";

/** Files that are read in search of the quoted text: a tenth of a second at most. */
const MOST_READ = 200;

export function rankWithExact(
  workspace: Workspace,
  snapshot: Snapshot,
  query: ReadQuery,
  options: RankOptions & { limit: number },
): RankResult {
  if (query.quoted.length === 0) return rank(snapshot, query, options);
  const wide = rank(snapshot, query, { ...options, limit: Math.max(options.limit, MOST_READ) });
  const held = new Map(wide.files.map((file) => [file, quotesIn(workspace, file, query.quoted)]));
  // A stable sort: among files with as many of the texts the ranking by words stays.
  const files = wide.files.toSorted((a, b) => held.get(b)! - held.get(a)!);
  const best = Math.max(0, ...wide.files.map((f) => f.score));
  const first = (file: RankedFile): RankedFile => ({ ...file, score: best });
  return { ...wide, files: files.slice(0, options.limit).map((f) => (held.get(f)! > 0 ? first(f) : f)) };
}

function quotesIn(workspace: Workspace, { path }: RankedFile, quoted: readonly string[]): number {
  const file = readTextFile(workspace.root, path, workspace.config.values.ceilings);
  return isSkipped(file) ? 0 : quoted.filter((quote) => file.text.includes(quote)).length;
}
