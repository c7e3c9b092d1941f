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
    if (this.#length === this.#values.length) this.#grow(1);
    this.#values[this.#length++] = value;
  }

  append(values: Uint32Array): void {
    if (this.#length + values.length > this.#values.length) this.#grow(values.length);
    this.#values.set(values, this.#length);
    this.#length += values.length;
  }

  appendMany(value: number, count: number): void {
    if (this.#length + count > this.#values.length) this.#grow(count);
    this.#values.fill(value, this.#length, this.#length + count);
    this.#length += count;
  }

  #grow(by: number): void {
    let capacity = this.#values.length;
    while (capacity < this.#length + by) capacity *= 2;
    const larger = new Uint32Array(capacity);
    larger.set(this.#values);
    this.#values = larger;
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
