// What does an answer say of a file that changed under it? One sentence each, which `compact-caps.ts` can count; what it
// says to do makes it go away.
import type { SkipReason } from "../files/skip-reasons.ts";
import { pathLabel } from "../pack/label.ts";

export function writtenMeanwhile(path: string): string {
  return `${pathLabel(path)} was being written while it was read (ask again)`;
}

export function skippedMeanwhile({ path, skip }: { path: string; skip: SkipReason }): string {
  return `${pathLabel(path)} ${skip} while it was read (ask again)`;
}

export function changedMeanwhile(path: string): string {
  return `${pathLabel(path)} changed while it was searched (ask again)`;
}
