// One pass over a text: its words line by line, each marked as code or comment, and for every line its indentation,
// what it holds, and which patterns may match it. Strings and comments are found well enough to tell them apart.
//
// Linear whatever the input: an opener whose closer is missing is remembered as such, so that it is never looked for
// twice; a string is looked through once for its end and once for its words.
import type { TermReader } from "../text/term-reader.ts";
import { HASH_PRIME, HASH_START } from "../text/term-reader.ts";
import { IDEOGRAPH, LETTER, letterKind } from "../text/letters.ts";
import { endOf, isFirst, openerAt } from "./words-openers.ts";
import type { Rules } from "./words-rules.ts";
import { DIGIT, NEWLINE, OPENER, SPACE, WORD, inWord, plainClasses, wordMasks } from "./words-rules.ts";

/** Flags of a line. */
export const HAS_CODE = 1;
export const HAS_COMMENT = 2;
/** The line begins inside a comment or string that was opened above. */
export const IN_COMMENT = 4;
export const IN_STRING = 8;

/** Longer words are encoded data, not names. In UTF-16 code units. */
const LONGEST_WORD = 256;
/** Longer runs of digits are no numbers that one asks for. */
const LONGEST_NUMBER = 16;
/** Longer lines are not read by patterns. They are generated or data; a declaration's head is short. */
export const LONGEST_LINE = 1_000;
/** A tab goes to the next multiple of this. */
const TAB = 8;

export interface Scan {
  lines: number;
  /** Offset of each line's start; one more for the end of the text. */
  start: Int32Array;
  indent: Int32Array;
  /** Offset of the first character that is not white space. */
  first: Int32Array;
  flags: Uint8Array;
  /** Bits of the patterns that may match the line. */
  candidates: Int32Array;
  /** `token[line] .. token[line + 1]` are its words. */
  token: Int32Array;
  /** Record of the reader times two, plus one in comments. */
  tokens: Int32Array;
}

// One scan is used up before the next begins, so that its columns are kept and grown.
const scan: Scan = {
  lines: 0,
  start: new Int32Array(1024),
  indent: new Int32Array(1024),
  first: new Int32Array(1024),
  flags: new Uint8Array(1024),
  candidates: new Int32Array(1024),
  token: new Int32Array(1024),
  tokens: new Int32Array(16384),
};

