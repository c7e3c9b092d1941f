// Which files make one snapshot another than the one before? Told by their contents, wherever those rest.
import { compareStrings } from "../base/order.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";

/** A path that has another content, is new or is gone: its number in either snapshot, or -1. */
export interface ChangedFile {
  was: number;
  is: number;
}

/** All of them in the order of their paths; null where they are more than `most`. */
export function changedFiles(before: Snapshot, after: Snapshot, most: number): ChangedFile[] | null {
  const changed: ChangedFile[] = [];
  let was = 0;
  let is = 0;
  while (was < before.files.length || is < after.files.length) {
    const old = before.files[was];
    const now = after.files[is];
    // The table of files is made anew around rows that stay as they are.
    if (old === now) {
      was++;
      is++;
      continue;
    }
    const order = old === undefined ? 1 : now === undefined ? -1 : compareStrings(old.path, now.path);
    const change = { was: order <= 0 ? was++ : -1, is: order >= 0 ? is++ : -1 };
    if (order === 0 && contentOf(old!) === contentOf(now!)) continue;
    changed.push(change);
    if (changed.length > most) return null;
  }
  return changed;
}

/** What ranking knows of a file comes from its facts, which are those of its key. */
function contentOf({ key, segment }: LiveFile): string {
  return segment < 0 ? "" : key;
}
