// Python in the graph: every name at the top of a file can be imported, members are looked for along the linearization of
// bases, the object itself is the first parameter. What reads the text is loaded when it is first asked.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { LanguageGraph, SelfOwner } from "./language-graph.ts";
import { givenIn, inComprehension } from "./python-bindings.ts";
import { pythonBuiltins } from "./python-names.ts";
import { returnedValues } from "./python-returns.ts";
import { isRebound } from "./python-rebinding.ts";
import { headOf, KEEPING, pythonText } from "./python-text.ts";
import type { GraphFile } from "./view.ts";

/** Bases that have no members of a plain name. */
const EMPTY_BASES = new Set(["object", "ABC", "Generic", "Protocol"]);
/** Called by a call of the class, which holds its name. */
const CONSTRUCTING = new Set(["__init__", "__new__"]);

export const pythonGraph: LanguageGraph = {
  languages: ["python"],
  separator: ".",
  offers: "top",
  starBinds: true,
  self: ["self", "cls", "mcs", "mcls", "metacls", "klass"],
  base: ["super"],
  lineComment: "#",
  constructorName: "__init__",
  async module(view, from, module, imported) {
    const { moduleTarget } = await import("./python-modules.ts");
    return moduleTarget(view, from, module, imported);
  },
  siblings: async () => [],
  importNames: (_view, path) => {
    const parts = path.replace(/\.pyi?$/, "").split("/");
    const name = parts.pop()!;
    return name === "__init__" && parts.length > 0 ? [parts.at(-1)!] : [name];
  },
  typeOf: () => "",
  resultOf,
  returned: returnedValues,
  isStatic: () => null,
  inherits: (symbol) => symbol.bases.filter((b) => !EMPTY_BASES.has(b.slice(b.lastIndexOf(".") + 1))),
  selfOwner,
  isBuiltin: (name) => pythonBuiltins.has(name),
  unnamedUses(tables, at) {
    const { kind, name, parent } = tables.facts.symbols[at]!;
    const member = kind === "method" || tables.facts.symbols[parent]?.kind === "class";
    return member && /^__\w+__$/.test(name) && !CONSTRUCTING.has(name)
      ? `uses of ${name} by the language itself`
      : "";
  },
  async meaning(r, file, reference) {
    const { pythonMeaning } = await import("./python-meaning.ts");
    return pythonMeaning(r, file, reference);
  },
  async typed(r, written, file, enclosing, self) {
    const { pythonType } = await import("./python-types.ts");
    return pythonType(r, written, file, enclosing, self);
  },
  async local(r, tables, name, offset) {
    const { localValue } = await import("./python-locals.ts");
    return localValue(r, tables, name, offset);
  },
  async given(r, place) {
    const { givenValue } = await import("./python-given.ts");
    return givenValue(r, place);
  },
  async lineage(r, place) {
    const { lineage } = await import("./python-order.ts");
    return lineage(r, place);
  },
  isRebound,
};

/** Of a class the class itself: calling it makes an object. */
function resultOf(symbol: SyntaxSymbol, file: GraphFile): string {
  if (symbol.kind === "class") return symbol.name;
  const tables = tablesOf(file)!;
  const head = headOf(tables, file.facts!.symbols.indexOf(symbol));
  if (head === null || head.result === "" || !head.decorators.every((d) => KEEPING.test(d))) return "";
  const result = /^["']?(?:\w+\.)?Self["']?$/.test(head.result) ? "this" : head.result;
  if (!head.isAsync) return result;
  return result === "this" ? "" : `await ${result}`;
}

/** The class whose method has the word as its first parameter. */
function selfOwner(file: GraphFile, reference: Reference): SelfOwner | null {
  const { symbols } = file.facts!;
  const tables = tablesOf(file)!;
  for (let at = reference.enclosing; at !== -1; at = symbols[at]!.parent) {
    const { kind, parent, name } = symbols[at]!;
    if (kind !== "function" && kind !== "method" && kind !== "constructor") {
      if (kind === "class") return null;
      continue;
    }
    const head = headOf(tables, at);
    if (head === null) continue;
    const place = head.parameters.findIndex((p) => p.name === reference.name);
    const isMethod = parent !== -1 && symbols[parent]!.kind === "class";
    // `super()` finds the object itself.
    const isBase = reference.receiver.startsWith("super(");
    if (place === -1 && !(isBase && isMethod)) continue;
    if (!isMethod || place > 0 || head.decorators.some((d) => d === "staticmethod")) return null;
    const isStatic =
      name === "__new__" || name === "__init_subclass__" || head.decorators.includes("classmethod");
    if (!isBase && isBoundAnew(tables, at, reference)) return null;
    return { symbol: tables.first[parent]!, name: "", isStatic };
  }
  return null;
}

/** Whether the method, or the expression around the reference, gives the word another value. */
function isBoundAnew(tables: FileTables, method: number, { name, range }: Reference): boolean {
  if (inComprehension(pythonText(tables.file), name, tables.startOf(range))) return true;
  return givenIn(tables, method, name).some((given) => given.statement !== -1);
}
