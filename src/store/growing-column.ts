// A column of 32-bit numbers that grows while a segment is built.

const FIRST_CAPACITY = 1024;

export class GrowingColumn {
  #values = new Uint32Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Negative numbers keep their 32 bits: read them through `signed`. */
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** View over the numbers so far; valid until the next push. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }

  signed(): Int32Array {
    return new Int32Array(this.#values.buffer, 0, this.#length);
  }
}

/** Starts of groups from their sizes: `[2, 0, 3]` gives `[0, 2, 2, 5]`. */
export function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = starts[i]! + sizes[i]!;
  return starts;
}
