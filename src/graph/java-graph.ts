// Java in the graph: packages over several source roots, classes inside of classes, members with all their overloads.
// What names mean is told in `java-names.ts`.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { tablesOf, type FileTables } from "./file-tables.ts";
import { isStaticSymbol, overridesMember } from "./java-members.ts";
import { isEnumConstant, typeAt } from "./java-types.ts";
import { argumentsOf, writtenType } from "./java-text.ts";
import { constructorCalls, constructs, takesCount } from "./java-constructors.ts";
import { filesOfPackage } from "./java-packages.ts";
import { javaMeaning } from "./java-names.ts";
import { OUTSIDE, type LanguageGraph, type ModuleTarget } from "./language-graph.ts";
import { OUTSIDE_VALUE, PLAIN, UNKNOWN, type Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

const PLAIN_TYPE = /^(?:int|long|short|byte|char|boolean|float|double|void|String)$/;

export const javaGraph: LanguageGraph = {
  languages: ["java"],
  separator: ".",
  offers: "visible",
  starBinds: false,
  self: ["this"],
  base: ["super"],
  module,
  siblings: async (view, from) => filesOfPackage(view, from),
  importNames: (_view, path) => [path.slice(path.lastIndexOf("/") + 1).replace(/\.java$/, "")],
  typeOf,
  resultOf: (symbol) => (symbol.kind === "method" || symbol.kind === "field" ? writtenType(symbol) : ""),
  isStatic: (symbol, file) => {
    const tables = tablesOf(file)!;
    return isStaticSymbol(tables, tables.facts.symbols.indexOf(symbol));
  },
  // The object itself and its base are told with the names behind them.
  selfOwner: () => null,
  async meaning(r, file, reference) {
    const { receiverOf } = await import("./expressions.ts");
    return javaMeaning(r, file, reference, () => receiverOf(r, file, reference));
  },
  typed,
  accepts,
  overrides: (below, at, above, other) => overridesMember(below, at, above, other),
  constructs,
  constructorCalls,
};

async function module(
  view: GraphView,
  from: GraphFile,
  module: string,
  imported: string,
): Promise<ModuleTarget> {
  const { packageFiles } = await import("./java-modules.ts");
  const files = await packageFiles(view, from, module, imported);
  return files.length === 0 ? OUTSIDE : { files, external: false, why: "" };
}

function typeOf(symbol: SyntaxSymbol, file: GraphFile): string {
  const { kind, parent } = symbol;
  if (kind !== "field" && kind !== "constant") return "";
  const tables = tablesOf(file)!;
  if (parent !== -1 && isEnumConstant(tables, tables.facts.symbols.indexOf(symbol)))
    return tables.facts.symbols[parent]!.name;
  return writtenType(symbol);
}

async function typed(r: Resolver, written: string, file: GraphFile, enclosing: number): Promise<Entity> {
  const tables = tablesOf(file);
  if (tables === null) return UNKNOWN;
  if (written.endsWith("[]")) {
    return { kind: "list", of: await typed(r, written.slice(0, -2), file, enclosing) };
  }
  if (PLAIN_TYPE.test(written)) return PLAIN;
  const symbol = enclosing === -1 ? null : tables.facts.symbols[enclosing]!;
  // A base stands before the body of the class; what a method or a field names, behind its beginning.
  const offset = symbol === null ? 0 : tables.startOf(symbol.range);
  const found = await typeAt(r, tables, written, offset, enclosing);
  if (found.kind === "declared") return { kind: "instance", place: found.place };
  return found.kind === "outside" ? OUTSIDE_VALUE : UNKNOWN;
}

/** Whether the call has as many arguments as one of the symbols takes. */
function accepts(home: FileTables, symbols: readonly number[], caller: FileTables, index: number): boolean {
  const reference = caller.facts.references[index]!;
  if (reference.role !== "call") return true;
  const args = argumentsOf(caller, reference);
  return args === null || symbols.some((s) => takesCount(home, s, args.length));
}
