// The words and brackets of Ruby that open and close blocks, and the text with comments and the insides of strings blanked
// out. What a sign means hangs on what stands before it: a value, or something that waits for one.
import { commentEnd, heredocEnd, isEndless, plainLength, stringEnd } from "./ruby-strings.ts";

export interface RubyToken {
  readonly kind: "open" | "singleton" | "do" | "brace" | "bracket" | "close" | "line";
  readonly at: number;
  /** The word that opens; what closes a bracket; of a brace `block` or `hash`; what closes. */
  readonly word: string;
}

const OPENERS = new Set("class module def case begin for if unless while until".split(" "));
const MODIFIERS = new Set("if unless while until rescue".split(" "));
/** Behind them a value begins. */
const WAITING = new Set(
  "if unless while until and or not then else elsif when in do return case begin ensure rescue yield puts raise".split(
    " ",
  ),
);
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

class Scanner {
  readonly #text: string;
  readonly #parts: string[] = [];
  readonly tokens: RubyToken[] = [];
  #at = 0;
  #kept = 0;
  /** What stands before: a value, or something that waits for one. */
  #value = false;
  /** The last word, where it stands directly before. */
  #word = "";
  /** Heredocs that begin behind the line. */
  #heredocs: { id: string; indented: boolean }[] = [];
  constructor(text: string) {
    this.#text = text;
  }

  get code(): string {
    return this.#parts.join("");
  }

