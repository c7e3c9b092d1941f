// The text files of a repository as Pith reads them, for comparisons with other programs.
import { loadConfig } from "../../src/config/load.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { type TextFile, isSkipped, openReader } from "../../src/files/read.ts";
import { walk } from "../../src/files/walk.ts";

export function walkRepository(folder: string): string[] {
  const root = resolveRoot(folder);
  const { values } = loadConfig({ root: root.path, env: {} });
  return walk(root, values).files.map((f) => f.path);
}

export function readRepository(folder: string, wanted: (path: string) => boolean = () => true): TextFile[] {
  const root = resolveRoot(folder);
  const { values } = loadConfig({ root: root.path, env: {} });
  const read = openReader(root, values.ceilings);
  const files = walk(root, values).files.filter((f) => wanted(f.path));
  return files.map((f) => read(f.path)).filter((f): f is TextFile => !isSkipped(f));
}
