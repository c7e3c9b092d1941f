// Does something happen in the folders of a tree? Told at once by the system, for whoever wants to work ahead. Nothing may
// depend on it: events are lost (a full queue, a network drive, a folder that was made again), and the walk looks at
// everything all the same.
//
// Watched are the folders of walked files and no others: none that is ignored, none behind a link. One watch a folder, not
// one a file, and none at all where there are too many: a system has few, and other programs need theirs.
import { realpathSync, watch } from "node:fs";
import { resolve } from "node:path";
import { counted } from "../base/counted.ts";
import { thousands } from "../base/thousands.ts";

/** Half of the least that Linux gives a user (`fs.inotify.max_user_watches`, 8,192). */
const MOST_WATCHES = 4_096;

export interface WatchState {
  /** How many are watched. */
  folders: number;
  /** Why none is, or null. */
  why: string | null;
}

export interface Watched {
  close(): void;
}

/** `happened` gets the name in the folder, where the system tells it, and whether a name came or went. */
export type WatchOne = (
  folder: string,
  happened: (name: string | null, isNew: boolean) => void,
  failed: (code: string) => void,
) => Watched;

const watchOne: WatchOne = (folder, happened, failed) => {
  const watcher = watch(folder, { persistent: false }, (event, name) => happened(name, event === "rename"));
  // A folder that goes away is no fault on some systems and one on others.
  watcher.on("error", (error: NodeJS.ErrnoException) => failed(error.code ?? error.message));
  return watcher;
};

export class FolderWatch {
  /** Absolute, with a slash at its end. */
  readonly #root: string;
  readonly #happened: () => void;
  readonly #watch: WatchOne;
  readonly #most: number;
  /** By path from the root, with a slash at its end; the root is empty. */
  readonly #watched = new Map<string, Watched>();
  #files: readonly { path: string }[] | null = null;
  #stale = false;
  #why: string | null = null;

  constructor(
    root: string,
    happened: () => void,
    { watch: one = watchOne, most = MOST_WATCHES }: { watch?: WatchOne; most?: number } = {},
  ) {
    this.#root = root.endsWith("/") ? root : `${root}/`;
    this.#happened = happened;
    this.#watch = one;
    this.#most = most;
  }

  get state(): WatchState {
    return { folders: this.#watched.size, why: this.#why };
  }

  /** From now on the folders of these files, which are those of a walk. */
  follow(files: readonly { path: string }[]): void {
    if (files === this.#files && !this.#stale) return;
    this.#files = files;
    this.#stale = false;
    const folders = foldersOf(files);
    if (folders.size > this.#most) {
      this.#end(`${counted(folders.size, "folder")} are more than ${thousands(this.#most)}`);
      return;
    }
    this.#why = null;
    for (const [folder, watched] of this.#watched) {
      if (folders.has(folder)) continue;
      watched.close();
      this.#watched.delete(folder);
    }
    for (const folder of folders) {
      if (this.#why === null && !this.#watched.has(folder)) this.#begin(folder);
    }
  }

  #begin(folder: string): void {
    const path = (this.#root + folder).slice(0, -1) || "/";
    const failed = (code: string): void => {
      if (/^(?:ENOSPC|EMFILE|ENFILE|ENOMEM)$/.test(code))
        this.#end(`the system gives no more watches (${code})`);
      else this.#forget(folder);
    };
    try {
      // Exchanged for a link since the walk: the system would follow it.
      if (realpathSync.native(path) !== resolve(path)) return;
      const happened = (name: string | null, isNew: boolean): void => {
        // A folder that was made again is another one to the system.
        if (isNew && name !== null) this.#forget(`${folder}${name}/`);
        this.#happened();
      };
      this.#watched.set(folder, this.#watch(path, happened, failed));
    } catch (error) {
      failed((error as NodeJS.ErrnoException).code ?? "");
    }
  }

  /** A folder and all below it are watched anew when they are met again. */
  #forget(folder: string): void {
    if (!this.#watched.has(folder)) return;
    this.#stale = true;
    for (const [other, watched] of this.#watched) {
      if (!other.startsWith(folder)) continue;
      watched.close();
      this.#watched.delete(other);
    }
  }

  #end(why: string | null): void {
    for (const watched of this.#watched.values()) watched.close();
    this.#watched.clear();
    this.#why = why;
  }

  close(): void {
    this.#files = null;
    this.#end(null);
  }
}

/** The folders of files, and those around them. */
function foldersOf(files: readonly { path: string }[]): Set<string> {
  const folders = new Set([""]);
  let last = "";
  for (const { path } of files) {
    // Sorted: most files are in the folder of the one before.
    let folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder === last) continue;
    last = folder;
    while (!folders.has(folder)) {
      folders.add(folder);
      folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
    }
  }
  return folders;
}
