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

/** For each text its lines; null where the engine gave up (out of stack or memory). */
export type ScanAnswer = (LineMatch[] | null)[];

export interface ScanWorkerData {
  /** One number: which text of the job is being read. */
  position: Int32Array;
}

const port = parentPort!;
const { position } = workerData as ScanWorkerData;
let ready: { js: string; scan: TextScanner } | null = null;

port.on("message", ({ pattern, texts, limit }: ScanJob) => {
  const js = `${pattern.js.flags}/${pattern.js.source}`;
  if (ready?.js !== js) ready = { js, scan: scanner(pattern) };
  const { scan } = ready;
  port.postMessage(
    texts.map((text, i) => {
      Atomics.store(position, 0, i);
      return attempt(() => scan(text, limit));
    }),
    [],
  );
});

port.postMessage("ready", []);

function attempt(scan: () => LineMatch[]): LineMatch[] | null {
  try {
    return scan();
  } catch {
    return null;
  }
}
