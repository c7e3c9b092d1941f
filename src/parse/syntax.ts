// Syntax facts for many files: the first small texts in this thread, the rest in worker threads that start when needed.
//
// The first answer of a worker takes two to three times as long as the first one of this thread (measured: 0.35 s against
// 0.15 s on a busy machine), and all later ones as long. So a question that shows a few files is answered here, and an
// index of a repository is made by workers. A worker that dies is replaced and its file is `failed`; nothing else is lost.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { languageById } from "../lang/registry.ts";
import type { EncodedSyntax, SyntaxResult } from "./facts.ts";
import { compileWasm, type WasmModule } from "./wasm-module.ts";
import { type SyntaxCeilings, syntaxCeilings } from "./syntax-ceilings.ts";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "./syntax-codec.ts";
import { createInlineParser, type InlineParser } from "./syntax-parser.ts";
import type { WorkerAnswer, WorkerRequest } from "./syntax-worker.ts";

/** Text parsed in this thread at a stretch before workers are started, in UTF-16 code units: about 0.1 s of work. */
const INLINE_TOTAL = 250_000;
/** After such a pause a new stretch begins. It decides where the work is done, never what comes out. */
const PAUSE_MS = 500;
/** A worker without work ends after this time: its memory is worth more than its start. */
const IDLE_MS = 20_000;
/** Last resort against a thread that does not come back. The outcome is `failed`, which is never stored. */
const WORKER_FUSE_MS = 60_000;
/** JavaScript heap of a worker: facts of one file at the ceiling take less than a tenth. */
const WORKER_HEAP_MB = 1_024;
/** Space for new objects, which V8 would let grow to 48 MB a thread: trees lie outside of the heap. */
const WORKER_YOUNG_MB = 12;

export interface SyntaxPool {
  /** Never rejects: what cannot be parsed is a labelled skip. `failed` must not be stored. */
  parse(text: string, languageId: string): Promise<SyntaxResult>;
  /** The same for who only stores it: what a worker sends is not read. */
  encoded(text: string, languageId: string): Promise<EncodedSyntax>;
  close(): Promise<void>;
}

export interface SyntaxPoolOptions {
  /** Most worker threads; 0 parses everything in this thread. */
  workers?: number;
  ceilings?: SyntaxCeilings;
  /** Code units parsed in this thread at a stretch before the first worker starts. */
  inlineTotal?: number;
  idleMs?: number;
  /** File of the worker, for tests. */
  workerFile?: URL;
}

interface Job {
  text: string;
  languageId: string;
  resolve(result: EncodedSyntax): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** Ends it when its file takes too long, or when it has had no file for a while. */
  fuse: NodeJS.Timeout | null;
  /** Languages whose grammar it has. */
  known: Set<string>;
}

export function createSyntaxPool(options: SyntaxPoolOptions = {}): SyntaxPool {
  return new Pool(options);
}

class Pool implements SyntaxPool {
  private readonly most: number;
  private readonly ceilings: SyntaxCeilings;
  private readonly workerFile: URL;
  private readonly inlineTotal: number;
  private readonly idleMs: number;
  private inlineLeft: number;
  private inlineEnded = 0;
  private inline: Promise<InlineParser> | null = null;
  private readonly threads: Thread[] = [];
  private readonly queue: Job[] = [];
  private readonly modules = new Map<string, WasmModule | null>();
  private closed = false;

