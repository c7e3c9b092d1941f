// Where may a symbol of Ruby name a method (`rescue_from E, with: :handle`, `%i[save load].each { |m| send(m) }`)? Wherever it is
// a value. The parser gives references of those that well-known calls are given; the others are found in the text.
import type { SyntaxSymbol } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import { rubyCode } from "./ruby-code.ts";
import { possibleInText } from "./sites.ts";

const SYMBOL = /(?<![\w:)\]}"']):([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*[?!=]?)/g;
const WORDS = /%i(?:\[([^\]]*)\]|\(([^)]*)\)|\{([^}]*)\}|<([^>]*)>)/g;
/** Names of one file that are kept by a symbol. */
const MOST = 20_000;

const made = new WeakMap<FileTables, ReadonlyMap<string, readonly number[]>>();

/** Offsets of the symbols of a file that are values, by their names. */
function symbolsIn(tables: FileTables): ReadonlyMap<string, readonly number[]> {
  let known = made.get(tables);
  if (known !== undefined) return known;
  const { text } = tables.file;
  const { code } = rubyCode(tables);
  const found = new Map<string, number[]>();
  let count = 0;
  const add = (name: string, at: number): void => {
    if (count++ > MOST) return;
    const list = found.get(name);
    if (list === undefined) found.set(name, [at]);
    else list.push(at);
  };
  for (const match of code.matchAll(SYMBOL)) {
    const [written, name] = match;
    const before = code.slice(Math.max(0, match.index - 60), match.index);
    const behind = code.slice(match.index + written.length, match.index + written.length + 12);
    if (isNoCall(before, behind)) continue;
    // `:name=` is a setter, `:name => 1` a key.
    add(
      name!.endsWith("=") && behind.startsWith(">") ? name!.slice(0, -1) : name!,
      match.index + written.length - name!.length,
    );
  }
  for (const match of text.matchAll(WORDS)) {
    if (code[match.index] !== "%") continue;
    const inner = match.slice(1).find((part) => part !== undefined)!;
    const from = match.index + 3;
    for (const word of inner.matchAll(/\S+/g)) add(word[0], from + word.index);
  }
  made.set(tables, (known = found));
  return known;
}

/** A key of a hash, an element that is asked for, what something is compared with. */
function isNoCall(before: string, behind: string): boolean {
  if (/^\s*=>/.test(behind)) return true;
  if (/[\w)\]]\[\s*$/.test(before) && /^\s*\]/.test(behind)) return true;
  return /(?:[=!]=|\b(?:when|in)(?:\s+:\w+\s*[,|])*)\s*$/.test(before);
}

export function namesInSymbols(
  tables: FileTables,
  names: ReadonlySet<string>,
  { kind }: SyntaxSymbol,
): PossibleSite[] {
  if (kind !== "method" && kind !== "property" && kind !== "function") return [];
  const found: PossibleSite[] = [];
  const { symbols } = tables.facts;
  for (const name of names) {
    const places = symbolsIn(tables).get(name) ?? [];
    if (places.length === 0) continue;
    const declared = new Set(symbols.flatMap((s) => (s.name === name ? [tables.startOf(s.nameRange)] : [])));
    for (const at of places)
      if (!declared.has(at) && tables.referenceAt(at) === -1 && tables.referenceAt(at - 1) === -1)
        found.push(possibleInText(tables, at, "string"));
  }
  return found;
}
