// No text makes redaction slow: work grows with length, whatever the text repeats, wherever it begins and however it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

/** A guard against what never ends, no measure: a shape costs some milliseconds. */
const STUCK = 120_000;

test("texts made of the pieces of all expressions cost in proportion to their length", async () => {
  const mixtures = 500 * Number(process.env.PITH_SOAK ?? 1);
  const worker = new Worker(new URL("./hostile-texts.ts", import.meta.url), { workerData: { mixtures } });
  let trying: unknown = null;
  let fuse: NodeJS.Timeout | undefined;
  const done = await new Promise<{ tried: number; slow: unknown[] } | null>((resolve, reject) => {
    const watch = () => {
      clearTimeout(fuse);
      fuse = setTimeout(() => resolve(null), STUCK);
    };
    watch();
    worker.on("error", reject);
    worker.on("message", (message) => {
      if (message.done !== undefined) return resolve(message.done);
      trying = message.trying;
      watch();
    });
  }).finally(() => clearTimeout(fuse));
  await worker.terminate();
  assert.ok(done !== null, `never ends: ${JSON.stringify(trying)}`);
  assert.ok(done.tried > mixtures, String(done.tried));
  assert.deepEqual(done.slow, []);
});
