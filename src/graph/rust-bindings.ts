// What binds a local name of Rust where it is used? Read backwards from the use over the tokens of its function: statements
// of the blocks around, what heads those blocks (`if let`, `for`, `match`), parameters of closures and of the function. The
// first one that binds the name is meant; blocks that are closed are stepped over.
import { isGuard, ofArm } from "./rust-arms.ts";
import { binds } from "./rust-pattern-names.ts";
import { commaAfter, firstAt, type Span } from "./rust-spans.ts";
import { behindAngles, isName, textOf, wordAt, type Tokens } from "./rust-tokens.ts";

export interface Binding {
  readonly pattern: Span;
  /** The type that is written for the pattern. */
  readonly type: string;
  /** What the pattern is matched with. */
  readonly value: Span | null;
  /** `value` is iterated over, is matched as it is, or calls the closure whose parameter this is. */
  readonly how: "value" | "each" | "closure";
  /** Place among the parameters of a closure. */
  readonly place: number;
}

/** Tokens that one search walks over. */
const FARTHEST = 20_000;
const BEFORE_CLOSURE = new Set(["(", ",", "=", "{", ";", "=>", "move", "return", "else", "&&", "||", "["]);

/** Null where nothing binds it, or where that can't be told. */
export function bindingOf(tokens: Tokens, use: number, name: string): Binding | null {
  /** A block was stepped over since the last statement ended. */
  let closed = false;
  let at = use - 1;
  for (let steps = 0; at >= 0 && steps < FARTHEST; steps++) {
    const word = wordAt(tokens, at);
    if (word === ")" || word === "]" || word === "}") {
      if (word === "}") closed = true;
      const open = tokens.pairs[at]!;
      if (open === -1) return null;
      at = open - 1;
      continue;
    }
    if (word === ";") closed = false;
    else if (word === "let" && isWord(tokens, at)) {
      const found = ofLet(tokens, at, use, name);
      const conditional = /^(?:if|while|&&)$/.test(wordAt(tokens, at - 1));
      if (found !== null && (!conditional || !closed))
        return conditional && found.value === null ? null : found;
    } else if (word === "|") {
      const open = openingBar(tokens, at);
      if (open !== -1) {
        const found = ofClosure(tokens, open, at, name);
        if (found !== null) return found;
        at = open - 1;
        continue;
      }
    } else if (word === "=>" || (word === "if" && isGuard(tokens, at))) {
      const arm = ofArm(tokens, at, name);
      if (arm.found !== null) return arm.found;
      // `matches!(value, pattern if …)`
      if (word === "if" && wordAt(tokens, arm.open) !== "{") return null;
      // Other arms of the same match bind nothing here.
      at = arm.open;
      if (at === -1) return null;
      at = headOf(tokens, at, use, name).at;
      continue;
    } else if (word === "{") {
      const head = headOf(tokens, at, use, name);
      if (head.found !== null) return head.found;
      if (head.ended) return null;
      at = head.at;
      closed = false;
      continue;
    }
    at--;
  }
  return null;
}

function isWord(tokens: Tokens, at: number): boolean {
  return wordAt(tokens, at - 1) !== "." && wordAt(tokens, at - 1) !== "r#";
}

/** `let pattern: Type = value;` */
function ofLet(tokens: Tokens, at: number, use: number, name: string): Binding | null {
  const from = at + 1;
  const end = firstAt(tokens, from, use, (w) => w === "=" || w === ";" || w === ":" || w === "in");
  if (!binds(tokens, { from, to: end }, name)) return null;
  let type = "";
  let equal = end;
  if (wordAt(tokens, end) === ":") {
    equal = firstAt(tokens, end + 1, use, (w) => w === "=" || w === ";");
    type = textOf(tokens, end + 1, equal);
  }
  const pattern = { from, to: end };
  if (wordAt(tokens, equal) !== "=") return { pattern, type, value: null, how: "value", place: 0 };
  const conditional = /^(?:if|while|&&)$/.test(wordAt(tokens, at - 1));
  const stop = firstAt(
    tokens,
    equal + 1,
    use,
    (w) => w === ";" || w === "else" || (conditional && (w === "{" || w === "&&")),
  );
  // Inside of its own value a name is the one before.
  if (stop >= use) return null;
  return { pattern, type, value: { from: equal + 1, to: stop }, how: "value", place: 0 };
}

