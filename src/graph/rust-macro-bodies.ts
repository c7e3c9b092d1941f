// Names in what a macro of Rust is made of, and in what an attribute is given (`#[arg(value_parser = parse)]`): what they
// mean is settled where the macro is used or by the attribute, so that each of them is possible. The parser gives no
// references there.
import type { SyntaxSymbol } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import { possibleInText } from "./sites.ts";
import { tokensOf, type Tokens } from "./rust-tokens.ts";

/** `symbol`: what is asked for; by its kind a word can't mean it. */
export function inMacroBodies(
  tables: FileTables,
  names: ReadonlySet<string>,
  symbol: SyntaxSymbol,
): PossibleSite[] {
  const found = [...inAttributes(tables, names, symbol), ...givenToMacros(tables, names, symbol)];
  for (const macro of tables.facts.symbols) {
    if (macro.kind !== "macro") continue;
    const from = tables.endOf(macro.nameRange);
    const to = tables.endOf(macro.range);
    const tokens = tokensOf(tables);
    for (let at = firstFrom(tokens, from); at < tokens.starts.length && tokens.starts[at]! < to; at++) {
      if (names.has(word(tokens, at)) && couldStand(tokens, at, symbol))
        found.push(possibleInText(tables, tokens.starts[at]!, "template"));
    }
  }
  return found;
}

/** Attributes of the language that are given no code; serde's are given theirs in quotes (serde.rs/attributes). */
const WITHOUT_CODE = new Set(
  "derive cfg cfg_attr allow warn deny expect forbid doc inline repr must_use deprecated link link_name export_name non_exhaustive feature no_mangle path macro_use target_feature rustfmt clippy serde".split(
    " ",
  ),
);

/** Names that an attribute is given; a word before `=` is a key of it. */
function inAttributes(tables: FileTables, names: ReadonlySet<string>, symbol: SyntaxSymbol): PossibleSite[] {
  const found: PossibleSite[] = [];
  if (!tables.file.text.includes("#[")) return found;
  const tokens = tokensOf(tables);
  for (let at = 0; at < tokens.starts.length; at++) {
    if (word(tokens, at) !== "#" || word(tokens, at + 1) !== "[") continue;
    const attribute = word(tokens, at + 2);
    const isCode = !WITHOUT_CODE.has(attribute);
    const mayQuote = isCode || attribute === "serde" || attribute === "cfg_attr";
    let depth = 0;
    for (at++; at < tokens.starts.length; at++) {
      const here = word(tokens, at);
      if (here === "[") depth++;
      else if (here === "]" && --depth === 0) break;
      if (mayQuote && here.startsWith('"') && quotes(tokens, at, names, symbol))
        found.push(possibleInText(tables, tokens.starts[at]!, "template"));
      if (!isCode || !names.has(here) || word(tokens, at + 1) === "=" || word(tokens, at - 1) === "[")
        continue;
      if (couldStand(tokens, at, symbol)) found.push(possibleInText(tables, tokens.starts[at]!, "template"));
    }
  }
  return found;
}

/** Keys of attributes that are given a text, and no path of a function. */
const TEXTS =
  /^(?:feature|target_\w+|note|since|reason|rename\w*|alias|tag|content|path|doc|name|long|short|message|msg|help|about|\w*_?help|expecting|link_name|export_name|version|author|value_name|error|display|transparent)$/;

/** `default = "make"`, `with = "module"`: a path in quotes. */
function quotes(
  tokens: Tokens,
  at: number,
  names: ReadonlySet<string>,
  { kind, name }: SyntaxSymbol,
): boolean {
  if (word(tokens, at - 1) !== "=" || TEXTS.test(word(tokens, at - 2))) return false;
  const path = /^"((?:\w+\s*(?:::<[^"]*>)?\s*::\s*)*)([A-Za-z_]\w*)(?:::<[^"]*>)?(?:\(\s*\))?"$/.exec(
    word(tokens, at),
  );
  if (path === null) return false;
  // `with` names the module of both.
  if (word(tokens, at - 2) === "with" && kind === "function" && /^(?:de)?serialize$/.test(name)) return true;
  return names.has(path[2]!) && (kind !== "method" || path[1] !== "") && kind !== "field";
}

/** Macros of `std` and of logging that take expressions: a name in them is what it is everywhere. */
const OF_EXPRESSIONS =
  /^(?:(?:debug_)?assert(?:_eq|_ne)?|e?println?|e?print|format(?:_args)?|writeln?|write|panic|todo|unimplemented|unreachable|vec|dbg|matches|concat|stringify|include\w*|env|option_env|cfg|compile_error|macro_rules|trace|debug|info|warn|error|bail|ensure|anyhow|select|join|try_join|json|thread_local|line|file|column|module_path)$/;

/** A method that a macro is given by its name alone (`call!(store, open)`), which may put a dot before it. */
function givenToMacros(
  tables: FileTables,
  names: ReadonlySet<string>,
  { kind }: SyntaxSymbol,
): PossibleSite[] {
  if (kind !== "method") return [];
  const found: PossibleSite[] = [];
  const tokens = tokensOf(tables);
  for (let at = 1; at < tokens.starts.length; at++) {
    if (!names.has(word(tokens, at)) || !/^[([{,;]$/.test(word(tokens, at - 1))) continue;
    if (!/^[)\]},;]$|^=>$/.test(word(tokens, at + 1))) continue;
    const macro = macroAround(tokens, at);
    if (macro !== "" && !OF_EXPRESSIONS.test(macro))
      found.push(possibleInText(tables, tokens.starts[at]!, "template"));
  }
  return found;
}

/** Tokens that are looked at on the way out of a macro's arguments. */
const FARTHEST = 2_000;

/** The macro in whose brackets the token stands; empty for none. */
function macroAround(tokens: Tokens, from: number): string {
  for (let at = from - 1, steps = 0; at > 1 && steps < FARTHEST; at--, steps++) {
    const here = word(tokens, at);
    if (here === ")" || here === "]" || here === "}") {
      const open = tokens.pairs[at]!;
      if (open === -1) return "";
      at = open;
    } else if ((here === "(" || here === "[" || here === "{") && word(tokens, at - 1) === "!")
      return word(tokens, at - 2);
  }
  return "";
}

function couldStand(tokens: Tokens, at: number, { kind }: SyntaxSymbol): boolean {
  const before = word(tokens, at - 1);
  const after = word(tokens, at + 1);
  // What a macro declares is another thing of the name.
  if (/^(?:fn|struct|enum|trait|mod|type|let|mut)$/.test(before)) return false;
  if ((after === "!") !== (kind === "macro")) return false;
  if (kind === "field") return before === "." || after === ":" || after === "," || after === "}";
  if (before === ".") return kind === "method" && (after === "(" || after === "::");
  // A function of a type is named with its owner.
  return kind !== "method" || before === "::";
}

function word({ text, starts, ends }: Tokens, at: number): string {
  return at < 0 || at >= starts.length ? "" : text.slice(starts[at], ends[at]);
}

function firstFrom({ starts }: Tokens, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
