// The thread that runs patterns: it can be killed from outside while a pattern runs away.
import { parentPort, workerData } from "node:worker_threads";
import type { LineOptions } from "./line-matches.ts";
import { packLines } from "./packed-lines.ts";
import type { ReadPattern } from "./regex.ts";
import { type TextScanner, scanner } from "./scan-text.ts";

export interface ScanJob {
  pattern: ReadPattern;
  texts: string[];
  options: LineOptions;
}

/**
 * What is found in a text is said at once: a later text of the job may never end. Nothing is said of a text without a
 * match. `lines` is null where the engine gave up (out of stack or memory). `refused`: V8 takes no such pattern; instead
 * of `done`.
 */
export type ScanMessage = { text: number; lines: Int32Array | null } | "done" | "refused";

export interface ScanWorkerData {
  /** One number: how many texts were done since the thread began. */
  done: Int32Array;
}

const port = parentPort!;
const { done } = workerData as ScanWorkerData;
/** Of the last job; null: refused. */
let ready: { key: string; scan: TextScanner | null } | null = null;

port.on("message", ({ pattern, texts, options }: ScanJob) => {
  const key = JSON.stringify([pattern.pattern, pattern.ignoreCase, pattern.word]);
  if (ready?.key !== key) ready = { key, scan: attempt(() => scanner(pattern)) };
  const { scan } = ready;
  if (scan === null) {
    say("refused");
    return;
  }
  texts.forEach((text, i) => {
    const lines = attempt(() => packLines(scan(text, options)));
    if (lines === null || lines.length > 0) say({ text: i, lines });
    // After the message: what is counted has been said.
    Atomics.add(done, 0, 1);
  });
  say("done");
});

port.postMessage("ready", []);

function attempt<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch {
    return null;
  }
}

function say(message: ScanMessage): void {
  port.postMessage(message, []);
}
