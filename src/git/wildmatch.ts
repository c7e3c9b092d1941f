// Does a name match a pattern of Git? Equal to Git's wildmatch, byte by byte, in time linear in pattern × text.
//
// Patterns and texts are *byte strings*: one character per byte of the UTF-8 form (`toBytes`), because Git's `?` and
// `[…]` stand for one byte. A pattern is compiled to a list of steps; a text is run through all of them at once, as a
// set of places in the list (Thompson's way), so that no pattern of a hostile repository can make it slow:
//
//   a/**/b?c      →  a  /  DIRS IN_DIRS  b  NOT_SLASH  c      on `a/x/bzc`: after `a/` the places of
//                                                           DIRS, IN_DIRS and b are alive
//
// Corners that are kept because Git has them: `**` is special only as a whole path component; a class that is not
// closed or unknown never matches; with case folding an upper-case letter inside brackets or behind `\` never matches.

/** Below 256: that byte. The others stand for more than one. */
const ANY_BYTE = 256; // any byte
const NOT_SLASH = 257; // any byte but `/`
const STAR = 258; // any number of bytes but `/`
const ALL = 259; // any number of bytes
const DIRS = 260; // nothing, or what the IN_DIRS behind it takes
const IN_DIRS = 261; // any number of bytes and a `/`
const NEVER = 262;

type Step = number | Uint8Array;

export interface WildOptions {
  /** `*` and `?` stop at `/`, and `**` crosses it: Git's WM_PATHNAME. */
  pathname: boolean;
  /** ASCII letters match in either case: Git's WM_CASEFOLD. */
  fold: boolean;
}

/** A JavaScript string as a byte string. ASCII, the usual case, is itself. */
export function toBytes(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}

/** Compiles a pattern (a byte string) to a test of byte strings. */
export function compileWild(pattern: string, options: WildOptions): (text: string) => boolean {
  const steps = readSteps(pattern, options);
  if (steps.includes(NEVER)) return () => false;
  return (text) => run(steps, text, options.fold);
}

export function lowerByte(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

const SLASH = 47;
const STAR_SIGN = 42;
const BACKSLASH = 92;

function readSteps(pattern: string, { pathname, fold }: WildOptions): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < pattern.length) {
    const byte = pattern.charCodeAt(at);
    if (byte === STAR_SIGN) {
      const start = at;
      while (pattern.charCodeAt(at) === STAR_SIGN) at++;
      if (!pathname) steps.push(ALL);
      else if (at - start > 1 && isWholeComponent(pattern, start, at)) {
        if (pattern.charCodeAt(at) === SLASH) {
          steps.push(DIRS, IN_DIRS);
          at++;
        } else steps.push(ALL);
      } else steps.push(STAR);
    } else if (byte === 63) {
      steps.push(pathname ? NOT_SLASH : ANY_BYTE);
      at++;
    } else if (byte === BACKSLASH) {
      // Git folds the text but not an escaped letter: an upper-case one matches nothing then.
      steps.push(at + 1 < pattern.length ? pattern.charCodeAt(at + 1) : NEVER);
      at += 2;
    } else if (byte === 91) {
      const set = readClass(pattern, at, { pathname, fold });
      if (set === null) return [NEVER];
      steps.push(set.bytes);
      at = set.end;
    } else {
      steps.push(fold ? lowerByte(byte) : byte);
      at++;
    }
  }
  return steps;
}

/** `**` between slashes or the pattern's ends; the slash behind it may be escaped. */
function isWholeComponent(pattern: string, start: number, end: number): boolean {
  if (start > 0 && pattern.charCodeAt(start - 1) !== SLASH) return false;
  const next = pattern.charCodeAt(end);
  return (
    end === pattern.length || next === SLASH || (next === BACKSLASH && pattern.charCodeAt(end + 1) === SLASH)
  );
}

const isUpper = (b: number) => b >= 65 && b <= 90;
const isLower = (b: number) => b >= 97 && b <= 122;
const isDigit = (b: number) => b >= 48 && b <= 57;
const isAlpha = (b: number) => isUpper(b) || isLower(b);
const isGraph = (b: number) => b > 32 && b < 127;

