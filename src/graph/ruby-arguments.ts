// Can a call of Ruby mean a method by how it is written? By whether it assigns, by the number of its arguments where that is
// plain, and by a receiver, which a private method has not.
import type { FileTables } from "./file-tables.ts";
import { closing } from "./brackets.ts";
import { rubyCode } from "./ruby-code.ts";

export function accepts(
  home: FileTables,
  symbols: readonly number[],
  caller: FileTables,
  index: number,
): boolean {
  return symbols.some((s) => fits(home, s, caller, index));
}

function fits(home: FileTables, at: number, caller: FileTables, index: number): boolean {
  const { name, kind, exported, parent } = home.facts.symbols[at]!;
  const { role, receiver, range, name: used } = caller.facts.references[index]!;
  if (kind !== "method" && kind !== "constructor" && kind !== "function" && kind !== "property") return true;
  if (used === "super") return true;
  const isSetter = name.endsWith("=") && /\w=$/.test(name);
  if (isSetter && role !== "write" && used !== name) return false;
  if (!isSetter && role === "write" && kind !== "property") return false;
  if (role !== "call") return true;
  const { text } = caller.file;
  const start = caller.startOf(range);
  // Named in a symbol or a string: `send(:name)`.
  if (/[:"'&]/.test(text[start - 1] ?? ""))
    return !text.startsWith("&:", start - 2) || required(home, at) === 0;
  const owned = parent !== -1 && home.facts.symbols[parent]!.exported;
  if (owned && !exported && receiver !== "" && receiver !== "self" && !isOpened(name, home, caller))
    return false;
  const given = argumentCount(text, caller.endOf(range));
  if (given === -1 || kind === "property") return true;
  const [least, most] = arity(home, at);
  return given >= least && given <= most;
}

/** `public :name` in one of the two files. */
function isOpened(name: string, home: FileTables, caller: FileTables): boolean {
  const word = new RegExp(`\\bpublic\\b[^\\n]*\\b${name.replace(/[^\w]/g, "\\$&")}`);
  return word.test(home.file.text) || word.test(caller.file.text);
}

/** Arguments in brackets, none where the call ends; -1 where they are not plain. */
function argumentCount(text: string, end: number): number {
  if (text[end] !== "(")
    return /^\s*(?:[.)\]},;]|&\.|&&|\|\||$|\n\s*(?:end|\})\b)/.test(text.slice(end, end + 40)) ? 0 : -1;
  const close = closing(text, end);
  if (close === -1) return -1;
  const inside = text.slice(end + 1, close);
  if (/\*|&|=>|\b\w+:(?!:)|["'%/#?]|\bdo\b/.test(inside)) return -1;
  if (inside.trim() === "") return 0;
  let depth = 0;
  let count = 1;
  for (const c of inside) {
    if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    else if (c === "," && depth === 0) count++;
    else if (c === "|") return -1;
  }
  return count;
}

function required(home: FileTables, at: number): number {
  return arity(home, at)[0];
}

/** How many arguments a method takes, at least and at most. */
function arity(home: FileTables, at: number): [number, number] {
  const { kind, nameRange, signature } = home.facts.symbols[at]!;
  const any: [number, number] = [0, Number.POSITIVE_INFINITY];
  if (kind === "property" || !/\bdef\b/.test(signature)) return any;
  const { code } = rubyCode(home);
  const end = home.endOf(nameRange);
  const open = /^\s*\(/.exec(code.slice(end, end + 20));
  let list: string;
  if (open === null) {
    const line = code.slice(end, end + 400).split(/\n|;/, 1)[0]!;
    if (/^\s*$/.test(line)) return [0, 0];
    if (/^\s*=/.test(line)) return any;
    list = line;
  } else {
    const close = closing(code, end + open[0].length - 1);
    if (close === -1) return any;
    list = code.slice(end + open[0].length, close);
  }
  let least = 0;
  let most = 0;
  let depth = 0;
  let part = "";
  const take = (): void => {
    const one = part.trim();
    part = "";
    if (one === "") return;
    if (one === "...") most = Number.POSITIVE_INFINITY;
    else if (one.startsWith("&")) return;
    else if (one.startsWith("**") || /^\w+:/.test(one)) {
      // Names of arguments may come as one hash.
      most++;
      if (/^\w+:\s*$/.test(one)) most++;
    } else if (one.startsWith("*")) most = Number.POSITIVE_INFINITY;
    else {
      most++;
      if (!/^\w+\s*=/.test(one)) least++;
    }
  };
  for (const c of list) {
    if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    if (c === "," && depth === 0) take();
    else part += c;
  }
  take();
  return [least, most];
}
