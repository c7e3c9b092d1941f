// What of a review goes in? The lines that change come before everything else, each with the head of what they stand in;
// then a share for what stands around them, so that no part is empty where there is something to say; then more of each.
import type { Candidate } from "./candidate.ts";
import type { Choice, Dropped } from "./choose.ts";
import type { ReviewPart } from "./review-answer.ts";
import type { Selection } from "./selection.ts";

/** Shares of the room that lines taken out and what stands around may have before changed definitions are made whole. */
const REMOVED_SHARE = 0.2;
const AROUND_SHARE = 0.35;
/** One of those around is shown in so much of the room at first: its head, and the line that matters with a few more. */
const EACH_SHARE = 0.03;
const EACH_LEAST = 110;
/** So many of each part come before more of any: what may break first, then what the change promises. */
const FIRST_OF: readonly (readonly [ReviewPart, number])[] = [
  ["uses-left", 4],
  ["contract", 3],
  ["caller", 6],
  ["possible-caller", 3],
  ["test", 4],
];
/** From this turn on nothing is shown before all else is: what a generator makes. */
export const LAST_TURN = 9;

interface Offer {
  candidate: Candidate;
  rank: number;
}

/** Fills the selection up to `room`, in estimated cost. */
export function chooseByPart(selection: Selection, candidates: readonly Candidate[], room: number): Choice {
  const left = () => room - selection.cost;
  const all = candidates.map((candidate, rank): Offer => ({ candidate, rank }));
  const inTurn = (part: ReviewPart) =>
    all
      .filter((o) => o.candidate.part === part && turnOf(o) < LAST_TURN)
      .sort((a, b) => turnOf(a) - turnOf(b) || a.rank - b.rank);
  const changed = inTurn("changed");
  const taken = new Set<number>();
  const covered = new Set<number>();
  const isShown = (candidate: Candidate): boolean => {
    const lines = candidate.matches.map((m) => m.line);
    // What changes is made whole where there is room: nothing inside of it is shown beside it.
    return isAround(candidate) && (isIn(changed, candidate) || selection.shows(candidate.source, lines));
  };
  const take = ({ candidate, rank }: Offer, most: number, linesOnly: boolean): void => {
    if (taken.has(rank) || covered.has(rank)) return;
    if (isShown(candidate)) covered.add(rank);
    else if (selection.take(candidate, rank, { room: Math.min(left(), most), fill: false, linesOnly }))
      taken.add(rank);
  };
  const takeWithin = (offers: readonly Offer[], share: number, each: number, linesOnly: boolean): void => {
    const end = selection.cost + share;
    for (const offer of offers) take(offer, Math.min(each, end - selection.cost), linesOnly);
  };

  const removed = inTurn("removed");
  // One of each, then the next of each: a share that is too small for all leaves no part out.
  const around = byTurns(FIRST_OF.map(([part, first]) => inTurn(part).slice(0, first)));
  for (const offer of changed) take(offer, Infinity, true);
  takeWithin(removed, room * REMOVED_SHARE, Infinity, true);
  const each = Math.max(EACH_LEAST, Math.floor(room * EACH_SHARE));
  takeWithin(around, room * AROUND_SHARE, each, false);
  enlarge(selection, left, (c) => c.part === "changed");
  const rest = FIRST_OF.flatMap(([part]) => inTurn(part));
  takeWithin([...removed, ...rest], Infinity, each, false);
  for (const offer of changed) take(offer, Infinity, false);
  enlarge(selection, left, (c) => c.part === "removed");
  enlarge(selection, left, isAround);
  const last = all.filter((o) => turnOf(o) >= LAST_TURN);
  for (const offer of last) take(offer, Infinity, true);

  const dropped = all
    .filter(({ rank }) => !taken.has(rank))
    .map(({ candidate, rank }): Dropped => ({
      candidate,
      rank,
      why: covered.has(rank) ? "shown already" : "no room",
    }));
  const cut = selection.parts.some((p) => p.showing.form !== "whole");
  return { complete: dropped.every((d) => d.why !== "no room") && !cut, dropped };
}

function byTurns<One>(lists: readonly (readonly One[])[]): One[] {
  const most = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: most }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

function isIn(offers: readonly Offer[], { source, start, end }: Candidate): boolean {
  return offers.some(
    ({ candidate: c }) =>
      c.source.path === source.path && c.source.side === source.side && c.start <= start && end <= c.end,
  );
}

function turnOf({ candidate }: Offer): number {
  return candidate.turn ?? 0;
}

function isAround({ part }: Candidate): boolean {
  return part !== "changed" && part !== "removed";
}

/** Shows more of what is not whole yet, in turn. */
function enlarge(selection: Selection, left: () => number, of: (candidate: Candidate) => boolean): void {
  const parts = selection.parts.filter((p) => of(p.candidate) && p.showing.form !== "whole");
  parts.sort((a, b) => (a.candidate.turn ?? 0) - (b.candidate.turn ?? 0) || a.rank - b.rank);
  for (const part of parts) if (left() > 0) selection.enlarge(part, left(), false);
}
