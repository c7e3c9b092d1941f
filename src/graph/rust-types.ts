// What is a written type of Rust made of? Its path with the arguments, in the place where it is written, since a path means
// something else elsewhere. Type parameters that are known are put in on the way.
import { tablesOf, type FileTables } from "./file-tables.ts";
import { aliased, pathAt } from "./rust-paths.ts";
import { aliasOf, argumentsOf, bareType, pathOf, typeParameters } from "./rust-text.ts";
import type { Items } from "./rust-items.ts";
import type { Resolver } from "./resolve.ts";

export interface RustType {
  /** `a::b::Type`; `[]` of lists, `()` of tuples. */
  readonly path: string;
  readonly args: readonly RustType[];
  /** The crate outside of the repository in which it is declared; empty until `unaliased` found it, and where it can't. */
  readonly crate: string;
  readonly tables: FileTables;
  /** The symbol around the place where it is written. */
  readonly at: number;
  /** Behind `&mut`. */
  readonly isMut: boolean;
}

export type Parameters = ReadonlyMap<string, RustType>;

const NONE: Parameters = new Map();
/** Types inside of each other. */
const DEEPEST = 12;

export function parseType(
  written: string,
  tables: FileTables,
  at: number,
  known: Parameters = NONE,
  depth = 0,
): RustType | null {
  if (depth > DEEPEST) return null;
  const text = plain(written);
  const isMut = /^&\s*(?:'\w+\s*)?mut\b/.test(written.trim());
  const type = (path: string, args: readonly string[]): RustType => ({
    path,
    args: args.flatMap((a) => {
      const one = parseType(a, tables, at, known, depth + 1);
      return one === null ? [unknownType(tables, at)] : [one];
    }),
    crate: isOwn(path) ? "std" : "",
    tables,
    at,
    isMut,
  });
  const list = /^\[([^]*?)(?:;[^;]*)?\]$/.exec(text);
  if (list !== null) return type("[]", [list[1]!]);
  if (text.startsWith("(") && text.endsWith(")")) return type("()", argumentsOf(text.slice(1, -1)));
  // `impl Iterator<Item = X>` and the like.
  const item = /^(?:[\w:]+::)?(?:\w*Iterator)\s*<\s*Item\s*=\s*([^]*)>$/.exec(firstBound(text));
  if (item !== null) return type("std::Iter", [item[1]!]);
  const future = /^(?:[\w:]+::)?Future\s*<\s*Output\s*=\s*([^]*)>$/.exec(firstBound(text));
  if (future !== null) return type("std::Future", [future[1]!]);
  const bounds = argumentsOf(text, "+").filter((b) => !b.startsWith("'") && !MARKERS.has(b));
  if (bounds.length !== 1) return null;
  const path = pathOf(bounds[0]!);
  if (path === null) return null;
  const given = known.get(path.path);
  if (given !== undefined) return isMut ? { ...given, isMut } : given;
  const args = argumentsOf(path.args).filter((a) => !a.startsWith("'"));
  // Behind `Target = Key` stands no type parameter of the type; but that it holds something is known by it.
  const named = args.filter((a) => /^\w+\s*=[^=]/.test(a));
  return type(path.path, [...args.filter((a) => !named.includes(a)), ...named.map(() => "?")]);
}

const MARKERS = new Set(["Send", "Sync", "Unpin", "Sized", "?Sized", "Copy", "Clone"]);

function unknownType(tables: FileTables, at: number): RustType {
  return { path: "?", args: [], crate: "", tables, at, isMut: false };
}

export function libraryType(
  path: string,
  args: readonly RustType[],
  tables: FileTables,
  at: number,
): RustType {
  return { path, args, crate: isOwn(path) ? "std" : "", tables, at, isMut: false };
}

/** Lists, tuples, and what is made up here. */
function isOwn(path: string): boolean {
  return path === "[]" || path === "()" || path.startsWith("std::");
}

function firstBound(text: string): string {
  return argumentsOf(text, "+")[0] ?? "";
}

/** Without references and marks; boxes stay. */
function plain(written: string): string {
  let text = written.trim();
  for (;;) {
    const next = text
      .replace(/^(?:&\s*|\*\s*(?:const|mut)\s+|'\w+\s+|mut\s+|dyn\s+|impl\s+|for\s*<[^>]*>\s*)/, "")
      .trim();
    if (next === text) return text;
    text = next;
  }
}

/** The last name of the path. */
export function simpleName({ path }: RustType): string {
  return path.slice(path.lastIndexOf(":") + 1);
}

/** What the path stands for where it is written; aliases are followed. */
export async function itemsOfType(r: Resolver, type: RustType): Promise<Items> {
  const found = await pathAt(r, type.tables, type.path, type.at, "type");
  return aliased(r, found);
}

/** The type of a path to a type, with its crate; a type alias is that of what it stands for, with its arguments. */
export async function unaliased(r: Resolver, type: RustType, depth = 0): Promise<RustType> {
  if (depth > DEEPEST || !/^[\w:$]+$/.test(type.path)) return type;
  const found = await pathAt(r, type.tables, type.path, type.at, "type");
  const [item] = found.items;
  if (found.items.length === 0 && found.outside && !found.unsure) return { ...type, crate: found.crate };
  if (found.items.length !== 1 || found.unsure || item!.kind !== "place") return type;
  const tables = tablesOf(await r.file(item!.place.file));
  const symbol = tables?.facts.symbols[item!.place.at];
  if (symbol === undefined || symbol.kind !== "type") return type;
  const written = aliasOf(symbol.signature);
  if (written === "") return type;
  const names = [...typeParameters({ ...symbol }).keys()];
  const given = new Map(
    names.flatMap((n, i) => (type.args[i] === undefined ? [] : [[n, type.args[i]!] as const])),
  );
  const next = parseType(written, tables!, item!.place.at, given);
  return next === null ? type : unaliased(r, next, depth + 1);
}

/** Type parameters of an `impl` by what it is written for, and of a declaration by their order. */
export function parametersOf(tables: FileTables, at: number, type: RustType): Parameters {
  const symbol = tables.facts.symbols[at]!;
  const names = [...typeParameters(symbol).keys()];
  if (names.length === 0 || type.args.length === 0) return NONE;
  const given = new Map<string, RustType>();
  if (symbol.kind !== "implementation") {
    for (const [i, name] of names.entries()) if (type.args[i] !== undefined) given.set(name, type.args[i]!);
    return given;
  }
  const target = targetOf(symbol.signature);
  const args = argumentsOf(pathOf(bareType(target))?.args ?? "").filter((a) => !a.startsWith("'"));
  for (const [i, arg] of args.entries())
    if (names.includes(arg) && type.args[i] !== undefined) given.set(arg, type.args[i]!);
  return given;
}

/** What an `impl` is written for. */
export function targetOf(signature: string): string {
  const plainText = signature.replace(/\swhere\s[^]*$/, "");
  let depth = 0;
  let from = 0;
  for (let at = 0; at < plainText.length; at++) {
    const c = plainText[at]!;
    if (c === "<") depth++;
    else if (c === ">" && plainText[at - 1] !== "-") {
      depth--;
      if (depth === 0 && from === 0 && /^(?:unsafe\s+|default\s+)*impl\s*</.test(plainText)) from = at + 1;
    } else if (depth === 0 && /^\sfor\s/.test(plainText.slice(at, at + 5)))
      return plainText.slice(at + 5).trim();
  }
  return (
    from === 0 ? plainText.replace(/^(?:unsafe\s+|default\s+)*impl\s+/, "") : plainText.slice(from)
  ).trim();
}