/** Git's own tables: ASCII alone, and white space without vertical tab and form feed. */
const CLASSES: ReadonlyMap<string, (byte: number, fold: boolean) => boolean> = new Map(
  Object.entries({
    alnum: (b: number) => isAlpha(b) || isDigit(b),
    alpha: isAlpha,
    blank: (b: number) => b === 32 || b === 9,
    cntrl: (b: number) => b < 32 || b === 127,
    digit: isDigit,
    graph: isGraph,
    lower: isLower,
    print: (b: number) => b >= 32 && b < 127,
    punct: (b: number) => isGraph(b) && !isAlpha(b) && !isDigit(b),
    space: (b: number) => b === 32 || b === 9 || b === 10 || b === 13,
    upper: (b: number, fold: boolean) => isUpper(b) || (fold && isLower(b)),
    xdigit: (b: number) => isDigit(b) || (b >= 65 && b <= 70) || (b >= 97 && b <= 102),
  }),
);

/** The bytes that `[…]` at `open` matches, and where it ends; null where it is malformed and so never matches. */
function readClass(
  pattern: string,
  open: number,
  { pathname, fold }: WildOptions,
): { bytes: Uint8Array; end: number } | null {
  const bytes = new Uint8Array(256);
  const add = (test: (byte: number) => boolean) => {
    for (let raw = 0; raw < 256; raw++) if (test(fold ? lowerByte(raw) : raw)) bytes[raw] = 1;
  };
  const charAt = (i: number) => (i < pattern.length ? pattern.charCodeAt(i) : 0);

  let at = open + 1;
  const negated = charAt(at) === 33 || charAt(at) === 94;
  if (negated) at++;
  /** The byte that a `-` after it would start a range from; 0 after a range or a class. */
  let before = 0;
  // A `]` in the first place is a member.
  for (let first = true; first || charAt(at) !== 93; first = false, at++) {
    let byte = charAt(at);
    if (byte === 0) return null;
    if (byte === BACKSLASH) {
      byte = charAt(++at);
      if (byte === 0) return null;
      add((b) => b === byte);
      before = byte;
    } else if (byte === 45 && before !== 0 && charAt(at + 1) !== 0 && charAt(at + 1) !== 93) {
      let last = charAt(++at);
      if (last === BACKSLASH) {
        last = charAt(++at);
        if (last === 0) return null;
      }
      const from = before;
      add((b) => (b >= from && b <= last) || (fold && isLower(b) && b - 32 >= from && b - 32 <= last));
      before = 0;
    } else if (byte === 91 && charAt(at + 1) === 58) {
      const name = at + 2;
      const close = pattern.indexOf("]", name);
      if (close === -1) return null;
      if (close === name || charAt(close - 1) !== 58) {
        // No `:]` behind it: a plain `[`.
        add((b) => b === 91);
        before = 91;
      } else {
        const named = CLASSES.get(pattern.slice(name, close - 1));
        if (named === undefined) return null;
        add((b) => named(b, fold));
        at = close;
        before = 0;
      }
    } else {
      add((b) => b === byte);
      before = byte;
    }
  }
  if (negated) for (let b = 0; b < 256; b++) bytes[b] = 1 - bytes[b]!;
  if (pathname) bytes[SLASH] = 0;
  return { bytes, end: at + 1 };
}

function run(steps: readonly Step[], text: string, fold: boolean): boolean {
  const count = steps.length;
  let alive = new Uint8Array(count + 1);
  let next = new Uint8Array(count + 1);
  alive[0] = 1;
  passOver(steps, alive);
  for (let i = 0; i < text.length; i++) {
    const raw = text.charCodeAt(i);
    const byte = fold ? lowerByte(raw) : raw;
    let some = 0;
    next.fill(0);
    for (let s = 0; s < count; s++) {
      if (alive[s] === 0) continue;
      const step = steps[s]!;
      if (typeof step !== "number") {
        if (step[raw] === 1) some = next[s + 1] = 1;
      } else if (step < 256) {
        if (step === byte) some = next[s + 1] = 1;
      } else if (step === ALL || (step === STAR && raw !== SLASH)) {
        some = next[s] = 1;
      } else if (step === IN_DIRS) {
        some = next[s] = 1;
        if (raw === SLASH) next[s + 1] = 1;
      } else if (step === ANY_BYTE || (step === NOT_SLASH && raw !== SLASH)) {
        some = next[s + 1] = 1;
      }
    }
    if (some === 0) return false;
    passOver(steps, next);
    [alive, next] = [next, alive];
  }
  return alive[count] === 1;
}

/** Adds the places reached through steps that may stand for nothing. */
function passOver(steps: readonly Step[], alive: Uint8Array): void {
  for (let s = 0; s < steps.length; s++) {
    if (alive[s] === 0) continue;
    const step = steps[s];
    if (step === STAR || step === ALL) alive[s + 1] = 1;
    else if (step === DIRS) alive[s + 1] = alive[s + 2] = 1;
  }
}
