// A file of leaves as a build writes it.
import { leafLines, type WrittenLeaf } from "../../src/manifest/beside-leaves.ts";
import { beginFile } from "../../src/store/atomic-write.ts";

export function writeLeaves(path: string, leaves: readonly WrittenLeaf[]): void {
  beginFile(path, leafLines(leaves)).finish();
}
