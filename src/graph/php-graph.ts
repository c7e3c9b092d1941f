// PHP in the graph: names by their namespaces, members by written types, traits and interfaces. What names mean is told in
// `php-meaning.ts`; what reads the text is loaded when it is first asked.
import { placeKey, tablesOf } from "./file-tables.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { UNKNOWN } from "./meaning.ts";
import { accepts } from "./php-arguments.ts";
import { constructorCalls } from "./php-constructors.ts";
import { importNames, moduleTarget } from "./php-modules.ts";
import { declaredAs, lastPart, usesOf } from "./php-names.ts";
import { namesInTexts } from "./php-texts.ts";

export const phpGraph: LanguageGraph = {
  languages: ["php"],
  separator: "::",
  offers: "visible",
  foldsCase: true,
  starBinds: false,
  self: [],
  base: [],
  module: moduleTarget,
  siblings: async () => [],
  importNames,
  typeOf: () => "",
  resultOf: () => "",
  // Static members are overridden and reached through objects as others are.
  isStatic: () => null,
  passesConstructors: true,
  constructorCalls,
  unnamedUses(tables, at) {
    const { kind, name, parent } = tables.facts.symbols[at]!;
    const isMade = kind === "constructor" || (kind === "class" && name !== "class");
    if (isMade)
      return "constructions of a class that a variable or an expression names (new $class), in files that do not name it";
    return kind === "method" && parent !== -1 && name.startsWith("__")
      ? `uses of ${name} that PHP makes itself`
      : "";
  },
  // `define("A\\B\\NAME", …)` is used as NAME.
  alsoNamed: ({ kind, name }) => (kind === "constant" && name.includes("\\") ? [lastPart(name)] : []),
  async givenNames(r, tables, symbol) {
    const { aliasesOf } = await import("./php-aliases.ts");
    return aliasesOf(r, tables, symbol);
  },
  accepts,
  async meaning(r, file, reference) {
    const { phpMeaning } = await import("./php-meaning.ts");
    return phpMeaning(r, file, reference);
  },
  async typed(r, written, file, enclosing) {
    const { entityOf, typeNamed } = await import("./php-types.ts");
    const tables = tablesOf(file);
    if (tables === null) return UNKNOWN;
    const offset = enclosing === -1 ? 0 : tables.startOf(tables.facts.symbols[enclosing]!.nameRange);
    return entityOf(await typeNamed(r, tables, written, offset));
  },
  /** A member of a base or a trait is what an interface of a type below asks for. */
  async satisfies(r, type, wanted) {
    const { typesBelow } = await import("./php-members.ts");
    const { typesAbove } = await import("./relatives.ts");
    const all = await typesBelow(r, type);
    // What is below it has taken its member, or has another one in its place.
    if (all.some((below) => placeKey(below) === placeKey(wanted))) return false;
    for (const below of all) {
      const { keys } = await typesAbove(r, below);
      if (keys.has(placeKey(wanted))) return true;
    }
    return false;
  },
  async renames(r, tables, fact, keys) {
    const start = tables.startOf(fact.range);
    const use = usesOf(tables).find((u) => u.start === start && u.local === fact.local);
    if (use === undefined) return null;
    const found = await declaredAs(r, use.path, use.kind, tables.file);
    return found.kind === "declared" && keys.has(placeKey(found.place)) ? "here" : null;
  },
  usesInMacros: namesInTexts,
};
