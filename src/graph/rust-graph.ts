// Rust in the graph: crates and modules, `impl` blocks in any file, traits. What names mean is told in `rust-meaning.ts`.
import { accepts } from "./rust-arguments.ts";
import type { SyntaxSymbol } from "../parse/facts.ts";
import { placeKey, tablesOf } from "./file-tables.ts";
import { OUTSIDE, type LanguageGraph, type ModuleTarget } from "./language-graph.ts";
import { OUTSIDE_VALUE, UNKNOWN, type Entity } from "./meaning.ts";
import { inMacroBodies } from "./rust-macro-bodies.ts";
import { rustMeaning } from "./rust-meaning.ts";
import { holderOf, isPublic } from "./rust-imports.ts";
import { aliased, pathAt } from "./rust-paths.ts";
import { meantByImport } from "./rust-scopes.ts";
import { argumentsOf, bareType, looksCalled, pathOf, takesSelf, writtenType } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

export const rustGraph: LanguageGraph = {
  languages: ["rust"],
  separator: "::",
  offers: "visible",
  starBinds: false,
  self: [],
  base: [],
  module,
  siblings: async () => [],
  importNames,
  typeOf: (symbol, file) => {
    if (symbol.kind === "constant" && enumOf(symbol, file) !== "") return enumOf(symbol, file);
    const isValue = symbol.kind === "field" || symbol.kind === "constant" || symbol.kind === "variable";
    return isValue ? writtenType(symbol) : "";
  },
  resultOf: (symbol, file) => {
    if (symbol.kind === "struct") return symbol.name;
    if (symbol.kind === "constant") return enumOf(symbol, file);
    return symbol.kind === "function" || symbol.kind === "method" ? writtenType(symbol) : "";
  },
  staticsDispatch: true,
  isStatic: (symbol) => symbol.kind === "constant" || (symbol.kind === "method" && !takesSelf(symbol)),
  async meaning(r, file, reference) {
    const { receiverOf } = await import("./expressions.ts");
    return rustMeaning(r, file, reference, () => receiverOf(r, file, reference));
  },
  importHolder: holderOf,
  typed,
  looksCalled,
  accepts,
  usesInMacros: inMacroBodies,
  unnamedUses(tables, at) {
    const { kind, name, parent } = tables.facts.symbols[at]!;
    const owner = parent === -1 ? undefined : tables.facts.symbols[parent]!;
    if (kind !== "method" || owner?.kind !== "implementation") return "";
    const trait = /(?:^|::)(\w+)\s*(?:<[^]*)?$/.exec(owner.bases[0] ?? "")?.[1] ?? "";
    return WITHOUT_NAME.has(trait) ? `uses of ${name} that the compiler makes (${trait})` : "";
  },
  async renames(r, tables, fact, keys) {
    const { items, unsure } = await meantByImport(r, tables, fact);
    const own = fact.imported === "*" ? fact.module.slice(fact.module.lastIndexOf(":") + 1) : fact.imported;
    // Macros are known by their names, whatever the path says.
    for (const key of keys) {
      const [file, at] = key.split(":").map(Number);
      const symbol = tablesOf(await r.file(file!))?.facts.symbols[at!];
      if (symbol?.kind === "macro" && symbol.name === own) return "everywhere";
    }
    if (!unsure && !items.some((i) => i.kind === "place" && keys.has(placeKey(i.place)))) return null;
    return isPublic(tables, fact) ? "everywhere" : "here";
  },
};

/** Traits of `std` whose functions signs, loops, `?`, formats and the end of a block call without their name. */
const WITHOUT_NAME = new Set(
  "Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr AddAssign SubAssign MulAssign DivAssign RemAssign BitAndAssign BitOrAssign BitXorAssign ShlAssign ShrAssign Index IndexMut Deref DerefMut Drop PartialEq PartialOrd Ord From TryFrom Iterator IntoIterator Future IntoFuture Display Debug FromStr FromIterator Hash".split(
    " ",
  ),
);

/** The enumeration of a variant, or empty. */
function enumOf(symbol: SyntaxSymbol, file: GraphFile): string {
  const parent = symbol.parent === -1 ? undefined : file.facts!.symbols[symbol.parent]!;
  return parent?.kind === "enum" ? parent.name : "";
}

/** A path that begins above, or at the root, and ends in a list or a star says no other name. */
const BEGINNINGS = ["super", "crate", "self"];