/** The words and lines of a text. The result is overwritten by the next call. */
export function scanWords(text: string, rules: Rules, reader: TermReader): Scan {
  const size = text.length;
  const masks = wordMasks(rules, reader);
  const { classes: codeClasses, markBits, unfiltered, atMargin, atIndent } = rules;
  const unclosed = new Int32Array(rules.openerCount);
  const prose = rules.language.prose ? 1 : 0;
  let { start, indent, first, flags, candidates, token, tokens } = scan;
  let whole = reader.whole;

  let at = 0;
  let line = 0;
  let count = 0;
  // What is being read: code, or a comment or string that ends at `modeEnd`.
  let classes = codeClasses;
  let modeEnd = NEVER;
  let modeFlag = HAS_CODE;
  let comment = prose;

  // No closure may touch these variables: they would leave their registers, at half the speed.
  while (at < size) {
    if (line + 1 >= start.length) {
      scan.start = start = grown(start);
      scan.indent = indent = grown(indent);
      scan.first = first = grown(first);
      scan.flags = flags = grown(flags);
      scan.candidates = candidates = grown(candidates);
      scan.token = token = grown(token);
    }
    const lineStart = at;
    start[line] = at;
    token[line] = count;
    let lineFlags =
      at >= modeEnd || modeEnd === NEVER ? 0 : modeFlag === HAS_COMMENT ? IN_COMMENT : IN_STRING;
    let words = unfiltered;
    let marks = 0;
    let width = 0;
    for (; at < size && at < modeEnd; at++) {
      const c = text.charCodeAt(at);
      if (c === 32) width++;
      else if (c === 9) width += TAB - (width % TAB);
      else break;
    }
    indent[line] = width;
    first[line] = at;

    while (at < size) {
      if (at >= modeEnd) {
        classes = codeClasses;
        modeEnd = NEVER;
        modeFlag = HAS_CODE;
        comment = prose;
      }
      const c = text.charCodeAt(at);
      const kind = c < 128 ? classes[c]! : BEYOND_ASCII + letterKind(text, at);
      if (kind === SPACE) {
        at++;
        continue;
      }
      if (kind === NEWLINE) {
        at++;
        break;
      }
      if (kind !== OPENER) lineFlags |= modeFlag;
      if (kind === WORD || kind === BEYOND_ASCII + LETTER) {
        const from = at;
        let hash = HASH_START;
        let unit = c;
        do {
          hash = Math.imul(hash ^ unit, HASH_PRIME);
          unit = ++at < size ? text.charCodeAt(at) : 0;
        } while (unit < 128 ? inWord[unit] === 1 : letterKind(text, at) === LETTER);
        if (at - from > LONGEST_WORD) continue;
        const record = reader.record(text, from, at, hash ^ (hash >>> 15));
        if (count === tokens.length) scan.tokens = tokens = grown(tokens);
        tokens[count++] = record * 2 + comment;
        if (record >= whole.length) whole = reader.whole;
        const term = whole[record]!;
        if (term < masks.length) words |= masks[term]!;
      } else if (kind === DIGIT) {
        const from = at;
        let hash = HASH_START;
        let unit = c;
        do {
          hash = Math.imul(hash ^ unit, HASH_PRIME);
          unit = ++at < size ? text.charCodeAt(at) : 0;
        } while (unit >= 48 && unit < 58);
        if (at - from === 1 || at - from > LONGEST_NUMBER) continue;
        if (count === tokens.length) scan.tokens = tokens = grown(tokens);
        tokens[count++] = reader.record(text, from, at, hash ^ (hash >>> 15)) * 2 + comment;
      } else if (kind === BEYOND_ASCII + IDEOGRAPH) {
        const end = pairOf(text, at);
        if (count === tokens.length) scan.tokens = tokens = grown(tokens);
        tokens[count++] = reader.recordOf(text.slice(at, end)) * 2 + comment;
        // Pairs overlap, so one character forward; the last of a run was in the pair before it.
        at += widthAt(text, at);
        if (end > at && !isIdeograph(text, end)) at = end;
      } else {
        if (c < 128) marks |= markBits[c]!;
        if (kind === OPENER) {
          const opener = openerAt(text, at, lineStart, rules.openers[c]!);
          const end = opener === null ? -1 : endOf(text, at, opener, unclosed);
          if (end >= 0) {
            const { open, kind: what, doc } = opener!;
            const isComment = what === "line" || what === "block";
            modeFlag = isComment ? HAS_COMMENT : HAS_CODE;
            comment = isComment || (doc && isFirst(text, at, lineStart)) ? 1 : prose;
            modeEnd = end;
            classes = plainClasses;
            for (let i = 1; i < open.length; i++) marks |= markBits[open.charCodeAt(i) & 127]!;
            at += open.length - 1;
          }
          lineFlags |= modeFlag;
        }
        at++;
      }
    }
    flags[line] = lineFlags;
    words &= width === 0 ? atMargin : atIndent;
    candidates[line] =
      words === 0 || at - lineStart > LONGEST_LINE ? 0 : withMarks(rules.patterns, words, marks);
    line++;
  }
  start[line] = size;
  token[line] = count;
  scan.lines = line;
  return scan;
}

/** Added to a letter's kind, to tell it from the classes of ASCII. */
const BEYOND_ASCII = 10;
const NEVER = 0x7fffffff;

/** Of the candidates those whose marks the line holds. */
function withMarks(patterns: Rules["patterns"], candidates: number, marks: number): number {
  let left = candidates;
  for (let bits = candidates; bits !== 0; bits &= bits - 1) {
    const index = 31 - Math.clz32(bits & -bits);
    // The last bit may stand for several patterns.
    if (index < 31 && (patterns[index]!.marks & ~marks) !== 0) left &= ~(1 << index);
  }
  return left;
}

function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function isIdeograph(text: string, at: number): boolean {
  return at < text.length && text.charCodeAt(at) > 127 && letterKind(text, at) === IDEOGRAPH;
}

/** End of the pair of characters that starts here, or of the one if no second follows. */
function pairOf(text: string, at: number): number {
  const next = at + widthAt(text, at);
  return isIdeograph(text, next) ? next + widthAt(text, next) : next;
}

function grown<T extends Int32Array | Uint8Array>(column: T): T {
  const twice = new (column.constructor as new (length: number) => T)(column.length * 2);
  twice.set(column);
  return twice;
}
