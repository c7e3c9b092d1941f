// A file of Git's (HEAD, the index, a rule file): read only where it is a plain file of a size that such a file has. In a
// repository from elsewhere a pipe may lie in its place, which would be waited for without end.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync } from "node:fs";

/** Git leaves out rule files beyond 100 MB (`PATTERN_MAX_FILE_SIZE` in its dir.c). */
const MOST_BYTES = 100 * 1024 * 1024;
/** A pipe is opened at once and not waited for. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Throws as `readFileSync` does; also where it is no plain file, or larger than `most` bytes. */
export function readGitFile(path: string, most: number = MOST_BYTES): Buffer {
  const descriptor = openSync(path, OPEN_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is no plain file.`);
    if (stats.size > most) throw new Error(`${path} is larger than ${most} bytes.`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Null where it can't be read, whatever the reason. */
export function readGitText(path: string): string | null {
  try {
    return readGitFile(path).toString("utf8");
  } catch {
    return null;
  }
}

/** Whether the path is a plain file or nothing at all: a link that leads nowhere, or to itself, is neither. */
export function isPlainOrAbsent(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? isAbsent(path) : stats.isFile();
  } catch {
    return false;
  }
}

function isAbsent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}
