// What goes in? Best first, each within a share of the budget, so that one long unit does not take the place of three
// short ones; then what is left is spent on more of the best, on what had to wait, and on neighbours of what was chosen.
import type { Candidate, PackUnit } from "./candidate.ts";
import type { Part } from "./groups.ts";
import type { Selection } from "./selection.ts";

/**
 * Largest share of the budget for the first place and for each later one while others wait. A unit that costs more is
 * first trimmed to what answers. Small shares, so that many places come in: on questions mined from doc comments the
 * declaration asked for is shown in 0.69 of the answers of 2,000 tokens, against 0.59 with shares of 0.5 and 0.3.
 */
const FIRST_SHARE = 0.25;
const LATER_SHARE = 0.07;
/**
 * The first place is shown whole up to this share, and one of the next few that has no room in its share for its name
 * and one line gets a little more at once: else the best waits while lesser ones, that happen to be short, take its
 * place. The same questions with 600 tokens: 0.32 without either, 0.45 with the first, 0.49 with both; 2,000 tokens:
 * 0.69, 0.69, 0.715 (other repositories: 0.32 to 0.46, and 0.70 to 0.71).
 */
const FIRST_WHOLE = 0.5;
const EARLY_PLACES = 10;
const EARLY_COST = 160;
/** A unit that costs no more than this is shown whole whatever its share: half a short function says little. */
const SMALL_COST = 120;
const SMALL_SHARE = 0.2;
/**
 * Parts of one file before other files have had their turn; more of the two best, whose units answer most often. The same
 * questions, 2,000 tokens: 0.725 with five of every file, 0.766 so, 0.775 with 25 of every file; share of the files asked
 * for by the labelled questions that the answer shows (`bench context-files`): 0.933, 0.914, 0.910.
 */
const PARTS_PER_FILE = 5;
const BEST_FILES = 2;
const PARTS_OF_BEST = 10;
/** A candidate of which this much is shown already says nothing new. */
const COVERED = 0.8;
/** Room too small to be worth a header and a line, as a share of the budget. */
const LEAST_SHARE = 0.015;

/** Why a candidate is not shown. */
export type DropReason = "no room" | "shown already" | "shown before in the session";

export interface Dropped {
  candidate: Candidate;
  rank: number;
  why: DropReason;
}

export interface Choice {
  /** Nothing was left out or cut for lack of room. */
  complete: boolean;
  /** By rank. */
  dropped: Dropped[];
}

/** All candidates but one, for lack of room. */
export function allDropped(candidates: readonly Candidate[], shown = -1): Dropped[] {
  const all = candidates.map((candidate, rank): Dropped => ({ candidate, rank, why: "no room" }));
  return all.filter(({ rank }) => rank !== shown);
}

/** Fills the selection up to `room`, in estimated cost. */
export function choose(selection: Selection, candidates: readonly Candidate[], room: number): Choice {
  // What is in already has no part in the shares.
  const own = room - selection.cost;
  const least = Math.ceil(own * LEAST_SHARE);
  const left = () => room - selection.cost;
  if (own <= 0) return { complete: candidates.length === 0, dropped: allDropped(candidates) };
  const dropped: Dropped[] = [];
  let waiting: Dropped[] = [];

  /** False where there is no room for it yet. */
  const offer = (candidate: Candidate, rank: number, most: number): boolean => {
    if (left() < least) return false;
    if (selection.covered(candidate) >= COVERED) {
      dropped.push({ candidate, rank, why: "shown already" });
      return true;
    }
    return selection.take(candidate, rank, { room: Math.min(left(), most), fill: false });
  };

  const offerFirst = (candidate: Candidate): boolean => {
    if (selection.covered(candidate) < COVERED) return takeFirst(selection, candidate, own);
    dropped.push({ candidate, rank: 0, why: "shown already" });
    return true;
  };

  const small = Math.min(SMALL_COST, Math.floor(own * SMALL_SHARE));
  const share = Math.max(small, Math.floor(own * LATER_SHARE));
  const early = Math.min(EARLY_COST, Math.floor(own * FIRST_SHARE));
  candidates.forEach((candidate, rank) => {
    const taken =
      rank === 0
        ? offerFirst(candidate)
        : selection.partsIn(candidate.source.path) < mostParts(candidate) &&
          (offer(candidate, rank, share) ||
            (rank < EARLY_PLACES && early > share && offer(candidate, rank, early)));
    if (!taken) waiting.push({ candidate, rank, why: "no room" });
  });
  enlargeParts(selection, left, least, false);
  const again = waiting;
  waiting = [];
  for (const entry of again) if (!offer(entry.candidate, entry.rank, Infinity)) waiting.push(entry);
  enlargeParts(selection, left, least, true);
  const cut = selection.parts.some(isCut);
  if (waiting.length === 0 && !cut) offerNeighbours(selection, candidates.length, left, least);
  dropped.push(...waiting);
  return { complete: waiting.length === 0 && !cut, dropped: dropped.sort((a, b) => a.rank - b.rank) };
}

