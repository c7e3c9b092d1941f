// Where does a function of PHP give a variable another value, and which of these can reach a place? What stands in a branch
// may have run or not; what comes round in a loop may have run before.
import {
  around,
  bracketAround,
  outerOf,
  regionsAt,
  skipBack,
  skipBlank,
  valueEnd,
  type PhpCode,
  type Region,
} from "./php-code.ts";
import { hasGoto, takersByReference } from "./php-setters.ts";

/** Places at which one variable is named. Past it nothing is known of it. */
export const MOST_PLACES = 300;

export interface Occurrence {
  readonly at: number;
  readonly kind: "value" | "unknown" | "caught" | "use";
  /** Of what is assigned, or of the caught types. */
  readonly from: number;
  readonly to: number;
  /** It is a statement of its own. */
  readonly statement: boolean;
}

const kept = new WeakMap<PhpCode, Map<string, readonly Occurrence[]>>();

/** Where a function names a variable, and what it does to it there. */
export function places(php: PhpCode, region: Region | null, name: string): readonly Occurrence[] {
  let known = kept.get(php);
  if (known === undefined) kept.set(php, (known = new Map()));
  const key = `${region?.start ?? -1} ${name}`;
  let made = known.get(key);
  if (made === undefined) known.set(key, (made = readPlaces(php, region, name)));
  return made;
}

const named = new WeakMap<PhpCode, ReadonlyMap<string, readonly number[]>>();

