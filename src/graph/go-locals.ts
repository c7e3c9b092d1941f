// What is a local variable of Go given, where the facts do not keep its type? Only a name that is declared once in its
// function is looked at: blocks may hide it.
import type { FileTables } from "./file-tables.ts";
import { isChain } from "./expressions.ts";
import { closeOf, madeType } from "./go-types.ts";
import type { LocalValue } from "./language-graph.ts";

const LONGEST = 2_000;

export function goLocal(tables: FileTables, name: string, offset: number): LocalValue | null {
  const { line, column } = tables.position(offset);
  const { symbols } = tables.facts;
  let at = tables.enclosing(line, column);
  while (at !== -1 && symbols[at]!.kind !== "function" && symbols[at]!.kind !== "method")
    at = symbols[at]!.parent;
  if (at === -1) return null;
  const start = tables.startOf(symbols[at]!.range);
  const text = tables.file.text.slice(start, tables.endOf(symbols[at]!.range));
  const declared = new RegExp(
    `(?<![\\w.])${name}(?!\\w)(?:\\s*,\\s*\\w+)*\\s*:=|,\\s*${name}\\s*(?:,\\s*\\w+\\s*)*:=|\\bvar\\s+(?:\\w+\\s*,\\s*)*${name}\\b|[(,]\\s*${name}\\s+(?:[\\w*[(.]|\\.\\.\\.)`,
    "g",
  );
  const all = [...text.matchAll(declared)];
  if (all.length !== 1 || start + all[0]!.index > offset) return null;
  const [match] = all;
  const found = match![0];
  const from = match!.index + found.length;
  if (found.startsWith("var")) {
    const type = /^\s+([\w.*[\]]+)\s*(?:\n|$|\/\/)/.exec(text.slice(from, from + 200))?.[1];
    return type === undefined ? null : { from: "type", type, member: "" };
  }
  if (!found.endsWith(":=")) {
    const type = parameterType(text, from - 1);
    return type === "" ? null : { from: "type", type, member: "" };
  }
  const value = writtenValue(text, match!.index, from);
  const names = found
    .slice(0, -2)
    .split(",")
    .map((n) => n.trim())
    .filter((n) => n !== "");
  const first = found.startsWith(",") ? -1 : names.indexOf(name);
  const range = /^\s*range\s+([^]*?)\s*$/.exec(value);
  if (range !== null) {
    // The element is the second one.
    if (first !== -1 || !isChain(range[1]!)) return null;
    return { from: "element", of: { end: start + from + value.trimEnd().length, awaited: false } };
  }
  if (first !== 0 || value.length > LONGEST) return null;
  const written = value.trim();
  const type =
    /\.\(\s*([\w.*]+)\s*\)$/.exec(written)?.[1] ??
    /^new\(\s*([\w.]+)\s*\)$/.exec(written)?.[1] ??
    /^make\(\s*([^,()]+?)\s*(?:,.*)?\)$/.exec(written)?.[1];
  if (type === "type") return null;
  if (type !== undefined) return { from: "type", type, member: "" };
  const made = madeType(written);
  if (made !== undefined) return { from: "type", type: made, member: "" };
  const chain = written.replace(/^[&*]/, "");
  if (!isChain(chain)) return null;
  return { from: "value", of: [{ end: start + from + value.trimEnd().length, awaited: false }], member: "" };
}

/** Up to the end of the line or the statement; what stands in brackets may go on. `{` of a head begins its block. */
function writtenValue(text: string, start: number, from: number): string {
  const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
  const isHead = /(?:^|[\s}])(?:if|for|switch)\s[^{]*$/.test(line);
  let at = from;
  for (; at < text.length && at - from <= LONGEST; at++) {
    const c = text[at]!;
    if (c === "\n" || c === ";" || (c === "{" && isHead)) break;
    if (c !== "{") continue;
    const close = closeOf(text, at);
    if (close === -1) break;
    at = close;
  }
  return text.slice(from, at);
}

/** Of `name Type, …` in a list of parameters. */
function parameterType(text: string, from: number): string {
  const rest = text.slice(from, from + 300);
  return (
    /^\s*((?:\.\.\.|[*[\]])*(?:map\[\w+\])?[*[\]]*[\w.]+)\s*(?:\[[^\]]*\]\s*)?[,)]/.exec(rest)?.[1] ?? ""
  );
}
