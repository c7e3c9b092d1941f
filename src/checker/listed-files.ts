// The disk as the compiler sees it: the files of the snapshot below a made-up root, the compiler's own libraries, and
// nothing else. No path of the machine is ever handed to it, and nothing that it asks for is looked up on the disk.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSkipped, openReader } from "../files/read.ts";
import { resolveRoot } from "../files/guard.ts";
import type { Setup } from "./protocol.ts";

const ROOT = "/r";
/** Folder of the compiler's libraries. */
export const LIBRARIES = "/typescript";

export function toVirtual(path: string): string {
  return `${ROOT}/${path}`;
}

/** Path from the root; null for what does not lie below it. */
export function fromVirtual(path: string): string | null {
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : null;
}

export class ListedFiles {
  readonly paths: readonly string[];
  /** Paths whose content is not that of the snapshot any more. */
  readonly changed = new Set<string>();
  readonly #ids: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #folders = new Map<string, { files: string[]; directories: Set<string> }>();
  readonly #libraries: ReadonlySet<string>;
  readonly #libraryFolder: string;
  readonly #read: ReturnType<typeof openReader>;

  constructor({ root, compiler, files, fileBytes }: Setup) {
    this.paths = files.map((f) => f.path);
    this.#ids = files.map((f) => f.id);
    this.#folders.set("", { files: [], directories: new Set() });
    this.paths.forEach((path, i) => {
      this.#numbers.set(path, i);
      this.#place(path);
    });
    this.#libraryFolder = dirname(compiler);
    this.#libraries = new Set(readdirSync(this.#libraryFolder).filter((name) => /^lib\..*d\.ts$/.test(name)));
    // Whether the root is too broad was decided where it was opened.
    this.#read = openReader(resolveRoot(root, { allowBroad: true }), { fileBytes });
  }

  #place(path: string): void {
    const slash = path.lastIndexOf("/");
    const folder = slash === -1 ? "" : path.slice(0, slash);
    this.#folder(folder).files.push(path.slice(slash + 1));
  }

  #folder(path: string): { files: string[]; directories: Set<string> } {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const made = { files: [], directories: new Set<string>() };
    this.#folders.set(path, made);
    const slash = path.lastIndexOf("/");
    this.#folder(slash === -1 ? "" : path.slice(0, slash)).directories.add(path.slice(slash + 1));
    return made;
  }

  /** Whether the root has the file. */
  has(path: string): boolean {
    return this.#numbers.has(path);
  }

  /** Number of a file as the compiler names it, or -1. */
  number(name: string): number {
    const path = fromVirtual(name);
    return path === null ? -1 : (this.#numbers.get(path) ?? -1);
  }

  fileExists(name: string): boolean {
    return this.number(name) !== -1 || this.#library(name) !== null;
  }

  directoryExists(name: string): boolean {
    if (name === ROOT || name === LIBRARIES || name === "/") return true;
    const path = fromVirtual(name);
    return path !== null && this.#folders.has(path);
  }

  entries(name: string): { files: readonly string[]; directories: readonly string[] } {
    const folder = this.#folders.get(name === ROOT ? "" : (fromVirtual(name) ?? "\0"));
    return folder === undefined
      ? { files: [], directories: [] }
      : { files: folder.files, directories: [...folder.directories] };
  }

  text(name: string): string | undefined {
    const library = this.#library(name);
    if (library !== null) return readFileSync(library, "utf8");
    const number = this.number(name);
    if (number === -1) return undefined;
    const path = this.paths[number]!;
    const file = this.#read(path);
    if (isSkipped(file)) {
      this.changed.add(path);
      return undefined;
    }
    if (file.id !== this.#ids[number]) this.changed.add(path);
    return file.text;
  }

  #library(name: string): string | null {
    if (!name.startsWith(`${LIBRARIES}/`)) return null;
    const own = name.slice(LIBRARIES.length + 1);
    return this.#libraries.has(own) ? join(this.#libraryFolder, own) : null;
  }
}
