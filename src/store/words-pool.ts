// Who makes the words facts of many files? This thread, and with much to read some worker threads beside it. All take
// from one list, so this thread is at work while the others still start. It lets other events pass every few
// milliseconds: a server goes on answering.
import { isPithError, throwIfCancelled } from "../base/error.ts";
import type { OrderedStrings } from "./byte-order.ts";
import { FILES_DONE, NEXT_BATCH, ROW, SHARED_PLACES, STOP, WordsWork } from "./words-work.ts";
import type { WorkOrder, WorkPart } from "./words-work.ts";
import { readAgain } from "./words-retry.ts";
import { startWorker } from "./words-thread.ts";
import type { WordsThread } from "./words-thread.ts";

/** Below this much text a worker would be ready when the work is done (start from source: about 0.1 s, 1 MB of text). */
const ALONE_BYTES = 1_500_000;
/** A batch is small enough to end at about the same time everywhere, large enough to be taken rarely. */
const BATCH_BYTES = 128_000;
const SLICE_MS = 10;
/** An interrupted thread ends its file and sorts what it has: about 0.2 s on a quiet machine. It is waited for so long. */
const HAND_OVER_MS = 5_000;

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
  /** The module that a worker runs. */
  worker?: URL;
  /** Called now and then with the number of files done. */
  onProgress?: (done: number) => void;
}

/**
 * Reads the files and hands over each part as it is made. Files that were not reached appear in no part. Where it is
 * cancelled, it hands over what each thread has made so far before it throws.
 */
export async function makeWords(
  order: Pick<WorkOrder, "root" | "settings" | "known" | "given">,
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
  const workers: WordsThread[] = [];
  const own = new WordsWork(whole, take);
  try {
    while (workers.length < helpers) workers.push(startWorker(sent, take, options.worker));
    await inSlices(() => own.step(), shared, options);
    own.flush();
    await Promise.all(workers.map((w) => w.done));
    if (Atomics.load(shared, STOP) === 0) {
      // What a worker took and did not bring back.
      const lost = files.flatMap((_, file) => (reported[file] === 0 ? [file] : []));
      if (workers.every((w) => !w.died())) {
        // It lived, so the files are harmless: its parts could not be understood.
        for (const file of lost) own.read(file);
        own.flush();
      } else {
        await readAgain({ ...sent, paths: files.map((f) => f.path) }, lost, take, options);
      }
    }
    throwIfCancelled(options.signal);
    options.onProgress?.(reported.reduce((sum, r) => sum + r, 0));
  } catch (error) {
    if (options.signal?.aborted === true) await handOver(own, workers, shared);
    throw error;
  } finally {
    Atomics.store(shared, STOP, 1);
    Atomics.store(shared, NEXT_BATCH, batches.length);
    await Promise.all(workers.map((w) => w.stop()));
  }
}

async function handOver(own: WordsWork, workers: readonly WordsThread[], shared: Int32Array): Promise<void> {
  Atomics.store(shared, STOP, 1);
  own.flush();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, HAND_OVER_MS)));
  await Promise.race([Promise.all(workers.map((w) => w.done)), tooLong]);
  clearTimeout(timer);
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
