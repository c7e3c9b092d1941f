// Who makes the words facts of many files? This thread, and with much to read some worker threads beside it. All take
// from one list, so this thread is at work while the others still start. It lets other events pass every few
// milliseconds: a server goes on answering.
import { getCompileCacheDir } from "node:module";
import { dirname, extname } from "node:path";
import { Worker } from "node:worker_threads";
import { isPithError, throwIfCancelled } from "../base/error.ts";
import type { OrderedStrings } from "./byte-order.ts";
import { FILES_DONE, NEXT_BATCH, ROW, SHARED_PLACES, STOP, WordsWork } from "./words-work.ts";
import type { WorkOrder, WorkPart } from "./words-work.ts";
import type { WorkerStart } from "./words-worker.ts";

/** Below this much text a worker would be ready when the work is done (start from source: about 0.1 s, 1 MB of text). */
const ALONE_BYTES = 1_500_000;
/** A batch is small enough to end at about the same time everywhere, large enough to be taken rarely. */
const BATCH_BYTES = 128_000;
const SLICE_MS = 10;
/** Space for new objects, which V8 would let grow to 48 MB a thread. Little survives a file, so nothing is lost. */
const YOUNG_MB = 12;

export interface FileToRead {
  path: string;
  size: number;
}

export interface PoolOptions {
  /** Threads at work, this one included. */
  threads: number;
  /** Up to this much text no worker is started. */
  aloneBytes?: number;
  signal?: AbortSignal;
  /** Called now and then with the number of files done. */
  onProgress?: (done: number) => void;
}

/** Reads the files and hands over each part as it is made. Files that were not reached appear in no part. */
export async function makeWords(
  order: Pick<WorkOrder, "root" | "settings" | "known">,
  files: readonly FileToRead[],
  onPart: (part: WorkPart) => void,
  options: PoolOptions,
): Promise<void> {
  const shared = new Int32Array(new SharedArrayBuffer(4 * SHARED_PLACES));
  const batches = batchesOf(files);
  const whole: WorkOrder = { ...order, paths: files.map((f) => f.path).join("\0"), batches, shared };
  const reported = new Uint8Array(files.length);
  const take = (part: WorkPart): void => {
    try {
      onPart(part);
    } catch (error) {
      // A worker of another version: Pith was replaced while this process ran. Its part counts as not made.
      if (isPithError(error) && error.code === "CACHE_UNUSABLE") return;
      throw error;
    }
    for (let i = 0; i < part.rows.length; i += ROW) reported[part.rows[i]!] = 1;
  };
  const bytes = files.reduce((sum, f) => sum + f.size, 0);
  const helpers =
    bytes <= (options.aloneBytes ?? ALONE_BYTES) ? 0 : Math.min(options.threads - 1, batches.length - 2);
  // A view sent to a worker takes the whole buffer under it along: keys go as copies.
  const sent = helpers > 0 ? { ...whole, known: whole.known.map(copyOf) } : whole;
  const workers = Array.from({ length: helpers }, () => startWorker(sent, take));
  try {
    const own = new WordsWork(whole, take);
    await inSlices(() => own.step(), shared, options);
    own.flush();
    await Promise.all(workers.map((w) => w.done));
    if (Atomics.load(shared, STOP) === 0) {
      // What a worker took and did not bring back, because it died, is read here.
      for (let file = 0; file < files.length; file++) if (reported[file] === 0) own.read(file);
      own.flush();
    }
    throwIfCancelled(options.signal);
    options.onProgress?.(reported.reduce((sum, r) => sum + r, 0));
  } finally {
    Atomics.store(shared, STOP, 1);
    Atomics.store(shared, NEXT_BATCH, batches.length);
    await Promise.all(workers.map((w) => w.stop()));
  }
}

async function inSlices(step: () => boolean, shared: Int32Array, options: PoolOptions): Promise<void> {
  let began = performance.now();
  while (step()) {
    if (performance.now() - began < SLICE_MS) continue;
    options.onProgress?.(Atomics.load(shared, FILES_DONE));
    await new Promise((resolve) => setImmediate(resolve));
    throwIfCancelled(options.signal);
    began = performance.now();
  }
}

function startWorker(
  order: WorkOrder,
  onPart: (part: WorkPart) => void,
): { done: Promise<void>; stop(): Promise<void> } {
  // From source in a checkout, from the compiled file in the package.
  const file = new URL(`./words-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, {
    workerData: { order, compileCache: compileCache() } satisfies WorkerStart,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  let ended = false;
  const done = new Promise<void>((resolve) => {
    worker.on("message", onPart);
    // A worker that dies costs time, not the answer: see above.
    worker.on("error", () => resolve());
    worker.on("exit", () => {
      ended = true;
      resolve();
    });
  });
  return {
    done,
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

function copyOf({ bytes, at, order }: OrderedStrings): OrderedStrings {
  return { bytes: bytes.slice(), at: at.slice(), order: order.slice() };
}

function batchesOf(files: readonly FileToRead[]): Uint32Array {
  const starts = [0];
  let bytes = 0;
  for (let i = 0; i < files.length; i++) {
    bytes += files[i]!.size;
    if (bytes >= BATCH_BYTES || i === files.length - 1) {
      starts.push(i + 1);
      bytes = 0;
    }
  }
  return Uint32Array.from(starts);
}
