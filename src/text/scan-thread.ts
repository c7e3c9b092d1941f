// A worker thread with its jobs. It starts when it is needed, and again after it was killed or died; the jobs that
// it had not answered then fail.
import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ScanAnswer, ScanJob, ScanWorkerData } from "./scan-worker.ts";

// From source in a checkout, from the bundle in the package.
const WORKER = new URL(`./scan-worker${extname(import.meta.url)}`, import.meta.url);

/** Room for texts and matches; a pattern that needs more ends as a failed job, not as a dead process. */
const WORKER_HEAP_MB = 512;

interface Waiting {
  resolve(answer: ScanAnswer): void;
  reject(reason: unknown): void;
}

export class ScanThread {
  readonly #position = new Int32Array(new SharedArrayBuffer(4));
  #waiting: Waiting[] = [];
  #worker: { thread: Worker; ready: Promise<unknown> } | null = null;

  /** Which text of the oldest unanswered job the thread is at. */
  get position(): number {
    return Atomics.load(this.#position, 0);
  }

  /** Resolves when the thread runs, or could not. */
  async start(): Promise<void> {
    await this.#open().ready;
  }

  /** Answers come in the order of the jobs. */
  send(job: ScanJob): Promise<ScanAnswer> {
    const { thread } = this.#open();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      thread.postMessage(job, []);
    });
  }

  /** A thread at rest does not keep the process alive. */
  keepAlive(keep: boolean): void {
    if (keep) this.#worker?.thread.ref();
    else this.#worker?.thread.unref();
  }

  async kill(): Promise<void> {
    const thread = this.#worker?.thread;
    this.#end(thread, new Error("The scan thread was stopped."));
    await thread?.terminate();
  }

  #open(): { thread: Worker; ready: Promise<unknown> } {
    if (this.#worker !== null) return this.#worker;
    const workerData: ScanWorkerData = { position: this.#position };
    const thread = new Worker(WORKER, {
      workerData,
      // The program's own flags, such as `--input-type`, are not for a thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    // The first message says that the modules are loaded. A thread that is killed before never sends it.
    const ready = Promise.race([once(thread, "message"), once(thread, "exit")]).catch(() => {});
    thread.once("message", () => {
      thread.on("message", (answer: ScanAnswer) => this.#waiting.shift()?.resolve(answer));
    });
    thread.on("error", (error) => this.#end(thread, error));
    thread.on("exit", () => this.#end(thread, new Error("The scan thread has ended.")));
    this.#worker = { thread, ready };
    return this.#worker;
  }

  /** Only the present thread: a killed one may report its end after the next was started. */
  #end(thread: Worker | undefined, reason: unknown): void {
    if (thread === undefined || this.#worker?.thread !== thread) return;
    this.#worker = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(reason);
  }
}
