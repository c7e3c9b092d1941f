// How is a worker thread started, and how did it end?
import { getCompileCacheDir } from "node:module";
import { dirname, extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { WorkOrder, WorkPart } from "./words-work.ts";
import type { WorkerStart } from "./words-worker.ts";

/** Space for new objects, which V8 would let grow to 48 MB a thread. Little survives a file, so nothing is lost. */
const YOUNG_MB = 12;

// From source in a checkout, from the bundle in the package.
const WORKER = new URL(`./words-worker${extname(import.meta.url)}`, import.meta.url);

export interface WordsThread {
  /** Fulfilled when it has ended, in whatever way. */
  done: Promise<void>;
  /** Whether it ended before its work did, or never began. Known when it is done. */
  died(): boolean;
  stop(): Promise<void>;
}

/** A worker that dies, or can't be started, costs time and not the answer: it never throws. */
export function startWorker(
  order: WorkOrder,
  onPart: (part: WorkPart) => void,
  module: URL = WORKER,
): WordsThread {
  let worker: Worker;
  try {
    worker = new Worker(module, {
      workerData: { order, compileCache: compileCache() } satisfies WorkerStart,
      // Those of the process may be for its main script alone, such as `--input-type`.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
  } catch {
    return { done: Promise.resolve(), died: () => true, stop: () => Promise.resolve() };
  }
  let ended = false;
  let failed = false;
  const done = new Promise<void>((resolve) => {
    worker.on("message", onPart);
    worker.on("error", () => (failed = true));
    worker.on("exit", (code) => {
      ended = true;
      failed ||= code !== 0;
      resolve();
    });
  });
  return {
    done,
    died: () => failed,
    async stop() {
      if (!ended) await worker.terminate();
    },
  };
}

function compileCache(): string | undefined {
  // The folder in use is one of this Node's version below the one that was named.
  const used = getCompileCacheDir();
  return used === undefined ? undefined : dirname(used);
}
