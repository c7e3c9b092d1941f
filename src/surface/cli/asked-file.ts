// A file that a person asks to have something written into, beside what standard output says: named by a flag, refused before
// any work is done where it takes nothing, written whole at the end.
import { dirname, resolve } from "node:path";

export interface AskedFile {
  path: string;
  /** Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
  write: (text: string) => void;
}

/**
 * Takes the argument away, since it is no matter of the engine's. Null where none was given. `what`: `an answer`. Throws
 * ARGUMENT_INVALID, OUTPUT_FAILED.
 */
export async function askedFile(
  args: Record<string, unknown>,
  name: string,
  what: string,
  cwd: string,
): Promise<AskedFile | null> {
  const given = args[name];
  delete args[name];
  if (typeof given !== "string") return null;
  const path = resolve(cwd, given);
  const { requirePlaceFor, requirePlainOrNew, writeOutput } = await import("../../engine/output-file.ts");
  // Whatever folder it is in: settings are never written over.
  requirePlaceFor(what, path, dirname(path));
  requirePlainOrNew(path);
  return {
    path,
    write(text) {
      // Something else may have come in its place meanwhile.
      requirePlainOrNew(path);
      writeOutput(path, text);
    },
  };
}
