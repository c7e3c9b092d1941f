// One search over many files: hands out batches, puts the answers back into the order of the files, and stops
// at a limit, at the fuse or when cancelled. What it gives depends on the order of the files, never on the threads.
import { setImmediate } from "node:timers/promises";
import { PithError, throwIfCancelled } from "../base/error.ts";
import type { LineMatch, LineOptions } from "./line-matches.ts";
import type { ReadPattern } from "./regex.ts";
import type { FileMatches, ScanFile, ScanOptions, ScanResult, Unscanned } from "./scan-result.ts";
import { type TextScanner, mayMatch } from "./scan-text.ts";
import { patternTooLarge } from "./regex-fault.ts";
import { PatternRefused, ScanStopped, type ScanThread } from "./scan-thread.ts";

/** Small, so that little is lost when a thread is killed; large enough that messages cost nothing. */
const BATCH_LENGTH = 1 << 16;

/** After so many files in a row the event loop gets its turn: to see a cancellation, an answer, the fuse. */
const FILES_PER_TURN = 200;

/** Jobs a thread has at a time: one to run, one to go on with. */
const JOBS_PER_THREAD = 2;

interface Batch {
  /** Which files. */
  indexes: number[];
  texts: string[];
}

export class ScanRun {
  readonly #files: readonly ScanFile[];
  readonly #pattern: ReadPattern;
  readonly #limit: number;
  readonly #limitPerFile: number;
  readonly #lineOptions: LineOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #prepare: ScanOptions["prepare"];
  /** The texts of the files before this one can be had. */
  #prepared = 0;
  /** One batch is taken at a time: what is prepared for one must not be let go of for another. */
  #taking: Promise<unknown> = Promise.resolve();
  /** By file: its lines, or that the engine gave up; nothing yet where it was not scanned. */
  readonly #outcomes: (LineMatch[] | "engine" | undefined)[];
  readonly #running: { thread: ScanThread; batch: Batch }[] = [];
  /** Files before this one have an outcome, with so many lines. */
  #settled = 0;
  #found = 0;
  #next = 0;
  /** When the fuse blows, by `performance.now()`. */
  #deadline = 0;
  #stopped: "limit" | "time" | null = null;

