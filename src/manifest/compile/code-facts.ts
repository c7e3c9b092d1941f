// What is known of a repository when a manifest is made of it: its packages, its files with their units, how much rests on
// each, what it uses, and what was said when it was changed. Made by the engine; nothing here reads a file.
import type { Unit } from "../../rank/units.ts";
import type { SourceNote } from "./source-tree.ts";

/** What a file is there for. */
export type CodeRole = "code" | "test" | "example" | "prose" | "data" | "generated";

export interface CodeFile {
  path: string;
  /** Id of its language. */
  language: string;
  role: CodeRole;
  /** Without secrets. */
  lines: readonly string[];
  /** Whole units in the order of the file; empty where nothing is known of it. */
  units: readonly Unit[];
  /** How much other code rests on it: 0 to 1, of all files of the repository. */
  weight: number;
  /** Subjects of commits that changed it, those that changed least beside it first. */
  subjects: readonly string[];
  /** Paths of files that it imports, proven. */
  uses: readonly string[];
}

export interface CodePackage {
  /** Folder; empty for the root. */
  path: string;
  name: string;
  /** Empty where its manifest has none. */
  description: string;
}

export interface CodeFacts {
  /** Name of the repository, as a file may have it. */
  id: string;
  packages: readonly CodePackage[];
  files: readonly CodeFile[];
  notes: readonly SourceNote[];
}
