// What is `this` at a place in a Kotlin file: the implicit receivers, the innermost first? Classes and extended types as
// the source says; of a lambda, what the function that it is given to says of it.
import { receiverEnd } from "./code-before.ts";
import { valueBefore } from "./expressions.ts";
import { isType, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { OF_VALUE, PLAIN, PLAIN_ALONE, RECEIVERS } from "./kotlin-library.ts";
import { contextsAt, type Context } from "./kotlin-contexts.ts";
import { extensionOf, parametersOf } from "./kotlin-text.ts";
import { functionType, typeEnd, type FunctionType } from "./kotlin-written-types.ts";
import { namedType, typeAt, type TypeFound } from "./kotlin-types.ts";
import { blocksAt, type Block } from "./kotlin-blocks.ts";
import { memberAt, type Member } from "./kotlin-members.ts";
import type { Resolver } from "./resolve.ts";

export type Implicit =
  | { readonly kind: "class"; readonly place: Place; readonly fixed: boolean; readonly label: string }
  | { readonly kind: "object"; readonly block: Block; readonly bases: readonly TypeFound[] }
  | {
      readonly kind: "type";
      readonly type: TypeFound;
      readonly label: string;
      readonly members: readonly string[] | null;
    };

const UNKNOWN: Implicit & { kind: "type" } = {
  kind: "type",
  type: { kind: "unknown" },
  label: "",
  members: null,
};

/** `from`: only those that begin behind that offset. */
export async function implicitsAt(
  r: Resolver,
  tables: FileTables,
  offset: number,
  enclosing: number,
  from = -1,
): Promise<Implicit[]> {
  const found: Implicit[] = [];
  for (const context of contextsAt(tables, offset, enclosing)) {
    if (context.start <= from) continue;
    const implicit = await implicitOf(r, tables, context);
    if (implicit !== null) found.push(implicit);
  }
  return found;
}

/** Null for a lambda without a receiver. */
function implicitOf(r: Resolver, tables: FileTables, context: Context): Promise<Implicit | null> {
  const { file, facts } = tables;
  return r.once(`ki${file.index}:${context.kind}:${context.start}:${fixedOf(context)}`, UNKNOWN, async () => {
    switch (context.kind) {
      case "class":
        return {
          kind: "class",
          place: tables.place(context.symbol),
          fixed: context.fixed,
          label: facts.symbols[context.symbol]!.name,
        } satisfies Implicit;
      case "object":
        return { kind: "object", block: context.block, bases: await basesOfObject(r, tables, context.block) };
      case "extension": {
        const { range, name } = facts.symbols[context.symbol]!;
        const written = extensionOf(tables, context.symbol);
        const type = await typeAt(r, tables, written, tables.startOf(range), context.symbol);
        return { kind: "type", type, label: name, members: null };
      }
      case "lambda":
        return ofLambda(r, tables, context.block);
    }
  });
}

function fixedOf(context: Context): boolean {
  return context.kind === "class" && context.fixed;
}

/** `object : A(…), B {`. */
async function basesOfObject(r: Resolver, tables: FileTables, block: Block): Promise<TypeFound[]> {
  const { text } = tables.file;
  const { line, column } = tables.position(block.start);
  const enclosing = tables.enclosing(line, column);
  const found: TypeFound[] = [];
  let at = /^object\s*:\s*/.exec(text.slice(block.head, block.start))?.[0].length ?? -1;
  if (at === -1) return [];
  at += block.head;
  while (at < block.start) {
    const end = typeEnd(text, at);
    if (end <= at) break;
    found.push(await typeAt(r, tables, text.slice(at, end), block.head, enclosing));
    const comma = text.slice(end, block.start);
    // Past the arguments of the constructor.
    const next = nextBase(comma);
    if (next === -1) break;
    at = end + next;
  }
  return found;
}

function nextBase(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (c === "(" || c === "{" || c === "[") depth++;
    else if (c === ")" || c === "}" || c === "]") depth--;
    else if (c === "," && depth === 0) return at + 1 + /^\s*/.exec(text.slice(at + 1))![0].length;
  }
  return -1;
}

/** Own members of an object without a name. */
export function membersOfBlock(tables: FileTables, block: Block, name: string): Member[] {
  const found: Member[] = [];
  tables.facts.symbols.forEach((symbol, s) => {
    if (symbol.name !== name || isType(symbol.kind)) return;
    const start = tables.startOf(symbol.nameRange);
    if (start < block.start || start > block.end) return;
    const around = blocksAt(tables, start).find((b) => b.kind !== "statement");
    if (around === block && (symbol.kind === "method" || symbol.kind === "property"))
      found.push(memberAt(tables, s));
  });
  return found;
}

export interface LambdaType {
  readonly type: FunctionType;
  /** Where it is written. */
  readonly home: FileTables;
  readonly at: number;
}

/**
 * What the function says of the lambda that it is given, or each of several that can be meant; null where that is not
 * known, or not the same for all.
 */
export async function lambdaType(
  r: Resolver,
  tables: FileTables,
  block: Block,
): Promise<LambdaType | "plain" | null> {
  const index = block.callee === -1 ? -1 : tables.referenceAt(block.callee);
  if (index === -1) return null;
  const meaning = await r.meaning(tables.file, index);
  if (meaning.kind !== "proven" && meaning.kind !== "possible") return null;
  let first: LambdaType | "plain" | null = null;
  let key = "";
  for (const place of meaning.targets) {
    const next = await lambdaOf(r, place, block);
    if (next === null) return null;
    const own = await keyOf(r, next);
    if (first !== null && own !== key) return null;
    first = next;
    key = own;
  }
  return first;
}

