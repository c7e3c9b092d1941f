// The thread in which targets are fuzzed: says which one is on, and shares the input before each case.
import { parentPort, workerData } from "node:worker_threads";
import { Chance, mutated } from "../../test/fuzz/mutate.ts";
import { openTargets } from "../../test/fuzz/targets.ts";

export interface FuzzStart {
  /** Number of the first case. */
  first: number;
  /** Parts of names of targets; none for all. */
  only: readonly string[];
  shared: Int32Array;
  input: Uint8Array;
}

export type FuzzMessage =
  | { kind: "target"; target: string }
  | { kind: "finding"; target: string; input: Uint8Array; error: string }
  | { kind: "done"; target: string; cases: number; slowestMs: number };

/** Places in `shared`: number of the case, bytes of its input. */
export const CASE = 0;
export const LENGTH = 1;
export const INPUT_BYTES = 500_000;
/** Cases of one target before the next is on. */
const TURN = 200;

if (parentPort !== null) {
  const { first, only, shared, input } = workerData as FuzzStart;
  const say = (message: FuzzMessage): void => parentPort!.postMessage(message, []);
  const { targets } = await openTargets();
  const wanted = targets.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  for (let at = first; ;)
    for (const { name, seeds, run } of wanted) {
      say({ kind: "target", target: name });
      let slowestMs = 0;
      for (const until = at + TURN; at < until; at++) {
        const bytes = mutated(seeds, new Chance(at));
        input.set(bytes);
        Atomics.store(shared, LENGTH, bytes.length);
        Atomics.store(shared, CASE, at);
        const began = performance.now();
        try {
          await run(bytes);
        } catch (error) {
          say({
            kind: "finding",
            target: name,
            input: Uint8Array.from(bytes),
            error: error instanceof Error ? (error.stack ?? error.message) : String(error),
          });
        }
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
      say({ kind: "done", target: name, cases: TURN, slowestMs });
      // Messages go out between turns.
      await new Promise((resolve) => setImmediate(resolve));
    }
}
