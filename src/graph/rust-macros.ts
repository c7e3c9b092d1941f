// Which macro does a name of Rust mean, and which macros take what they are given for what it is?
import type { Reference } from "../parse/facts.ts";
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { EXTERNAL, possible, type Meaning } from "./meaning.ts";
import { rootsOf } from "./rust-modules.ts";
import { closing, OTHER_PLAIN, takesExpressions } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";

/** Macros are known by their name in the whole crate, and where they are exported, outside. */
export async function macro(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
  const { name } = reference;
  const places: Place[] = [];
  const roots = new Set((await rootsOf(r, { file: tables.file.index, at: -1 })).map((m) => m.file));
  let elsewhere = 0;
  for (const file of await r.load(r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs")))) {
    const own = tablesOf(file);
    for (const [s, symbol] of own?.facts.symbols.entries() ?? []) {
      if (symbol.kind !== "macro" || symbol.name !== name) continue;
      const theirs = await rootsOf(r, { file: file.index, at: -1 });
      if (theirs.some((m) => roots.has(m.file))) places.push(own!.place(s));
      else elsewhere++;
    }
  }
  if (places.length === 1)
    return {
      kind: "proven",
      rule: places[0]!.file === tables.file.index ? "same-file" : "import",
      targets: places,
    };
  if (places.length > 1) return possible("ambiguous-declaration", places);
  if (elsewhere > 0) return possible("unresolved-module");
  const renamed = await renamedMacros(r, name);
  return renamed.length > 0 ? possible("unresolved-module", renamed) : EXTERNAL;
}

/** Macros that some `use` of the repository gives the name. */
function renamedMacros(r: Resolver, name: string): Promise<Place[]> {
  return r.once(`r-renamed ${name}`, [] as Place[], () => findRenamed(r, name));
}

async function findRenamed(r: Resolver, name: string): Promise<Place[]> {
  const found: Place[] = [];
  for (const file of await r.load(r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs")))) {
    for (const { local, imported, module } of file.facts?.imports ?? []) {
      const own = imported === "*" ? module.slice(module.lastIndexOf(":") + 1) : imported;
      if (local !== name || own === name) continue;
      for (const other of await r.load(r.view.naming(own).filter((i) => r.view.paths[i]!.endsWith(".rs")))) {
        const tables = tablesOf(other);
        for (const [s, symbol] of tables?.facts.symbols.entries() ?? [])
          if (symbol.kind === "macro" && symbol.name === own) found.push(tables!.place(s));
      }
    }
  }
  return found;
}

/** Macros of the repository that take expressions, types and names, and no loose words. */
export function plainMacros(r: Resolver): Promise<ReadonlySet<string>> {
  return r.once("r-plain", new Set<string>() as ReadonlySet<string>, async () => {
    const plain = new Map<string, boolean>();
    const files = r.view.naming("macro_rules").filter((i) => r.view.paths[i]!.endsWith(".rs"));
    for await (const file of r.each(files)) {
      // Macros that macros make are read in the text alone.
      for (const match of file.text.matchAll(/\bmacro_rules!\s*(\w+)\s*(?=[{(])/g)) {
        const [, name] = match;
        const open = match.index + match[0].length;
        const is = takesExpressions(file.text.slice(open, closing(file.text, open)));
        plain.set(name!, (plain.get(name!) ?? true) && is);
      }
    }
    const all = new Set([...plain].flatMap(([name, is]) => (is ? [name] : [])));
    for (const name of OTHER_PLAIN) if (!plain.has(name)) all.add(name);
    return all;
  });
}
