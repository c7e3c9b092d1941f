// Which rule of an ignore file decides about a path? Parsing and matching equal to Git's (gitignore(5) and its code).
//
// A file's rules are compiled once. The last rule that matches decides, so rules are kept with their numbers and the
// highest number wins. Nearly all rules need no pattern matching:
//
//   `name`       → looked up by the path's last part            `*.ext`   → looked up by the text from its last dot
//   `/a/b`       → looked up by the path below the file's folder   the rest  → tried one by one, from the last
//
// Names are compared as byte strings (see git/wildmatch.ts).
import { compileWild, lowerByte, toBytes } from "../git/wildmatch.ts";

export interface IgnoreRule {
  /** As written, without the line's end and unescaped blanks at it; empty where it must not be shown. */
  pattern: string;
  /** 1-based line in its file. */
  line: number;
  /** Starts with `!`: takes back what an earlier rule left out. */
  negative: boolean;
  /** Ends with `/`: for folders only. */
  foldersOnly: boolean;
}

export interface RuleFile {
  /** Path of the file, for messages: relative to the root or work tree, else absolute. */
  source: string;
  rules: readonly IgnoreRule[];
  /** The deciding rule, or null. The file's folder is the first `from` letters of `path`; `name` is its last part. */
  match(path: string, from: number, name: string, isFolder: boolean): IgnoreRule | null;
}

/** Hundreds of times the largest that people write. A larger file is not read: its rules would fill the memory. */
export const MOST_RULE_BYTES = 4_000_000;

interface CompiledRule extends IgnoreRule {
  order: number;
}

interface TestedRule extends CompiledRule {
  test: (path: string, name: string) => boolean;
}

/** Compiles the bytes of an ignore file; null when it has no rule, or too many to be read. `shown`: its text may be told. */
export function compileRuleFile(
  source: string,
  content: Uint8Array,
  ignoreCase: boolean,
  shown = true,
): RuleFile | null {
  if (content.byteLength > MOST_RULE_BYTES) return null;
  const rules = parseRules(
    Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1"),
  );
  if (!shown) for (const rule of rules) rule.pattern = "";
  return rules.length === 0 ? null : new Rules(source, rules, ignoreCase);
}

interface ParsedRule extends IgnoreRule {
  /** The pattern as a byte string, without `!` and the last `/`. */
  body: string;
}

/** `text` is a byte string. */
function parseRules(text: string): ParsedRule[] {
  const rules: ParsedRule[] = [];
  let line = 0;
  let start = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  while (start < text.length) {
    line++;
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    // One carriage return before a line feed is part of the line's end; Git adds a line feed to the file's last line.
    let written = text.slice(start, end > start && text[end - 1] === "\r" ? end - 1 : end);
    start = end + 1;
    if (written === "" || written[0] === "#") continue;
    const nul = written.indexOf("\0");
    if (nul !== -1) written = written.slice(0, nul);
    written = withoutTrailingSpaces(written);
    const negative = written[0] === "!";
    let body = negative ? written.slice(1) : written;
    const foldersOnly = body.endsWith("/");
    if (foldersOnly) body = body.slice(0, -1);
    // The empty pattern matches nothing.
    if (body === "") continue;
    rules.push({ pattern: fromBytes(written), line, negative, foldersOnly, body });
  }
  return rules;
}

/** Spaces at the end go, unless a backslash stands before them. Tabs stay. */
function withoutTrailingSpaces(text: string): string {
  let spaces = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === " ") {
      if (spaces === -1) spaces = at;
      continue;
    }
    if (char === "\\") {
      at++;
      if (at >= text.length) return text;
    }
    spaces = -1;
  }
  return spaces === -1 ? text : text.slice(0, spaces);
}

