// What is kept of a repository between two runs, and how is it kept? Nothing here ever fails an answer: what can't be
// read is made again, what can't be written stays in memory, and each is said once, as a notice.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isPithError } from "../base/error.ts";
import { makeFolder } from "../base/make-folder.ts";
import { isBusy, writeFileAtomic } from "./atomic-write.ts";
import type { ColumnFault } from "./column-file.ts";
import { isUsedNow } from "./garbage.ts";
import { takeLock } from "./lock.ts";
import type { Lock } from "./lock.ts";
import { shippedModelId } from "../vectors/model.ts";
import { openSegment, segmentBytes } from "./segment.ts";
import type { Segment } from "./segment.ts";
import { openSnapshot, snapshotBytes } from "./snapshot.ts";
import type { HeldSnapshot, SnapshotFile } from "./snapshot.ts";
import { DAMAGED, segmentFile, storeFolder } from "./store-folder.ts";
import type { StoreFolder, StorePlace } from "./store-folder.ts";
import { StoreWriter } from "./store-writer.ts";

/** A snapshot may be replaced and its segments cleared away while it is read: then it is read anew, this often. */
const LOAD_TRIES = 3;
/** Whether what could not be written failed for lack of its folder, where folders can be made. */
function isTakenAway(error: unknown, { segments, snapshots }: StoreFolder): boolean {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return false;
  try {
    for (const folder of [segments, snapshots]) makeFolder(folder);
    return true;
  } catch {
    return false;
  }
}

export function openStore(place: StorePlace): Store {
  return new Store(place);
}

export class Store {
  readonly folder: StoreFolder;
  readonly #root: string;
  readonly #about: string;
  /** Set when what lies there must not be touched: it is a newer Pith's, or it can't be written. */
  #closed = false;
  #unwritable = false;
  #looksOnly = false;
  #notices: string[] = [];

  constructor(place: StorePlace) {
    this.folder = storeFolder(place);
    this.#root = place.revision === undefined ? place.root : (place.commonDir ?? place.root);
    this.#about = JSON.stringify({ repository: place.commonDir ?? place.root });
  }

  /** What has to be said to the user since the last call. */
  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** The same, touching nothing: what is damaged stays where it lies. */
  look(): HeldSnapshot | null {
    this.#looksOnly = true;
    try {
      return this.load();
    } finally {
      this.#looksOnly = false;
    }
  }