/** A file is imported as a module, or by what it declares and passes on: `use crate::exec::Command`. */
async function importNames(view: GraphView, path: string): Promise<readonly string[]> {
  const parts = path.split("/");
  const stem = parts.pop()!.replace(/\.rs$/, "");
  const own = stem === "mod" || stem === "lib" ? [parts.findLast((p) => p !== "src") ?? stem, stem] : [stem];
  const index = view.indexOf(path);
  const [file] = index === -1 ? [] : await view.load([index]);
  const declared = (file?.facts?.symbols ?? []).flatMap((s) => (s.parent === -1 ? [s.name] : []));
  const passedOn = (file?.facts?.imports ?? []).map(({ local, imported }) =>
    local === "" ? imported : local,
  );
  return [...new Set([...own, ...declared, ...passedOn, ...BEGINNINGS])];
}

const resolvers = new WeakMap<GraphView, Resolver>();

async function module(
  view: GraphView,
  from: GraphFile,
  module: string,
  imported: string,
  holder = -1,
): Promise<ModuleTarget> {
  let r = resolvers.get(view);
  if (r === undefined) {
    const { Resolver: Maker } = await import("./resolve.ts");
    resolvers.set(view, (r = new Maker(view)));
  }
  const tables = tablesOf(await r.file(from.index));
  if (tables === null) return { files: [], external: false, why: "not parsed" };
  const files = new Set<number>();
  // `use crate::exec` is of the module `exec`, and not of the one that holds it.
  if (imported !== "*" && imported !== "") {
    const inner = await pathAt(r, tables, `${module}::${imported}`, holder, "type");
    for (const item of inner.items) if (item.kind === "module") files.add(item.module.file);
  }
  const found = await pathAt(r, tables, module, holder, "type");
  for (const item of files.size > 0 ? [] : found.items) {
    if (item.kind === "module") files.add(item.module.file);
    else if (item.kind === "place") files.add(item.place.file);
  }
  if (files.size === 0 && found.outside && !found.unsure) return OUTSIDE;
  return {
    files: [...files].sort((a, b) => a - b),
    external: false,
    why: files.size === 0 ? "not found" : "",
  };
}

/** Types of which one is held, and lists. */
const HOLDERS = new Set(["Option", "Result"]);
const LISTS = new Set(["Vec", "VecDeque"]);

async function typed(r: Resolver, written: string, file: GraphFile, enclosing: number): Promise<Entity> {
  const tables = tablesOf(file);
  if (tables === null) return UNKNOWN;
  if (written.endsWith("()") && /^[\w:]+\(\)$/.test(written))
    return called(r, written.slice(0, -2), file, enclosing);
  const bare = bareType(written);
  const list = /^\[([^]*?)(?:;[^]*)?\]$/.exec(bare);
  if (list !== null) return { kind: "list", of: await typed(r, list[1]!, file, enclosing) };
  // `impl A + B` is of several traits.
  const parts = argumentsOf(bare, "+").filter((p) => !p.startsWith("'"));
  if (parts.length > 1) return UNKNOWN;
  const path = pathOf(parts[0] ?? bare);
  if (path === null) return UNKNOWN;
  const simple = path.path.slice(path.path.lastIndexOf(":") + 1);
  const found = await aliased(r, await pathAt(r, tables, path.path, enclosing, "type"));
  if (found.items.length === 0) {
    const first = argumentsOf(path.args).find((a) => !a.startsWith("'"));
    if (found.unsure) return UNKNOWN;
    if (HOLDERS.has(simple) && first !== undefined && (found.crate === "std" || simple === "Result"))
      return { kind: "later", of: await typed(r, first, file, enclosing) };
    if (LISTS.has(simple) && first !== undefined && found.crate === "std")
      return { kind: "list", of: await typed(r, first, file, enclosing) };
    return OUTSIDE_VALUE;
  }
  const [item] = found.items;
  if (found.items.length > 1 || found.unsure || found.outside) return UNKNOWN;
  if (item!.kind === "place") return { kind: "instance", place: item!.place };
  if (item!.kind !== "parameter") return UNKNOWN;
  // One bound that is a trait of the repository says what the parameter has.
  const traits: Entity[] = [];
  for (const bound of item!.bounds) {
    const trait = await r.typed(bound.replace(/\([^]*$/, ""), file, item!.at);
    if (trait.kind === "unknown") return UNKNOWN;
    if (trait.kind === "instance") traits.push(trait);
  }
  return traits.length === 1 ? traits[0]! : UNKNOWN;
}

/** What the call of a path gives. */
async function called(r: Resolver, path: string, file: GraphFile, enclosing: number): Promise<Entity> {
  const tables = tablesOf(file)!;
  const found = await pathAt(r, tables, path, enclosing, "value");
  const [item] = found.items;
  if (found.items.length !== 1 || found.unsure || item!.kind !== "place") {
    return found.items.length === 0 && found.outside && !found.unsure ? OUTSIDE_VALUE : UNKNOWN;
  }
  const { resultOf } = await import("./values.ts");
  return (await resultOf(r, item!.place, false, undefined)).entity;
}
