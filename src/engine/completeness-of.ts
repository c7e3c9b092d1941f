// What was looked at, and what was not? The one computation behind every answer's completeness line.
import type { Scope } from "../files/scope.ts";
import type { Walk } from "../files/walk.ts";
import type { Completeness } from "../pack/answer.ts";
import type { Snapshot } from "../store/segment-view.ts";

/** Skip reason → count: what the walk left out, and what turned out to be unreadable when its content was read. */
export function skippedCounts(walk: Walk, snapshot: Snapshot): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [reason, { count }] of walk.skipped) counts.set(reason, count);
  for (const file of snapshot.files) {
    if (file.skip !== null) counts.set(file.skip, (counts.get(file.skip) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface CompletenessInput {
  walk: Walk;
  snapshot: Snapshot;
  scope: Scope | null;
  caps?: readonly string[];
  unresolved?: readonly string[];
  /** Files looked at, where that is not simply the indexed ones in scope. */
  read?: number;
}

export function completenessOf(input: CompletenessInput): Completeness {
  const { walk, snapshot, scope } = input;
  let inScope = 0;
  let read = 0;
  for (const file of snapshot.files) {
    if (scope !== null && !scope.matches(file.path)) continue;
    inScope++;
    if (file.segment >= 0) read++;
  }
  return {
    scope: scope === null ? "all files" : scope.describe,
    files: { inScope, read: input.read ?? read, skipped: skippedCounts(walk, snapshot) },
    caps: [...(input.caps ?? [])],
    unresolved: [...(input.unresolved ?? [])],
    partial: snapshot.partial,
  };
}