/** What heads a block: `if let`, `while let`, `for`, a function. `at` is before it. */
function headOf(
  tokens: Tokens,
  open: number,
  use: number,
  name: string,
): { found: Binding | null; ended: boolean; at: number } {
  let at = open - 1;
  let found: Binding | null = null;
  for (; at >= 0; at--) {
    const word = wordAt(tokens, at);
    if (word === ")" || word === "]" || word === "}") {
      const pair = tokens.pairs[at]!;
      if (pair === -1) return { found: null, ended: true, at: -1 };
      // Behind another block nothing of it heads this one, unless a struct is matched or made.
      if (
        word === "}" &&
        wordAt(tokens, at + 1) !== "=" &&
        wordAt(tokens, at + 1) !== "in" &&
        at === open - 1
      )
        break;
      at = pair;
      continue;
    }
    if (word === ",") {
      // Commas of a return type or behind `where` stand in the head of a function.
      const fn = functionBefore(tokens, at);
      if (fn === -1) break;
      return { found: ofFunction(tokens, fn, open, name), ended: true, at: -1 };
    }
    if (word === ";" || word === "{" || word === "(" || word === "[" || word === "=>") break;
    if (word === "else" || word === "match" || word === "loop" || word === "unsafe") break;
    if (word === "|" || (word === "if" && isGuard(tokens, at))) break;
    if (word === "let" && isWord(tokens, at)) {
      const conditional = /^(?:if|while|&&)$/.test(wordAt(tokens, at - 1));
      if (!conditional) break;
      found ??= ofLet(tokens, at, Math.min(use, open + 1), name);
      if (wordAt(tokens, at - 1) !== "&&") return { found, ended: false, at: at - 2 };
    }
    if (word === "for" && isWord(tokens, at) && wordAt(tokens, at + 1) !== "<") {
      const to = firstAt(tokens, at + 1, open, (w) => w === "in");
      const pattern = { from: at + 1, to };
      if (to < open && binds(tokens, pattern, name))
        return {
          found: { pattern, type: "", value: { from: to + 1, to: open }, how: "each", place: 0 },
          ended: false,
          at,
        };
      if (to < open) return { found: null, ended: false, at: at - 1 };
    }
    if (word === "fn" && isWord(tokens, at))
      return { found: ofFunction(tokens, at, open, name), ended: true, at: -1 };
    if (/^(?:impl|mod|trait|struct|enum|union)$/.test(word) && isWord(tokens, at))
      return { found: null, ended: true, at: -1 };
  }
  return { found, ended: false, at };
}

/** `fn` in whose head the token stands, or -1. */
function functionBefore(tokens: Tokens, from: number): number {
  for (let at = from; at >= 0; at--) {
    const word = wordAt(tokens, at);
    if (word === ";" || word === "{" || word === "}" || word === "(" || word === "[" || word === "=>")
      return -1;
    if (word === ")" || word === "]") {
      at = tokens.pairs[at]!;
      if (at === -1) return -1;
    } else if (word === "fn" && isWord(tokens, at) && isName(wordAt(tokens, at + 1))) return at;
  }
  return -1;
}

/** `fn f(pattern: Type, …)` */
function ofFunction(tokens: Tokens, fn: number, open: number, name: string): Binding | null {
  let at = fn + 2;
  if (wordAt(tokens, at) === "<") at = behindAngles(tokens, at, open);
  if (at === -1 || wordAt(tokens, at) !== "(") return null;
  const close = tokens.pairs[at]!;
  for (let from = at + 1; from < close;) {
    const to = commaAfter(tokens, from, close);
    const colon = firstAt(tokens, from, to, (w) => w === ":");
    const pattern = { from, to: colon };
    if (colon < to && binds(tokens, pattern, name))
      return { pattern, type: textOf(tokens, colon + 1, to), value: null, how: "value", place: 0 };
    from = to + 1;
  }
  return null;
}

/** The bar that opens the parameters of a closure which the one at `close` ends, or -1. */
function openingBar(tokens: Tokens, close: number): number {
  for (let at = close - 1; at >= 0 && at > close - 60; at--) {
    const word = wordAt(tokens, at);
    if (word === ")" || word === "]" || word === "}") {
      at = tokens.pairs[at]!;
      if (at === -1) return -1;
      continue;
    }
    if (word === "|") return BEFORE_CLOSURE.has(wordAt(tokens, at - 1)) ? at : -1;
    if (word === ";" || word === "{" || word === "(" || word === "=>" || word === "=") return -1;
  }
  return -1;
}

function ofClosure(tokens: Tokens, open: number, close: number, name: string): Binding | null {
  let place = 0;
  for (let from = open + 1; from < close; place++) {
    const to = commaAfter(tokens, from, close);
    const colon = firstAt(tokens, from, to, (w) => w === ":");
    const pattern = { from, to: colon };
    if (binds(tokens, pattern, name))
      return {
        pattern,
        type: colon < to ? textOf(tokens, colon + 1, to) : "",
        value: { from: open, to: close },
        how: "closure",
        place,
      };
    from = to + 1;
  }
  return null;
}
