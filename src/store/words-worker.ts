// A worker thread that makes words facts until the shared list is used up. Imports little: its start is waited for.
import { parentPort, workerData } from "node:worker_threads";
import { WordsWork } from "./words-work.ts";
import type { WorkOrder } from "./words-work.ts";

const work = new WordsWork(workerData as WorkOrder, (part) => {
  const buffers = [part.rows.buffer];
  if (part.segment !== null) buffers.push(part.segment.buffer);
  parentPort!.postMessage(part, buffers);
});
while (work.step());
work.flush();
