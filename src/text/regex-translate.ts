// How does JavaScript write this pattern? A tree of Rust's syntax becomes the source of a JS pattern with flag `v`.
//
// Three things differ and are worked in here:
// - a match never leaves its line: classes lose `\n`, and `^`/`$` are look-arounds at `\n` (JS's own flag `m` would
//   also stop at `\r` and the Unicode separators);
// - \w, \d, \s and word borders are Unicode's, as in Rust;
// - case: where all letters of a pattern agree, the JS flag `i` does it (simple folding, as in Rust); where they do
//   not, such as in `(?i:a)b`, each class is written out with its other cases (Node 22 has no `(?i:…)`).
//
// And V8 must come to an end with compiling it. It looks ahead over what may follow, down each way through parts that
// match in several ways, so that twenty such parts in a row (`a?a?a?…`, `\w\w\w…`, whose astral letters are ways of their
// own) take more time than anyone has, in which nothing stops it. A back-reference ends this look ahead: where a pattern
// has many ways, `\1` stands between such parts, and means an empty group at the end, so that it matches anywhere.
import { anyCase } from "./regex-case.ts";
import {
  type AssertionKind,
  type ClassItem,
  type ClassNode,
  type ClassSet,
  LINE_END,
  type LiteralNode,
  type RegexNode,
  type RepeatNode,
  UNROLLED,
  canBeEmpty,
} from "./regex-tree.ts";
import { WORD_CLASS } from "./word-characters.ts";

/** A pattern as the constructor `RegExp` takes it. */
export interface JsPattern {
  source: string;
  flags: string;
}

const PLACES: Record<AssertionKind, string> = {
  "line-start": "(?<![^\\n])",
  "line-end": "(?![^\\n])",
  "word-border": `(?:(?<=[${WORD_CLASS}])(?![${WORD_CLASS}])|(?<![${WORD_CLASS}])(?=[${WORD_CLASS}]))`,
  "no-word-border": `(?:(?<=[${WORD_CLASS}])(?=[${WORD_CLASS}])|(?<![${WORD_CLASS}])(?![${WORD_CLASS}]))`,
  "word-start": `(?:(?<![${WORD_CLASS}])(?=[${WORD_CLASS}]))`,
  "word-end": `(?:(?<=[${WORD_CLASS}])(?![${WORD_CLASS}]))`,
  "no-word-before": `(?<![${WORD_CLASS}])`,
  "no-word-after": `(?![${WORD_CLASS}])`,
};

/** V8 does not fold `\p{ASCII}`, in which case the Kelvin sign is missing from `(?i)\p{ASCII}`. */
const ASCII = "\\x00-\\x7f";

const PERL = { d: "\\p{Nd}", s: "\\p{White_Space}", w: WORD_CLASS };

export function translateRegex(tree: RegexNode, word: boolean): JsPattern {
  const cases = new Set<boolean>();
  collectCases(tree, cases);
  const mixed = cases.size === 2;
  const stops = waysThrough(tree) > MOST_WAYS;
  const source = new Translator(mixed, stops).node(tree);
  const whole = word ? `${PLACES["no-word-before"]}(?:${source})${PLACES["no-word-after"]}` : source;
  return {
    source: stops ? `(?:${whole})()` : whole,
    flags: !mixed && cases.has(true) ? "giv" : "gv",
  };
}

function collectCases(node: RegexNode, cases: Set<boolean>): void {
  if (node.type === "literal" || node.type === "class") cases.add(node.ignoreCase);
  else if (node.type === "concat" || node.type === "alternate")
    node.parts.forEach((p) => collectCases(p, cases));
  else if (node.type === "group" || node.type === "repeat") collectCases(node.body, cases);
}

/** Ways that V8 may look down; it takes about 50 ns for each, at several places. */
const MOST_WAYS = 1000;

/** A class has a way for each group of letters outside of the basic plane: 3 where it has a few, some 30 for `\w`. */
const WAYS_OF_CLASS = 4;

/** In how many ways a part may match, as V8 looks at them; a repetition that is not written out ends its look. */
function waysThrough(node: RegexNode): number {
  switch (node.type) {
    case "class":
    case "dot":
      return WAYS_OF_CLASS;
    case "assertion":
      return node.kind.endsWith("border") ? 2 : 1;
    case "group":
      return waysThrough(node.body);
    case "concat":
      return node.parts.reduce(
        (ways, part) => Math.min(ways * waysThrough(part), Number.MAX_SAFE_INTEGER),
        1,
      );
    case "alternate":
      return node.parts.reduce((ways, part) => ways + waysThrough(part), 0);
    case "repeat": {
      if (node.max === null || node.max > UNROLLED) return 1;
      return (waysThrough(node.body) + (node.min === node.max ? 0 : 1)) ** node.max;
    }
    default:
      return 1;
  }
}

