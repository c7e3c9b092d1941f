// Of which type is what a pattern of Rust is matched with? By the type that is written for it, by its value, by what a loop
// goes over, by what the method hands to a closure to which the closure is given.
import type { FileTables } from "./file-tables.ts";
import type { Binding } from "./rust-bindings.ts";
import { chainStart } from "./rust-chains.ts";
import { elementOf, handedTo, tried } from "./rust-library-results.ts";
import { opened } from "./rust-patterns.ts";
import { memberType, type RustValue } from "./rust-results.ts";
import type { Span } from "./rust-spans.ts";
import { tokensOf, wordAt } from "./rust-tokens.ts";
import { parseType, unaliased, type RustType } from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

/** What a pattern is matched with. `read` gives the value of an expression. */
export async function valueOfBinding(
  r: Resolver,
  tables: FileTables,
  binding: Binding,
  enclosing: number,
  read: (span: Span) => Promise<RustValue | null>,
): Promise<RustValue | null> {
  if (binding.type !== "" && !/^_$/.test(binding.type.trim())) {
    const type = parseType(binding.type, tables, enclosing);
    return type === null ? null : { type, rule: binding.value === null ? "parameter-type" : "variable-type" };
  }
  if (binding.value === null) return null;
  if (binding.how === "closure") return handed(r, tables, binding, read);
  const value = await read(binding.value);
  if (value === null || binding.how === "value") return value;
  const element = elementOf(await opened(r, value.type));
  const iterated = element ?? (await iteratedOver(r, value.type));
  return iterated === null ? null : { type: iterated, rule: "variable-type" };
}

/** What a type that iterates by itself gives: the `Item` of its `next`. */
async function iteratedOver(r: Resolver, type: RustType): Promise<RustType | null> {
  const next = await memberType(r, type, "next", true);
  return next === null ? null : tried(await unaliased(r, next));
}

/** The parameter of a closure: what the method hands to it to which it is given. */
async function handed(
  r: Resolver,
  tables: FileTables,
  binding: Binding,
  read: (span: Span) => Promise<RustValue | null>,
): Promise<RustValue | null> {
  const tokens = tokensOf(tables);
  let at = binding.value!.from - 1;
  if (wordAt(tokens, at) === "move") at--;
  if (wordAt(tokens, at) !== "(" || wordAt(tokens, at - 2) !== ".") return null;
  const from = chainStart(tokens, at - 2);
  const value = await read({ from, to: at - 2 });
  if (value === null) return null;
  const type = await opened(r, value.type);
  const own = handedTo(type, wordAt(tokens, at - 1), binding.place);
  return own === null ? null : { type: own, rule: "variable-type" };
}
