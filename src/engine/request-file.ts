// What is in a file of requests, or of a patch? A plain file, or a pipe into which somebody writes (`<(…)`): both up to a ceiling, in
// parts, so that a signal is heard in between. Devices and folders are refused.
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isPithError, PithError, throwIfCancelled } from "../base/error.ts";
import { GrowingBytes } from "../base/growing-bytes.ts";
import { LARGEST_BATCH } from "../base/limits.ts";

/** What `pith eval` reads; standard input has no part in it. */
export const QUESTIONS = "file of questions";

const PART = 1 << 16;
/** How long to wait for a writer that has nothing to say yet, in ms. */
const WAIT_MS = 10;
/** What a shell hands over (`<(…)`) had a writer, also when that has ended without a word. */
const OPEN_ALREADY = /^\/(?:dev|proc\/[^/]+)\/fd\/\d+$/;
/** Never waits in opening or reading. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Throws PATH_NOT_FOUND, ARGUMENT_INVALID past the ceiling, CANCELLED. */
export async function readRequestFile(
  file: string,
  signal: AbortSignal | undefined,
  what = "request file",
): Promise<string> {
  try {
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isFIFO()) throw notReadable(what, file, "is no file");
    const descriptor = openSync(file, OPEN_FLAGS);
    try {
      return await readAll(what, file, descriptor, signal);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw isPithError(cause) ? cause : notReadable(what, file, "can't be read", cause);
  }
}

async function readAll(
  what: string,
  file: string,
  descriptor: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const stats = fstatSync(descriptor);
  if (!stats.isFile() && !stats.isFIFO()) throw notReadable(what, file, "is no file");
  const bytes = new GrowingBytes();
  for (;;) {
    throwIfCancelled(signal);
    const count = readPart(descriptor, bytes.room(PART));
    if (count === null) {
      await pause(WAIT_MS);
      continue;
    }
    if (count === 0 && bytes.length === 0 && stats.isFIFO() && !OPEN_ALREADY.test(file))
      throw notReadable(what, file, "is a pipe that nobody writes to");
    if (count === 0) return bytes.text();
    bytes.filled(count);
    if (bytes.length > LARGEST_BATCH) throw tooManyRequests(file);
    // Signals are heard between parts.
    if (stats.isFIFO()) await pause(0);
  }
}

/** Null where nothing has been written yet. */
function readPart(descriptor: number, room: Buffer): number | null {
  try {
    return readSync(descriptor, room, 0, Math.min(room.length, PART), null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return null;
    throw error;
  }
}

function notReadable(what: string, file: string, fault: string, cause?: unknown): PithError {
  return new PithError("PATH_NOT_FOUND", `The ${what} ${file} ${fault}.`, {
    subject: file,
    next: what === QUESTIONS ? "Give an existing file." : "Give an existing file, or - for standard input.",
    cause,
  });
}

export function tooManyRequests(subject: string): PithError {
  return new PithError("ARGUMENT_INVALID", `The requests have more than ${LARGEST_BATCH} bytes.`, {
    subject,
    next: "Divide them over several batches.",
  });
}