  constructor(files: readonly ScanFile[], pattern: ReadPattern, options: ScanOptions) {
    this.#files = files;
    this.#pattern = pattern;
    this.#limit = options.limit ?? Number.POSITIVE_INFINITY;
    this.#limitPerFile = options.limitPerFile ?? Number.POSITIVE_INFINITY;
    this.#lineOptions = { limit: this.#limitPerFile + 1, firstOnly: options.firstOnly ?? false };
    this.#signal = options.signal;
    this.#prepare = options.prepare;
    if (this.#prepare === undefined) this.#prepared = files.length;
    this.#outcomes = Array.from({ length: files.length });
  }

  async inline(scan: TextScanner): Promise<ScanResult> {
    while (this.#next < this.#files.length && this.#stopped === null) {
      if (this.#next % FILES_PER_TURN === 0) await setImmediate();
      throwIfCancelled(this.#signal);
      if (this.#next >= this.#prepared) await this.#prepareNext();
      const index = this.#next++;
      this.#settle(index, scan(this.#files[index]!.text, this.#lineOptions));
    }
    return this.#result(null);
  }

  async inThreads(threads: readonly ScanThread[], fuseMs: number): Promise<ScanResult> {
    throwIfCancelled(this.#signal);
    const first = await this.#nextBatch();
    throwIfCancelled(this.#signal);
    if (first === null) return this.#result(null);
    for (const thread of threads) thread.keepAlive(true);
    const kill = () => void Promise.all(threads.map((t) => t.kill()));
    this.#signal?.addEventListener("abort", kill, { once: true });
    let fuse: NodeJS.Timeout | undefined;
    let timeout: PithError | null = null;
    const burn = () => {
      const left = this.#deadline - performance.now();
      if (left > 0) {
        fuse = setTimeout(burn, left);
        return;
      }
      this.#stopped = "time";
      timeout = this.#timeout(fuseMs);
      kill();
    };
    try {
      await Promise.all(threads.map((t) => t.start()));
      throwIfCancelled(this.#signal);
      this.#deadline = performance.now() + fuseMs;
      burn();
      const lanes = threads.flatMap((thread) => Array.from({ length: JOBS_PER_THREAD }, () => thread));
      await Promise.all(lanes.map((thread, i) => this.#drive(thread, i === 0 ? first : null)));
    } finally {
      clearTimeout(fuse);
      this.#signal?.removeEventListener("abort", kill);
      for (const thread of threads) thread.keepAlive(false);
    }
    throwIfCancelled(this.#signal);
    return this.#result(timeout);
  }

  async #drive(thread: ScanThread, first: Batch | null): Promise<void> {
    for (let batch = first ?? (await this.#nextBatch()); batch !== null; batch = await this.#nextBatch()) {
      const running = { thread, batch };
      this.#running.push(running);
      const { indexes, texts } = batch;
      try {
        const answer = await thread.send({ pattern: this.#pattern, texts, options: this.#lineOptions });
        indexes.forEach((file, i) => this.#settle(file, answer[i] ?? "engine"));
      } catch (error) {
        if (error instanceof PatternRefused) throw patternTooLarge(this.#pattern.pattern);
        // Killed: what was done before it counts, the rest of the batch stays without an outcome. Died by itself: the
        // pattern needs too much memory.
        const done = error instanceof ScanStopped ? error.done : [];
        done.forEach((lines, i) => this.#settle(indexes[i]!, lines ?? "engine"));
        if (this.#stopped !== "time" && !this.#signal?.aborted)
          indexes.slice(done.length).forEach((file) => this.#settle(file, "engine"));
      } finally {
        this.#running.splice(this.#running.indexOf(running), 1);
      }
    }
  }

  /** The next files that could match; null at the end. Reading them is not the pattern's time. */
  #nextBatch(): Promise<Batch | null> {
    if (this.#prepare === undefined) return this.#nextBatchNow();
    const next = this.#taking.then(() => this.#nextBatchNow());
    this.#taking = next.catch(() => {});
    return next;
  }

  async #nextBatchNow(): Promise<Batch | null> {
    while (this.#next < this.#files.length && this.#stopped === null && !this.#signal?.aborted) {
      const started = performance.now();
      if (this.#next >= this.#prepared) await this.#prepareNext();
      const batch = this.#takeBatch();
      this.#deadline += performance.now() - started;
      if (batch.indexes.length > 0) return batch;
      await setImmediate();
    }
    return null;
  }

  async #prepareNext(): Promise<void> {
    this.#prepared = (await this.#prepare?.(this.#next)) ?? this.#files.length;
  }

  /** Files that cannot match are settled on the way; there may be none left. */
  #takeBatch(): Batch {
    const batch: Batch = { indexes: [], texts: [] };
    const end = Math.min(this.#prepared, this.#next + FILES_PER_TURN);
    let length = 0;
    while (length < BATCH_LENGTH && this.#next < end && this.#stopped === null) {
      const index = this.#next++;
      const { text } = this.#files[index]!;
      if (mayMatch(this.#pattern, text)) {
        batch.indexes.push(index);
        batch.texts.push(text);
        length += text.length;
      } else {
        this.#settle(index, []);
      }
    }
    return batch;
  }

  #settle(file: number, outcome: LineMatch[] | "engine"): void {
    this.#outcomes[file] = outcome;
    for (let o = this.#outcomes[this.#settled]; o !== undefined; o = this.#outcomes[++this.#settled]) {
      if (o !== "engine") this.#found += Math.min(o.length, this.#limitPerFile);
      // One more than the limit shows that it cut something off.
      if (this.#found > this.#limit) this.#stopped ??= "limit";
    }
  }

  #result(timeout: PithError | null): ScanResult {
    const files: FileMatches[] = [];
    const unscanned: Unscanned[] = [];
    const caps = new Set<"limit" | "limitPerFile">();
    let left = this.#limit;
    this.#outcomes.forEach((outcome, i) => {
      const { path } = this.#files[i]!;
      // What threads found behind the cut is not shown: it would depend on their speed.
      if (caps.has("limit")) unscanned.push({ path, why: "limit" });
      else if (outcome === undefined) unscanned.push({ path, why: "time" });
      else if (outcome === "engine") unscanned.push({ path, why: "engine" });
      else {
        const inFile = Math.min(outcome.length, this.#limitPerFile);
        const shown = Math.min(inFile, left);
        if (inFile < outcome.length) caps.add("limitPerFile");
        if (shown < inFile) caps.add("limit");
        if (shown > 0) files.push({ path, lines: outcome.slice(0, shown), capped: shown < outcome.length });
        left -= shown;
      }
    });
    return { files, scanned: this.#files.length - unscanned.length, caps: [...caps], unscanned, timeout };
  }

  #timeout(fuseMs: number): PithError {
    const at = this.#running[0];
    const path = at === undefined ? "" : this.#files[at.batch.indexes[at.thread.position] ?? -1]?.path;
    const where = path ? ` and was stopped in ${path}` : "";
    return new PithError("PATTERN_TIMEOUT", `The pattern took longer than ${fuseMs} ms${where}.`, {
      subject: this.#pattern.pattern,
      next: "Make the pattern simpler (no repetition inside a repetition, such as `(a+)+`), or narrow the scope.",
    });
  }
}
