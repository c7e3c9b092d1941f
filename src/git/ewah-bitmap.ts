// Which bits are set in one of Git's compressed bitmaps (EWAH: runs of equal 64-bit words, then literal words)?

/** The set bits, ascending, and the offset behind the bitmap. */
export function readBitmap(bytes: Buffer, from: number): { bits: number[]; end: number } {
  const size = bytes.readUInt32BE(from);
  const words = bytes.readUInt32BE(from + 4);
  const start = from + 8;
  const bits: number[] = [];
  let position = 0;
  for (let word = 0; word < words;) {
    // Marker, from its low end: 1 bit of value, 32 bits of run length in words, 31 bits of literal words that follow.
    const high = bytes.readUInt32BE(start + word * 8);
    const low = bytes.readUInt32BE(start + word * 8 + 4);
    word++;
    const run = (((high & 1) << 31) >>> 0) + (low >>> 1);
    if ((low & 1) === 1) {
      if (run * 64 > size + 64) throw new Error("bitmap runs past its size");
      for (let bit = 0; bit < run * 64; bit++) if (position + bit < size) bits.push(position + bit);
    }
    position += run * 64;
    for (let literal = high >>> 1; literal > 0; literal--, word++, position += 64) {
      if (word >= words) throw new Error("bitmap is cut short");
      for (let half = 0; half < 2; half++) {
        const value = bytes.readUInt32BE(start + word * 8 + (half === 0 ? 4 : 0));
        for (let bit = 0; bit < 32; bit++) {
          if (((value >>> bit) & 1) === 1) bits.push(position + half * 32 + bit);
        }
      }
    }
  }
  // Behind the words: the position of the last marker, which only writers need.
  return { bits, end: start + words * 8 + 4 };
}
