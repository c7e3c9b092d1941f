// Where is the user's Git, and with which PATH does it run? Never one that lies in the tree that is asked about: a PATH
// with `.`, an empty entry or a folder of the tree would make a file of the repository the program.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";

export interface GitProgram {
  /** Absolute; null where there is none outside the tree. */
  file: string | null;
  /** The entries of PATH that programs may be looked for in. */
  path: string;
}

const NAMES = process.platform === "win32" ? ["git.exe"] : ["git"];

/** The last answers: a process asks about few trees, with one PATH. */
const MOST_KNOWN = 100;
const known = new Map<string, GitProgram>();

/** `trees`: folders that no program may come from. */
export function gitProgram(trees: readonly string[], path: string): GitProgram {
  const key = JSON.stringify([path, ...trees]);
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    found = lookUp(trees, path);
    known.set(key, found);
  }
  return found;
}

/** PATH of an environment: on Windows its name is written in many ways. */
export function searchPath(env: NodeJS.ProcessEnv): string {
  const name = Object.keys(env).find((key) => isPathName(key));
  return name === undefined ? "" : (env[name] ?? "");
}

export function isPathName(name: string): boolean {
  return process.platform === "win32" ? name.toUpperCase() === "PATH" : name === "PATH";
}

function lookUp(trees: readonly string[], path: string): GitProgram {
  const entries = path.split(delimiter).filter((entry) => isOutside(entry, trees));
  for (const entry of entries) {
    for (const name of NAMES) {
      const file = join(entry, name);
      if (isProgram(file) && isOutside(file, trees)) return { file, path: entries.join(delimiter) };
    }
  }
  return { file: null, path: entries.join(delimiter) };
}

/** An absolute place that is in none of the trees, neither by its name nor in truth. */
export function isOutside(place: string, trees: readonly string[]): boolean {
  if (!isAbsolute(place)) return false;
  const places = [place, real(place) ?? place];
  return trees.every((tree) =>
    [tree, real(tree) ?? tree].every((closed) => !places.some((at) => liesIn(at, closed))),
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function liesIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
