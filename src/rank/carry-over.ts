// What does ranking know of one snapshot that holds for the next? A change of a few files leaves nearly all of it as it is:
// the work after an edit is that of the edit, not that of the tree. No answer differs for it.
import type { Snapshot } from "../store/segment-view.ts";
import { changedFiles } from "./changed-files.ts";
import { carryPathTable } from "./path-table.ts";
import { carryReferences } from "./references.ts";

/** With more changed files than this nearly as much would be looked up as is made anew. */
const MOST_CHANGED = 32;

/** `after` is the snapshot of the same tree that follows `before`, which is read no more but by calls that go on. */
export function carryOver(before: Snapshot, after: Snapshot): void {
  const changed = changedFiles(before, after, MOST_CHANGED);
  if (changed === null) return;
  carryPathTable(before, after, changed);
  carryReferences(before, after, changed);
}
