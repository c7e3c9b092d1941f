// A file of Git's (HEAD, the index, a rule file): read only where it is a plain file of a size that such a file has. In a
// repository from elsewhere a pipe may lie in its place, which would be waited for without end.
import { readPlainFile } from "../base/plain-file.ts";
import type { PlainFileOptions } from "../base/plain-file.ts";

/** Git leaves out rule files beyond 100 MB (`PATTERN_MAX_FILE_SIZE` in its dir.c). */
export const MOST_GIT_BYTES = 100 * 1024 * 1024;
/** For what holds a line: Git refuses a larger `.git` file (`max_file_size` in its setup.c). */
const MOST_LINE_BYTES = 1 << 20;
/** A configuration has some kB. Git has no ceiling; a thousand times that is nobody's. */
export const MOST_CONFIG_BYTES = 4_000_000;

/** Throws as `readFileSync` does, or `UnfitFile`: where it is no plain file, or larger than `most` bytes. */
export function readGitFile(
  path: string,
  most: number = MOST_GIT_BYTES,
  links: PlainFileOptions["links"] = "followed",
): Buffer {
  return readPlainFile(path, most, { links });
}

/** Null where it can't be read, whatever the reason. */
export function readGitText(path: string, most: number = MOST_LINE_BYTES): string | null {
  try {
    return readGitFile(path, most).toString("utf8");
  } catch {
    return null;
  }
}
