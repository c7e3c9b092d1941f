// What was looked at, and what was not? The one computation behind every answer's completeness line.
import type { Scope } from "../files/scope.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import type { Walk } from "../files/walk.ts";
import type { Completeness } from "../pack/answer.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { compactCaps } from "./compact-caps.ts";

type Bounds = Pick<Scope, "matches" | "mayHoldMatches">;

/** Skip reason → count: what the walk left out, and what turned out to be unreadable when its content was read. */
export function skippedCounts(
  walk: Walk,
  snapshot: Snapshot,
  scope: Bounds | null = null,
): Record<string, number> {
  const counts = leftOutByWalk(walk, scope);
  for (const file of snapshot.files) {
    if (file.skip !== null && (scope === null || scope.matches(file.path))) count(counts, file.skip);
  }
  return sorted(counts);
}

/** What the walk left out inside a scope: a folder counts where the scope may reach into it. */
function leftOutByWalk(walk: Walk, scope: Bounds | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [reason, { count: total, paths }] of walk.skipped) {
    const inScope = scope === null ? total : paths.filter((path) => reaches(scope, path)).length;
    // Only the first names of a reason are kept. Where there are more, the figure is that of the whole root.
    const found = total > paths.length ? total : inScope;
    if (found > 0) counts.set(reason, found);
  }
  return counts;
}

function reaches(scope: Bounds, path: string): boolean {
  if (!path.endsWith("/")) return scope.matches(path);
  const folder = path.slice(0, -1);
  return scope.matches(folder) || scope.mayHoldMatches(folder);
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface CompletenessInput {
  caps?: readonly string[];
  unresolved?: readonly string[];
}

export interface IndexedInput extends CompletenessInput {
  /** Only what lies in this folder was to be looked at; ends in a slash. */
  folder?: string;
}

/** Of an answer that rests on the index. */
export function completenessOf(begun: BegunAnswer, input: IndexedInput = {}): Completeness {
  const { walk, snapshot } = begun.view;
  const { folder = "", caps = [], unresolved = [] } = input;
  const looked = snapshot.files.filter((f) => f.path.startsWith(folder) && begun.looksAt(f));
  const bounds = folder === "" ? begun.scope : boundsIn(folder, begun.scope);
  return {
    scope: begun.scopeText,
    files: {
      inScope: looked.length,
      read: looked.filter((f) => f.segment >= 0).length,
      skipped: skippedCounts(walk, snapshot, bounds),
    },
    caps: compactCaps(caps),
    unresolved: [...unresolved],
    partial: snapshot.partial,
  };
}

function boundsIn(folder: string, scope: Scope | null): Bounds {
  return {
    matches: (path) => path.startsWith(folder) && (scope === null || scope.matches(path)),
    mayHoldMatches: (path) =>
      (folder.startsWith(`${path}/`) || `${path}/`.startsWith(folder)) &&
      (scope === null || scope.mayHoldMatches(path)),
  };
}

export interface LiveScan extends CompletenessInput {
  inScope: number;
  read: number;
  /** Why files in scope were not read, file by file. */
  skipped: readonly SkipReason[];
}

/** Of an answer for which the files themselves were read, whatever the index knows of them. */
export function completenessOfScan(begun: BegunAnswer, scan: LiveScan): Completeness {
  const counts = leftOutByWalk(begun.view.walk, begun.scope);
  for (const reason of scan.skipped) count(counts, reason);
  return {
    scope: begun.scopeText,
    files: { inScope: scan.inScope, read: scan.read, skipped: sorted(counts) },
    caps: compactCaps(scan.caps ?? []),
    unresolved: [...(scan.unresolved ?? [])],
    partial: null,
  };
}

/** Of an answer that was asked for certain files: nothing else was to be looked at. */
export function completenessOfFiles(
  scope: string,
  files: Completeness["files"],
  caps: readonly string[] = [],
): Completeness {
  return {
    scope,
    files,
    caps: compactCaps(caps),
    unresolved: [],
    partial: null,
  };
}
