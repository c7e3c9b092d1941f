// Runs the compiler in a process of its own, one program after the other. A program on which it fails, or which is too
// large, is named and left out; the rest goes on in a new process.
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { throwIfCancelled } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { MEMORY } from "./protocol.ts";
import type { Checked, Program, Reply, Request, ResolvedModule, Setup, Stamps } from "./protocol.ts";

/**
 * Last resort against a compiler that does not come back: it says nothing while it makes a program, which took 40 s for
 * the largest one measured. What was cut short so is skipped and named.
 */
const SILENCE_MS = 600_000;

export interface CheckerWork {
  /** For the files of a program: the offsets that are asked for, and what Pith knows of their modules. */
  wanted(program: Program): Promise<{ wanted: Uint32Array[]; modules: ResolvedModule[] }>;
  checked(program: Program, checked: Checked): void;
  skipped(program: Program, why: string): void;
  /** Files done of all. */
  progress(done: number): void;
}

export interface CheckerOptions {
  signal?: AbortSignal;
  /** File of the process, for tests. */
  workerFile?: URL;
  silenceMs?: number;
}

export interface CheckerSaw {
  /** Paths that changed while they were read. */
  readonly changed: string[];
  /** What the programs looked at of installed packages, by path. */
  readonly installed: [path: string, stamp: string][];
}

export async function runChecker(
  setup: Setup,
  sources: readonly number[],
  work: CheckerWork,
  options: CheckerOptions = {},
): Promise<CheckerSaw> {
  const process = new CompilerProcess(setup, options);
  const changed = new Set<string>();
  const installed = new Map<string, string>();
  const saw = (stamps: Stamps) => {
    for (const [path, stamp] of stamps) {
      if ((installed.get(path) ?? stamp) !== stamp) changed.add(path);
      installed.set(path, stamp);
    }
  };
  try {
    const planned = await process.ask({ kind: "plan", sources });
    throwIfCancelled(options.signal);
    if (planned.kind !== "planned") work.skipped({ config: "", files: sources }, whyOf(planned));
    else saw(planned.installed);
    let before = 0;
    for (const program of planned.kind === "planned" ? planned.programs : []) {
      throwIfCancelled(options.signal);
      work.progress(before);
      const asked = await work.wanted(program);
      const reply = await process.ask({ kind: "check", program, ...asked }, (done) =>
        work.progress(before + done),
      );
      throwIfCancelled(options.signal);
      if (reply.kind === "checked") {
        for (const path of reply.changed) changed.add(path);
        saw(reply.installed);
        work.checked(program, reply.checked);
      } else work.skipped(program, whyOf(reply));
      before += program.files.length;
    }
    work.progress(before);
  } finally {
    process.end();
  }
  const byPath = [...installed].sort(([a], [b]) => compareStrings(a, b));
  return { changed: [...changed].sort(), installed: byPath };
}

function whyOf(reply: Reply): string {
  return reply.kind === "failed" ? reply.why : "an answer that was not asked for";
}

class CompilerProcess {
  readonly #setup: Setup;
  readonly #options: CheckerOptions;
  #child: ChildProcess | null = null;

  constructor(setup: Setup, options: CheckerOptions) {
    this.#setup = setup;
    this.#options = options;
  }

  /** Never rejects. After a failure of the process itself the next question starts another one. */
  ask(request: Request, onProgress?: (done: number) => void): Promise<Reply> {
    const { signal, silenceMs = SILENCE_MS } = this.#options;
    const child = (this.#child ??= this.#start());
    return new Promise((resolve) => {
      const lost = (why: string) => {
        this.end();
        end({ kind: "failed", why });
      };
      const fuse = setTimeout(() => lost("it took too long"), silenceMs);
      const onMessage = (reply: Reply) => {
        fuse.refresh();
        if (reply.kind === "progress") return onProgress?.(reply.done);
        // The thread is gone where its memory was: the next program gets another process.
        if (reply.kind === "failed") this.end();
        end(reply);
      };
      const onExit = (code: number | null, killed: NodeJS.Signals | null) => lost(endOf(code, killed));
      const onError = (error: Error) => lost(error.message);
      const onAbort = () => lost("cancelled");
      const end = (reply: Reply) => {
        clearTimeout(fuse);
        child.off("message", onMessage).off("exit", onExit).off("error", onError);
        signal?.removeEventListener("abort", onAbort);
        resolve(reply);
      };
      child.on("message", onMessage).on("exit", onExit).on("error", onError);
      signal?.addEventListener("abort", onAbort);
      if (signal?.aborted === true) return onAbort();
      child.send(request, (error) => {
        if (error !== null) lost("the compiler ended");
      });
    });
  }

  #start(): ChildProcess {
    const file =
      this.#options.workerFile ??
      new URL(`./program-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
    const child = fork(fileURLToPath(file), [], {
      serialization: "advanced",
      execArgv: [],
      // Nothing that the environment says to Node or to the compiler reaches them.
      env: environment(),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("error", () => {});
    child.send({ kind: "setup", setup: this.#setup } satisfies Request, () => {});
    return child;
  }

  end(): void {
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGKILL");
  }
}

/** How V8 ends a process that it can find no more memory for, where it does not end the thread alone. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(["SIGABRT", "SIGTRAP", "SIGILL", 134, 133, 132]);

function endOf(code: number | null, killed: NodeJS.Signals | null): string {
  if (OUT_OF_MEMORY.has(killed ?? code)) return MEMORY;
  return killed === null && code !== null ? `the compiler ended with ${code}` : "the compiler was killed";
}

/** What a process needs to start at all. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot, PATH } = process.env;
  return { ...(SystemRoot === undefined ? {} : { SystemRoot }), ...(PATH === undefined ? {} : { PATH }) };
}
