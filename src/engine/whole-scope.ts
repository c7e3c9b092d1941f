// All files in scope, whole, where they may fit and the query gives no reason to choose; of files of which lines are named,
// those lines.
import type { Candidate } from "../pack/candidate.ts";
import type { RankResult } from "../rank/rank.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { type Offered, packSourceOf } from "./candidates.ts";
import { insideRanges, type RangedScope } from "./scope-ranges.ts";
import { isMissing, type Missing, type Sources } from "./sources.ts";

/** Reading the whole scope is tried only where it may fit: a token is rarely more than six bytes of text. */
const BYTES_PER_TOKEN = 6;
const MOST_WHOLE_FILES = 60;
/** A query gives reason to choose where one unit holds this share of what it asks for. */
const REASON_TO_CHOOSE = 0.5;

/** All files in scope, whole, if they may fit and the query does not point at a part of them. */
export async function wholeScope(
  begun: BegunAnswer,
  sources: Sources,
  ranked: RankResult,
  offered: readonly Offered[],
  ranges: RangedScope["ranges"],
): Promise<{ candidates: Candidate[]; gone: Missing[] } | null> {
  const { snapshot } = begun.view;
  const inScope: number[] = [];
  for (let i = 0, bytes = 0; i < snapshot.files.length; i++) {
    const file = snapshot.files[i]!;
    if (file.segment < 0 || !begun.looksAt(file)) continue;
    if (!ranges.has(file.path)) bytes += file.size;
    inScope.push(i);
    if (inScope.length > MOST_WHOLE_FILES || bytes > begun.budget * BYTES_PER_TOKEN) return null;
  }
  if (inScope.length === 0) return null;
  // Who names lines wants those.
  if (ranges.size === 0 && pointsAtPart(ranked, offered)) return null;
  const loaded = await sources.ofSnapshot(snapshot, inScope);
  const candidates = loaded.flatMap((source, fileRank): Candidate[] => {
    if (isMissing(source) || source.lines.length === 0) return [];
    const whole: Candidate = {
      source: packSourceOf(source),
      start: 1,
      end: source.lines.length,
      kind: ranges.has(source.path) ? "lines" : "file",
      name: "",
      reason: "all of the scope fits",
      score: 1,
      fileRank,
      matches: [],
      outline: [],
      defines: [],
      uses: new Set<string>(),
      lanes: {},
    };
    return insideRanges(whole, ranges);
  });
  return { candidates, gone: loaded.filter(isMissing) };
}

function pointsAtPart(ranked: RankResult, offered: readonly Offered[]): boolean {
  if (ranked.files.some((file) => file.named)) return true;
  const { query, importance } = ranked;
  const total = importance.reduce((a, b) => a + b, 0);
  if (total === 0) return false;
  return (
    offered.some((o) => o.share >= REASON_TO_CHOOSE) || query.paths.length > 0 || query.quoted.length > 0
  );
}
