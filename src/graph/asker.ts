// Who asks? One who may give up while the work goes on, and who is told how far it is.
import { setImmediate } from "node:timers/promises";
import { throwIfCancelled } from "../base/error.ts";

export interface Asker {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { phase: string; done: number; total: null; unit: string }) => void;
}

/** Files between two notes of progress, and between two turns of the event loop: without one no signal arrives. */
const EACH = 32;

/** Longest work on what is read already between two turns, in ms. It decides when others go on, and no answer. */
const LONGEST = 50;

export class Watch {
  readonly #asker: Asker;
  #files = 0;
  #turned = performance.now();

  constructor(asker: Asker = {}) {
    this.#asker = asker;
  }

  /** Throws where the asker has given up. */
  check(): void {
    throwIfCancelled(this.#asker.signal);
  }

  isDue(): boolean {
    return performance.now() - this.#turned > LONGEST;
  }

  /** Signals, timers and other questions have their turn. */
  async turn(): Promise<void> {
    await setImmediate();
    this.#turned = performance.now();
    this.check();
  }

  /** A file is looked at. */
  async file(): Promise<void> {
    if (++this.#files % EACH === 0) {
      this.#asker.onProgress?.({ phase: "following", done: this.#files, total: null, unit: "files" });
      await setImmediate();
    }
    this.check();
  }
}
