// Which words and marks must a line hold for a pattern to match it? Read off the pattern itself, so that most lines
// never run a regular expression and a language file needs nothing but its patterns. Whatever the reader does not
// understand it takes as "asks for nothing": a filter may let too much through, never too little.

export interface Filter {
  /** The line must hold one of these words, whole and in lower case; null where none is certain. */
  words: string[] | null;
  /** The line must hold all of these marks (bits of `markBit`). */
  marks: number;
  /** How the line must be indented: not at all, by something, or either way. */
  indent: "none" | "some" | "any";
}

/** Of the marks that the scanner does not read as part of a word. */
const MARKS = "(){}[]:=<>;,.@#|&*-+/\"'`!?%";

/** A bit for each mark that filters know, 0 for other characters. */
export function markBit(character: string): number {
  const at = MARKS.indexOf(character);
  return at < 0 ? 0 : 1 << at;
}

type Node =
  | { type: "char"; char: string }
  | { type: "class"; word: boolean; space: "always" | "never" | "maybe" }
  | { type: "start" }
  | { type: "edge" }
  | { type: "nothing" }
  | { type: "group"; alternatives: Item[][] };
/** `sure`: the node stands there at least once. */
interface Item {
  node: Node;
  sure: boolean;
  many: boolean;
}

export function filterOf(regex: RegExp): Filter {
  const reader = new PatternReader(regex.source);
  const alternatives = reader.alternatives();
  if (!reader.understood) return { words: null, marks: 0, indent: "any" };
  const words = wordsOfAlternatives(alternatives, false, false);
  return {
    words: words === null ? null : [...new Set(words.map((word) => word.toLowerCase()))],
    marks: marksOfAlternatives(alternatives),
    indent: regex.multiline ? "any" : indentOfAlternatives(alternatives, false),
  };
}

