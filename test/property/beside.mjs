// Writes files again and again, beside whoever reads them, until it is told to stop: whole new versions, put in place at
// once or written over, and files that come and go.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

const { root, versions, stop } = workerData;
const stopped = new Int32Array(stop);
let writes = 0;
for (let turn = 1; Atomics.load(stopped, 0) === 0; turn++) {
  for (const [path, texts] of Object.entries(versions)) {
    const file = join(root, path);
    const text = texts[turn % texts.length];
    if (text === null) rmSync(file, { force: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      if (turn % 3 === 0) writeFileSync(file, text);
      else {
        writeFileSync(`${file}.new~`, text);
        renameSync(`${file}.new~`, file);
      }
    }
    writes++;
    if (Atomics.load(stopped, 0) !== 0) break;
  }
  // As fast as a formatter, not as fast as the machine.
  Atomics.wait(stopped, 0, 0, 1 + (turn % 7));
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort.postMessage(writes);
