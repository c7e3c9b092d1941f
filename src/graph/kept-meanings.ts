// What do references mean that were asked about before? By file and number; kept as long as the view is.
import type { Meaning } from "./meaning.ts";

export class KeptMeanings {
  readonly #byFile = new Map<number, Map<number, Meaning>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(file: number, reference: number): Meaning | undefined {
    return this.#byFile.get(file)?.get(reference);
  }

  /** Of a reference that has none yet. */
  set(file: number, reference: number, meaning: Meaning): void {
    let ofFile = this.#byFile.get(file);
    if (ofFile === undefined) this.#byFile.set(file, (ofFile = new Map()));
    ofFile.set(reference, meaning);
    this.#size++;
  }

  clear(): void {
    this.#byFile.clear();
    this.#size = 0;
  }
}
