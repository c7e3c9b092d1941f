// How is a file cut into chunks? At declarations; neighbours under 20 lines are joined, pieces over 80 are split.
import type { WordsDeclaration } from "./facts.ts";
import type { Scan } from "./words-scan.ts";

/** In lines (recipe of ranking: 20 to 80). */
const SMALL = 20;
const LARGE = 80;
/** Smaller leftovers (closing brackets, a constant) join any neighbour. */
const TINY = 5;

/** First lines (from 0) of the chunks. */
export function cutChunks(scan: Scan, declarations: readonly WordsDeclaration[]): number[] {
  const pieces = cutPieces(scan, declarations);
  const chunks: number[] = [];
  let start = 0;
  for (let i = 0; i < pieces.length; i++) {
    const next = pieces[i + 1]?.start ?? scan.lines;
    const after = pieces[i + 2]?.start ?? scan.lines;
    if (i + 1 < pieces.length && joins(next - start, after - next, pieces[i + 1]!.leaves)) continue;
    splitLarge(scan, start, next, chunks);
    start = next;
  }
  return chunks;
}

function joins(size: number, nextSize: number, leaves: boolean): boolean {
  if (size + nextSize > LARGE) return false;
  if (leaves) return size + nextSize <= SMALL;
  return (size < SMALL && nextSize < SMALL) || size < TINY || nextSize < TINY;
}

/** Pieces between the starts and ends of declarations; `leaves` marks a declaration outside the one before it. */
function cutPieces(
  scan: Scan,
  declarations: readonly WordsDeclaration[],
): { start: number; leaves: boolean }[] {
  const DECLARES = 1;
  const LEAVES = 2;
  const FOLLOWS = 4;
  const cuts = new Uint8Array(scan.lines + 1);
  for (let i = 0; i < declarations.length; i++) {
    const { start, end, parent } = declarations[i]!;
    const before = i === 0 ? parent : declarations[i - 1]!.parent;
    cuts[start - 1]! |= DECLARES | (i > 0 && before !== parent && i - 1 !== parent ? LEAVES : 0);
    cuts[end]! |= FOLLOWS;
  }
  const pieces: { start: number; leaves: boolean }[] = scan.lines > 0 ? [{ start: 0, leaves: false }] : [];
  for (let line = 1; line < scan.lines; line++) {
    const cut = cuts[line]!;
    if (cut === 0) continue;
    if ((cut & DECLARES) !== 0) pieces.push({ start: line, leaves: (cut & LEAVES) !== 0 });
    else if (hasWordsBeforeCut(scan, cuts, line)) pieces.push({ start: line, leaves: false });
  }
  return pieces;
}

/** Closing brackets and blank lines behind a declaration stay with it. */
function hasWordsBeforeCut(scan: Scan, cuts: Uint8Array, from: number): boolean {
  for (let line = from; line < scan.lines && (line === from || cuts[line] === 0); line++) {
    if (scan.token[line + 1]! > scan.token[line]!) return true;
  }
  return false;
}

/** Cuts lines `from..to` into parts of at most `LARGE`, where a blank line or little indentation offers itself. */
function splitLarge(scan: Scan, from: number, to: number, chunks: number[]): void {
  chunks.push(from);
  let start = from;
  for (let parts = Math.ceil((to - from) / LARGE); parts > 1; parts = Math.ceil((to - start) / LARGE)) {
    const target = start + Math.ceil((to - start) / parts);
    start = bestCut(scan, Math.max(start + SMALL, target - 12), Math.min(target, start + LARGE));
    chunks.push(start);
  }
}

function bestCut(scan: Scan, first: number, last: number): number {
  let best = last;
  let bestCost = Infinity;
  for (let line = last; line >= first; line--) {
    if (scan.flags[line] === 0) continue;
    const cost = scan.indent[line]! * 2 + (scan.flags[line - 1] === 0 ? 0 : 3) + (last - line) / 8;
    if (cost < bestCost) {
      bestCost = cost;
      best = line;
    }
  }
  return best;
}