/** The same for two functions that give their lambdas the same. */
async function keyOf(r: Resolver, lambda: LambdaType | "plain"): Promise<string> {
  if (lambda === "plain") return "plain";
  const { type, home, at } = lambda;
  const offset = home.startOf(home.facts.symbols[at]!.range);
  const all: TypeFound[] = [];
  for (const written of [type.receiver, ...type.parameters])
    all.push(written === "" ? { kind: "outside", name: "" } : await typeAt(r, home, written, offset, at));
  const isKnown = all.every((t) => t.kind !== "parameter" && t.kind !== "unknown");
  const known = JSON.stringify(all.map((t) => (t.kind === "declared" ? t.place : t)));
  return isKnown ? known : `${known} ${home.file.index}:${at}`;
}

async function lambdaOf(r: Resolver, place: Place, block: Block): Promise<LambdaType | "plain" | null> {
  const home = tablesOf(await r.file(place.file));
  if (home === null) return null;
  const { at } = place;
  const symbol = home.facts.symbols[at]!;
  if (symbol.kind === "interface") return "plain";
  if (symbol.kind !== "function" && symbol.kind !== "method" && symbol.kind !== "class") return null;
  const parameters = parametersOf(home, at);
  if (parameters === null) return null;
  const parameter =
    typeof block.argument === "string"
      ? parameters.find((p) => p.name === block.argument)
      : block.argument === -1
        ? parameters.at(-1)
        : parameters[block.argument];
  if (parameter === undefined || parameter.type === "") return null;
  const written = functionType(parameter.type);
  if (written !== null) return { type: written, home, at };
  // An alias of a function, or an interface with one method.
  const named = await namedType(r, home, parameter.type, home.startOf(symbol.range), at);
  if (named.kind !== "declared") return null;
  const alias = tablesOf(await r.file(named.place.file))!;
  const { kind, nameRange, range } = alias.facts.symbols[named.place.at]!;
  if (kind === "interface") return "plain";
  if (kind !== "type") return null;
  const equals = alias.file.text.indexOf("=", alias.endOf(nameRange));
  if (equals === -1 || equals > alias.endOf(range)) return null;
  const aliased = functionType(alias.file.text.slice(equals + 1, typeEnd(alias.file.text, equals + 1)));
  return aliased === null ? null : { type: aliased, home: alias, at: named.place.at };
}

async function ofLambda(r: Resolver, tables: FileTables, block: Block): Promise<Implicit | null> {
  if (block.free) return null;
  const index = block.callee === -1 ? -1 : tables.referenceAt(block.callee);
  if (index === -1) return UNKNOWN;
  const { name, receiver } = tables.facts.references[index]!;
  const written = await lambdaType(r, tables, block);
  if (written === "plain") return null;
  if (written !== null) {
    if (written.type.receiver === "") return null;
    const { home, at, type } = written;
    const found = await typeAt(r, home, type.receiver, home.startOf(home.facts.symbols[at]!.range), at);
    if (found.kind === "parameter" && OF_VALUE.has(name)) return valueAsReceiver(r, tables, index, name);
    return { kind: "type", type: found, label: name, members: null };
  }
  const meaning = await r.meaning(tables.file, index);
  // Something of the repository under this name may be meant.
  const open = meaning.kind === "possible" && (meaning.targets.length > 0 || receiver === "");
  if (meaning.kind === "proven" || open) return { ...UNKNOWN, label: name };
  if (OF_VALUE.has(name) && receiver !== "") return valueAsReceiver(r, tables, index, name);
  if (PLAIN.has(name) || (receiver === "" && PLAIN_ALONE.has(name))) return null;
  if (name === "with" || (name === "apply" && receiver === "")) return withValue(r, tables, block, name);
  const known = RECEIVERS.get(name);
  const sure = meaning.kind === "external" || /^(?:launch|async)$/.test(name);
  if (known === undefined || !sure) return { ...UNKNOWN, label: name };
  return { kind: "type", type: { kind: "outside", name: known[0] }, label: name, members: known[1] };
}

/** `value.apply { … }`. */
async function valueAsReceiver(
  r: Resolver,
  tables: FileTables,
  index: number,
  label: string,
): Promise<Implicit> {
  const { range } = tables.facts.references[index]!;
  const end = receiverEnd(tables.file.text, tables.startOf(range), "//");
  if (end === -1) return { ...UNKNOWN, label };
  return asReceiver(r, tables, end, label);
}

async function asReceiver(r: Resolver, tables: FileTables, end: number, label: string): Promise<Implicit> {
  const { entity } = await valueBefore(r, tables, end, -1);
  if (entity.kind === "instance" || entity.kind === "declared")
    return {
      kind: "type",
      type: { kind: "declared", place: entity.place, rule: "this-method" },
      label,
      members: null,
    };
  if (entity.kind === "outside" && entity.name !== undefined)
    return { kind: "type", type: { kind: "outside", name: entity.name }, label, members: null };
  return { ...UNKNOWN, label };
}

/** `with(value) { … }`. */
async function withValue(r: Resolver, tables: FileTables, block: Block, label: string): Promise<Implicit> {
  const { text } = tables.file;
  const head = /^with\s*\(\s*((?:this\.)?[\w.]+(?:\(\s*\))?)\s*\)\s*$/.exec(
    text.slice(block.callee, block.start),
  );
  if (head === null) return { ...UNKNOWN, label };
  const end = block.callee + text.slice(block.callee, block.start).lastIndexOf(")");
  let at = end;
  while (/\s/.test(text[at - 1]!)) at--;
  return asReceiver(r, tables, at, label);
}
