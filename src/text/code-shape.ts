// Is one text a copy of another, though its names differ? Texts as runs of tokens: words that are no keywords of some language
// are names, and any name stands for any other; keywords, numbers and signs stand for themselves. Blanks are nothing.
import { IDEOGRAPH, LETTER, letterKind } from "./letters.ts";

export interface Shape {
  /** What each token is: `NAME`, or the number of its text. */
  kinds: number[];
  /** Where each token begins, in UTF-16 code units. */
  starts: number[];
  ends: number[];
}

/** The kind of every name. */
export const NAME = 0;

/** Words that mean the same in many languages: a copy keeps them. */
const KEYWORDS = new Set(
  (
    "abstract and as assert async await base begin bool boolean break byte case catch char class const continue def default del " +
    "defer do double elif else elsif end enum except export extends extern false final finally float fn for foreach from func " +
    "function go goto if impl implements import in include instanceof int interface internal is lambda let long loop match mod " +
    "module mut namespace new nil none not null operator or package pass private protected pub public raise readonly ref require " +
    "rescue return self short signed sizeof static str string struct super switch then this throw throws trait true try type " +
    "typedef typeof undefined union unless unsafe unsigned until use using val var virtual void volatile when where while with yield"
  ).split(" "),
);

/** Numbers of texts, the same for all shapes that are compared. */
export class Shapes {
  readonly #numbers = new Map<string, number>();

  of(text: string): Shape {
    const shape: Shape = { kinds: [], starts: [], ends: [] };
    let at = 0;
    while (at < text.length) {
      const start = at;
      const isWord = isWordAt(text, at);
      if (isWord !== NONE) while (at < text.length && isWordAt(text, at) !== NONE) at++;
      else at++;
      if (isWord === NONE && isBlank(text.charCodeAt(start))) continue;
      const token = text.slice(start, at);
      shape.kinds.push(isWord === LETTERS && !KEYWORDS.has(token) ? NAME : this.#numberOf(token));
      shape.starts.push(start);
      shape.ends.push(at);
    }
    return shape;
  }

  #numberOf(token: string): number {
    let number = this.#numbers.get(token);
    if (number === undefined) this.#numbers.set(token, (number = this.#numbers.size + 1));
    return number;
  }
}

const NONE = 0;
const LETTERS = 1;
const NUMBER = 2;

function isWordAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 128) {
    const kind = letterKind(text, at);
    return kind === LETTER || kind === IDEOGRAPH || isHalf(unit) ? LETTERS : NONE;
  }
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36) return LETTERS;
  return unit >= 48 && unit <= 57 ? NUMBER : NONE;
}

/** Of a pair that stands for one character. */
function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function isBlank(unit: number): boolean {
  return unit <= 32 || unit === 0xa0 || unit === 0xfeff || unit === 0x2028 || unit === 0x2029;
}

/** Token at which each occurrence of `part` in `whole` begins (Knuth, Morris, Pratt): linear in both. */
export function occurrences(part: Shape, whole: Shape): number[] {
  const wanted = part.kinds;
  const found: number[] = [];
  if (wanted.length === 0 || wanted.length > whole.kinds.length) return found;
  const back = new Int32Array(wanted.length);
  for (let i = 1, k = 0; i < wanted.length; i++) {
    while (k > 0 && wanted[i] !== wanted[k]) k = back[k - 1]!;
    if (wanted[i] === wanted[k]) k++;
    back[i] = k;
  }
  for (let i = 0, k = 0; i < whole.kinds.length; i++) {
    while (k > 0 && whole.kinds[i] !== wanted[k]) k = back[k - 1]!;
    if (whole.kinds[i] === wanted[k]) k++;
    if (k < wanted.length) continue;
    found.push(i - wanted.length + 1);
    k = back[k - 1]!;
  }
  return found;
}

/** Names of the one text and what stands for them in the other, in order; null where one name stands for two. */
export function renamed(
  from: { text: string; shape: Shape },
  to: { text: string; shape: Shape; at: number },
): [string, string][] | null {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  for (let i = 0; i < from.shape.kinds.length; i++) {
    if (from.shape.kinds[i] !== NAME) continue;
    const a = from.text.slice(from.shape.starts[i], from.shape.ends[i]);
    const b = to.text.slice(to.shape.starts[to.at + i], to.shape.ends[to.at + i]);
    if ((forth.get(a) ?? b) !== b || (back.get(b) ?? a) !== a) return null;
    forth.set(a, b);
    back.set(b, a);
  }
  return [...forth].filter(([a, b]) => a !== b);
}

/** Tokens of one piece of a shape. */
const PIECE = 5;

export type Pieces = ReadonlyMap<string, number>;

/** How many pieces of five tokens two shapes share, as a share of all: 0 to 1. */
export function sharedPieces(pieces: Pieces, others: Pieces): number {
  let shared = 0;
  let all = 0;
  for (const [piece, count] of pieces) {
    all += count;
    shared += Math.min(count, others.get(piece) ?? 0);
  }
  for (const count of others.values()) all += count;
  return all === 0 ? 0 : (2 * shared) / all;
}

export function piecesOf({ kinds }: Shape): Pieces {
  const pieces = new Map<string, number>();
  for (let i = 0; i + PIECE <= kinds.length; i++) {
    const piece = kinds.slice(i, i + PIECE).join(" ");
    pieces.set(piece, (pieces.get(piece) ?? 0) + 1);
  }
  return pieces;
}
