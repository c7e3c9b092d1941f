// C# in the graph: namespaces over any files, `using` in all its forms, partial types, extension methods, type arguments as
// part of a name. What names mean is told in `csharp-names.ts`.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { constructorCalls, constructs, MADE_BESIDE } from "./csharp-constructors.ts";
import { isExtensionMember, isStatic, memberAt, overrides, takes } from "./csharp-members.ts";
import { csharpMeaning } from "./csharp-names.ts";
import { CSHARP, usingsAt } from "./csharp-namespaces.ts";
import { callAt, writtenBases } from "./csharp-text.ts";
import { qualified, typeAt } from "./csharp-types.ts";
import { partsOf } from "./csharp-parts.ts";
import { entityOf, givenValue, localValue, writtenType } from "./csharp-values.ts";
import { placeKey, tablesOf, type FileTables } from "./file-tables.ts";
import { OUTSIDE, type LanguageGraph, type ModuleTarget } from "./language-graph.ts";
import { UNKNOWN } from "./meaning.ts";
import type { GraphFile, GraphView } from "./view.ts";

/** Files that are read in search of what one import means. */
const MOST_FILES = 1_000;

export const csharpGraph: LanguageGraph = {
  languages: ["csharp"],
  separator: ".",
  offers: "visible",
  starBinds: false,
  self: [],
  base: [],
  module,
  siblings: async () => [],
  importNames,
  typeOf: () => "",
  resultOf,
  isStatic: (symbol, file) => {
    const tables = tablesOf(file)!;
    return isStatic(tables, tables.facts.symbols.indexOf(symbol));
  },
  selfOwner: () => null,
  basesOf(symbol, file) {
    const tables = tablesOf(file)!;
    return writtenBases(tables, tables.facts.symbols.indexOf(symbol));
  },
  parts: partsOf,
  async meaning(r, file, reference) {
    const { receiverOf } = await import("./expressions.ts");
    return csharpMeaning(r, file, reference, () => receiverOf(r, file, reference));
  },
  async typed(r, written, file, enclosing) {
    const tables = tablesOf(file);
    if (tables === null) return UNKNOWN;
    const symbol = enclosing === -1 ? null : tables.facts.symbols[enclosing]!;
    const offset = symbol === null ? 0 : tables.startOf(symbol.range);
    return entityOf(await typeAt(r, tables, written, offset, enclosing));
  },
  local: localValue,
  given: (r, place) => givenValue(r, place),
  accepts,
  overrides: (below, at, above, other) => overrides(memberAt(below, at), memberAt(above, other)),
  constructs,
  constructorCalls,
  looksCalled,
  typesMake: true,
  unnamedUses(tables, at) {
    const { kind, name } = tables.facts.symbols[at]!;
    if (name === "this" && kind === "property") return "uses of the index";
    if (kind === "constructor")
      return "constructions by new(…) whose type is not written beside it, and by reflection";
    return kind === "method" && /\boperator\b/.test(name) ? `uses of ${name}` : "";
  },
  alsoNamed: ({ kind, name }) =>
    kind === "class" && /.Attribute$/.test(name) ? [name.slice(0, -"Attribute".length)] : [],
  async renames(r, tables, fact, keys) {
    const usings = await usingsAt(r, tables, tables.startOf(fact.range));
    const path = usings.find((u) => u.alias === fact.local)?.path;
    if (path === undefined) return null;
    const found = await qualified(r, tables, path.replace(/<.*$/s, ""), -1);
    if (found.kind !== "declared") return null;
    const parts = await partsOf(r, found.place);
    return parts.some((p) => keys.has(placeKey(p))) ? "here" : null;
  },
};

async function module(
  view: GraphView,
  _from: GraphFile,
  name: string,
  imported: string,
): Promise<ModuleTarget> {
  const path = imported === "*" || imported === "" ? name : name === "" ? imported : `${name}.${imported}`;
  const last = path.slice(path.lastIndexOf(".") + 1);
  const files: number[] = [];
  const naming = view.naming(last).filter((f) => view.languageOf(f) === "csharp");
  for (const file of await view.load(naming.slice(0, MOST_FILES))) {
    const tables = tablesOf(file);
    const declares = tables?.facts.symbols.some(({ qualified: own, kind }, at) =>
      kind === "namespace" ? own === path : own === path || CSHARP.packageOf(tables, at) === path,
    );
    if (declares === true) files.push(file.index);
  }
  return files.length === 0 ? OUTSIDE : { files: files.sort((a, b) => a - b), external: false, why: "" };
}

/** The last names of a file's namespaces, and of the types in it. */
async function importNames(view: GraphView, path: string): Promise<readonly string[]> {
  const index = view.indexOf(path);
  const [file] = index === -1 ? [] : await view.load([index]);
  const tables = file === undefined ? null : tablesOf(file);
  if (tables === null) return [];
  const names = new Set<string>();
  tables.facts.symbols.forEach(({ name }, at) => {
    const space = CSHARP.packageOf(tables, at);
    if (space === null) return;
    names.add(name.slice(name.lastIndexOf(".") + 1));
    names.add(space.slice(space.lastIndexOf(".") + 1));
  });
  names.delete("");
  return [...names];
}

function resultOf(symbol: SyntaxSymbol, file: GraphFile): string {
  // What a delegate gives that a field or a property holds is not its type.
  if (symbol.kind !== "method" && symbol.kind !== "function") return "";
  const tables = tablesOf(file)!;
  return writtenType(tables, tables.facts.symbols.indexOf(symbol));
}

/** Whether the call has arguments that one of the symbols takes. */
function accepts(home: FileTables, symbols: readonly number[], caller: FileTables, index: number): boolean {
  const reference = caller.facts.references[index]!;
  if (reference.role !== "call") return true;
  const call = callAt(caller, reference);
  return symbols.some((s) => {
    const member = memberAt(home, s);
    return takes(member, call) !== "no" || (isExtensionMember(member) && takes(member, call, true) !== "no");
  });
}

/** `: Base(…)` in the head of a type, `Foo name = new(…)`, `Foo Make() => new(…)`. */
function looksCalled(tables: FileTables, { role, range }: Reference): boolean {
  if (role !== "type") return false;
  const { text } = tables.file;
  const behind = text.slice(tables.endOf(range), tables.endOf(range) + 300);
  if (MADE_BESIDE.test(behind)) return true;
  if (!/^(?:<[\w\s,.<>?[\]]*>)?\s*\(/.test(behind)) return false;
  const before = text.slice(Math.max(0, tables.startOf(range) - 200), tables.startOf(range));
  return /:\s*(?:[\w.]+\.)?$/.test(before) && /\b(?:class|struct|record)\b/.test(before);
}
