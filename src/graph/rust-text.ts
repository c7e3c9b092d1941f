// What the text of a Rust file says that its facts do not keep: types of fields and results, type parameters with their
// bounds, arguments of macros.
import { divided } from "./brackets.ts";
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";

/** The type behind the name of a field, a constant or a static; the result of a function; empty where there is none. */
export function writtenType({ kind, signature }: SyntaxSymbol): string {
  if (kind === "function" || kind === "method") {
    const arrow = topLevel(signature, "->");
    if (arrow === -1) return "";
    return signature
      .slice(arrow + 2)
      .replace(/\swhere\s[^]*$/, "")
      .replace(/[;{]\s*$/, "")
      .trim();
  }
  const colon = topLevel(signature, ":");
  if (colon === -1) return "";
  const rest = signature.slice(colon + 1);
  const equal = topLevel(rest, "=");
  return (equal === -1 ? rest : rest.slice(0, equal)).trim().replace(/[;,]$/, "");
}

/** Offset of the mark outside of all brackets; `::` is no `:`. */
function topLevel(text: string, mark: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (depth === 0 && text.startsWith(mark, at)) {
      if (mark !== ":" || (text[at + 1] !== ":" && text[at - 1] !== ":")) return at;
    }
    if (c === "(" || c === "[" || c === "{" || c === "<") depth++;
    else if (
      c === ")" ||
      c === "]" ||
      c === "}" ||
      (c === ">" && text[at - 1] !== "-" && text[at - 1] !== "=")
    )
      depth--;
  }
  return -1;
}

export interface WrittenPath {
  /** `a::b::Type` without arguments. */
  readonly path: string;
  readonly args: string;
}

/** Boxes whose members are those of what they hold. */
const BOXES = new Set([
  "Box",
  "Rc",
  "Arc",
  "Pin",
  "Ref",
  "RefMut",
  "MutexGuard",
  "RwLockReadGuard",
  "RwLockWriteGuard",
  "Cow",
]);