  #keep(to: number): void {
    this.#parts.push(this.#text.slice(this.#kept, to));
    this.#kept = to;
  }

  #blank(to: number): void {
    this.#parts.push(this.#text.slice(this.#kept, to).replace(/[^\n]/g, " "));
    this.#kept = to;
  }

  #push(kind: RubyToken["kind"], at: number, word: string): void {
    this.tokens.push({ kind, at, word });
  }

  run(): void {
    const text = this.#text;
    while (this.#at < text.length) this.#step();
    this.#keep(text.length);
  }

  #step(): void {
    const text = this.#text;
    const at = this.#at;
    const c = text[at]!;
    if (c === "\n") return this.#line();
    if (/\s/.test(c) || (c === "\\" && text[at + 1] === "\n")) {
      this.#at += c === "\\" ? 2 : 1;
      return;
    }
    const before = text[at - 1] ?? "\n";
    const comment = commentEnd(text, at);
    if (comment !== -1) {
      this.#keep(at);
      this.#at = comment;
      return this.#blank(comment);
    }
    if (c === '"' || c === "'" || c === "`") {
      if (c === "`" && (this.#word === "def" || before === ".")) return this.#sign(1, true);
      this.#quoted(at + 1, c, c, c !== "'");
      // `"key": value`
      if (text[this.#at] === ":" && text[this.#at + 1] !== ":") return this.#sign(1, false);
      return this.#valued();
    }
    const spaced = /\s/.test(before);
    const next = text[at + 1] ?? "";
    const waits = !this.#value || (spaced && this.#word !== "" && !/\s|=/.test(next));
    if (c === "/" && waits && this.#word !== "def" && before !== ".") {
      this.#quoted(at + 1, "/", "/", true);
      while (/[a-z]/.test(text[this.#at] ?? "")) this.#at++;
      return this.#valued();
    }
    if (c === "%" && waits && this.#word !== "def" && before !== ".") {
      const head = /^%([qQwWiIxrs]?)([^\w\s])/.exec(text.slice(at, at + 4));
      if (head !== null && !(head[1] === "" && head[2] === "=")) {
        const open = head[2]!;
        const raw = /[qwis]/.test(head[1]!);
        this.#quoted(at + head[0].length, open, CLOSERS[open] ?? open, !raw);
        if (head[1] === "r") while (/[a-z]/.test(text[this.#at] ?? "")) this.#at++;
        return this.#valued();
      }
    }
    if (c === "<" && next === "<") {
      const head = /^<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/.exec(text.slice(at, at + 100));
      const isClass = this.#word === "class";
      if (
        head !== null &&
        !isClass &&
        (!this.#value ||
          (spaced && this.#word !== "" && head[1] !== "") ||
          (head[1] !== "" && !spaced && this.#word !== "") ||
          (spaced && this.#word !== "" && !/\s/.test(text[at + 2] ?? " ")))
      ) {
        this.#heredocs.push({ id: head[3]!, indented: head[1] !== "" });
        this.#at += head[0].length;
        return this.#valued();
      }
      if (isClass) {
        const target = /^<<\s*([\w.:@]+)/.exec(text.slice(at, at + 80));
        const opened = this.tokens.pop();
        this.#push("singleton", opened?.at ?? at, target?.[1] ?? "");
        this.#at += target?.[0].length ?? 2;
        return this.#valued();
      }
    }
    if (
      c === "?" &&
      (!this.#value || (spaced && this.#word !== "" && /[^\w\s]/.test(next))) &&
      /^\?(?:\\.|[^\s\\])(?![\w])/.test(text.slice(at, at + 4))
    ) {
      this.#at += next === "\\" ? 3 : 2;
      this.#keep(at + 1);
      this.#blank(this.#at);
      return this.#valued();
    }
    if (c === ":" && before !== ":" && (next === '"' || next === "'")) {
      this.#quoted(at + 2, next, next, next === '"');
      return this.#valued();
    }
    const plain = plainLength(text, at, this.#value);
    if (plain > 0) {
      this.#at += plain;
      return this.#valued();
    }
    if (/[A-Za-z_\u0080-\uffff]/.test(c)) return this.#wordAt();
    if (c === "{") {
      const isBlock = this.#value || /->\s*$/.test(text.slice(Math.max(0, at - 3), at));
      this.#push("brace", at, isBlock ? "block" : "hash");
      return this.#sign(1, false);
    }
    if (c === "(" || c === "[") {
      if (c === "[" && (this.#word === "def" || (before === "." && text.startsWith("[]", at)))) {
        this.#at += text.startsWith("[]=", at) ? 3 : 2;
        return this.#named();
      }
      this.#push("bracket", at, CLOSERS[c]!);
      return this.#sign(1, false);
    }
    if (c === ")" || c === "]" || c === "}") {
      this.#push("close", at, c);
      return this.#sign(1, true);
    }
    if (c === ";") {
      this.#push("line", at, "");
      return this.#sign(1, false);
    }
    // The name of an operator.
    const name = this.#word === "def" ? /^[-+*/%<>=!~^&|]{1,3}@?/.exec(text.slice(at, at + 4)) : null;
    if (name !== null) {
      this.#at += name[0].length;
      return this.#named();
    }
    this.#sign(1, false);
  }

  #sign(length: number, value: boolean): void {
    this.#at += length;
    this.#value = value;
    this.#word = "";
  }

  #valued(): void {
    this.#value = true;
    this.#word = "";
  }

  #line(): void {
    const text = this.#text;
    this.#at++;
    if (this.#heredocs.length > 0) {
      this.#keep(this.#at);
      for (const { id, indented } of this.#heredocs) this.#at = heredocEnd(text, this.#at, id, indented);
      this.#blank(this.#at);
      this.#heredocs = [];
    }
    // A line that begins with a dot goes on with the one before it.
    if (/^[ \t]*(?:#[^\n]*\n[ \t]*)*(?:&?\.(?!\.))/.test(text.slice(this.#at, this.#at + 400))) return;
    this.#push("line", this.#at - 1, "");
    this.#value = false;
    this.#word = "";
  }

  #wordAt(): void {
    const text = this.#text;
    const at = this.#at;
    const word = /^[\w\u0080-\uffff]+[?!]?/.exec(text.slice(at, at + 300))![0];
    const before = text[at - 1] ?? "\n";
    const end = at + word.length;
    const member =
      (before === "." && text[at - 2] !== ".") ||
      (before === ":" && text[at - 2] === ":" && !/[A-Z]/.test(word[0]!));
    // `key: value`, but not `a ? b : c`
    const key =
      text[end] === ":" &&
      text[end + 1] !== ":" &&
      !member &&
      !/\?\s*$/.test(text.slice(Math.max(0, at - 3), at));
    if (this.#word === "def") {
      this.#at = end;
      if (text[end] === ".") {
        // `def self.x`
        this.#at = end + 1;
        this.#word = "def";
        return;
      }
      // A setter; a method without an end has a space there.
      if (text[end] === "=" && !/[=~>]/.test(text[end + 1] ?? "")) this.#at = end + 1;
      return this.#named();
    }
    this.#at = end;
    if (key) {
      this.#at = end + 1;
      this.#value = false;
      this.#word = "";
      return;
    }
    if (member) {
      this.#value = true;
      this.#word = word;
      return;
    }
    if (word === "end") {
      this.#push("close", at, "end");
      return this.#valued();
    }
    if (word === "do") {
      this.#push("do", at, "");
      this.#value = false;
      this.#word = "";
      return;
    }
    if (OPENERS.has(word)) {
      const modifies = MODIFIERS.has(word) && this.#value;
      if (!modifies) this.#push("open", at, word);
      this.#value = false;
      this.#word = word === "def" || word === "class" ? word : "";
      return;
    }
    if (/^(?:then|else|elsif|when|in|and|or|not|ensure|rescue|BEGIN|END)$/.test(word)) {
      this.#value = false;
      this.#word = "";
      return;
    }
    // `return if x`: a value may follow, or a modifier.
    this.#value = true;
    this.#word = WAITING.has(word) || /^[a-z_]/.test(word) ? word : "";
  }

  /** Behind the name of a method: an end, or `=` and a value. */
  #named(): void {
    const text = this.#text;
    if (isEndless(text, this.#at)) {
      for (let i = this.tokens.length - 1; i >= 0; i--) {
        if (this.tokens[i]!.kind === "open" && this.tokens[i]!.word === "def") {
          this.tokens.splice(i, 1);
          break;
        }
      }
    }
    this.#value = false;
    this.#word = "";
  }

  /** Blanks out a string; what is written as code in it is not read, but for brackets that end it. */
  #quoted(from: number, open: string, close: string, escapes: boolean): void {
    const text = this.#text;
    this.#keep(from);
    const at = stringEnd(text, from, open, close, escapes);
    this.#blank(at);
    this.#at = Math.min(at + 1, text.length);
    this.#keep(this.#at);
  }
}

export function rubyTokens(text: string): { code: string; tokens: readonly RubyToken[] } {
  const scanner = new Scanner(text);
  scanner.run();
  return { code: scanner.code, tokens: scanner.tokens };
}