/** In brackets, since a digit may follow. */
const STOP = "(?:\\1)";

class Translator {
  readonly #mixed: boolean;
  /** Whether a stop stands between parts that match in several ways. */
  readonly #stops: boolean;

  constructor(mixed: boolean, stops: boolean) {
    this.#mixed = mixed;
    this.#stops = stops;
  }

  node(node: RegexNode): string {
    switch (node.type) {
      case "empty":
        return "(?:)";
      case "literal":
        return this.#literal(node);
      case "class":
        return this.#class(node);
      case "dot":
        return "[^\\n]";
      case "assertion":
        return PLACES[node.kind];
      case "group":
        return `(?:${this.node(node.body)})`;
      case "concat":
        return this.#concat(node.parts);
      case "alternate":
        return node.parts.map((part) => this.node(part)).join("|");
      case "repeat":
        return this.#repeat(node);
    }
  }

  #concat(parts: readonly RegexNode[]): string {
    let several = false;
    return parts
      .map((part) => {
        const source = part.type === "alternate" ? `(?:${this.node(part)})` : this.node(part);
        const stop = several && this.#stops && hasWays(part) ? STOP : "";
        several ||= hasWays(part);
        return stop + source;
      })
      .join("");
  }

  #repeat({ body, min, max, greedy }: RepeatNode): string {
    const copies = Math.max(min <= UNROLLED ? min : 0, max !== null && max <= UNROLLED ? max : 0);
    const copied = this.#stops && copies > 1 && hasWays(body);
    const source = copied ? `${STOP}(?:${this.node(body)})` : this.node(body);
    // JS lets an optional part not be there rather than be empty, which prefers other branches of the part.
    if (min === 0 && max === 1 && canBeEmpty(body))
      return greedy ? `(?:(?:${source})|)` : `(?:|(?:${source}))`;
    const alone = !copied && (body.type === "literal" || body.type === "class" || body.type === "dot");
    return `${alone ? source : `(?:${source})`}${quantifier(min, max)}${greedy ? "" : "?"}`;
  }

  #literal(node: LiteralNode): string {
    const source = characterSource(node.char);
    return this.#mixed && node.ignoreCase ? `[${source}${anyCase(source)}]` : source;
  }

  #class(node: ClassNode): string {
    const source = this.#item(node.set, node.ignoreCase);
    const whole = node.set.type === "bracket" ? source : `[${source}]`;
    return new RegExp(`^${whole}$`, "v").test(String.fromCodePoint(LINE_END)) ? `[${whole}--\\n]` : whole;
  }

  /** As the inside of a class. */
  #item(item: ClassItem, ignoreCase: boolean): string {
    const cased = (source: string) => (this.#mixed && ignoreCase ? `${source}${anyCase(source)}` : source);
    const wrapped = (source: string, negated: boolean) => (negated ? `[^${source}]` : source);
    switch (item.type) {
      case "char":
        return cased(characterSource(item.char));
      case "range":
        return cased(`${characterSource(item.first)}-${characterSource(item.last)}`);
      case "perl":
        return wrapped(PERL[item.kind], item.negated);
      case "posix":
        return wrapped(cased(item.source), item.negated);
      case "property":
        return wrapped(cased(item.name === "ASCII" ? ASCII : `\\p{${item.name}}`), item.negated);
      case "bracket":
        return `[${item.negated ? "^" : ""}${this.#set(item.body, ignoreCase)}]`;
    }
  }

  /** As the inside of a class. JS allows one operator a class and has no `~~`. */
  #set(set: ClassSet, ignoreCase: boolean): string {
    if (set.type === "union") return set.items.map((item) => this.#item(item, ignoreCase)).join("");
    const left = `[${this.#set(set.left, ignoreCase)}]`;
    const right = `[${this.#set(set.right, ignoreCase)}]`;
    return set.operator === "~~"
      ? `[${left}--${right}][${right}--${left}]`
      : `${left}${set.operator}${right}`;
  }
}

/** Whether V8 makes a choice of the part. */
function hasWays(node: RegexNode): boolean {
  return node.type === "repeat" || waysThrough(node) > 1;
}

function quantifier(min: number, max: number | null): string {
  if (max === null) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Letters and digits as they are, all else by number: safe in a class and outside. */
function characterSource(char: number): string {
  const letter = (char >= 48 && char <= 57) || (char >= 65 && char <= 90) || (char >= 97 && char <= 122);
  return letter ? String.fromCodePoint(char) : `\\u{${char.toString(16)}}`;
}
