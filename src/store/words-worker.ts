// A worker thread that makes words facts until the shared list is used up. Its start is waited for, so the code of the
// last run is taken from the process's compile cache, which a worker has to be told of: it cuts the import to a fifth.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { WorkOrder } from "./words-work.ts";

export interface WorkerStart {
  order: WorkOrder;
  /** Folder of the compile cache, if the process has one. */
  compileCache: string | undefined;
}

const { order, compileCache } = workerData as WorkerStart;
if (compileCache !== undefined) enableCompileCache(compileCache);
const { WordsWork } = await import("./words-work.ts");

const work = new WordsWork(order, (part) => {
  const buffers = [part.rows.buffer];
  if (part.segment !== null) buffers.push(part.segment.buffer);
  parentPort!.postMessage(part, buffers);
});
while (work.step());
work.flush();