/** A reader of the common part of regular expressions. */
class PatternReader {
  readonly #source: string;
  #at = 0;
  understood = true;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): Item[][] {
    const found: Item[][] = [];
    for (;;) {
      found.push(this.#sequence());
      if (this.#source[this.#at] !== "|") return found;
      this.#at++;
    }
  }

  #sequence(): Item[] {
    const items: Item[] = [];
    while (
      this.#at < this.#source.length &&
      this.#source[this.#at] !== "|" &&
      this.#source[this.#at] !== ")"
    ) {
      const node = this.#node();
      items.push({ node, ...this.#quantifier() });
    }
    return items;
  }

  #quantifier(): { sure: boolean; many: boolean } {
    const match = /^(?:[*+?]|\{(\d+)(,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (match === null) return { sure: true, many: false };
    this.#at += match[0].length;
    const sign = match[0][0]!;
    if (sign === "{") return { sure: Number(match[1]) > 0, many: true };
    return { sure: sign === "+", many: sign !== "?" };
  }

  #node(): Node {
    const c = this.#source[this.#at++]!;
    if (c === "(") return this.#group();
    if (c === "[") return this.#class();
    if (c === "\\") return this.#escape();
    if (c === "^") return { type: "start" };
    if (c === "$") return { type: "edge" };
    if (c === ".") return { type: "class", word: true, space: "maybe" };
    return { type: "char", char: c };
  }

  #group(): Node {
    const head =
      /^\?(?::|<[A-Za-z]\w*>|=|!|<=|<!)/.exec(this.#source.slice(this.#at, this.#at + 80))?.[0] ?? "";
    if (this.#source[this.#at] === "?" && head === "") this.understood = false;
    this.#at += head.length;
    const alternatives = this.alternatives();
    this.#at++;
    // What a look-around asks for may lie beside the match, or must not be there at all.
    return /^\?<?[=!]/.test(head) ? { type: "nothing" } : { type: "group", alternatives };
  }

  #class(): Node {
    const negated = this.#source[this.#at] === "^";
    const start = this.#at;
    while (this.#at < this.#source.length && (this.#source[this.#at] !== "]" || this.#at === start)) {
      this.#at += this.#source[this.#at] === "\\" ? 2 : 1;
    }
    const body = this.#source.slice(start, this.#at++);
    // Ranges count as letters: few classes have one that holds none.
    const rest = body.replace(/\\[stnrf-]/g, "");
    const space = negated || rest.length < body.length || /[\s-]/.test(rest) ? "maybe" : "never";
    return { type: "class", word: negated || /[\w$-]|[^\x00-\x7f]/.test(rest), space };
  }

  #escape(): Node {
    const c = this.#source[this.#at++]!;
    if (c === "b") return { type: "edge" };
    if (c === "s") return { type: "class", word: false, space: "always" };
    if (c === "t") return { type: "char", char: "\t" };
    if (/[A-Za-z0-9]/.test(c)) {
      if (c === "u") this.#at += 4;
      else if (c === "x") this.#at += 2;
      else if (c === "k" || c === "p" || c === "P") this.understood = false;
      return { type: "class", word: true, space: c === "w" || c === "d" ? "never" : "maybe" };
    }
    return { type: "char", char: c };
  }
}

function isWordChar(char: string): boolean {
  return /[A-Za-z0-9_$]/.test(char);
}

/**
 * Words of which one must stand in a text that matches, or null. `before` and `after` say whether the text around the
 * match is certain not to continue a word.
 */
function wordsOfAlternatives(alternatives: Item[][], before: boolean, after: boolean): string[] | null {
  const all: string[] = [];
  for (const items of alternatives) {
    const words = wordsOfSequence(items, before, after);
    if (words === null) return null;
    all.push(...words);
  }
  return all;
}

function wordsOfSequence(items: Item[], before: boolean, after: boolean): string[] | null {
  let best: string[] | null = null;
  const take = (words: string[] | null): void => {
    if (words !== null && words.every((w) => w.length > 1) && (best === null || words.length < best.length))
      best = words;
  };
  let edge = before;
  for (let i = 0; i < items.length; i++) {
    const { node, sure, many } = items[i]!;
    if (node.type === "char" && isWordChar(node.char)) {
      let word = "";
      let j = i;
      for (; j < items.length; j++) {
        const item = items[j]!;
        if (item.node.type !== "char" || !isWordChar(item.node.char) || !item.sure || item.many) break;
        word += item.node.char;
      }
      if (j > i) {
        if (edge && startsWithEdge(items, j, after)) take([word]);
        i = j - 1;
      }
      edge = false;
      continue;
    }
    if (node.type === "group" && sure && !many) {
      take(wordsOfAlternatives(node.alternatives, edge, startsWithEdge(items, i + 1, after)));
    }
    edge = endsWithEdge(node)
      ? edge || (sure && !isZeroWide(node)) || node.type === "edge" || node.type === "start"
      : node.type === "nothing" && edge;
  }
  return best;
}

function isZeroWide(node: Node): boolean {
  return node.type === "nothing" || node.type === "edge" || node.type === "start";
}

/** Whether what matches from item `at` on begins with something that ends a word. */
function startsWithEdge(items: Item[], at: number, after: boolean): boolean {
  for (let i = at; i < items.length; i++) {
    const { node, sure } = items[i]!;
    if (node.type === "nothing") continue;
    if (node.type === "edge" || node.type === "start") return true;
    if (!nodeStartsWithEdge(node)) return false;
    if (sure) return true;
  }
  return after;
}

function nodeStartsWithEdge(node: Node): boolean {
  switch (node.type) {
    case "char":
      return !isWordChar(node.char);
    case "class":
      return !node.word;
    case "start":
    case "edge":
      return true;
    case "nothing":
      return false;
    case "group":
      return node.alternatives.every((items) => startsWithEdge(items, 0, false));
  }
}

/** Whether what matches the node ends with something that cannot be part of a word. */
function endsWithEdge(node: Node): boolean {
  switch (node.type) {
    case "char":
      return !isWordChar(node.char);
    case "class":
      return !node.word;
    case "start":
    case "edge":
      return true;
    case "nothing":
      return false;
    case "group":
      return node.alternatives.every((items) => {
        for (let i = items.length - 1; i >= 0; i--) {
          const { node: last, sure } = items[i]!;
          if (last.type === "nothing") continue;
          if (!endsWithEdge(last)) return false;
          if (sure) return true;
        }
        return false;
      });
  }
}

function marksOfAlternatives(alternatives: Item[][]): number {
  let marks = -1;
  for (const items of alternatives) {
    let own = 0;
    for (const { node, sure } of items) {
      if (!sure) continue;
      if (node.type === "char") own |= markBit(node.char);
      else if (node.type === "group") own |= marksOfAlternatives(node.alternatives);
    }
    marks &= own;
  }
  return marks;
}

/** Whether white space must, may or may not stand where the pattern begins. `started`: the line's start was asked for. */
function indentOfAlternatives(alternatives: Item[][], started: boolean): Filter["indent"] {
  const kinds = new Set(alternatives.map((items) => indentOfSequence(items, started)));
  return kinds.size === 1 ? [...kinds][0]! : "any";
}

function indentOfSequence(items: Item[], started: boolean): Filter["indent"] {
  let after = started;
  const kinds = new Set<Filter["indent"]>();
  for (const { node, sure } of items) {
    if (node.type === "start") after = true;
    if (node.type === "start" || node.type === "nothing" || node.type === "edge") continue;
    if (!after) return "any";
    kinds.add(indentOfNode(node));
    // What may be missing leaves the question to what follows it.
    if (sure) return kinds.size === 1 ? [...kinds][0]! : "any";
  }
  return "any";
}

function indentOfNode(node: Node): Filter["indent"] {
  if (node.type === "char") return /\s/.test(node.char) ? "some" : "none";
  if (node.type === "class")
    return node.space === "always" ? "some" : node.space === "never" ? "none" : "any";
  return node.type === "group" ? indentOfAlternatives(node.alternatives, true) : "any";
}