  /** The snapshot of this root, or null if there is none that can be used. */
  load(): HeldSnapshot | null {
    for (let tries = 1; ; tries++) {
      const file = this.#readSnapshot();
      if (file === null) return null;
      let missing = false;
      const opened = file.segmentIds.map((id) => {
        const segment = this.#openSegment(id);
        if (segment === "missing") missing = true;
        return typeof segment === "string" ? null : segment;
      });
      if (missing && tries < LOAD_TRIES) continue;
      if (!this.#looksOnly) isUsedNow(this.folder.snapshot);
      if (missing) this.#say("Part of the cache is missing and is made again.");
      return file.over(opened);
    }
  }

  /** Facts of other trees and branches: segments that are not among the known ones, the newest first, of so many bytes. */
  segmentsBeside(known: ReadonlySet<string>, mostBytes: number): Segment[] {
    const found: { id: string; size: number; at: number }[] = [];
    try {
      for (const name of readdirSync(this.folder.segments)) {
        const id = name.endsWith(".seg") ? name.slice(0, -4) : "";
        if (id === "" || known.has(id)) continue;
        const { size, mtimeMs } = statSync(join(this.folder.segments, name));
        found.push({ id, size, at: mtimeMs });
      }
    } catch {
      // No folder yet, or one whose files go away right now: there is nothing to reuse.
    }
    found.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
    const segments: Segment[] = [];
    let bytes = 0;
    for (const { id, size } of found) {
      bytes += size;
      if (bytes > mostBytes) break;
      const segment = this.#openSegment(id, "beside");
      if (typeof segment !== "string") segments.push(segment);
    }
    return segments;
  }

  /** Whether this root has a snapshot on disk, whatever it is worth. */
  hasSnapshot(): boolean {
    return this.#closed || existsSync(this.folder.snapshot);
  }

  /** Removes what is stored of the repository, for all its work trees. False if that could not be done now. */
  clear(): boolean {
    if (this.#closed) return false;
    let lock: Lock | null = null;
    try {
      makeFolder(this.folder.folder);
      lock = takeLock(this.folder.lock);
      if (lock === null) {
        this.#say("Another process is writing the cache: it was not cleared, and this answer is not kept.");
        return false;
      }
      // Whoever is broken off in between leaves no snapshot that names what is gone.
      for (const path of [this.folder.snapshots, this.folder.segments])
        rmSync(path, { recursive: true, force: true });
      for (const end of ["", "-wal", "-shm", "-journal", DAMAGED])
        for (const database of [this.folder.syntax, this.folder.vectors])
          rmSync(database + end, { recursive: true, force: true });
      return true;
    } catch (error) {
      if (isBusy(error)) this.#say("Another process has the cache open: not all of it was cleared.");
      else this.cannotWrite(error);
      return false;
    } finally {
      lock?.release();
    }
  }

  /** The right to write, or null: another process has it, or the cache can't be written. Never waits. */
  beginWriting(): StoreWriter | null {
    if (this.#closed) return null;
    let lock: Lock | null = null;
    try {
      makeFolder(this.folder.folder);
      lock = takeLock(this.folder.lock);
      if (lock === null) return null;
      // Not before: whoever clears the store holds the lock, and takes them away.
      makeFolder(this.folder.segments);
      makeFolder(this.folder.snapshots);
      return new StoreWriter(this, lock);
    } catch (error) {
      lock?.release();
      this.cannotWrite(error);
      return null;
    }
  }

  /** Why nothing can be kept here, whoever writes; null where it can. */
  get closedBecause(): string | null {
    if (!this.#closed) return null;
    return this.#unwritable
      ? `the cache at ${this.folder.folder} can't be written`
      : "a newer Pith wrote the cache";
  }

  /** Whether it was said that nothing is kept here. */
  get unwritable(): boolean {
    return this.#unwritable;
  }

  cannotWrite(error: unknown): void {
    // Somebody took the cache away meanwhile: the next writer makes its folders anew.
    if (isTakenAway(error, this.folder)) return;
    this.#closed = true;
    this.#unwritable = true;
    // What was to be made again is not.
    this.#notices = [];
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    this.#say(
      `The cache at ${this.folder.folder} can't be written (${code}): answers are made without it, which takes longer, and have no receipt.`,
    );
  }

  saveSnapshot(snapshot: HeldSnapshot): void {
    writeFileAtomic(this.folder.about, Buffer.from(this.#about));
    writeFileAtomic(this.folder.snapshot, snapshotBytes(snapshot, this.#root));
  }

  #say(notice: string): void {
    if (!this.#notices.includes(notice)) this.#notices.push(notice);
  }

  #readSnapshot(): SnapshotFile | null {
    const path = this.folder.snapshot;
    try {
      return openSnapshot(path);
    } catch (error) {
      if (isPithError(error)) this.#unusable(path, error.subject as ColumnFault);
      else if ((error as NodeJS.ErrnoException).code !== "ENOENT") this.cannotWrite(error);
      return null;
    }
  }

  #openSegment(id: string, place: "named" | "beside" = "named"): Segment | "missing" | "unusable" {
    const path = segmentFile(this.folder, id);
    let bytes: Uint8Array | null = null;
    try {
      bytes = segmentBytes(path);
      const segment = openSegment(bytes);
      if (segment.model === shippedModelId()) return segment;
      // Of another model, or made without one: its vectors would give other answers.
      if (place === "named") this.#unusable(path, "older-version");
      return "unusable";
    } catch (error) {
      // Not ours to read, or gone.
      if (!isPithError(error) && bytes === null) return "missing";
      if (!isPithError(error)) throw error;
      const fault = error.subject as ColumnFault;
      if (place === "named") this.#unusable(path, fault);
      else if (fault === "corrupt" || fault === "truncated") this.#remove(path);
      return "unusable";
    }
  }

  #unusable(path: string, fault: ColumnFault): void {
    if (fault === "newer-version") {
      this.#closed = true;
      this.#say("The cache was written by a newer Pith and is left alone: answers are made without it.");
      return;
    }
    this.#say(
      fault === "older-version"
        ? "The cache was written by an older Pith and is made again."
        : "Part of the cache was damaged and is made again.",
    );
    this.#remove(path);
  }

  /** A damaged file would stand in the way of a sound one of the same name. */
  #remove(path: string): void {
    if (this.#looksOnly) return;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      // It is written over as soon as nobody reads it.
      if (!isBusy(error)) this.cannotWrite(error);
    }
  }
}
