// Which lines of many files match a pattern? Plain texts are looked for here and now; real patterns run in worker
// threads under a fuse: JavaScript's regular expressions can take for ever, and only killing their thread stops them.
//
//   files ──► needs a literal? ──no──► batches of 64 kB ──► threads ──► answers, put back into the order of the files
//                   └── not in it: scanned, no match                        └── fuse: threads killed, the rest unscanned
import { throwIfCancelled } from "../base/error.ts";
import type { ReadPattern } from "./regex.ts";
import type { ScanFile, ScanOptions, ScanResult } from "./scan-result.ts";
import { ScanRun } from "./scan-run.ts";
import { literalScanner } from "./scan-text.ts";
import { ScanThread } from "./scan-thread.ts";

export type { LineMatch } from "./line-matches.ts";
export type { FileMatches, ScanFile, ScanOptions, ScanResult, Unscanned } from "./scan-result.ts";

export interface Scanner {
  /** Throws CANCELLED. One scan runs at a time; others wait. */
  scan(files: readonly ScanFile[], pattern: ReadPattern, options?: ScanOptions): Promise<ScanResult>;
  close(): Promise<void>;
}

export interface ScannerSettings {
  /** Threads; 1 by default, since the reading of files costs as much as most patterns. */
  workers?: number;
  /** Milliseconds that the pattern of one scan may take: the start of threads and the reading of files do not count. */
  fuseMs?: number;
}

/** A person waits this long for an answer, and no longer. */
const DEFAULT_FUSE_MS = 5000;

export function createScanner({ workers = 1, fuseMs = DEFAULT_FUSE_MS }: ScannerSettings = {}): Scanner {
  const threads = Array.from({ length: Math.max(1, workers) }, () => new ScanThread());
  let last: Promise<unknown> = Promise.resolve();
  return {
    async scan(files, pattern, options = {}) {
      throwIfCancelled(options.signal);
      const run = new ScanRun(files, pattern, options);
      const literal = literalScanner(pattern);
      if (literal !== null) return run.inline(literal);
      const mine = last.then(() => run.inThreads(threads, fuseMs));
      last = mine.catch(() => {});
      return mine;
    },
    async close() {
      await Promise.all(threads.map((t) => t.kill()));
    },
  };
}
