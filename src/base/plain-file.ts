// What does a file say that anybody may have put there? Only a plain file of a sane size is read: a pipe would be waited
// for without end, a device has no end, and opening one may set it off.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import type { Stats } from "node:fs";

/** Never waits on a pipe, and never becomes the process's terminal. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export type Unfit = "no plain file" | "too large";

/** Something is there, but nothing that is read. It has no code of the file system's. */
export class UnfitFile extends Error {
  readonly fault: Unfit;

  constructor(path: string, fault: Unfit) {
    super(`${path} is ${fault}.`);
    this.fault = fault;
  }
}

export interface PlainFileOptions {
  /** Whether a link stands for the file that it leads to; a refused one is no plain file. */
  links?: "followed" | "refused";
  /** Looks at the first so many bytes, and at the size, before the rest is read: it may throw. */
  head?: { bytes: number; check: (head: Uint8Array, size: number) => void };
}

/** At most `most` bytes. Throws as `readFileSync` does, or `UnfitFile`. */
export function readPlainFile(
  path: string,
  most: number,
  { links = "followed", head }: PlainFileOptions = {},
): Buffer<ArrayBuffer> {
  const follow = links === "followed";
  // Looked at before it is opened; and once more when it is open, since it may have been replaced.
  requirePlain(path, follow ? statSync(path) : lstatSync(path), most);
  const descriptor = openPlain(path, OPEN_FLAGS | (follow ? 0 : (constants.O_NOFOLLOW ?? 0)));
  try {
    const stats = fstatSync(descriptor);
    requirePlain(path, stats, most);
    if (head !== undefined) {
      const first = Buffer.alloc(Math.min(head.bytes, stats.size));
      readSync(descriptor, first, 0, first.length, 0);
      head.check(first, stats.size);
    }
    return readAll(path, descriptor, stats.size, most);
  } finally {
    closeSync(descriptor);
  }
}

function requirePlain(path: string, stats: Stats, most: number): void {
  if (!stats.isFile()) throw new UnfitFile(path, "no plain file");
  if (stats.size > most) throw new UnfitFile(path, "too large");
}

function openPlain(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What opening a link, a socket or a device without a driver gives.
    if (code === "ELOOP" || code === "EMLINK" || code === "ENXIO" || code === "ENODEV")
      throw new UnfitFile(path, "no plain file");
    throw error;
  }
}

/** A file of the system may have more in it than its size says, or no end at all. */
function readAll(path: string, descriptor: number, size: number, most: number): Buffer<ArrayBuffer> {
  // Memory of its own: views over it start where typed arrays may.
  let bytes = Buffer.from(new ArrayBuffer(size + 1));
  let filled = 0;
  for (;;) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
    filled += count;
    if (filled > most) throw new UnfitFile(path, "too large");
    if (count === 0) return bytes.subarray(0, filled);
    if (filled === bytes.length) {
      const larger = Buffer.from(new ArrayBuffer(2 * filled + 4_096));
      larger.set(bytes);
      bytes = larger;
    }
  }
}

/** Whether nothing lies there, or a plain file of at most so many bytes; a link that leads nowhere, or to itself, is neither. */
export function isPlainOrAbsent(path: string, most = Number.POSITIVE_INFINITY): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined
      ? lstatSync(path, { throwIfNoEntry: false }) === undefined
      : stats.isFile() && stats.size <= most;
  } catch {
    return false;
  }
}
