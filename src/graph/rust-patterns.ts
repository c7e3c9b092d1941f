// Which part of a value does a name in a pattern of Rust stand for? `Some(x)`, `(a, x)`, `Foo { x, .. }`, `Kind::Some(x)`.
import { tablesOf, type FileTables } from "./file-tables.ts";
import { binds } from "./rust-pattern-names.ts";
import { pathAt } from "./rust-paths.ts";
import { partsBetween, type Span } from "./rust-spans.ts";
import { isName, textOf, tokensOf, wordAt } from "./rust-tokens.ts";
import { isBox, libraryKind } from "./rust-library.ts";
import { elementOf } from "./rust-library-results.ts";
import { parametersOf, parseType, unaliased, type RustType } from "./rust-types.ts";
import { fieldOf, tupleParts } from "./rust-results.ts";
import { writtenType } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";

const DEEPEST = 8;
/** Patterns that take out what is held, and where among its arguments that stands. */
const HELD = new Map([
  ["Some", 0],
  ["Ok", 0],
  ["Err", 1],
  ["Ready", 0],
]);

export async function partType(
  r: Resolver,
  tables: FileTables,
  pattern: Span,
  name: string,
  whole: RustType,
  enclosing: number,
  depth = 0,
): Promise<RustType | null> {
  const tokens = tokensOf(tables);
  let { from } = pattern;
  let { to } = pattern;
  if (depth > DEEPEST) return null;
  for (const part of partsBetween(tokens, from, to, "|")) {
    if (!binds(tokens, part, name)) continue;
    ({ from, to } = part);
    break;
  }
  while (/^(?:&|&&|ref|mut|box)$/.test(wordAt(tokens, from))) from++;
  if (to - from === 1) return wordAt(tokens, from) === name ? whole : null;
  if (wordAt(tokens, from + 1) === "@") {
    if (wordAt(tokens, from) === name) return whole;
    return partType(r, tables, { from: from + 2, to }, name, whole, enclosing, depth + 1);
  }
  const type = await opened(r, whole);
  const deeper = (part: Span, inner: RustType | null | undefined) =>
    inner === null || inner === undefined
      ? Promise.resolve(null)
      : partType(r, tables, part, name, inner, enclosing, depth + 1);
  const first = wordAt(tokens, from);
  if (first === "(" || first === "[") {
    const parts = partsBetween(tokens, from + 1, to - 1, ",");
    const place = parts.findIndex((p) => binds(tokens, p, name));
    if (place === -1) return null;
    const rest = parts.slice(0, place).some((p) => wordAt(tokens, p.from) === "..");
    if (first === "[") return deeper(parts[place]!, elementOf(type));
    return rest || type.path !== "()" ? null : deeper(parts[place]!, type.args[place]);
  }
  let open = from;
  while (open < to && (isName(wordAt(tokens, open)) || wordAt(tokens, open) === "::")) open++;
  const path = textOf(tokens, from, open).replace(/\s/g, "");
  const close = to - 1;
  if (wordAt(tokens, open) === "(") {
    const parts = partsBetween(tokens, open + 1, close, ",");
    const place = parts.findIndex((p) => binds(tokens, p, name));
    if (place === -1 || parts.slice(0, place).some((p) => wordAt(tokens, p.from) === "..")) return null;
    const held = HELD.get(path.slice(path.lastIndexOf(":") + 1));
    if (held !== undefined && libraryKind(type) === "holder") return deeper(parts[place]!, type.args[held]);
    return deeper(parts[place]!, await payload(r, tables, path, enclosing, type, place));
  }
  if (wordAt(tokens, open) !== "{") return null;
  for (const part of partsBetween(tokens, open + 1, close, ",")) {
    if (!binds(tokens, part, name)) continue;
    let at = part.from;
    while (/^(?:ref|mut)$/.test(wordAt(tokens, at))) at++;
    const field = wordAt(tokens, at);
    const own = await namedPart(r, tables, path, enclosing, type, field);
    return wordAt(tokens, at + 1) === ":" ? deeper({ from: at + 2, to: part.to }, own) : own;
  }
  return null;
}

/** Without boxes: patterns see through references. */
export async function opened(r: Resolver, whole: RustType): Promise<RustType> {
  let type = await unaliased(r, whole);
  for (let depth = 0; depth < DEEPEST && isBox(type); depth++) type = await unaliased(r, type.args[0]!);
  return type;
}

/** The variant or the struct that a pattern names. */
async function patternTarget(r: Resolver, tables: FileTables, path: string, enclosing: number) {
  const found = await pathAt(r, tables, path, enclosing, "any");
  const [item] = found.items;
  if (found.items.length !== 1 || found.unsure || item!.kind !== "place") return null;
  const home = tablesOf(await r.file(item!.place.file));
  return home === null ? null : { tables: home, at: item!.place.at, place: item!.place };
}

/** A place in the brackets of a variant or of a tuple struct. */
async function payload(
  r: Resolver,
  tables: FileTables,
  path: string,
  enclosing: number,
  whole: RustType,
  place: number,
): Promise<RustType | null> {
  const target = await patternTarget(r, tables, path, enclosing);
  if (target === null) return null;
  const symbol = target.tables.facts.symbols[target.at]!;
  const part = tupleParts(symbol.signature)[place];
  if (part === undefined) return null;
  const owner = symbol.kind === "constant" ? symbol.parent : target.at;
  return parseType(
    part,
    target.tables,
    target.at,
    owner === -1 ? undefined : parametersOf(target.tables, owner, whole),
  );
}

async function namedPart(
  r: Resolver,
  tables: FileTables,
  path: string,
  enclosing: number,
  whole: RustType,
  name: string,
): Promise<RustType | null> {
  const target = await patternTarget(r, tables, path, enclosing);
  if (target === null) return null;
  const { symbols } = target.tables.facts;
  const symbol = symbols[target.at]!;
  if (symbol.kind === "struct") return fieldOf(r, target.place, whole, name);
  const field = target.tables.children(target.at).find((s) => symbols[s]!.name === name);
  if (field === undefined) return null;
  return parseType(
    writtenType(symbols[field]!),
    target.tables,
    field,
    symbol.parent === -1 ? undefined : parametersOf(target.tables, symbol.parent, whole),
  );
}
