// Of which pieces is a word made that the model doesn't know? Runs of four characters, edges marked, each told by a hash:
// `zod` is `<zod` and `zod>`. The trainer and the reader of the model must agree on this to the bit.

/** Length of a piece in UTF-16 code units, its edge marks included. */
export const PIECE = 4;

/** Bucket of each piece. A word has at least one. */
export function piecesOf(word: string, buckets: number): number[] {
  const marked = `<${word}>`;
  const found: number[] = [];
  for (let at = 0; at === 0 || at + PIECE <= marked.length; at++) {
    found.push(bucketOf(marked.slice(at, at + PIECE), buckets));
  }
  return found;
}

/** FNV-1a over code units, its high bits folded down. */
function bucketOf(piece: string, buckets: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < piece.length; i++) hash = Math.imul(hash ^ piece.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % buckets;
}
