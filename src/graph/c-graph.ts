// C and C++ in the graph: includes, the one program that C functions share, types and their members. What names mean is told
// in `c-meaning.ts`.
import { classNamed, typeName } from "./c-classes.ts";
import { includedBy, isInclude } from "./c-includes.ts";
import { cMeaning } from "./c-meaning.ts";
import { describe } from "./c-names.ts";
import { isTemplateParameter, looksCalled } from "./c-text.ts";
import { arity } from "./c-signatures.ts";
import { tablesOf } from "./file-tables.ts";
import { OUTSIDE, type LanguageGraph } from "./language-graph.ts";
import { UNKNOWN } from "./meaning.ts";
import { typesAbove } from "./relatives.ts";

export const cGraph: LanguageGraph = {
  languages: ["c", "cpp"],
  separator: "::",
  offers: "visible",
  starBinds: false,
  self: [],
  base: [],
  async module(view, from, module) {
    if (!isInclude(module)) return { files: [], external: false, why: "a namespace is no file" };
    const { files } = includedBy(view, from, module);
    return files.length === 0 ? OUTSIDE : { files, external: false, why: "" };
  },
  siblings: async () => [],
  importNames: (_view, path) => [path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\..*$/, "")],
  typeOf: () => "",
  resultOf: () => "",
  isStatic: () => null,
  meaning: (r, file, reference) => cMeaning(r, file, reference),
  async typed(r, written, file, enclosing) {
    const name = typeName(written);
    if (name === "" || isTemplateParameter(tablesOf(file)!, enclosing, name)) return UNKNOWN;
    const type = await classNamed(r, name);
    return type.kind === "one" ? { kind: "instance", place: type.place } : UNKNOWN;
  },
  async owner(r, tables, at) {
    const { owner, inside } = describe(tables, at);
    if (owner === "" || inside) return null;
    const type = await classNamed(r, owner);
    return type.kind === "one" ? type.place : null;
  },
  // Above what is not known may stand what was asked for.
  satisfies: async (r, type) => !(await typesAbove(r, type)).whole,
  // Another number of parameters overrides nothing.
  overrides(below, at, above, other) {
    const [one, two] = [arity(below.facts.symbols[at]!), arity(above.facts.symbols[other]!)];
    return one === null || two === null || one.most === two.most;
  },
  // Which of several constructors is meant, the arguments alone would tell; one argument may be a copy.
  constructs(home, at) {
    const { symbols } = home.facts;
    const { parent } = symbols[at]!;
    return home.children(parent).filter((s) => symbols[s]!.kind === "constructor").length === 1 ? true : null;
  },
  looksCalled,
  unnamedUses(tables, at) {
    const { kind, name } = tables.facts.symbols[at]!;
    const callable = kind === "method" || kind === "function";
    return callable && /^operator\b/.test(name) ? `uses of ${name} by its sign` : "";
  },
  constructorCalls: () => ({ proven: [], possible: [] }),
};
