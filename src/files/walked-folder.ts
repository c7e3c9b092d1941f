// A folder on the way of a walk: under which rules it stands, and how far its names were gone through.
import type { FolderNames } from "./folder-names.ts";
import type { FolderWays } from "./folder-ways.ts";
import type { Holder } from "./repository-rules.ts";
import type { Decision, RuleStack } from "./rule-stack.ts";

export interface Folder {
  /** In front of names: empty, or with a slash at its end. Starts at the top of the root's work tree. */
  prefix: string;
  /** On disk, with a slash at its end. */
  absolute: string;
  stack: RuleStack;
  holder: Holder;
  /** The rule by which Git ignores it: then only what the index names is taken. */
  ignoredBy: Decision | null;
}

/** A folder that is being gone through. */
export interface Opened {
  folder: Folder;
  found: FolderNames;
  /** What the walk before decided about its names, to be completed; null where nothing is kept. */
  known: FolderWays | null;
  /** The next of its names. */
  at: number;
}