/** Where each variable of the file is named. */
function variablesOf(php: PhpCode): ReadonlyMap<string, readonly number[]> {
  let known = named.get(php);
  if (known === undefined) {
    const found = new Map<string, number[]>();
    for (const match of php.code.matchAll(/(?<![$:\w])\$[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g)) {
      const list = found.get(match[0]);
      if (list === undefined) found.set(match[0], [match.index]);
      else list.push(match.index);
    }
    named.set(php, (known = found));
  }
  return known;
}

const taking = new WeakMap<PhpCode, readonly Region[]>();

/** Closures that take something by reference. */
function takersOf(php: PhpCode): readonly Region[] {
  let known = taking.get(php);
  if (known === undefined)
    taking.set(php, (known = php.regions.filter((o) => o.kind === "closure" && o.taken.includes("&"))));
  return known;
}

function readPlaces(php: PhpCode, region: Region | null, name: string): Occurrence[] {
  const from = region?.bodyStart ?? 0;
  const to = region?.bodyEnd ?? php.code.length;
  const found: Occurrence[] = [];
  for (const at of variablesOf(php).get(name) ?? []) {
    if (at < from || at >= to) continue;
    const inner = regionsAt(php, at).find(({ kind }) => kind !== "arrow") ?? null;
    if (inner !== region) {
      // A closure that takes it by reference can replace it.
      if (inner?.kind === "closure" && isTakenByReference(inner, name) && isDirectlyIn(php, inner, region))
        found.push({ at, kind: "unknown", from: at, to: at, statement: false });
      continue;
    }
    found.push(readPlace(php, at, name, from));
    if (found.length > MOST_PLACES) break;
  }
  // In the list of what a closure takes.
  for (const inner of takersOf(php)) {
    if (inner.start < from || inner.start > to) continue;
    if (isTakenByReference(inner, name) && isDirectlyIn(php, inner, region))
      found.push({ at: inner.start, kind: "unknown", from: inner.start, to: inner.start, statement: false });
  }
  return found;
}

function isTakenByReference({ taken }: Region, name: string): boolean {
  return new RegExp(`&\\s*\\${name}(?![\\w\\u0080-\\uffff])`).test(taken);
}

function isDirectlyIn(php: PhpCode, inner: Region, region: Region | null): boolean {
  const outer = regionsAt(php, inner.start - 1).find((o) => o !== inner && o.kind !== "arrow") ?? null;
  return outer === region;
}

function readPlace(php: PhpCode, at: number, name: string, least: number): Occurrence {
  const { code, other } = php;
  const end = at + name.length;
  const behind = code.slice(end, end + 40);
  const before = code.slice(Math.max(0, at - 200), at);
  const none = { at, from: at, to: at, statement: false };
  const equals = /^\s*(?:\?\?)?=(?![=>])\s*(&?)/.exec(behind);
  if (equals !== null) {
    if (equals[1] === "&") return { ...none, kind: "unknown" };
    const from = end + equals[0].length;
    const head = code[skipBack(code, at) - 1] ?? ";";
    return { at, kind: "value", from, to: valueEnd(code, other, from), statement: ";{}".includes(head) };
  }
  if (/^\s*(?:[-+*/.%|&^]|\*\*|<<|>>)=/.test(behind)) return { ...none, kind: "unknown" };
  if (/\bas\s+(?:\$[\w\u0080-\uffff]+\s*=>\s*)?&?\s*$/i.test(before) || /\bas\s*$/i.test(before))
    return { ...none, kind: "unknown" };
  const caught = /\bcatch\s*\(([^()$]*)$/i.exec(before);
  if (caught !== null) return { at, kind: "caught", from: at - caught[1]!.length, to: at, statement: false };
  if (/\b(?:global|static)\s+(?:\$[\w\u0080-\uffff]+\s*(?:=[^;]*)?,\s*)*$/i.test(before))
    return { ...none, kind: "unknown" };
  if (/(?:[(,[=]|=>|\bas)\s*&\s*$/i.test(before)) return { ...none, kind: "unknown" };
  if (isTakenApart(php, at, least)) return { ...none, kind: "unknown" };
  if (/[(,]\s*$/.test(before) && /^\s*[,)]/.test(behind) && isGivenByReference(php, at, least))
    return { ...none, kind: "unknown" };
  return { ...none, kind: "use" };
}

/** Whether the variable is an argument of a function of the file that may give it another value. */
function isGivenByReference(php: PhpCode, at: number, least: number): boolean {
  const takers = takersByReference(php);
  if (takers.size === 0) return false;
  const open = bracketAround(php, at, least);
  if (open === -1 || php.code[open] !== "(") return false;
  const name = /([\w\u0080-\uffff]+)\s*$/.exec(php.code.slice(Math.max(0, open - 120), open))?.[1];
  return name !== undefined && takers.has(name.toLowerCase());
}

/** `[$a, $b] = …`, `list($a) = …`, `foreach (… as [$a])`. */
function isTakenApart(php: PhpCode, at: number, least: number): boolean {
  const { code, other } = php;
  for (let open = bracketAround(php, at, least), steps = 0; open !== -1 && steps < 6; steps++) {
    if (code[open] === "{") return false;
    const isList = code[open] === "[" || /\blist\s*$/i.test(code.slice(Math.max(0, open - 12), open));
    if (!isList) return false;
    const close = other[open]!;
    if (close === -1) return false;
    if (/^\s*=(?![=>])/.test(code.slice(close + 1, close + 12))) return true;
    if (
      /\bas\s+(?:\$[\w\u0080-\uffff]+\s*=>\s*)?(?:list\s*)?$/i.test(code.slice(Math.max(0, open - 80), open))
    )
      return true;
    open = bracketAround(php, open, least);
  }
  return false;
}

/** The assignments that can reach the offset; `outer`: what was there before the first one can reach it too. */
export function reach(
  php: PhpCode,
  all: readonly Occurrence[],
  offset: number,
  region: Region | null,
): { list: Occurrence[]; outer: boolean } {
  const least = region?.bodyStart ?? 0;
  const plain = !hasJumps(php, region);
  const before = all.filter(
    (o) => o.at < offset && !(o.from <= offset && offset <= o.to && o.kind === "value"),
  );
  // What is assigned holds behind its statement alone.
  const inside = new Set(all.filter((o) => o.kind === "value" && o.from <= offset && offset < o.to));
  const loops = loopsAround(php, offset, least);
  let last = -1;
  if (plain) {
    for (let i = before.length - 1; i >= 0; i--) {
      if (before[i]!.statement && holdsAt(php, before[i]!.at, offset, least)) {
        last = i;
        break;
      }
    }
  }
  // A jump may come back from anywhere.
  const list = hasGoto(php, region) ? all.filter((o) => !inside.has(o)) : before.slice(Math.max(0, last));
  const from = last === -1 ? -1 : before[last]!.at;
  for (const one of all) {
    if (list.includes(one) || (one.at < offset && !inside.has(one))) continue;
    // It comes round in a loop that begins behind what surely holds.
    if (loops.some(({ start, bodyEnd }) => start > from && one.at > start && one.at < bodyEnd))
      list.push(one);
  }
  return { list, outer: last === -1 };
}

/** Whether the statement at one offset has always run when the other one is reached. */
function holdsAt(php: PhpCode, at: number, offset: number, least: number): boolean {
  const open = bracketAround(php, at, least);
  if (open === -1) return true;
  if (php.code[open] !== "{") return false;
  const close = php.other[open]!;
  if (close === -1 || close < offset) return open === least;
  return !/\bswitch\s*$/i.test(headOf(php, open));
}

/** The text before the brackets that stand before a block. */
function headOf({ code, other }: PhpCode, open: number): string {
  const end = skipBack(code, open);
  const bracket = code[end - 1] === ")" ? other[end - 1]! : -1;
  const to = bracket === -1 ? end : skipBack(code, bracket);
  return code.slice(Math.max(0, to - 20), to);
}

interface Loop {
  readonly start: number;
  readonly bodyEnd: number;
}

const looping = new WeakMap<PhpCode, { readonly loops: readonly Loop[]; readonly outer: Int32Array }>();

function loopsAround(php: PhpCode, offset: number, least: number): readonly Loop[] {
  let known = looping.get(php);
  if (known === undefined) {
    const loops = loopsOf(php);
    looping.set(php, (known = { loops, outer: outerOf(loops) }));
  }
  return around(known.loops, known.outer, offset).filter(({ start }) => start >= least);
}

function loopsOf({ code, other }: PhpCode): Loop[] {
  const found: Loop[] = [];
  for (const match of code.matchAll(/(?<![\w$>:\\])(?:for|foreach|while|do)(?![\w\u0080-\uffff])/gi)) {
    let at = skipBlank(code, match.index + match[0].length);
    if (code[at] === "(") {
      if (other[at] === -1) continue;
      at = skipBlank(code, other[at]! + 1);
    }
    const open = code[at];
    const end = open === "{" ? other[at]! : open === ":" ? code.length : code.indexOf(";", at);
    if (end !== -1) found.push({ start: match.index, bodyEnd: end });
  }
  return found;
}

const jumping = new WeakMap<PhpCode, Map<number, boolean>>();

/** Blocks without braces and jumps are not followed. */
function hasJumps(php: PhpCode, region: Region | null): boolean {
  let known = jumping.get(php);
  if (known === undefined) jumping.set(php, (known = new Map()));
  const key = region?.start ?? -1;
  let has = known.get(key);
  if (has === undefined) {
    const body = php.code.slice(region?.bodyStart ?? 0, region?.bodyEnd ?? php.code.length);
    has = /\b(?:endif|endforeach|endwhile|endfor|endswitch|goto)\b/i.test(body);
    known.set(key, has);
  }
  return has;
}
