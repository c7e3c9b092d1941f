// Where does a text hold another one? In time that grows with the text alone, whatever both are: `indexOf` compares a long
// needle again and again where it nearly matches (`aaaa…b…aaaa` in a file of one letter), and every file may be hostile.
//
// The first letters are looked for by `indexOf`, which is fast, and at worst as slow as these letters are many. Where they
// stand, the rest is followed by Knuth, Morris and Pratt, who look at no character of the text twice, until fewer letters
// than that are left of what could still become a match.

/** Letters that `indexOf` looks for. */
const FIRST = 16;

/** Place of the first occurrence at or after `from` that is accepted; -1 where there is none. */
export type FindText = (text: string, from: number) => number;

/** Of a needle that isn't empty. Occurrences that are not accepted may overlap the one that is. */
export function textFinder(
  needle: string,
  accepts: (text: string, at: number) => boolean = always,
): FindText {
  return needle.length <= FIRST ? shortFinder(needle, accepts) : longFinder(needle, accepts);
}

function always(): boolean {
  return true;
}

function shortFinder(needle: string, accepts: (text: string, at: number) => boolean): FindText {
  return (text, from) => {
    let at = text.indexOf(needle, from);
    while (at !== -1 && !accepts(text, at)) at = text.indexOf(needle, at + 1);
    return at;
  };
}

function longFinder(needle: string, accepts: (text: string, at: number) => boolean): FindText {
  const first = needle.slice(0, FIRST);
  const { length } = needle;
  const borders = bordersOf(needle);
  return (text, from) => {
    for (let at = text.indexOf(first, from); at !== -1;) {
      // So many letters of the needle end before `i`.
      let held = FIRST;
      let i = at + FIRST;
      while (i < text.length && held >= FIRST) {
        const code = text.charCodeAt(i);
        while (held >= FIRST && needle.charCodeAt(held) !== code) held = borders[held]!;
        if (held < FIRST) break;
        i++;
        if (++held < length) continue;
        if (accepts(text, i - length)) return i - length;
        held = borders[length]!;
      }
      at = i === text.length ? -1 : text.indexOf(first, i - held);
    }
    return -1;
  };
}

/** By length of a beginning of the needle: of its ends that are shorter beginnings, the longest. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length + 1);
  let border = 0;
  for (let i = 1; i < needle.length; i++) {
    while (border > 0 && needle.charCodeAt(border) !== needle.charCodeAt(i)) border = borders[border]!;
    if (needle.charCodeAt(border) === needle.charCodeAt(i)) border++;
    borders[i + 1] = border;
  }
  return borders;
}
