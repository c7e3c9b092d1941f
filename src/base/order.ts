// Total orders that do not depend on the locale or the operating system.

/** Compares by UTF-16 code units: the order of JavaScript's own `<`. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares by code points, as bytes of UTF-8 stand: what lies beyond U+FFFF comes last. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    // Halves of pairs stand for code points above all others.
    const isPair = (unit: number): boolean => (unit & 0xf800) === 0xd800;
    return isPair(left) === isPair(right) ? left - right : isPair(left) ? 1 : -1;
  }
  return a.length - b.length;
}

/** The names nearest to a wrong one: by edit distance, then alphabetically; none farther than `most`: a third of its length, at least 2. */
export function nearestNames(
  wrong: string,
  known: Iterable<string>,
  limit = 3,
  most = Math.max(2, Math.floor(wrong.length / 3)),
): string[] {
  const lower = wrong.toLowerCase();
  const found: { name: string; distance: number }[] = [];
  for (const name of known) {
    if (Math.abs(name.length - wrong.length) > most) continue;
    const distance = editDistance(lower, name.toLowerCase());
    if (distance <= most) found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || compareStrings(a.name, b.name));
  return found.slice(0, limit).map((f) => f.name);
}

/** Levenshtein distance with neighbouring transpositions (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
