// By what is it told that a file was written over? By its state; a content that came with the same state, within one tick of the
// file system's clock, is told by nothing, so what was just written is not relied on.
import { statSync } from "node:fs";

/** The coarsest clock that is met (FAT), in ms. */
const TICK = 2_000;

export function fileStamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "gone" : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** Whether a later content can't have the stamp that it has now. */
export function isSettled(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs)) > TICK;
}
