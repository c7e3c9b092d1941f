// Which units of the files of a change are shown: on the new side the innermost ones that hold a changed line, on the old
// side what is gone, and the lines that were taken out of what stays.
import type { Candidate, PackSource } from "../pack/candidate.ts";
import { LAST_TURN } from "../pack/choose-by-part.ts";
import type { ReviewDeclaration, ReviewPart } from "../pack/review-answer.ts";
import { innermostUnits, type Unit } from "../rank/units.ts";
import { outlineOf } from "./candidates.ts";
import { changeOf } from "./changed-declarations.ts";
import { lostFrom, type FileThen, type Lost } from "./lost-declarations.ts";
import type { FileInReview, ReviewSide } from "./review-files.ts";

/** A candidate of the change itself, with the declaration that it is. */
export interface OfChange {
  candidate: Candidate;
  declaration: ReviewDeclaration | null;
  /** On the old side the line that names it, for whoever asks where it comes from. */
  oldLine: number | null;
}

/** Lines beyond the changed ones that a stretch outside any unit is shown with. */
const AROUND_STRETCH = 2;
/** Lines between two changed ones that still belong to one stretch. */
const NEAR_STRETCH = 3;
/** What changes weighs more than what stands beside a place where something was taken out. */
const CHANGED = 2;
const BESIDE = 1;

const TURNS: Record<FileInReview["kind"], number> = { code: 0, test: 1, text: 2, generated: LAST_TURN };
/** What is gone comes after what is new: it is nowhere any more to be wrong. */
const REMOVED_LATER = 3;

/** In the order of the file, the new side first. */
export function candidatesOfChange(file: FileInReview, fileRank: number): OfChange[] {
  const { fresh, old } = file;
  const turn = TURNS[file.kind];
  const found = fresh === null ? [] : changedUnits(file, fresh, { turn, fileRank });
  if (old !== null)
    found.push(...removedUnits(file, old, { turn: Math.min(LAST_TURN, turn + REMOVED_LATER), fileRank }));
  return found;
}

interface Place {
  turn: number;
  fileRank: number;
}

function changedUnits(file: FileInReview, side: ReviewSide, place: Place): OfChange[] {
  const { source, units } = side;
  const inner = innermostUnits(units, source.lines.length);
  const weights = new Map<number, number>();
  for (const line of side.beside) weights.set(line, BESIDE);
  for (const line of side.lines) weights.set(line, CHANGED);
  const lines = [...weights.keys()].sort((a, b) => a - b);
  const isAdded = file.old === null || file.file.change === "added";
  const weighed = (some: readonly number[]) => some.map((line) => ({ line, weight: weights.get(line)! }));
  const before = holdersBefore(file);
  const found: OfChange[] = [];
  for (const [at, own] of Map.groupBy(lines, (line) => inner[line]!)) {
    if (at === -1) {
      for (const [from, to, held] of stretches(
        // Blank lines between definitions say nothing of the change.
        own.filter((line) => source.lines[line - 1]!.trim() !== ""),
        source.lines.length,
        inner,
      )) {
        const only = held.every((line) => weights.get(line) === BESIDE);
        // What was taken out is shown as it was.
        if (only && before !== null) continue;
        const reason = isAdded ? "added" : only ? "lines taken out here" : "changed";
        const candidate = {
          ...linesOf(source, from, to),
          reason,
          matches: weighed(held),
          part: "changed" as const,
        };
        found.push({ candidate: { ...candidate, ...place }, declaration: null, oldLine: null });
      }
      continue;
    }
    // Beside is both of two neighbours: the one that held on the old side what was taken out.
    const only = own.every((line) => weights.get(line) === BESIDE);
    if (only && before !== null && !before.has(units[at]!.name)) continue;
    const declaration = declarationOf(file, side, at);
    const said = saidOfChange(declaration, isAdded, only);
    const candidate: Candidate = {
      ...unitOf(source, units, at),
      reason: said,
      matches: weighed(own),
      part: "changed",
      ...place,
    };
    found.push({ candidate, declaration, oldLine: oldLineOf(file, declaration) });
  }
  return found.sort((a, b) => a.candidate.start - b.candidate.start || b.candidate.end - a.candidate.end);
}

/** Names of what held the lines of the old side that are gone; null where that isn't known. */
function holdersBefore({ old }: FileInReview): Set<string> | null {
  if (old === null || old.facts === null) return null;
  const { units, source, lines } = old;
  const inner = innermostUnits(units, source.lines.length);
  const names = new Set<string>();
  for (const line of lines) {
    for (let at = inner[line]!; at !== -1; at = units[at]!.parent) names.add(units[at]!.name);
  }
  return names;
}

function saidOfChange(declaration: ReviewDeclaration | null, isAdded: boolean, beside: boolean): string {
  if (isAdded || declaration?.change === "added") return "added";
  if (declaration?.change === "signature") return "head changed";
  return beside ? "changed: lines taken out" : "changed";
}

function declarationOf(
  file: FileInReview,
  { source, facts }: ReviewSide,
  at: number,
): ReviewDeclaration | null {
  const symbol = facts?.symbols[at];
  if (symbol === undefined || symbol.kind === "section") return null;
  const { qualified, kind, signature, exported } = symbol;
  const before = file.old?.facts ?? null;
  const change =
    file.old === null ? "added" : changeOf({ qualified, kind, signature, exported }, before, "new");
  return { path: source.path, line: symbol.nameRange.start, kind, name: qualified, change, introduced: null };
}

