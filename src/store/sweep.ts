// Which files have changed since the last snapshot? Told by what the folder says of them (size, times in nanoseconds,
// inode); content is read only where that differs, or where it can't be trusted:
//
//   A file that was written, read by us, and written again within one tick of the file system's clock has the same time
//   and may have the same size. So whatever was modified too shortly before it was read, or whose own
//   time was set then, is marked as doubtful (`base/file-clock.ts`), and the next sweep reads it once more.
import { compareStrings } from "../base/order.ts";
import type { LiveFile } from "./segment-view.ts";

/** What the sweep looks at of a file that exists now. */
export interface SweptFile {
  path: string;
  size: number;
  mtimeNs: bigint;
  ino: bigint;
  /** Time of the last change of content or attributes: no tool can set it back. */
  ctimeNs?: bigint;
}

export interface Sweep {
  /** Parallel to the files that exist now: the known one if it is unchanged, or null if it must be read. */
  known: (LiveFile | null)[];
  /** Indices of the files to read. */
  unread: number[];
  /** Nothing was changed, added or removed. */
  same: boolean;
}

/** Both lists are sorted by path. */
export function sweep(files: readonly SweptFile[], before: readonly LiveFile[]): Sweep {
  const known: (LiveFile | null)[] = [];
  const unread: number[] = [];
  let at = 0;
  let met = 0;
  for (let i = 0; i < files.length; i++) {
    const file = files[i]!;
    while (at < before.length && compareStrings(before[at]!.path, file.path) < 0) at++;
    const old = before[at];
    const found = old !== undefined && old.path === file.path;
    if (found) met++;
    if (found && isUnchanged(old, file)) known.push(old);
    else {
      known.push(null);
      unread.push(i);
    }
  }
  return { known, unread, same: unread.length === 0 && met === before.length };
}

function isUnchanged(old: LiveFile, now: SweptFile): boolean {
  if (old.doubtful === true || (old.segment < 0 && old.skip === null)) return false;
  // Some tools give an edited file its old time back; the system's own time of the change they can't choose.
  if (old.ctimeNs !== undefined && now.ctimeNs !== undefined && old.ctimeNs !== now.ctimeNs) return false;
  return old.size === now.size && old.mtimeNs === now.mtimeNs && old.ino === now.ino;
}
