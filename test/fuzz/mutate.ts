// Bytes made from bytes: what a seed number gives is the same everywhere, so a number names a case.

export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below `most`. mulberry32 (Tommy Ettinger, public domain). */
  below(most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * most);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

/** Pieces that readers of texts and of bytes stumble over. */
const PIECES = [
  "\0",
  "\r\n",
  "\ufeff",
  "\ud800",
  "é",
  "e\u0301",
  "😀",
  "\u2028",
  "__proto__",
  "constructor",
  "../",
  "**/",
  "[!a-",
  "[[:alpha:]]",
  "\\",
  "\\\\?\\C:\\",
  "(?:(?i)a|b*)+",
  "{0,99999}",
  "/*",
  "<<EOF\n",
  '"""',
  "`${",
  "#if\n",
  "{{{{{{{{",
  "((((((((",
  "-1",
  "1e999",
  "null",
  "4294967295",
].map((piece) => Buffer.from(piece));
const BYTES = [0, 1, 0x7f, 0x80, 0xc0, 0xed, 0xfe, 0xff];
const MOST_BYTES = 400_000;

/** One of the seeds with a few to many changes: bits, bytes, cuts, repeats, pieces, parts of another seed. */
export function mutated(seeds: readonly Uint8Array[], chance: Chance): Uint8Array {
  let bytes: Uint8Array = chance.of(seeds);
  for (let changes = 1 + chance.below(chance.of([2, 6, 40])); changes > 0; changes--) {
    bytes = changed(bytes, seeds, chance);
  }
  return bytes.subarray(0, MOST_BYTES);
}

function changed(bytes: Uint8Array, seeds: readonly Uint8Array[], chance: Chance): Uint8Array {
  const at = chance.below(bytes.length + 1);
  const some = 1 + chance.below(chance.of([2, 16, 400]));
  const put = (from: number, to: number, ...between: Uint8Array[]): Uint8Array =>
    Buffer.concat([bytes.subarray(0, from), ...between, bytes.subarray(to)]);
  switch (chance.below(8)) {
    case 0: {
      const flipped = Uint8Array.from(bytes);
      if (at < flipped.length) flipped[at]! ^= 1 << chance.below(8);
      return flipped;
    }
    case 1:
      return put(at, at + 1, Uint8Array.of(chance.of(BYTES)));
    case 2:
      return put(at, at + some);
    case 3:
      return put(
        at,
        at,
        Buffer.concat(Array.from({ length: 1 + chance.below(40) }, () => bytes.subarray(at, at + some))),
      );
    case 4:
      return put(at, at, chance.of(PIECES));
    case 5: {
      const other = chance.of(seeds);
      const from = chance.below(other.length + 1);
      return put(at, at + chance.below(some), other.subarray(from, from + some));
    }
    case 6: {
      const to = chance.below(bytes.length + 1);
      return put(at, at, bytes.subarray(to, to + some));
    }
    default:
      return bytes.subarray(0, at);
  }
}
