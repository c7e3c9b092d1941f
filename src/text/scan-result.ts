// What is searched, within which limits, and what came of it.
import type { PithError } from "../base/error.ts";
import type { LineMatch } from "./line-matches.ts";

export interface ScanFile {
  path: string;
  /** Read once, when its turn comes: a getter may load it. */
  readonly text: string;
}

export interface ScanOptions {
  /** Most lines of one file. */
  limitPerFile?: number;
  /** Most lines of all files together, in the order given. */
  limit?: number;
  /** Of each line only its first match. */
  firstOnly?: boolean;
  signal?: AbortSignal;
  /**
   * Called before the text of the file with this index is asked for, where that must be waited for. Gives up to which
   * index, without it, texts can be had until it is called again.
   */
  prepare?: (from: number) => Promise<number>;
}

export interface FileMatches {
  path: string;
  lines: LineMatch[];
  /** More lines match than are given. */
  capped: boolean;
}

/** `limit`: enough lines were found before; `time`: the fuse; `engine`: the pattern ran out of stack or memory. */
export type Unscanned = { path: string; why: "limit" | "time" | "engine" };

export interface ScanResult {
  /** Files with a match, in the order given. */
  files: FileMatches[];
  /** Number of files looked through. */
  scanned: number;
  /** Which limits cut something off. */
  caps: ("limit" | "limitPerFile")[];
  unscanned: Unscanned[];
  /** PATTERN_TIMEOUT if the fuse blew. What is given was found before; wall-clock time decided where it ends. */
  timeout: PithError | null;
}
