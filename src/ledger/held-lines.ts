// Which lines of a text as it is now does a client hold already? Lines are known by a hash of what was shown, and looked for
// where they stood, then where the lines around them went; an old line that stands nowhere is lost: what the client has of
// it is out of date.
import { sha256 } from "../base/hash.ts";

/** Line number → hash of the line as it was shown. */
export type HeldLines = ReadonlyMap<number, string>;

export interface Aligned {
  /** Where the lines stand now. */
  now: Map<number, string>;
  /** About where those stood that are gone or are others now. Ascending. */
  lost: number[];
  /** Any of them stands elsewhere than it did, or is lost. */
  changed: boolean;
}

/** Hexadecimal digits: lines of one file are told apart, not those of the world. */
export const LINE_HASH = 10;

export function lineHash(line: string): string {
  return sha256(line).slice(0, LINE_HASH);
}

export function alignHeld(held: HeldLines, lines: readonly string[]): Aligned {
  const hashes: string[] = [];
  const hashAt = (line: number): string | undefined =>
    line < 1 || line > lines.length ? undefined : (hashes[line] ??= lineHash(lines[line - 1]!));
  if ([...held].every(([line, hash]) => hashAt(line) === hash))
    return { now: new Map(held), lost: [], changed: false };
  const only = placesOfOnes(lines, (line) => hashAt(line)!);
  const old = [...held].sort((a, b) => a[0] - b[0]);
  const now = new Map<number, string>();
  const found = new Map<number, number>();
  const take = (line: number, at: number, hash: string): void => {
    found.set(line, at);
    now.set(at, hash);
  };
  let shift = 0;
  for (const [line, hash] of old) {
    if (hashAt(line + shift) !== hash) {
      const place = only.get(hash);
      if (place === undefined || now.has(place)) continue;
      shift = place - line;
    }
    if (!now.has(line + shift)) take(line, line + shift, hash);
  }
  // What stands before a line that moved has moved with it.
  let back = shift;
  for (const [line, hash] of old.toReversed()) {
    const at = found.get(line);
    if (at !== undefined) back = at - line;
    else if (hashAt(line + back) === hash && !now.has(line + back)) take(line, line + back, hash);
  }
  const lost: number[] = [];
  let near = 0;
  for (const [line] of old) {
    const at = found.get(line);
    if (at === undefined) lost.push(Math.max(1, line + near));
    else near = at - line;
  }
  return { now, lost, changed: true };
}

/** Place of each line that stands once in the text and is not blank, by its hash. */
function placesOfOnes(lines: readonly string[], hashAt: (line: number) => string): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  lines.forEach((text, i) => {
    if (text.trim() === "") return;
    const hash = hashAt(i + 1);
    if (places.has(hash)) twice.add(hash);
    else places.set(hash, i + 1);
  });
  for (const hash of twice) places.delete(hash);
  return places;
}