function mostParts({ fileRank }: Candidate): number {
  return fileRank < BEST_FILES ? PARTS_OF_BEST : PARTS_PER_FILE;
}

/** The best place: whole if that leaves room for others, else what answers of it, in as little of the room as will do. */
function takeFirst(selection: Selection, first: Candidate, room: number): boolean {
  const inShare = (share: number, wholeOnly = false) =>
    selection.take(first, 0, { room: Math.floor(room * share), fill: false, wholeOnly });
  return inShare(FIRST_WHOLE, true) || [FIRST_SHARE, FIRST_WHOLE, 1].some((share) => inShare(share));
}

/** Shows more of what is not whole yet, the best first. */
function enlargeParts(selection: Selection, left: () => number, least: number, fill: boolean): void {
  for (const part of selection.parts.sort((a, b) => a.rank - b.rank)) {
    if (left() < least) return;
    if (isCut(part)) selection.enlarge(part, left(), fill);
  }
}

function isCut({ candidate, showing }: Part): boolean {
  return showing.form !== "whole" && candidate.only === undefined;
}

function offerNeighbours(selection: Selection, firstRank: number, left: () => number, least: number): void {
  let rank = firstRank;
  for (const candidate of neighbours(selection)) {
    if (left() < least) return;
    if (selection.covered(candidate) >= COVERED) continue;
    selection.take(candidate, rank++, { room: left(), fill: true });
  }
}

/** Units beside the chosen ones, nearest first, file by file in the order in which the files were chosen. */
function neighbours(selection: Selection): Candidate[] {
  const found: Candidate[] = [];
  for (const { source, parts } of selection.files) {
    const chosen = parts.map((p) => p.candidate);
    const units = source.units ?? [];
    const distance = (unit: PackUnit) =>
      Math.min(...chosen.map((c) => Math.max(0, unit.start - c.end, c.start - unit.end)));
    const beside = units
      .filter((u) => u.parent === -1 || chosen.some((c) => isSibling(units, u, c)))
      .map((unit) => ({ unit, away: distance(unit) }))
      .filter(({ away }) => away > 0)
      .sort((a, b) => a.away - b.away || a.unit.start - b.unit.start);
    const { fileRank } = chosen[0]!;
    for (const { unit } of beside) found.push(neighbour(unit, chosen[0]!.source, fileRank));
  }
  return found;
}

function neighbour(
  { start, end, kind, name }: PackUnit,
  source: Candidate["source"],
  fileRank: number,
): Candidate {
  return {
    source,
    start,
    end,
    kind,
    name,
    reason: "next to it",
    score: 0,
    fileRank,
    matches: [],
    outline: [],
    defines: [],
    uses: new Set(),
    lanes: {},
  };
}

function isSibling(units: readonly PackUnit[], unit: PackUnit, candidate: Candidate): boolean {
  const parent = units[unit.parent];
  return parent !== undefined && parent.start <= candidate.start && candidate.end <= parent.end;
}
