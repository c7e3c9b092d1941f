// How are files ranked for who asks now? With the factors on lanes that are set, with the vectors of a provider where one is
// set, and by the exact lane: files that hold the very text that a query quotes come before those that only hold its words.
// Looked for on disk among the best files by words, since a file that holds the text holds its words as well.
import { isSkipped, type ReadText } from "../files/read.ts";
import { rank, type RankedFile, type RankOptions, type RankResult } from "../rank/rank.ts";
import type { ReadQuery } from "../rank/read-query.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { textFinder } from "../text/find-text.ts";
import { searchedText } from "../redact/searched-text.ts";
import type { Workspace } from "./workspace.ts";

/** Files that are read in search of the quoted text: a tenth of a second at most. */
const MOST_READ = 200;

export interface RankedNow extends RankResult {
  /** For the completeness line: why a provider of vectors that is set had no part in it, or not in all. */
  said: readonly string[];
  /** Whose vectors ranked; null where those of Pith's own did. */
  provider: string | null;
}

export async function rankAsked(
  workspace: Workspace,
  snapshot: Snapshot,
  query: ReadQuery,
  { signal, ...asked }: RankOptions & { limit: number; signal?: AbortSignal | undefined },
): Promise<RankedNow> {
  const provided = await workspace.provider.of(workspace, snapshot, query.text, signal);
  const given = provided?.given ?? null;
  const said = provided?.said ?? [];
  const provider = given === null ? null : given.model;
  const options = { ...asked, laneWeights: workspace.config.values.laneWeights, given };
  if (query.quoted.length === 0) return { ...rank(snapshot, query, options), said, provider };
  const wide = rank(snapshot, query, { ...options, limit: Math.max(options.limit, MOST_READ) });
  const quotes = query.quoted.map((quote): Quote => {
    const find = textFinder(quote);
    return (text) => find(text, 0) !== -1;
  });
  const read = await workspace.open(wide.files.map(({ path }) => path));
  const held = new Map(wide.files.map((file) => [file, quotesIn(read, file, quotes)]));
  // A stable sort: among files with as many of the texts the ranking by words stays.
  const files = wide.files.toSorted((a, b) => held.get(b)! - held.get(a)!);
  const best = Math.max(0, ...wide.files.map((f) => f.score));
  const first = (file: RankedFile): RankedFile => ({ ...file, score: best });
  return {
    ...wide,
    said,
    provider,
    files: files.slice(0, options.limit).map((f) => (held.get(f)! > 0 ? first(f) : f)),
  };
}

type Quote = (text: string) => boolean;

function quotesIn(read: ReadText, { path }: RankedFile, quotes: readonly Quote[]): number {
  const file = read(path);
  if (isSkipped(file) || !quotes.some((holds) => holds(file.text))) return 0;
  // What stands in a secret must not be found.
  const text = searchedText(path, file.text);
  return quotes.filter((holds) => holds(text)).length;
}
