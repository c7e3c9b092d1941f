// What is at the other end of our streams, and how do we write to it? Colour rules, closed pipes, finished writes.
import { join, parse } from "node:path";
import type { Readable, Writable } from "node:stream";
import { PithError } from "../../base/error.ts";

export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
}

export interface Terminal {
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  env: NodeJS.ProcessEnv;
  cwd: string;
}

export function processTerminal(): Terminal {
  // Nobody may be reading our notes any more (`2>&1 | head`): that must not become an uncaught exception.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  return {
    // A getter: opening standard input costs time, and most commands never read it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    get cwd() {
      return workingFolder();
    },
  };
}

/** One that has been removed is a path at which there is nothing: a root that is named needs none. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return join(parse(process.execPath).root, "the working directory is gone");
  }
}

/** `--color` and `--no-color`, then NO_COLOR, then FORCE_COLOR, then whether the stream is a terminal that can. */
export function wantsColor(flag: boolean | undefined, stream: OutputStream, env: NodeJS.ProcessEnv): boolean {
  if (flag !== undefined) return flag;
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/** Writes and waits until it is written. False: nobody reads any more (a closed pipe is no fault). */
export async function write(stream: OutputStream, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (error?: (Error & { code?: string }) | null): void => {
      // A late EPIPE must not become an uncaught exception, so the listener stays after a failure.
      if (error === undefined || error === null) {
        stream.off("error", settle);
        resolve(true);
      } else if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" || error.code === "EOF") {
        resolve(false);
      } else {
        reject(notWritten(error));
      }
    };
    stream.on("error", settle);
    try {
      stream.write(text, settle);
    } catch (error) {
      // A file is written at once, and throws.
      settle(error as Error);
    }
  });
}

/** A full disk is no fault of Pith's. */
function notWritten(error: Error & { code?: string }): PithError {
  const why = error.code ?? error.message;
  return new PithError("OUTPUT_FAILED", `The answer could not be written (${why}).`, {
    subject: why,
    next: "Make room where the output goes, or write it elsewhere.",
    cause: error,
  });
}
