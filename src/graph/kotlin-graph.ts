// Kotlin in the graph: packages over any files, classes with companions and objects, functions that extend types, lambdas
// with receivers. What names mean is told in `kotlin-names.ts`.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { placeKey, tablesOf, type FileTables } from "./file-tables.ts";
import { offeredTo } from "./kotlin-candidates.ts";
import { isStatic } from "./kotlin-contexts.ts";
import { constructorCalls, constructs } from "./kotlin-constructors.ts";
import { memberAt, overrides, partsOf, takes } from "./kotlin-members.ts";
import { kotlinMeaning } from "./kotlin-names.ts";
import { argumentsOf, packageOf, valueEnd, valueStart, writtenType } from "./kotlin-text.ts";
import { typeAt } from "./kotlin-types.ts";
import { entityOf, givenValue, localValue } from "./kotlin-values.ts";
import { isChain } from "./expressions.ts";
import { OUTSIDE, type LanguageGraph, type ModuleTarget, type Returned } from "./language-graph.ts";
import { UNKNOWN } from "./meaning.ts";
import type { GraphFile, GraphView } from "./view.ts";

export const kotlinGraph: LanguageGraph = {
  languages: ["kotlin"],
  separator: ".",
  offers: "visible",
  starBinds: false,
  self: [],
  base: ["super"],
  constructorName: "constructor",
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
  parts: partsOf,
  async meaning(r, file, reference) {
    const { receiverOf } = await import("./expressions.ts");
    return kotlinMeaning(r, file, reference, () => receiverOf(r, file, reference));
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
  returned,
  accepts,
  overrides: (below, at, above, other) => overrides(memberAt(below, at), memberAt(above, other)),
  constructs,
  constructorCalls,
  looksCalled,
  unnamedUses(tables, at) {
    const { signature, name } = tables.facts.symbols[at]!;
    return /(?:^|\s)operator\s/.test(signature) ? `uses of ${name} by its operator` : "";
  },
  async renames(r, tables, fact, keys) {
    const { members } = await offeredTo(r, tables, fact.local);
    const means = members.some((m) => m.order === 0 && keys.has(placeKey(m.member.place)));
    return means ? "here" : null;
  },
};

async function module(
  view: GraphView,
  _from: GraphFile,
  name: string,
  imported: string,
): Promise<ModuleTarget> {
  const parts = name.split(".");
  const wanted = imported === "*" ? "" : imported;
  const files = new Set<number>();
  // A package, or a class of which something is imported.
  for (let cut = parts.length; cut > 0 && files.size === 0; cut--) {
    const pack = parts.slice(0, cut).join(".");
    const of = cut === parts.length ? wanted : parts[cut]!;
    const last = parts[cut - 1]!;
    const naming = view.naming(of === "" ? last : of).filter((f) => view.languageOf(f) === "kotlin");
    for (const file of await view.load(naming.slice(0, MOST_FILES))) {
      const tables = tablesOf(file);
      if (tables === null || packageOf(file) !== pack) continue;
      const offers = tables.facts.symbols.some((s) => s.parent === -1 && (of === "" || s.name === of));
      if (offers) files.add(file.index);
    }
    if (!/^\p{Lu}/u.test(last)) break;
  }
  return files.size === 0 ? OUTSIDE : { files: [...files].sort((a, b) => a - b), external: false, why: "" };
}

/** Files that are read in search of what one import means. */
const MOST_FILES = 1_000;

/** What a file declares at its top, and its package for those who import all of it. */
async function importNames(view: GraphView, path: string): Promise<readonly string[]> {
  const index = view.indexOf(path);
  const [file] = index === -1 ? [] : await view.load([index]);
  if (file === undefined || file.facts === null) return [];
  const names = file.facts.symbols.filter((s) => s.parent === -1).map((s) => s.name);
  const pack = packageOf(file);
  return [...new Set([...names, pack.slice(pack.lastIndexOf(".") + 1)])].filter((n) => n !== "");
}

function resultOf(symbol: SyntaxSymbol, file: GraphFile): string {
  const { kind, name } = symbol;
  if (kind === "class" || kind === "interface" || kind === "enum") return name;
  if (kind !== "function" && kind !== "method") return "";
  const tables = tablesOf(file)!;
  return writtenType(tables, tables.facts.symbols.indexOf(symbol));
}

/** Of a function that is one expression. */
function returned(symbol: SyntaxSymbol, file: GraphFile): Returned | null {
  if (symbol.kind !== "function" && symbol.kind !== "method") return null;
  const tables = tablesOf(file)!;
  const start = valueStart(tables, tables.facts.symbols.indexOf(symbol));
  if (start === -1) return null;
  const end = valueEnd(file.text, start);
  return isChain(file.text.slice(start, end)) ? { of: [{ end, awaited: false }], isAsync: false } : null;
}

/** Whether the call has arguments that one of the symbols takes. */
function accepts(home: FileTables, symbols: readonly number[], caller: FileTables, index: number): boolean {
  const reference = caller.facts.references[index]!;
  if (reference.role !== "call") return true;
  const args = argumentsOf(caller, reference);
  return symbols.some((s) => takes(memberAt(home, s), args) !== "no");
}

/** `: Base(…)`. */
function looksCalled(tables: FileTables, { role, range }: Reference): boolean {
  if (role !== "type") return false;
  const end = tables.endOf(range);
  const { text } = tables.file;
  return (
    /^(?:<[^()]*>)?\(/.test(text.slice(end, end + 200)) &&
    /[:,]\s*(?:[\w.]+\.)?$/.test(text.slice(Math.max(0, tables.startOf(range) - 100), tables.startOf(range)))
  );
}
