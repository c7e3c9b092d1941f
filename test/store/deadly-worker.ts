// A worker that dies of every file whose name says so, and is like any other with the rest; for tests.
import { WordsWork } from "../../src/store/words-work.ts";
import type { WorkOrder } from "../../src/store/words-work.ts";
import { workerData } from "node:worker_threads";

const paths = (workerData as { order: WorkOrder }).order.paths.split("\0");
const read = WordsWork.prototype.read;
WordsWork.prototype.read = function (file) {
  if (paths[file]!.includes("deadly")) process.exit(1);
  if (paths[file]!.includes("thrown")) throw new Error("no text for this worker");
  read.call(this, file);
};
await import("../../src/store/words-worker.ts");