  constructor(options: SyntaxPoolOptions) {
    this.most = Math.max(0, options.workers ?? Math.min(4, availableParallelism()));
    this.ceilings = options.ceilings ?? syntaxCeilings();
    this.inlineTotal = this.most === 0 ? Infinity : (options.inlineTotal ?? INLINE_TOTAL);
    this.idleMs = options.idleMs ?? IDLE_MS;
    this.inlineLeft = this.inlineTotal;
    // The worker lies beside this file, in the source tree as in the built one.
    this.workerFile =
      options.workerFile ??
      new URL(`./syntax-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  }

  async parse(text: string, languageId: string): Promise<SyntaxResult> {
    const here = await this.parseHere(text, languageId);
    if (here !== null) return here;
    const made = await this.byWorker(text, languageId);
    return "bytes" in made ? { facts: decodeSyntaxFacts(made.bytes) } : made;
  }

  async encoded(text: string, languageId: string): Promise<EncodedSyntax> {
    const here = await this.parseHere(text, languageId);
    if (here === null) return this.byWorker(text, languageId);
    return "facts" in here ? { bytes: encodeSyntaxFacts(here.facts) } : here;
  }

  private byWorker(text: string, languageId: string): Promise<EncodedSyntax> {
    return new Promise((resolve) => {
      if (this.closed) return resolve({ skip: "failed" });
      this.queue.push({ text, languageId, resolve });
      this.dispatch();
    });
  }

  /** Null where the work must be given to a worker. */
  private async parseHere(text: string, languageId: string): Promise<SyntaxResult | null> {
    if (this.closed) return { skip: "failed" };
    if (this.threads.length > 0) return null;
    if (performance.now() - this.inlineEnded > PAUSE_MS) this.inlineLeft = this.inlineTotal;
    if (text.length > this.inlineLeft) return null;
    this.inlineLeft -= text.length;
    this.inlineEnded = performance.now();
    this.inline ??= createInlineParser({ ceilings: this.ceilings });
    const parser = await this.inline.catch(() => null);
    if (parser === null) return { skip: "failed" };
    if (!parser.usable()) return this.most === 0 ? { skip: "failed" } : null;
    const result = parser.parse(text, languageId);
    this.inlineEnded = performance.now();
    return result;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.queue.splice(0)) job.resolve({ skip: "failed" });
    const parser = await this.inline?.catch(() => null);
    parser?.close();
    await Promise.all(
      this.threads.splice(0).map(async (thread) => {
        if (thread.fuse !== null) clearTimeout(thread.fuse);
        thread.job?.resolve({ skip: "failed" });
        thread.job = null;
        await thread.worker.terminate();
      }),
    );
  }

  private dispatch(): void {
    while (this.queue.length > 0 && !this.closed) {
      const thread = this.threads.find((t) => t.job === null) ?? this.start();
      if (thread === null) return;
      this.give(thread, this.queue.shift()!);
    }
  }

  private start(): Thread | null {
    if (this.threads.length >= this.most) return null;
    const worker = new Worker(this.workerFile, {
      workerData: { ceilings: this.ceilings },
      // Flags such as --input-type speak of the program's own first file.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_YOUNG_MB },
    });
    const thread: Thread = { worker, job: null, fuse: null, known: new Set() };
    worker.unref();
    worker.on("message", (answer: WorkerAnswer) => this.take(thread, answer));
    worker.on("error", () => this.lose(thread));
    worker.on("exit", () => this.lose(thread));
    this.threads.push(thread);
    return thread;
  }

  private give(thread: Thread, job: Job): void {
    thread.job = job;
    thread.worker.ref();
    if (thread.fuse !== null) clearTimeout(thread.fuse);
    thread.fuse = setTimeout(() => this.lose(thread), WORKER_FUSE_MS);
    const module = thread.known.has(job.languageId) ? null : this.moduleOf(job.languageId);
    thread.known.add(job.languageId);
    const request: WorkerRequest = { text: job.text, languageId: job.languageId, module };
    thread.worker.postMessage(request, []);
  }

  private take(thread: Thread, answer: WorkerAnswer): void {
    const job = this.release(thread);
    job?.resolve("bytes" in answer ? { bytes: answer.bytes } : { skip: answer.skip });
    if (!answer.usable) this.lose(thread);
    this.dispatch();
  }

  /** The thread is gone or must go: its file is `failed`, and another thread takes its place when there is work. */
  private lose(thread: Thread): void {
    const index = this.threads.indexOf(thread);
    if (index === -1) return;
    this.threads.splice(index, 1);
    this.release(thread)?.resolve({ skip: "failed" });
    if (thread.fuse !== null) clearTimeout(thread.fuse);
    void thread.worker.terminate();
    this.dispatch();
  }

  private release(thread: Thread): Job | null {
    const { job } = thread;
    if (thread.fuse !== null) clearTimeout(thread.fuse);
    thread.fuse = setTimeout(() => this.lose(thread), this.idleMs);
    thread.fuse.unref();
    thread.job = null;
    thread.worker.unref();
    return job;
  }

  /** Compiled once for all threads. */
  private moduleOf(languageId: string): WasmModule | null {
    let module = this.modules.get(languageId);
    if (module === undefined) {
      const rules = languageById(languageId)?.syntax;
      module = rules === undefined ? null : compileWasm(rules.grammar);
      this.modules.set(languageId, module);
    }
    return module;
  }
}
