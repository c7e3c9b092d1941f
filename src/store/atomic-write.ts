// How does a file of the cache appear? Whole or not at all: written beside its place, then renamed over it.
// Nothing is flushed to the disk (fsync): all that is kept here can be made again, and after a power cut the checksum
// of each file tells whether it arrived. A flush would cost more than the whole update of one edited file.
import { closeSync, lstatSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { threadId } from "node:worker_threads";

/** Ends the name of a file that is still being written. */
export const UNFINISHED = ".tmp";

/** Windows refuses to replace a file at the moment in which somebody reads it. */
const REPLACE_TRIES = 5;
const REPLACE_WAIT_MS = 10;

let count = 0;

function besides(path: string): string {
  count++;
  // Nothing can lie there already: a pipe would be waited for.
  return `${path}.${process.pid}-${threadId}-${count}-${randomUUID().slice(0, 8)}${UNFINISHED}`;
}

/** Another process reads or removes the file at this moment: only Windows lets that stand in anybody's way. */
export function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return process.platform === "win32" && (code === "EPERM" || code === "EACCES" || code === "EBUSY");
}

/** A folder in the place of a file of the cache is nobody's; nothing is renamed over one. */
function clearedAway(error: unknown, path: string): boolean {
  const { code } = error as NodeJS.ErrnoException;
  const folder = code === "EISDIR" && lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (folder) rmSync(path, { recursive: true, force: true });
  return folder;
}

export function writeFileAtomic(path: string, bytes: Uint8Array | string, mode?: number): void {
  const unfinished = besides(path);
  try {
    writeFileSync(unfinished, bytes, { flag: "wx", ...(mode !== undefined && { mode }) });
    replaceFile(unfinished, path, clearedAway);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** A file that is written and has not appeared: it does with `finish`, whole; with `drop` it never was. */
export interface UnfinishedFile {
  finish(): void;
  drop(): void;
}

/** Parts are taken one by one, so that what is written need never be in memory whole. Throws with nothing left behind. */
export function beginFile(path: string, parts: Iterable<Uint8Array | string>, mode?: number): UnfinishedFile {
  const unfinished = besides(path);
  const drop = (): void => rmSync(unfinished, { force: true });
  try {
    const file = openSync(unfinished, "wx", mode);
    try {
      for (const lot of inLots(parts)) for (let at = 0; at < lot.length;) at += writeSync(file, lot, at);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    drop();
    throw error;
  }
  return { finish: () => replaceFile(unfinished, path), drop };
}

/** Many small parts are one call. */
const LOT = 1 << 20;

function* inLots(parts: Iterable<Uint8Array | string>): Generator<Uint8Array> {
  let lot: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    lot.push(bytes);
    size += bytes.length;
    if (size < LOT) continue;
    yield Buffer.concat(lot, size);
    lot = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(lot, size);
}

/** Renames a finished file over another. `isCleared`: whether what was in the way is gone, so that it is worth a second try. */
export function replaceFile(
  finished: string,
  path: string,
  isCleared: (error: unknown, path: string) => boolean = () => false,
): void {
  for (let tries = 1; ; tries++) {
    try {
      return renameSync(finished, path);
    } catch (error) {
      if (isCleared(error, path)) continue;
      if (!isBusy(error) || tries === REPLACE_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REPLACE_WAIT_MS);
    }
  }
}

/** The same without holding up the thread: for segments, which are large and new, so that nobody reads them yet. */
export async function writeFileAtomicLater(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = besides(path);
  try {
    await writeFile(unfinished, bytes);
    for (let tries = 1; ; tries++) {
      try {
        return await rename(unfinished, path);
      } catch (error) {
        if (clearedAway(error, path)) continue;
        // A file that was just written may be held by what looks for viruses.
        if (!isBusy(error) || tries === REPLACE_TRIES) throw error;
        await pause(REPLACE_WAIT_MS);
      }
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