function oldLineOf({ old }: FileInReview, declaration: ReviewDeclaration | null): number | null {
  if (old === null || old.facts === null || declaration === null) return null;
  const { name, kind } = declaration;
  return old.facts.symbols.find((s) => s.qualified === name && s.kind === kind)?.nameRange.start ?? null;
}

/** Stretches of lines outside any unit, with a few lines around that are outside as well. */
function stretches(
  lines: readonly number[],
  last: number,
  inner: Int32Array,
): [from: number, to: number, held: number[]][] {
  const found: [number, number, number[]][] = [];
  for (const line of lines) {
    const before = found.at(-1);
    if (before !== undefined && line - before[1] <= NEAR_STRETCH) {
      before[1] = line;
      before[2].push(line);
    } else found.push([line, line, [line]]);
  }
  for (const stretch of found) {
    for (let i = 0; i < AROUND_STRETCH && stretch[0] > 1 && inner[stretch[0] - 1] === -1; i++) stretch[0]--;
    for (let i = 0; i < AROUND_STRETCH && stretch[1] < last && inner[stretch[1] + 1] === -1; i++)
      stretch[1]++;
  }
  return found;
}

// ------------------------------------------------------------------ old side

function removedUnits(file: FileInReview, side: ReviewSide, place: Place): OfChange[] {
  const { source, units, facts } = side;
  const gone = new Set(side.lines);
  const isGone = file.fresh === null;
  const lost = lostOf(file).flatMap(({ symbol }) => {
    const at = facts!.symbols.indexOf(symbol);
    return at === -1 ? [] : [at];
  });
  const taken = new Set<number>();
  const found: OfChange[] = [];
  for (const at of lost) {
    const { start, end, line } = units[at]!;
    // A head that only lost its export stays, and is shown on the new side.
    if (!gone.has(line) || within(units, at, new Set(lost))) continue;
    for (let l = start; l <= end; l++) taken.add(l);
    const declaration = { ...declarationOf(file, side, at)!, change: "removed" as const };
    const candidate: Candidate = {
      ...unitOf(source, units, at),
      reason: "removed; as it was",
      matches: [{ line, weight: CHANGED }],
      part: "removed",
      ...place,
    };
    found.push({ candidate, declaration, oldLine: null });
  }
  const inner = innermostUnits(units, source.lines.length);
  const rest = side.lines.filter((line) => !taken.has(line) && source.lines[line - 1]!.trim() !== "");
  for (const run of runs(rest)) {
    const unit = units[inner[run[0]!]!];
    const of = isGone || unit === undefined || unit.name === "" ? "" : ` of ${unit.name}`;
    const candidate: Candidate = {
      ...linesOf(source, run[0]!, run.at(-1)!),
      reason: isGone ? "removed; as it was" : `taken out${of}; as it was`,
      matches: run.map((line) => ({ line, weight: CHANGED })),
      part: "removed",
      fileRank: place.fileRank,
      // Lines of what stays say what its change is; those of a file that is gone say least of all.
      turn: isGone ? place.turn + 1 : place.turn,
    };
    found.push({ candidate, declaration: null, oldLine: null });
  }
  return found.sort((a, b) => a.candidate.start - b.candidate.start);
}

function within(units: readonly Unit[], at: number, some: ReadonlySet<number>): boolean {
  for (let above = units[at]!.parent; above !== -1; above = units[above]!.parent)
    if (some.has(above)) return true;
  return false;
}

function runs(lines: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    // One line between that stays, or is blank, costs less than a header.
    if (last !== undefined && line - last.at(-1)! <= 2) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** What the file no longer declares or offers. */
export function lostOf(file: FileInReview): Lost[] {
  const then = thenOf(file);
  return then === null ? [] : lostFrom(then, file.fresh?.facts ?? null);
}

export function thenOf({ old, language }: FileInReview): FileThen | null {
  if (old === null || old.facts === null) return null;
  const { source, facts } = old;
  return { path: source.path, language, text: source.lines.join("\n"), facts };
}

// ------------------------------------------------------------------ candidates

const NONE = { score: 0, defines: [], uses: new Set<string>(), lanes: {}, fileRank: 0 } as const;

export function unitOf(
  source: PackSource,
  units: readonly Unit[],
  at: number,
): Omit<Candidate, "reason" | "matches" | "part"> {
  const { start, end, kind, name } = units[at]!;
  return {
    ...NONE,
    source,
    start,
    end: Math.min(end, source.lines.length),
    kind,
    name,
    outline: outlineOf(units, at),
  };
}

export function linesOf(
  source: PackSource,
  start: number,
  end: number,
): Omit<Candidate, "reason" | "matches" | "part"> {
  return { ...NONE, source, start, end, kind: "lines", name: "", outline: [] };
}

/** One text, shown for another part: never one span with the lines that are there for something else. */
export function apart(source: PackSource, part: ReviewPart): PackSource {
  return { ...source, key: `${source.path}\0${part}` };
}
