// Go in the graph: a package is a folder, methods stand in any of its files, embedding promotes, interfaces are satisfied
// by shape. What reads the text is loaded when it is first asked.
import { tablesOf } from "./file-tables.ts";
import { goLocal } from "./go-locals.ts";
import { genericPackages, goBuiltins } from "./go-names.ts";
import { madeType, resultsOf } from "./go-types.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { UNKNOWN, type Valued } from "./meaning.ts";
import type { Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";

export const goGraph: LanguageGraph = {
  languages: ["go"],
  separator: ".",
  offers: "visible",
  starBinds: true,
  self: [],
  base: [],
  structural: true,
  async module(view, from, module) {
    const { goModule } = await import("./go-modules.ts");
    return goModule(view, from, module);
  },
  async siblings(view, from) {
    const { filesIn, folderOf, packageOf } = await import("./go-packages.ts");
    const all = await view.load(filesIn(view, folderOf(from.path)));
    return all.filter((f) => f.index !== from.index && packageOf(f) === packageOf(from)).map((f) => f.index);
  },
  importNames: (_view, path) => {
    const parts = path.split("/");
    parts.pop();
    const last = parts.at(-1) ?? "";
    return [...new Set([last, last.replace(/^go-|[-.]go$/, "")])].filter((n) => n !== "");
  },
  typeOf: () => "",
  resultOf(symbol, file) {
    // A call of a type converts to it.
    if (symbol.kind === "struct" || symbol.kind === "interface" || symbol.kind === "type") return symbol.name;
    return resultsOf(tablesOf(file)!, file.facts!.symbols.indexOf(symbol))[0] ?? "";
  },
  isStatic: () => null,
  isBuiltin: (name) => goBuiltins.has(name),
  givesNothing: (receiver) => /^\w+$/.test(receiver) && !genericPackages.has(receiver),
  async meaning(r, file, reference) {
    const { goMeaning } = await import("./go-meaning.ts");
    return goMeaning(r, file, reference);
  },
  async typed(r, written, file, enclosing) {
    const { goType } = await import("./go-types.ts");
    return goType(r, written, file, enclosing);
  },
  localValue: goLocal,
  given,
  async owner(r, tables, symbol) {
    const { goOwner } = await import("./go-members.ts");
    return goOwner(r, tables, symbol);
  },
  async satisfies(r, type, wanted) {
    const { satisfies } = await import("./go-members.ts");
    return satisfies(r, type, wanted);
  },
  async implementing(r, wanted) {
    const { implementing } = await import("./go-method-sets.ts");
    return implementing(r, wanted);
  },
  async implemented(r, type) {
    const { implemented } = await import("./go-method-sets.ts");
    return implemented(r, type);
  },
};

async function given(r: Resolver, place: Place): Promise<Valued | null> {
  const file = await r.file(place.file);
  const tables = tablesOf(file);
  const symbol = tables?.facts.symbols[place.at];
  if (tables === null || symbol === undefined) return null;
  if (symbol.kind !== "field" && symbol.kind !== "variable" && symbol.kind !== "constant") return null;
  const rule = symbol.kind === "field" ? "field-type" : "variable-type";
  const from = tables.endOf(symbol.nameRange);
  const line = /^[^\n`]*/.exec(file.text.slice(from, from + 1_000))![0].replace(/\/\/.*$/, "");
  const match = /^(?:\s*,\s*\w+)*\s*([^=]*?)\s*(?:=\s*(.*?))?\s*[;]?\s*$/.exec(line);
  if (match === null) return { entity: UNKNOWN, rule };
  const [, type, value] = match;
  if (type !== undefined && type !== "") return { entity: await r.typed(type, file, place.at), rule };
  // Of several names behind one another each has a value of its own.
  const start = tables.startOf(symbol.nameRange);
  const isOneOfMany = line.trimStart().startsWith(",") || /,\s*$/.test(file.text.slice(start - 100, start));
  if (value === undefined || isOneOfMany) return { entity: UNKNOWN, rule };
  const { isChain, valueBefore } = await import("./expressions.ts");
  const written = file.text.slice(from + line.indexOf("=") + 1, tables.endOf(symbol.range));
  const made = madeType(written) ?? /^\s*new\(([\w.]+)\)\s*$/.exec(written)?.[1];
  if (made !== undefined) return { entity: await r.typed(made, file, place.at), rule };
  if (!isChain(written)) return { entity: UNKNOWN, rule };
  return r.once<Valued>(`gg${place.file}:${place.at}`, { entity: UNKNOWN, rule }, async () => {
    const found = await valueBefore(r, tables, tables.endOf(symbol.range), -1);
    return { entity: found.entity, rule };
  });
}
