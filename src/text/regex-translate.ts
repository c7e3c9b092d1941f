// How does JavaScript write this pattern? A tree of Rust's syntax becomes the source of a JS pattern with flag `v`.
//
// Three things differ and are worked in here:
// - a match never leaves its line: classes lose `\n`, and `^`/`$` are look-arounds at `\n` (JS's own flag `m` would
//   also stop at `\r` and the Unicode separators);
// - \w, \d, \s and word borders are Unicode's, as in Rust;
// - case: where all letters of a pattern agree, the JS flag `i` does it (simple folding, as in Rust); where they do
//   not, such as in `(?i:a)b`, each class is written out with its other cases (Node 22 has no `(?i:…)`).
import { anyCase } from "./regex-case.ts";
import { unsupportedPattern } from "./regex-fault.ts";
import {
  type AssertionKind,
  type ClassItem,
  type ClassNode,
  type ClassSet,
  type LiteralNode,
  type RegexNode,
  type RepeatNode,
  canBeEmpty,
} from "./regex-tree.ts";
import { WORD_CLASS } from "./word-characters.ts";

/** A pattern as the constructor `RegExp` takes it. */
export interface JsPattern {
  source: string;
  flags: string;
}

const NEW_LINE = 10;

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

export function translateRegex(pattern: string, tree: RegexNode, word: boolean): JsPattern {
  const cases = new Set<boolean>();
  collectCases(tree, cases);
  const mixed = cases.size === 2;
  const source = new Translator(pattern, mixed).node(tree);
  return {
    source: word ? `${PLACES["no-word-before"]}(?:${source})${PLACES["no-word-after"]}` : source,
    flags: !mixed && cases.has(true) ? "giv" : "gv",
  };
}

function collectCases(node: RegexNode, cases: Set<boolean>): void {
  if (node.type === "literal" || node.type === "class") cases.add(node.ignoreCase);
  else if (node.type === "concat" || node.type === "alternate")
    node.parts.forEach((p) => collectCases(p, cases));
  else if (node.type === "group" || node.type === "repeat") collectCases(node.body, cases);
}

class Translator {
  readonly #pattern: string;
  readonly #mixed: boolean;

  constructor(pattern: string, mixed: boolean) {
    this.#pattern = pattern;
    this.#mixed = mixed;
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
        return node.parts
          .map((part) => (part.type === "alternate" ? `(?:${this.node(part)})` : this.node(part)))
          .join("");
      case "alternate":
        return node.parts.map((part) => this.node(part)).join("|");
      case "repeat":
        return this.#repeat(node);
    }
  }

  #repeat({ body, min, max, greedy }: RepeatNode): string {
    const source = this.node(body);
    // JS lets an optional part not be there rather than be empty, which prefers other branches of the part.
    if (min === 0 && max === 1 && canBeEmpty(body))
      return greedy ? `(?:(?:${source})|)` : `(?:|(?:${source}))`;
    const alone = body.type === "literal" || body.type === "class" || body.type === "dot";
    return `${alone ? source : `(?:${source})`}${quantifier(min, max)}${greedy ? "" : "?"}`;
  }

  #literal(node: LiteralNode): string {
    if (node.char === NEW_LINE) throw this.#lineEnd(node.at);
    const source = characterSource(node.char);
    return this.#mixed && node.ignoreCase ? `[${source}${anyCase(source)}]` : source;
  }

  #class(node: ClassNode): string {
    if (onlyLineEnd(node.set)) throw this.#lineEnd(node.at);
    const source = this.#item(node.set, node.ignoreCase);
    const whole = node.set.type === "bracket" ? source : `[${source}]`;
    return new RegExp(`^${whole}$`, "v").test("\n") ? `[${whole}--\\n]` : whole;
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

  #lineEnd(at: number): Error {
    return unsupportedPattern(this.#pattern, at, "a match across lines is not supported");
  }
}

/** `[\n]` asks for a line end and nothing else; in `[a\n]` the `\n` only never comes true. */
function onlyLineEnd(item: ClassItem): boolean {
  if (item.type === "char") return item.char === NEW_LINE;
  if (item.type !== "bracket" || item.negated || item.body.type !== "union") return false;
  return item.body.items.length > 0 && item.body.items.every(onlyLineEnd);
}

function quantifier(min: number, max: number | null): string {
  if (max === null) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Letters and digits as they are, all else by number: safe in a class and outside. */
export function characterSource(char: number): string {
  const letter = (char >= 48 && char <= 57) || (char >= 65 && char <= 90) || (char >= 97 && char <= 122);
  return letter ? String.fromCodePoint(char) : `\\u{${char.toString(16)}}`;
}
