// The disk as the compiler sees it: the files of the snapshot below a made-up root, the declarations of packages installed
// there, the compiler's own libraries, and nothing else. No path of the machine is ever handed to it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSkipped, openReader } from "../files/read.ts";
import { resolveRoot } from "../files/guard.ts";
import { InstalledFiles } from "./installed-files.ts";
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
  readonly installed: InstalledFiles;

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
    const opened = resolveRoot(root, { allowBroad: true });
    this.#read = openReader(opened, { fileBytes });
    this.installed = new InstalledFiles(opened, this.#read);
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
    if (this.number(name) !== -1 || this.#library(name) !== null) return true;
    const path = fromVirtual(name);
    return path !== null && (this.installed.isDeclaration(path) || this.#linked(path) !== -1);
  }

  /** A listed file by a way that leads through a link in `node_modules`: number, or -1. */
  #linked(path: string): number {
    const found = this.installed.find(path);
    return found?.kind === "file" ? (this.#numbers.get(found.real) ?? -1) : -1;
  }

  /** Where a name leads behind links. */
  realpath(name: string): string {
    const path = fromVirtual(name);
    const found = path === null ? null : this.installed.find(path);
    return found === null ? name : toVirtual(found.real);
  }

  directoryExists(name: string): boolean {
    if (name === ROOT || name === LIBRARIES || name === "/") return true;
    const path = fromVirtual(name);
    if (path === null) return false;
    return this.#folders.has(path) || this.installed.find(path)?.kind === "folder";
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
    const own = fromVirtual(name);
    const listed = this.number(name);
    const number = listed === -1 && own !== null ? this.#linked(own) : listed;
    if (number === -1) return own === null ? undefined : this.installed.text(own);
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
