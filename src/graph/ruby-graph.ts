// Ruby in the graph: constants by nesting and inheritance, classes that are opened in many files, methods of what is known of
// an object. What names mean is told in `ruby-meaning.ts`; what reads the text is loaded when it is first asked.
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { UNKNOWN } from "./meaning.ts";
import { accepts } from "./ruby-arguments.ts";
import { madeWithoutName } from "./ruby-constructions.ts";
import { isHook } from "./ruby-library.ts";
import { moduleTarget } from "./ruby-modules.ts";
import { namesInSymbols } from "./ruby-symbols.ts";

export const rubyGraph: LanguageGraph = {
  languages: ["ruby"],
  separator: "::",
  offers: "visible",
  starBinds: false,
  self: [],
  base: [],
  superWord: "super",
  makingWord: "new",
  module: (view, from, module) => moduleTarget(view, from, module),
  siblings: async () => [],
  importNames: (_view, path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return [name.replace(/\.\w+$/, ""), name];
  },
  typeOf: () => "",
  resultOf: () => "",
  isStatic: () => null,
  lineComment: "#",
  passesConstructors: true,
  accepts,
  constructorCalls: madeWithoutName,
  usesInMacros: namesInSymbols,
  unnamedUses(tables, at) {
    const { kind, name } = tables.facts.symbols[at]!;
    if (kind === "constructor")
      return "calls of new on a class that a variable holds, in files that do not name it";
    if (kind !== "method") return "";
    if (/^\W/.test(name)) return `uses of ${name}`;
    return isHook(name) ? `calls of ${name} by Ruby itself` : "";
  },
  alsoNamed: ({ kind, name }) => (kind === "method" && /\w=$/.test(name) ? [name.slice(0, -1)] : []),
  async meaning(r, file, reference) {
    const { rubyMeaning } = await import("./ruby-meaning.ts");
    return rubyMeaning(r, file, reference);
  },
  async typed(r, written, file, enclosing) {
    const { constantAt, spaceOf } = await import("./ruby-constants.ts");
    const tables = tablesOf(file);
    if (tables === null) return UNKNOWN;
    const found = await constantAt(r, tables, written, withinOf(tables, written, enclosing));
    const space = found.kind === "declared" ? await spaceOf(r, found) : null;
    const [place] = space?.places ?? [];
    if (place !== undefined) return { kind: "instance", place };
    return found.kind === "outside" ? { kind: "outside", of: "value", name: found.path } : UNKNOWN;
  },
  async parts(r, place) {
    const { partsOf } = await import("./ruby-constants.ts");
    return partsOf(r, place);
  },
};

/** What a class names as its superclass is looked for outside of it, what it includes inside. */
function withinOf(tables: FileTables, written: string, symbol: number): number {
  if (symbol === -1) return -1;
  const { nameRange, parent } = tables.facts.symbols[symbol]!;
  const end = tables.endOf(nameRange);
  const head = /^\s*<(?!<)\s*([\w:]+)/.exec(tables.file.text.slice(end, end + 200))?.[1];
  return head === written ? parent : symbol;
}
