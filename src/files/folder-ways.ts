// What was decided about the names in a folder, that need not be decided again? Rules, index and configuration say of most
// names the same in every walk. What they said is kept with the names of the folder, for as long as these are believed
// (`walk-memory.ts`), and holds under the same rules, the same index and the same configuration alone: each is told by its
// object, which is another one after any change (`rule-memory.ts`, `Tracked`). What depends on anything else (the state of
// a tracked file that is left out, Pith's own folders, the ceiling of files) is not kept.
import type { FolderNames } from "./folder-names.ts";
import type { RuleStack } from "./rule-stack.ts";
import { SKIP_REASONS } from "./skip-reasons.ts";
import type { SkipReason } from "./skip-reasons.ts";
import type { Tracked } from "./tracked.ts";
import type { WalkedFile } from "./walk.ts";
import type { Folder } from "./walked-folder.ts";

/** What is kept of a name: nothing, a file of either kind, a folder to enter; or a reason, from `SKIPPED` on. */
export const WAY = { ask: 0, tracked: 1, untracked: 2, enter: 3 } as const;
const SKIPPED = 4;
const REASONS = Object.keys(SKIP_REASONS) as SkipReason[];
const WAY_OF_REASON = new Map(REASONS.map((reason, i) => [reason, SKIPPED + i]));

export function wayOf(reason: SkipReason): number {
  return WAY_OF_REASON.get(reason)!;
}

/** The reason that a way stands for; undefined for another way. */
export function reasonOf(way: number): SkipReason | undefined {
  return REASONS[way - SKIPPED];
}

export interface FolderWays {
  stack: RuleStack;
  tracked: Tracked | null;
  /** Whether Git ignores the folder. */
  isIgnored: boolean;
  /** The configuration and the root, as text. */
  scope: string;
  /** By place of the name. */
  ways: Uint8Array;
  /** Of a file its path, which its row has as well; of a folder to enter its path with a slash. */
  paths: string[];
}

export function waysFor({ names }: FolderNames, folder: Folder, scope: string): FolderWays {
  const { stack, holder, ignoredBy } = folder;
  return {
    stack,
    tracked: holder.tracked,
    isIgnored: ignoredBy !== null,
    scope,
    ways: new Uint8Array(names.length),
    paths: Array.from(names, () => ""),
  };
}

export function holdFor(kept: FolderWays, { stack, holder, ignoredBy }: Folder, scope: string): boolean {
  return (
    kept.stack === stack &&
    kept.tracked === holder.tracked &&
    kept.isIgnored === (ignoredBy !== null) &&
    kept.scope === scope
  );
}

/** A file that was taken, or what may be kept of one that was left out. */
export function keepFile(known: FolderWays | null, place: number, outcome: WalkedFile | number): void {
  if (known === null) return;
  if (typeof outcome === "number") known.ways[place] = outcome;
  else {
    known.ways[place] = outcome.tracked ? WAY.tracked : WAY.untracked;
    known.paths[place] = outcome.path;
  }
}

/** The same of a folder in another: a rule by which Git ignores it from there on is looked for each time. */
export function keepFolder(
  known: FolderWays | null,
  place: number,
  outcome: Folder | number,
  parent: Folder,
): void {
  if (known === null) return;
  if (typeof outcome === "number") known.ways[place] = outcome;
  else if (outcome.ignoredBy === parent.ignoredBy) {
    known.ways[place] = WAY.enter;
    known.paths[place] = outcome.prefix;
  }
}
