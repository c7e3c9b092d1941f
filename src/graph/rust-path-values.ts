// Of which type is what a path of Rust gives, as it is read and as it is called? Constants, variants, structs, functions; of the
// library those that make one of their own type, and those that hold what they are given.
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import type { Item } from "./rust-items.ts";
import { isBoxName } from "./rust-library.ts";
import { holderMade } from "./rust-library-results.ts";
import { pathAt } from "./rust-paths.ts";
import { alike, resultOf, selfValue, type RustValue } from "./rust-results.ts";
import { writtenType } from "./rust-text.ts";
import { libraryType, parseType, type RustType } from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

/** Functions of the library that make one of the type that they stand behind. */
const MAKING = /^(?:new|default|from|open|create|builder|(?:with|from)_\w+)$/;

/** A path that is called, with the type arguments that are written in it. */
export interface CalledPath {
  readonly path: string;
  readonly parts: readonly string[];
  readonly args: string;
}

/** A constant, a variant, a struct without fields. */
export async function valueOfPath(
  r: Resolver,
  tables: FileTables,
  enclosing: number,
  path: string,
  rule: Rule,
): Promise<RustValue | null> {
  const found = await pathAt(r, tables, path, enclosing, rule === "new-expression" ? "type" : "any");
  const [item] = found.items;
  if (found.items.length !== 1 || found.unsure || item!.kind !== "place") return null;
  const own = parseType(path, tables, enclosing);
  return typed(await typeOfItem(r, item!, own, rule), rule);
}

function typed(type: RustType | null, rule: Rule): RustValue | null {
  return type === null ? null : { type, rule };
}

async function typeOfItem(
  r: Resolver,
  item: Item & { kind: "place" },
  own: RustType | null,
  rule: Rule,
): Promise<RustType | null> {
  const tables = tablesOf(await r.file(item.place.file));
  const symbol = tables?.facts.symbols[item.place.at];
  if (symbol === undefined) return null;
  if (symbol.kind === "struct" || symbol.kind === "enum" || symbol.kind === "type")
    return rule === "new-expression" || symbol.kind === "struct" ? own : null;
  if (symbol.kind !== "constant" && symbol.kind !== "variable") return null;
  const parent = symbol.parent === -1 ? undefined : tables!.facts.symbols[symbol.parent]!;
  if (parent?.kind === "enum") return libraryType(parent.name, [], tables!, symbol.parent);
  const written = writtenType(symbol);
  return written === "" ? null : parseType(written, tables!, item.place.at);
}

/** What a call of the path gives. `first` is the value of its first argument. */
export async function calledPath(
  r: Resolver,
  tables: FileTables,
  enclosing: number,
  { path, parts, args }: CalledPath,
  first: () => Promise<RustValue | null>,
): Promise<RustValue | null> {
  const found = await pathAt(r, tables, path, enclosing, "value");
  if (found.items.length === 0) {
    // `Some` and `Ok` are in scope everywhere; others are known by their crate alone.
    const isStandard = found.outside ? found.crate === "std" : /^(?:Some|Ok)$/.test(path);
    if (found.unsure || !isStandard) return null;
    const holder = holderMade(path);
    if (holder !== null) return held(await first(), holder, tables, enclosing);
    // `Vec::<T>::new()`, `String::from(…)` make one of their own type.
    if (parts.length < 2 || !/^[A-Z]/.test(parts.at(-2)!) || !MAKING.test(parts.at(-1)!)) return null;
    if (isBoxName(parts.at(-2)!)) return null;
    const written = parts.slice(0, -1).join("::") + args.replace(/^::/, "");
    return typed(parseType(written, tables, enclosing), "result-type");
  }
  const own = parts.length > 1 ? parseType(parts.slice(0, -1).join("::"), tables, enclosing) : null;
  const self = own !== null && own.path === "Self" ? (selfValue(tables, enclosing)?.type ?? own) : own;
  const types: (RustType | null)[] = [];
  for (const item of found.items) {
    if (item.kind !== "place") return null;
    const home = tablesOf(await r.file(item.place.file))!;
    const symbol = home.facts.symbols[item.place.at]!;
    const whole = parseType(path, tables, enclosing);
    if (symbol.kind === "struct") types.push(whole);
    else if (symbol.kind === "constant") types.push(await typeOfItem(r, item, whole, "construction"));
    else types.push(resultOf(home, item.place.at, self));
  }
  // Which of several is meant is not known: but they give the same.
  if (found.unsure && !(found.items.length > 1)) return null;
  return typed(await alike(r, types), "result-type");
}

function held(
  value: RustValue | null,
  holder: string,
  tables: FileTables,
  enclosing: number,
): RustValue | null {
  if (value === null) return null;
  const type = holder === "" ? value.type : libraryType(`std::${holder}`, [value.type], tables, enclosing);
  return { type, rule: "result-type" };
}
