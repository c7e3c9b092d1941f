// What became of files whose worker died? They go to a new worker, which is theirs alone; where that dies too, to one
// for each half, until it is known which file is deadly: that one is given up. None of them is read in this thread,
// which would die of it in turn.
import { throwIfCancelled } from "../base/error.ts";
import { startWorker } from "./words-thread.ts";
import { NEXT_BATCH, OUTCOMES, ROW, SHARED_PLACES, SKIPS, WordsWork } from "./words-work.ts";
import type { WorkOrder, WorkPart } from "./words-work.ts";

export interface RetryOptions {
  worker?: URL;
  signal?: AbortSignal;
}

/** Hands over a part for each of the files, which are numbers in `order.paths`. */
export async function readAgain(
  order: Pick<WorkOrder, "root" | "settings" | "known" | "given"> & { paths: readonly string[] },
  files: readonly number[],
  onPart: (part: WorkPart) => void,
  options: RetryOptions,
): Promise<void> {
  const open = files.length === 0 ? [] : [files];
  for (let some = open.pop(); some !== undefined; some = open.pop()) {
    throwIfCancelled(options.signal);
    const numbers = some;
    const shared = new Int32Array(new SharedArrayBuffer(4 * SHARED_PLACES));
    const own: WorkOrder = {
      ...order,
      paths: numbers.map((file) => order.paths[file]!).join("\0"),
      batches: Uint32Array.of(0, numbers.length),
      shared,
    };
    const left = new Set(numbers);
    const take = ({ segment, rows }: WorkPart): void => {
      for (let i = 0; i < rows.length; i += ROW) {
        rows[i] = numbers[rows[i]!]!;
        left.delete(rows[i]!);
      }
      onPart({ segment, rows });
    };
    const thread = startWorker(own, take, options.worker);
    await ended(thread, options.signal);
    if (Atomics.load(shared, NEXT_BATCH) === 0) {
      // It never came to the files: workers can't run here, which is not the files' fault.
      const work = new WordsWork(own, take);
      for (let file = 0; file < numbers.length; file++) {
        throwIfCancelled(options.signal);
        work.read(file);
        await new Promise((resolve) => setImmediate(resolve));
      }
      work.flush();
      continue;
    }
    const lost = [...left];
    if (numbers.length === 1) for (const file of lost) onPart(givenUp(file));
    else {
      const half = Math.ceil(lost.length / 2);
      for (const part of [lost.slice(half), lost.slice(0, half)]) if (part.length > 0) open.push(part);
    }
  }
}

/** The thread's end, or the caller's. */
async function ended(thread: ReturnType<typeof startWorker>, signal: AbortSignal | undefined): Promise<void> {
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal?.addEventListener("abort", stop);
  try {
    await Promise.race([thread.done, aborted]);
  } finally {
    signal?.removeEventListener("abort", stop);
    await thread.stop();
  }
  throwIfCancelled(signal);
}

function givenUp(file: number): WorkPart {
  return {
    segment: null,
    rows: Int32Array.of(file, OUTCOMES.indexOf("skipped"), SKIPS.indexOf("failed"), 0),
  };
}
