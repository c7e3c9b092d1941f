// Bytes that come in pieces, of which nobody knows how many there will be. Kept in one run that doubles: many small
// pieces take no more room than a few large ones.

export class GrowingBytes {
  #bytes: Buffer;
  #length = 0;

  constructor(first = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(first);
  }

  get length(): number {
    return this.#length;
  }

  /** What is free at the end, at least so many bytes: write there, and say with `filled` how many. */
  room(least: number): Buffer {
    if (this.#bytes.length - this.#length < least) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + least));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return this.#bytes.subarray(this.#length);
  }

  filled(count: number): void {
    this.#length += count;
  }

  add(piece: Uint8Array): void {
    this.room(piece.length).set(piece);
    this.filled(piece.length);
  }

  /** View over what has come so far. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  text(): string {
    return this.#bytes.toString("utf8", 0, this.#length);
  }
}
