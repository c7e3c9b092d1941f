// What is on disk under a name that the rules take in?
import { constants } from "node:fs";
import type { WalkedFile, WalkFiles } from "./walk.ts";
import type { WalkMemory } from "./walk-memory.ts";

/** `stats.isFile()` of exact stats computes with big integers: a millisecond for a thousand files. */
const { S_IFMT, S_IFREG } = constants;

/** Null where it is gone, or was replaced by something else, since its folder was read. */
export function lookAtFile(
  files: WalkFiles,
  memory: WalkMemory | undefined,
  { path, absolute, tracked }: { path: string; absolute: string; tracked: boolean },
): WalkedFile | null {
  const known = memory?.file(path, absolute, tracked);
  if (known) return known;
  const stats = files.stat(absolute);
  if (stats === undefined || (Number(stats.mode) & S_IFMT) !== S_IFREG) return null;
  const { mtimeNs, ctimeNs, ino } = stats;
  return { path, size: Number(stats.size), mtimeNs, ctimeNs, ino, tracked };
}
