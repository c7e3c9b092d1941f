// What is in a folder, byte by byte and with its times: for tests that nothing was written, or the same.
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { sha256 } from "../../src/base/hash.ts";

/** Path and hash of every file whose name fits. */
export function folderState(folder: string, names = /^/): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${relative(folder, file)} ${sha256(readFileSync(file))}`)
    .sort();
}

/** The same with all that a write would change. */
export function folderStamps(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return ["", ...readdirSync(folder, { recursive: true }).map(String)].sort().map((name) => {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(join(folder, name), { bigint: true });
    return `${name} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  });
}
