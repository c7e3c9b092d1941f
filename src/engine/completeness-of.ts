// What was looked at, and what was not? The one computation behind every answer's completeness line.
import type { Scope } from "../files/scope.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import type { Walk } from "../files/walk.ts";
import type { Completeness } from "../pack/answer.ts";
import type { WordHelp } from "../rank/query-help.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { compactCaps } from "./compact-caps.ts";

type Bounds = Pick<Scope, "matches" | "mayHoldMatches">;

/** Skip reason → count: what the walk left out, and what turned out to be unreadable when its content was read. */
export function skippedCounts(
  walk: Walk,
  snapshot: Snapshot,
  scope: Bounds | null = null,
): { counts: Record<string, number>; ofRoot: string[] } {
  const { counts, ofRoot } = leftOutByWalk(walk, scope);
  for (const file of snapshot.files) {
    if (file.skip !== null && (scope === null || scope.matches(file.path))) count(counts, file.skip);
  }
  return { counts: sorted(counts), ofRoot };
}

interface LeftOut {
  counts: Map<string, number>;
  /** Reasons of so many paths that nobody knows which lie in the scope: their figures are those of the whole root. */
  ofRoot: string[];
}

/** What the walk left out inside a scope: a folder counts where the scope may reach into it. */
function leftOutByWalk(walk: Walk, scope: Bounds | null): LeftOut {
  const counts = new Map<string, number>();
  const ofRoot: string[] = [];
  for (const [reason, { count: total, paths }] of walk.skipped) {
    const isCut = scope !== null && total > paths.length;
    const inScope = scope === null || isCut ? total : paths.filter((path) => reaches(scope, path)).length;
    if (isCut) ofRoot.push(reason);
    if (inScope > 0) counts.set(reason, inScope);
  }
  return { counts, ofRoot };
}

/** What a figure of the whole root says of a scope. */
function ofRootSentence(ofRoot: readonly string[]): string[] {
  return ofRoot.length === 0 ? [] : [`${ofRoot.join(", ")} counted in the whole root, not in the scope`];
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
  words?: readonly WordHelp[];
}

export interface IndexedInput extends CompletenessInput {
  /** Only what lies in this folder was to be looked at; ends in a slash. */
  folder?: string;
}

/** Of an answer that rests on the index. */
export function completenessOf(begun: BegunAnswer, input: IndexedInput = {}): Completeness {
  const { walk, snapshot } = begun.view;
  const { folder = "", caps = [], unresolved = [], words = [] } = input;
  let inScope = 0;
  let read = 0;
  for (const file of snapshot.files) {
    if (!file.path.startsWith(folder) || !begun.looksAt(file)) continue;
    inScope++;
    if (file.segment >= 0) read++;
  }
  const bounds = folder === "" ? begun.scope : boundsIn(folder, begun.scope);
  const { counts: skipped, ofRoot } = skippedCounts(walk, snapshot, bounds);
  return {
    scope: begun.scopeText,
    files: { inScope, read, skipped },
    caps: compactCaps([...caps, ...ofRootSentence(ofRoot)]),
    unresolved: [...unresolved],
    ...(words.length === 0 ? {} : { words: [...words] }),
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
  const { counts, ofRoot } = leftOutByWalk(begun.view.walk, begun.scope);
  for (const reason of scan.skipped) count(counts, reason);
  return {
    scope: begun.scopeText,
    files: { inScope: scan.inScope, read: scan.read, skipped: sorted(counts) },
    caps: compactCaps([...(scan.caps ?? []), ...ofRootSentence(ofRoot)]),
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
