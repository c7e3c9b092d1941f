// What is a walk given to look at, and whom does it tell?
import type { TrackedPaths } from "../git/index-file.ts";
import type { GitPlace } from "../git/settings.ts";
import type { Decision } from "./rule-stack.ts";
import type { SkipReason } from "./skip-reasons.ts";
import type { WalkMemory } from "./walk-memory.ts";
import type { WalkedFile, WalkFiles } from "./walk.ts";

/** What the walker tells. A decision is the rule behind it: for a file taken in, the rule that did so if there is one. */
export interface WalkVisitor {
  file(file: WalkedFile, decision: Decision | null): void;
  skip(reason: SkipReason, path: string, decision: Decision | null): void;
}

export interface WalkPlace {
  files: WalkFiles;
  place: GitPlace;
  /** Of a commit: its files. */
  listed?: TrackedPaths | null;
  memory?: WalkMemory | undefined;
}
