// The thread that runs patterns: it can be killed from outside while a pattern runs away.
import { parentPort, workerData } from "node:worker_threads";
import type { LineMatch } from "./line-matches.ts";
import type { CompiledPattern } from "./regex.ts";
import { type TextScanner, scanner } from "./scan-text.ts";

export interface ScanJob {
  pattern: CompiledPattern;
  texts: string[];
  /** Most lines to find in each text. */
  limit: number;
}

/**
 * What is found in a text is said at once: a later text of the job may never end. Nothing is said of a text without a
 * match. `lines` is null where the engine gave up (out of stack or memory).
 */
export type ScanMessage = { text: number; lines: LineMatch[] | null } | "done";

export interface ScanWorkerData {
  /** One number: how many texts were done since the thread began. */
  done: Int32Array;
}

const port = parentPort!;
const { done } = workerData as ScanWorkerData;
let ready: { js: string; scan: TextScanner } | null = null;

port.on("message", ({ pattern, texts, limit }: ScanJob) => {
  const js = `${pattern.js.flags}/${pattern.js.source}`;
  if (ready?.js !== js) ready = { js, scan: scanner(pattern) };
  const { scan } = ready;
  texts.forEach((text, i) => {
    const lines = attempt(() => scan(text, limit));
    if (lines === null || lines.length > 0) say({ text: i, lines });
    // After the message: what is counted has been said.
    Atomics.add(done, 0, 1);
  });
  say("done");
});

port.postMessage("ready", []);

function attempt(scan: () => LineMatch[]): LineMatch[] | null {
  try {
    return scan();
  } catch {
    return null;
  }
}

function say(message: ScanMessage): void {
  port.postMessage(message, []);
}
