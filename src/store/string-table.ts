// Many strings in two columns: their UTF-8 bytes one after another, and where each starts. Looked up in place.
import type { EncodedStrings } from "./byte-order.ts";
import { utf8Order } from "./byte-order.ts";
import type { Column, ColumnFile } from "./column-file.ts";

export function encodeStrings(strings: readonly string[]): EncodedStrings {
  const joined = strings.join("");
  const bytes = new TextEncoder().encode(joined);
  const at = new Uint32Array(strings.length + 1);
  // Bytes and code units agree only where every letter is ASCII: then no string needs to be measured by itself.
  const ascii = bytes.byteLength === joined.length;
  let offset = 0;
  for (let i = 0; i < strings.length; i++) {
    offset += ascii ? strings[i]!.length : Buffer.byteLength(strings[i]!, "utf8");
    at[i + 1] = offset;
  }
  return { bytes, at };
}

/** The columns of the strings in the order of their UTF-8 bytes, and that order (`order[new index]` is the old one). */
export function sortedStringColumns(name: string, strings: readonly string[]) {
  const encoded = encodeStrings(strings);
  const order = utf8Order(encoded);
  const bytes = new Uint8Array(encoded.bytes.length);
  const at = new Uint32Array(strings.length + 1);
  let offset = 0;
  for (let i = 0; i < order.length; i++) {
    const start = encoded.at[order[i]!]!;
    const end = encoded.at[order[i]! + 1]!;
    // Terms are short: a loop is faster than a view and a copy of each.
    for (let j = start; j < end; j++) bytes[offset++] = encoded.bytes[j]!;
    at[i + 1] = offset;
  }
  return { columns: { [`${name}.bytes`]: bytes, [`${name}.at`]: at } as Record<string, Column>, order };
}

/** The columns `<name>.bytes` and `<name>.at` of the strings, in the order given. */
export function stringColumns(name: string, strings: readonly string[]): Record<string, Column> {
  const { bytes, at } = encodeStrings(strings);
  return { [`${name}.bytes`]: bytes, [`${name}.at`]: at };
}

export class StringTable {
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  readonly #at: Uint32Array;

  constructor({ bytes, at }: EncodedStrings) {
    this.#bytes = bytes;
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  static of(file: ColumnFile<unknown>, name: string): StringTable {
    return new StringTable({
      bytes: file.column(`${name}.bytes`, "u8"),
      at: file.column(`${name}.at`, "u32"),
    });
  }

  get length(): number {
    return this.#at.length - 1;
  }

  get(index: number): string {
    return this.#text.toString("utf8", this.#at[index]!, this.#at[index + 1]!);
  }

  /** All strings. Faster than one by one: the whole is decoded once and sliced where it is ASCII. */
  all(): string[] {
    const text = this.#text.toString("utf8");
    const whole = text.length === this.#bytes.byteLength;
    const out: string[] = [];
    for (let i = 0; i < this.length; i++) {
      out.push(whole ? text.slice(this.#at[i]!, this.#at[i + 1]!) : this.get(i));
    }
    return out;
  }

  /** Index of a string, or -1. The table, read through `order` if one is given, ascends by UTF-8 bytes. */
  find(wanted: string, order?: Uint32Array): number {
    const bytes = Buffer.from(wanted, "utf8");
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const index = order ? order[middle]! : middle;
      const sign = this.#compare(index, bytes);
      if (sign === 0) return index;
      if (sign < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /**
   * The strings that begin with an ASCII letter, in either case, and pass the test, which sees them as bytes: most are
   * refused without being decoded. The table must ascend by UTF-8 bytes.
   */
  beginning(letter: string, test: (bytes: Uint8Array, start: number, end: number) => boolean): string[] {
    const found: string[] = [];
    for (const first of new Set([letter.toUpperCase(), letter.toLowerCase()])) {
      const code = first.charCodeAt(0);
      let low = 0;
      for (let high = this.length; low < high;) {
        const middle = (low + high) >> 1;
        const at = this.#at[middle]!;
        if (at < this.#at[middle + 1]! && this.#bytes[at]! >= code) high = middle;
        else low = middle + 1;
      }
      for (; low < this.length && this.#bytes[this.#at[low]!] === code; low++)
        if (test(this.#bytes, this.#at[low]!, this.#at[low + 1]!)) found.push(this.get(low));
    }
    return found;
  }

  #compare(index: number, wanted: Uint8Array): number {
    const start = this.#at[index]!;
    const length = this.#at[index + 1]! - start;
    const shared = Math.min(length, wanted.length);
    for (let i = 0; i < shared; i++) {
      const difference = this.#bytes[start + i]! - wanted[i]!;
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}
