// A worker thread with its jobs. It starts when it is needed, and again after it was killed or died; the jobs that
// it had not answered then fail. Of a job that is stopped in the middle, what it had found until then is kept.
import { once } from "node:events";
import { extname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { LineMatch } from "./line-matches.ts";
import { unpackLines } from "./packed-lines.ts";
import type { ScanJob, ScanMessage, ScanWorkerData } from "./scan-worker.ts";

// From source in a checkout, from the bundle in the package.
const WORKER = new URL(`./scan-worker${extname(import.meta.url)}`, import.meta.url);

/** Room for texts and matches; a pattern that needs more ends as a failed job, not as a dead process. */
const WORKER_HEAP_MB = 512;

/** For each text its lines; null where the engine gave up (out of stack or memory). */
export type ScanAnswer = (LineMatch[] | null)[];

/** V8 takes no such pattern. */
export class PatternRefused extends Error {}

/** Why a job was not answered, and the answers for its first texts, which were done. */
export class ScanStopped extends Error {
  readonly done: ScanAnswer;

  constructor(message: string, done: ScanAnswer) {
    super(message);
    this.done = done;
  }
}

interface Waiting {
  /** Filled as the thread tells what it finds. */
  answer: ScanAnswer;
  resolve(answer: ScanAnswer): void;
  reject(reason: ScanStopped | PatternRefused): void;
}

interface RunningThread {
  thread: Worker;
  ready: Promise<unknown>;
  /** One number: how many texts the thread has done since it began. */
  done: Int32Array;
  /** How many texts the answered jobs had. */
  answered: number;
}

export class ScanThread {
  #waiting: Waiting[] = [];
  #worker: RunningThread | null = null;

  /** Which text of the oldest unanswered job the thread is at. */
  get position(): number {
    const worker = this.#worker;
    // Counted on and never set back, so that a count read late cannot be taken for that of the next job.
    return worker === null ? 0 : Math.max(0, Atomics.load(worker.done, 0) - worker.answered);
  }

  /** Resolves when the thread runs, or could not. */
  async start(): Promise<void> {
    await this.#open().ready;
  }

  /** Answers come in the order of the jobs. */
  send(job: ScanJob): Promise<ScanAnswer> {
    const { thread } = this.#open();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ answer: job.texts.map(() => []), resolve, reject });
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
    const oldest = this.#waiting[0];
    const done = this.position;
    // What the thread has said before it counted these texts is on its way: one turn of the event loop brings it.
    await setImmediate();
    const isOldest = oldest !== undefined && this.#waiting[0] === oldest;
    this.#end(thread, "The scan thread was stopped.", isOldest ? oldest.answer.slice(0, done) : []);
    await thread?.terminate();
  }

  #open(): RunningThread {
    if (this.#worker !== null) return this.#worker;
    const done = new Int32Array(new SharedArrayBuffer(4));
    const workerData: ScanWorkerData = { done };
    const thread = new Worker(WORKER, {
      workerData,
      // The program's own flags, such as `--input-type`, are not for a thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    // The first message says that the modules are loaded. A thread that is killed before never sends it.
    const ready = Promise.race([once(thread, "message"), once(thread, "exit")]).catch(() => {});
    const worker: RunningThread = { thread, ready, done, answered: 0 };
    thread.once("message", () => {
      thread.on("message", (message: ScanMessage) => {
        // What a killed thread still says belongs to jobs that have ended.
        if (this.#worker === worker) this.#hear(worker, message);
      });
    });
    thread.on("error", (error) => this.#end(thread, String(error)));
    thread.on("exit", () => this.#end(thread, "The scan thread has ended."));
    this.#worker = worker;
    return worker;
  }

  #hear(worker: RunningThread, message: ScanMessage): void {
    const job = this.#waiting[0];
    if (job === undefined) return;
    if (message === "refused") {
      this.#waiting.shift();
      job.reject(new PatternRefused());
      return;
    }
    if (message !== "done") {
      job.answer[message.text] = message.lines === null ? null : unpackLines(message.lines);
      return;
    }
    worker.answered += job.answer.length;
    this.#waiting.shift();
    job.resolve(job.answer);
  }

  /** Only the present thread: a killed one may report its end after the next was started. */
  #end(thread: Worker | undefined, message: string, done: ScanAnswer = []): void {
    if (thread === undefined || this.#worker?.thread !== thread) return;
    this.#worker = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    waiting.forEach(({ reject }, i) => reject(new ScanStopped(message, i === 0 ? done : [])));
  }
}