/** The type without references, boxes and marks. */
export function bareType(written: string): string {
  let text = written.trim();
  for (;;) {
    const next = text
      .replace(/^(?:&\s*|\*\s*(?:const|mut)\s+|'\w+\s+|mut\s+|dyn\s+|impl\s+|for\s*<[^>]*>\s*)/, "")
      .replace(/^\(([^(),]*)\)$/, "$1")
      .trim();
    const box = /^(?:std::\w+::|alloc::\w+::)?(\w+)\s*<([^]*)>$/.exec(next);
    const inner =
      box !== null && BOXES.has(box[1]!) ? argumentsOf(box[2]!).find((a) => !a.startsWith("'")) : undefined;
    if (inner !== undefined) {
      text = inner;
      continue;
    }
    if (next === text) return text;
    text = next;
  }
}

/** `A<B, C>`, `Vec<T>`; null for tuples, functions and lists. */
export function pathOf(bare: string): WrittenPath | null {
  const match = /^((?:::)?(?:\$?[\w]+(?:::)?)+?)\s*(?:::)?(?:<([^]*)>)?$/.exec(bare);
  if (match === null) return null;
  return { path: match[1]!, args: match[2] ?? "" };
}

/** What a type alias stands for: behind the sign that is no default of a type parameter. Empty where that is not written. */
export function aliasOf(signature: string): string {
  const [, ...behind] = divided(signature, "=", "types");
  return behind.join("=").replace(/;\s*$/, "").trim();
}

export function argumentsOf(text: string, mark = ","): string[] {
  const parts = divided(text, mark, "types").map((p) => p.trim());
  return parts.at(-1) === "" ? parts.slice(0, -1) : parts;
}

/** Type parameters of a declaration with the bounds written at them and behind `where`. */
export function typeParameters(symbol: SyntaxSymbol): ReadonlyMap<string, readonly string[]> {
  let known = parameters.get(symbol);
  if (known === undefined) parameters.set(symbol, (known = readParameters(symbol)));
  return known;
}

const parameters = new WeakMap<SyntaxSymbol, ReadonlyMap<string, readonly string[]>>();

function readParameters({ kind, name, signature: written }: SyntaxSymbol): Map<string, string[]> {
  const signature = written.replace(/^pub\s*\([^)]*\)\s*/, "");
  const found = new Map<string, string[]>();
  const open =
    kind === "implementation"
      ? /^(?:unsafe\s+|default\s+)*impl\s*</.exec(signature)
      : new RegExp(`\\b${name.replace(/[^\w]/g, "\\$&")}\\s*<`).exec(signature);
  if (open !== null && !/[:(]/.test(signature.slice(0, open.index))) {
    const start = open.index + open[0].length;
    const end = closeAngle(signature, start - 1);
    for (const part of end === -1 ? [] : argumentsOf(signature.slice(start, end))) {
      const one = /^(\w+)\s*(?::([^]*?))?(?:=[^>][^]*)?$/.exec(part);
      if (one !== null && one[1] !== "const") found.set(one[1]!, bounds(one[2] ?? ""));
    }
  }
  const where = /\swhere\s([^]*)$/.exec(signature);
  for (const part of where === null ? [] : argumentsOf(where[1]!)) {
    const one = /^(\w+)\s*:([^]*)$/.exec(part);
    const known = one === null ? undefined : found.get(one[1]!);
    if (known !== undefined) known.push(...bounds(one![2]!));
  }
  return found;
}

function bounds(text: string): string[] {
  return argumentsOf(text, "+").filter((b) => !/^(?:'|\?)/.test(b));
}

function closeAngle(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "-" && --depth === 0) return at;
  }
  return -1;
}

/** Whether a function of a type takes the object itself. */
export function takesSelf({ signature }: SyntaxSymbol): boolean {
  return /\(\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b/.test(signature);
}

/** Macros of the language that take expressions as they are. */
const PLAIN_MACROS = new Set(
  "println print eprintln eprint format write writeln panic assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne vec todo unimplemented unreachable dbg matches format_args".split(
    " ",
  ),
);

/** Macros of well-known crates that take expressions as they are: log, tracing, anyhow, futures, matches. */
export const OTHER_PLAIN: readonly string[] =
  "debug trace info warn error log bail ensure anyhow ready assert_matches assert_ok assert_err try_join join".split(
    " ",
  );

/** Whether every arm of a `macro_rules!` takes whole expressions, types, names: they mean what they mean outside of it. */
export function takesExpressions(macro: string): boolean {
  const arms = [...macro.matchAll(/(?:^|[;{}]|\)\s*;?)\s*[([{]([^]*?)[)\]}]\s*=>/g)];
  if (arms.length === 0) return false;
  return arms.every(
    ([, matcher]) => !/:\s*(?:tt|item|stmt|block)\b|\b(?:fn|impl|struct|mod|enum|trait)\b/.test(matcher!),
  );
}

interface Invocation {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const invocations = new WeakMap<FileTables, readonly Invocation[]>();

/** Arguments of macros other than those of the language. */
function invoked(tables: FileTables): readonly Invocation[] {
  let made = invocations.get(tables);
  if (made !== undefined) return made;
  const { text } = tables.file;
  const found: Invocation[] = [];
  for (const { name, role, range } of tables.facts.references) {
    if (role !== "call" || PLAIN_MACROS.has(name)) continue;
    const after = tables.endOf(range);
    const open = /^\s*!\s*[([{]/.exec(text.slice(after, after + 20));
    if (open === null) continue;
    const start = after + open[0].length - 1;
    found.push({ name, start, end: closing(text, start) });
  }
  invocations.set(tables, (made = found));
  return made;
}

/** Whether the offset lies in the arguments of a macro in which a name can mean anything. */
export function inMacro(tables: FileTables, offset: number, plain: ReadonlySet<string>): boolean {
  return invoked(tables).some(({ name, start, end }) => start < offset && offset < end && !plain.has(name));
}

/** In the arguments of a macro a call may be read as a value: `assert_eq!(f::<T>(1), 2)`. */
export function looksCalled(tables: FileTables, { role, range }: Reference): boolean {
  if (role !== "read" && role !== "type") return false;
  const after = tables.file.text.slice(tables.endOf(range), tables.endOf(range) + 200);
  return /^\s*::\s*<[^;(){}]*>\s*\(/.test(after) || (role === "read" && after.startsWith("("));
}

export function isMacroCall(text: string, after: number): boolean {
  return /^\s*!(?!=)/.test(text.slice(after, after + 4));
}

const CLOSE: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The bracket that closes the one at the offset, or the end of the text. Lifetimes are no strings. */
export function closing(text: string, open: number): number {
  const stack: string[] = [];
  for (let at = open; at < text.length; at++) {
    const c = text[at]!;
    if (c === '"') {
      const hashes = /(?:^|[^\w])b?r(#*)$/.exec(text.slice(Math.max(0, at - 12), at))?.[1];
      if (hashes === undefined) {
        for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      } else {
        const end = text.indexOf(`"${hashes}`, at + 1);
        if (end === -1) return text.length;
        at = end + hashes.length;
      }
    } else if (c === "'") {
      const char = /^'(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'])'/u.exec(text.slice(at, at + 14));
      if (char !== null) at += char[0].length - 1;
    } else if (c === "/" && text[at + 1] === "/") {
      const line = text.indexOf("\n", at);
      if (line === -1) return text.length;
      at = line;
    } else if (c === "/" && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) return text.length;
      at = end + 1;
    } else if (CLOSE[c] !== undefined) stack.push(CLOSE[c]);
    else if (c === ")" || c === "]" || c === "}") {
      if (stack.pop() !== c) return text.length;
      if (stack.length === 0) return at;
    }
  }
  return text.length;
}
