// How large are the files that a reply names, read whole? Other systems tell what that would have cost.
import { statSync } from "node:fs";
import { join } from "node:path";

/** Bytes on disk now; 0 for one that is gone, and where the root isn't known. */
export function bytesOf(root: string | undefined, path: string): number {
  return root === undefined ? 0 : (statSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0);
}