function fromBytes(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function foldBytes(text: string): string {
  let folded = "";
  for (let i = 0; i < text.length; i++) folded += String.fromCharCode(lowerByte(text.charCodeAt(i)));
  return folded;
}

const WILD = /[*?[\\]/;

class Rules implements RuleFile {
  readonly source: string;
  readonly rules: readonly IgnoreRule[];
  readonly #fold: boolean;
  /** Rules by last part, by extension and by path; the highest number first. */
  readonly #byName = new Map<string, CompiledRule[]>();
  readonly #byExtension = new Map<string, CompiledRule[]>();
  readonly #byPath = new Map<string, CompiledRule[]>();
  readonly #tested: TestedRule[] = [];
  #readsPath = false;

  constructor(source: string, rules: readonly ParsedRule[], fold: boolean) {
    this.source = source;
    this.rules = rules;
    this.#fold = fold;
    for (let order = rules.length - 1; order >= 0; order--) this.#add(rules[order]!, order);
  }

  #own(text: string): string {
    const bytes = toBytes(text);
    return this.#fold ? foldBytes(bytes) : bytes;
  }

  #add(parsed: ParsedRule, order: number): void {
    const { body, ...rest } = parsed;
    const rule: CompiledRule = { ...rest, order };
    const fold = this.#fold;
    const key = (text: string) => (fold ? foldBytes(text) : text);
    const put = (map: Map<string, CompiledRule[]>, at: string) => {
      const list = map.get(at);
      if (list === undefined) map.set(at, [rule]);
      else list.push(rule);
    };
    const tested = (test: TestedRule["test"]) => this.#tested.push({ ...rule, test });

    if (!body.includes("/")) {
      if (!WILD.test(body)) return put(this.#byName, key(body));
      const tail = body.slice(1);
      if (body[0] === "*" && !WILD.test(tail)) {
        if (/^\.[^.]+$/.test(tail)) return put(this.#byExtension, key(tail));
        const suffix = key(tail);
        tested((_path, name) => name.endsWith(suffix));
        return;
      }
      const head = body.slice(0, -1);
      if (body.endsWith("*") && !WILD.test(head)) {
        const prefix = key(head);
        tested((_path, name) => name.startsWith(prefix));
        return;
      }
      const wild = compileWild(body, { pathname: false, fold });
      tested((_path, name) => wild(name));
      return;
    }

    const anchored = body[0] === "/" ? body.slice(1) : body;
    const plain = anchored.search(WILD);
    if (plain === -1) {
      this.#readsPath = true;
      return put(this.#byPath, key(anchored));
    }
    // Git compares the part without wildcards as text and starts the pattern behind it, so that `**` may stand there.
    const prefix = key(anchored.slice(0, plain));
    const tail = anchored.slice(plain);
    if (prefix === "" && /^\*\*\/[^/*?[\\]+$/.test(tail)) return put(this.#byName, key(tail.slice(3)));
    this.#readsPath = true;
    if (tail === "**") {
      tested((path) => path.startsWith(prefix));
    } else if (tail === "*") {
      tested((path) => path.startsWith(prefix) && !path.includes("/", prefix.length));
    } else {
      const wild = compileWild(tail, { pathname: true, fold });
      tested((path) => path.startsWith(prefix) && wild(path.slice(prefix.length)));
    }
  }

  match(path: string, from: number, name: string, isFolder: boolean): IgnoreRule | null {
    const ownName = this.#own(name);
    const ownPath = this.#readsPath ? this.#own(path.slice(from)) : "";
    let best: CompiledRule | null = null;
    if (this.#byName.size > 0) best = higher(best, this.#byName.get(ownName), isFolder);
    if (this.#byExtension.size > 0) {
      const dot = ownName.lastIndexOf(".");
      if (dot !== -1) best = higher(best, this.#byExtension.get(ownName.slice(dot)), isFolder);
    }
    if (this.#byPath.size > 0) best = higher(best, this.#byPath.get(ownPath), isFolder);
    for (const rule of this.#tested) {
      if (best !== null && rule.order < best.order) break;
      if (rule.foldersOnly && !isFolder) continue;
      if (rule.test(ownPath, ownName)) return rule;
    }
    return best;
  }
}

function higher(
  best: CompiledRule | null,
  found: readonly CompiledRule[] | undefined,
  isFolder: boolean,
): CompiledRule | null {
  if (found === undefined) return best;
  for (const rule of found) {
    if (rule.foldersOnly && !isFolder) continue;
    return best === null || rule.order > best.order ? rule : best;
  }
  return best;
}
