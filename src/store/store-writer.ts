// How does what was made come into a store? Segments go out while others are still being made; the snapshot comes last.
import { statSync } from "node:fs";
import { writeFileAtomic, writeFileAtomicLater } from "./atomic-write.ts";
import { removeForgottenStores } from "./forgotten-stores.ts";
import { becomesUnnamed, collectGarbage, removeOldRevisions } from "./garbage.ts";
import type { Lock } from "./lock.ts";
import type { Segment } from "./segment.ts";
import type { HeldSnapshot } from "./snapshot.ts";
import { segmentFile } from "./store-folder.ts";
import type { Store } from "./store.ts";

/** Whether a file of so many bytes lies there; what can't be looked at is written over. */
function isThere(path: string, bytes: number): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size === bytes;
  } catch {
    return false;
  }
}

/** The right to write into a store. */
export class StoreWriter {
  readonly #store: Store;
  readonly #lock: Lock;
  readonly #writing = new Map<string, Promise<void>>();
  #failed = false;

  constructor(store: Store, lock: Lock) {
    this.#store = store;
    this.#lock = lock;
  }

  /** Writes a segment unless it is there. Doesn't wait; `commit` does. */
  save(segment: Segment): void {
    if (this.#failed || this.#writing.has(segment.id)) return;
    this.#lock.touch();
    const path = segmentFile(this.#store.folder, segment.id);
    if (isThere(path, segment.bytes.byteLength)) return;
    const written = writeFileAtomicLater(path, segment.bytes).catch((error: unknown) => this.#fail(error));
    this.#writing.set(segment.id, written);
  }

  /** Makes the snapshot the one that others find. `dropped`: what the one before had and this one has not. */
  async commit(snapshot: HeldSnapshot, dropped: readonly Segment[]): Promise<void> {
    for (const segment of snapshot.segments) this.save(segment);
    await Promise.all(this.#writing.values());
    if (this.#failed) return;
    try {
      this.#store.saveSnapshot(snapshot);
    } catch (error) {
      return this.#fail(error);
    }
    this.#tidy(dropped);
  }

  /** What the checker pass found. False if it could not be written. */
  saveVerdicts(bytes: Uint8Array): boolean {
    this.#lock.touch();
    try {
      writeFileAtomic(this.#store.folder.verdicts, bytes);
    } catch (error) {
      this.#fail(error);
    }
    return !this.#failed;
  }

  #tidy(dropped: readonly Segment[]): void {
    try {
      removeForgottenStores(this.#store.folder.folder);
      removeOldRevisions(this.#store.folder);
      if (dropped.length === 0) return;
      for (const { id } of dropped) becomesUnnamed(segmentFile(this.#store.folder, id));
      collectGarbage(this.#store.folder);
    } catch {
      // Everything is written; what could be thrown away waits for another time.
    }
  }

  /** Waits for what is being written and gives the lock back. */
  async end(): Promise<void> {
    await Promise.all(this.#writing.values());
    this.#lock.release();
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.#store.cannotWrite(error);
    this.#failed = true;
  }
}
