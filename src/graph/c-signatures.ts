// Are two declarations of one name in C or C++ the same function? By what is written between their brackets: types without
// the names of parameters, and what stands before and behind. Where the text leaves a doubt they are not the same.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { divided } from "./brackets.ts";

interface Shape {
  /** Of each parameter: how it may read without its name. */
  readonly params: readonly ReadonlySet<string>[];
  /** `const`, `&`, `requires …` behind the brackets. */
  readonly after: string;
  readonly template: string;
}

const shapes = new WeakMap<SyntaxSymbol, Shape | null>();

/** Null where the signature can't be read. */
export function shapeOf(symbol: SyntaxSymbol): Shape | null {
  let made = shapes.get(symbol);
  if (made === undefined) shapes.set(symbol, (made = read(symbol)));
  return made;
}

export function sameFunction(a: SyntaxSymbol, b: SyntaxSymbol): boolean {
  const [one, two] = [shapeOf(a), shapeOf(b)];
  if (one === null || two === null) return a.signature === b.signature;
  if (one.params.length !== two.params.length || one.after !== two.after || one.template !== two.template)
    return false;
  return one.params.every((p, i) => [...p].some((text) => two.params[i]!.has(text)));
}

/** Parameters without a default, and all of them; Infinity where their number is open. */
export function arity(symbol: SyntaxSymbol): { least: number; most: number } | null {
  const inside = parameters(symbol);
  if (inside === null) return null;
  const parts = parametersIn(inside.text);
  const open = parts.some((p) => p.includes("...") || /^[A-Z][A-Z0-9_]*$/.test(p));
  const least = parts.filter((p) => !p.includes("=") && !p.includes("...")).length;
  return { least: open ? 0 : least, most: open ? Infinity : parts.length };
}

function read(symbol: SyntaxSymbol): Shape | null {
  const inside = parameters(symbol);
  if (inside === null) return null;
  const params = parametersIn(inside.text).map((p) => readings(p));
  const after = inside.after
    .replace(
      /->[^]*$|\b(?:override|final|noexcept(?:\s*\([^)]*\))?)\b|=\s*(?:0|default|delete)|\bFMT_\w+/g,
      "",
    )
    .replace(/[\s;{:]+/g, "");
  return { params, after, template: templateOf(symbol.signature) };
}

/** What stands between the brackets behind the name, and what follows. */
function parameters({ name, signature }: SyntaxSymbol): { text: string; after: string } | null {
  const word = name.replace(/[^\w]/g, "\\$&");
  const head = new RegExp(`(?<![\\w])${word}\\s*(?:<[^()]*>)?\\s*\\(`).exec(signature);
  if (head === null) return null;
  const open = head.index + head[0].length - 1;
  let depth = 0;
  for (let at = open; at < signature.length; at++) {
    if (signature[at] === "(") depth++;
    else if (signature[at] === ")" && --depth === 0)
      return { text: signature.slice(open + 1, at).trim(), after: signature.slice(at + 1) };
  }
  return null;
}

function parametersIn(text: string): string[] {
  const parts = divided(text, ",", "types").map((p) => p.trim());
  return parts.filter((p) => p !== "" && p !== "void");
}

/** A parameter without its default, without qualifiers, with and without its last word: that may be its name. */
function readings(written: string): ReadonlySet<string> {
  const plain = written
    .replace(/(?<![=<>!])=(?!=)[^]*$/, "")
    .replace(/\b(?:struct|class|enum|union|register|restrict|__restrict|typename)\b/g, " ")
    .replace(/\b\w+\s*::\s*/g, "");
  const all = fold(plain);
  const less = fold(plain.replace(/\b[A-Za-z_]\w*\s*((?:\[[^\]]*\]\s*)*)$/, "$1"));
  // `int (*name)(void)`
  const pointer = fold(plain.replace(/\(\s*\*\s*\w+\s*\)/, "(*)"));
  return new Set([all, less, pointer].filter((t) => t !== "" && t !== "const"));
}

function fold(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\s*([*&<>(),[\]])\s*/g, "$1")
    .trim();
}

/** What stands in the brackets behind `template`, without names and defaults of their own. */
function templateOf(signature: string): string {
  const head = /^\s*(?:\w+\s+)*?template\s*</.exec(signature);
  if (head === null) return "";
  let depth = 0;
  for (let at = head[0].length - 1; at < signature.length; at++) {
    if (signature[at] === "<") depth++;
    else if (signature[at] === ">" && signature[at - 1] !== "-" && --depth === 0)
      return fold(signature.slice(head[0].length, at).replace(/\bclass\b/g, "typename")) || "<>";
  }
  return "?";
}
