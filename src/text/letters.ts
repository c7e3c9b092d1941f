// Which characters make words? ASCII is told by table, the rest by Unicode's properties, remembered per code unit.

/** What a character is to the word reader. */
const NO_LETTER = 1;
export const LETTER = 2;
/** Written without spaces: runs are read as pairs of characters. */
export const IDEOGRAPH = 3;

const IDEOGRAPHS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const LETTERS = /^[\p{L}\p{M}\p{N}]/u;

/** Kinds of the code units of the basic plane; 0 where not yet asked. Filled on demand: most texts have few. */
const known = new Uint8Array(0x10000);

/** Kind of a code unit above ASCII. The halves of a surrogate pair count as what their character is. */
export function letterKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) === 0xd800) return surrogateKind(text, at, unit);
  const kind = known[unit]!;
  return kind !== 0 ? kind : (known[unit] = kindOf(String.fromCharCode(unit)));
}

function surrogateKind(text: string, at: number, unit: number): number {
  const start = (unit & 0xfc00) === 0xdc00 ? at - 1 : at;
  const point = start < 0 ? unit : text.codePointAt(start)!;
  return point > 0xffff ? kindOf(String.fromCodePoint(point)) : NO_LETTER;
}

export function holdsIdeograph(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) > 127 && letterKind(text, at) === IDEOGRAPH) return true;
  return false;
}

function kindOf(character: string): number {
  if (IDEOGRAPHS.test(character)) return IDEOGRAPH;
  return LETTERS.test(character) ? LETTER : NO_LETTER;
}
