// Makes a folder and those above it. Node's own way (`recursive: true`) never ends where a folder takes no new names
// although it is there, as `/proc` does.
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Throws the file system's error: also EEXIST or ENOTDIR where something on the way is no folder. */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) break;
    if (stats !== undefined) throw notAFolder(at);
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFolder(folder)) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function notAFolder(path: string): Error {
  return Object.assign(new Error(`ENOTDIR: ${path} is no folder`), { code: "ENOTDIR" });
}
