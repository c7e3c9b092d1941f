// What does a name in a Rust file mean? Paths by modules, imports and crates; behind a dot as `rust-receivers.ts` tells.
// What stands in the arguments of a macro of one's own is possible at most.
import type { Reference } from "../parse/facts.ts";
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { ELSEWHERE, EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";
import { rootsOf } from "./rust-crates.ts";
import type { Items, Space } from "./rust-items.ts";
import { membersNamed, traitsWith } from "./rust-members.ts";
import { pathAt, PRELUDE } from "./rust-paths.ts";
import { member, ofMembers } from "./rust-receivers.ts";
import { meantByImport } from "./rust-scopes.ts";
import { closing, inMacro, isMacroCall, looksCalled, OTHER_PLAIN, takesExpressions } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function rustMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const reference = tables.facts.references[index]!;
  const meaning = await look(r, tables, reference, receiver);
  if (meaning.kind === "proven" && inMacro(tables, tables.startOf(reference.range), await plainMacros(r)))
    return possible("template", meaning.targets);
  return meaning;
}

/** Macros of the repository that take expressions, types and names, and no loose words. */
function plainMacros(r: Resolver): Promise<ReadonlySet<string>> {
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

async function look(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const { name, enclosing } = reference;
  const role = looksCalled(tables, reference) ? "call" : reference.role;
  if (role === "import") return imported(r, tables, reference);
  const { text } = tables.file;
  const end = tables.endOf(reference.range);
  if (role === "call" && isMacroCall(text, end)) return macro(r, tables, reference);
  if (role === "decorator") return decorator(r, tables, reference);
  const start = tables.startOf(reference.range);
  const isPath = text
    .slice(Math.max(0, start - 40), start)
    .trimEnd()
    .endsWith("::");
  if (reference.receiver === "" && !isPath) {
    const head = isHead(text, end, role);
    // A local variable that is called.
    if (
      !head &&
      role === "call" &&
      reference.target === -1 &&
      (reference.binding === "local" || reference.binding === "param")
    )
      return ELSEWHERE;
    const found = await pathAt(r, tables, name, enclosing, spaceOf(role, head));
    return ofItems(r, tables, found, name, true);
  }
  if (isPath) {
    const path = pathBefore(text, start);
    if (path === null) return qualifiedPath(r, tables, reference, text, start);
    const head = isHead(text, end, role);
    const found = await pathAt(r, tables, `${path}::${name}`, enclosing, spaceOf(role, head));
    const meaning = await ofItems(r, tables, found, name, false);
    if (meaning.kind === "external" && role === "call") return ofOutside(r, path, name);
    if (meaning.kind === "possible" && meaning.targets.length === 0 && role === "call")
      return ofUnknown(r, path, name, meaning);
    if (meaning.kind === "proven" && (await isOfTrait(r, meaning.targets[0]!)))
      return possible("ambiguous-declaration", meaning.targets);
    return withTrait(r, tables, meaning, path, enclosing);
  }
  return member(r, tables, reference, receiver);
}

/** Whether more of a path follows: `a::b`, and not `f::<T>()`. */
function isHead(text: string, end: number, role: string): boolean {
  const after = text.slice(end, end + 20);
  return /^\s*::/.test(after) && !(role === "call" && /^\s*::\s*</.test(after));
}

function spaceOf(role: string, head: boolean): Space {
  if (head || role === "type") return "type";
  // A literal of a struct names a type or a variant.
  return role === "new" ? "type" : "value";
}

async function ofItems(
  r: Resolver,
  tables: FileTables,
  found: Items,
  name: string,
  bare: boolean,
): Promise<Meaning> {
  const places: Place[] = [];
  for (const item of found.items) {
    if (item.kind === "place") places.push(item.place);
    else if (item.kind === "parameter") return ELSEWHERE;
    else {
      const tree = tablesOf(await r.file(item.module.file));
      if (tree === null) return possible("unparsed-file");
      if (item.module.at !== -1) places.push(tree.place(item.module.at));
      else if (found.items.length === 1)
        return { kind: "module", files: [item.module.file], callable: false };
    }
  }
  if (places.length === 0) {
    if (found.unsure) return possible("unresolved-module");
    if (found.outside || PRELUDE.has(name)) return EXTERNAL;
    return bare
      ? { kind: "possible", why: "same-name", targets: [], global: true }
      : possible("unresolved-receiver");
  }
  if (found.unsure || found.outside) return possible("unresolved-module", places);
  // Items of one name under conditions: which one is compiled is not known here.
  if (places.length > 1) return possible("ambiguous-declaration", places);
  const own = found.rule === "same-file" && places[0]!.file !== tables.file.index ? "qualified" : found.rule;
  return { kind: "proven", rule: own, targets: places };
}

/** `Trait::f` and `T::f` mean the trait's function, which others implement. */
async function withTrait(
  r: Resolver,
  tables: FileTables,
  meaning: Meaning,
  path: string,
  enclosing: number,
): Promise<Meaning> {
  if (meaning.kind !== "proven") return meaning;
  const owner = await ownerOf(r, meaning.targets[0]!);
  if (owner === null) return meaning;
  const types = await pathAt(r, tables, path, enclosing, "type");
  const through = types.items.some(
    (i) => i.kind === "parameter" || (i.kind === "place" && placeKey(i.place) === placeKey(owner)),
  );
  return through ? { ...meaning, receiver: owner } : meaning;
}

/**
 * `String::f`, `Default::f`: a type outside may have it by a trait of the repository, a trait outside by a type of the
 * repository.
 */
async function ofOutside(r: Resolver, path: string, name: string): Promise<Meaning> {
  const declaring = await traitsWith(r, name);
  const implementing = await ofTraitImpls(r, path.slice(path.lastIndexOf(":") + 1), name);
  const places = [...new Map([...declaring, ...implementing].map((p) => [placeKey(p), p])).values()];
  return places.length === 0 ? EXTERNAL : possible("unresolved-receiver", places);
}

/** A type that a macro makes: its own blocks name it, traits may give it more. */
async function ofUnknown(r: Resolver, path: string, name: string, otherwise: Meaning): Promise<Meaning> {
  const type = path.slice(path.lastIndexOf(":") + 1);
  if (!/^[A-Z]\w*[a-z]/.test(type)) return otherwise;
  const places: Place[] = [];
  for (const file of await r.load(r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs")))) {
    const tables = tablesOf(file);
    for (const [s, symbol] of tables?.facts.symbols.entries() ?? []) {
      if (symbol.name !== name || symbol.parent === -1) continue;
      const { kind, name: own } = tables!.facts.symbols[symbol.parent]!;
      if (kind === "implementation" && own === type) places.push(tables!.place(s));
    }
  }
  const all = [...places, ...(await traitsWith(r, name))];
  if (all.length === 0 && !(await isOtherName(r, type))) return EXTERNAL;
  return all.length === 0
    ? otherwise
    : possible("unresolved-module", [...new Map(all.map((p) => [placeKey(p), p])).values()]);
}

/** Whether the repository gives the name to another type: by an alias, or by a `use` that renames. */
function isOtherName(r: Resolver, name: string): Promise<boolean> {
  return r.once(`r-other ${name}`, true, async () => {
    const files = r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs"));
    for await (const { facts } of r.each(files)) {
      if (facts === null || facts.symbols.some((s) => s.kind === "type" && s.name === name)) return true;
      if (facts.imports.some((i) => i.local === name && i.imported !== name)) return true;
    }
    return false;
  });
}

/** Functions of the name in an `impl` of the repository for a trait, or a type outside, of that name. */
async function ofTraitImpls(r: Resolver, trait: string, name: string): Promise<Place[]> {
  const found: Place[] = [];
  for (const file of await r.load(r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs")))) {
    const tables = tablesOf(file);
    for (const [s, symbol] of tables?.facts.symbols.entries() ?? []) {
      if (symbol.name !== name || symbol.parent === -1) continue;
      const { kind, name: target, bases } = tables!.facts.symbols[symbol.parent]!;
      const [base = ""] = bases;
      // `impl From<Own> for Vec<u8>`
      if (kind === "implementation" && target === trait) found.push(tables!.place(s));
      else if (new RegExp(`(?:^|::)\\s*${trait}\\s*(?:<|$)`).test(base)) found.push(tables!.place(s));
    }
  }
  return found;
}

/** A type that an `impl` gives for its trait: `Self::Item` is that of the trait. */
async function isOfTrait(r: Resolver, place: Place): Promise<boolean> {
  const tables = tablesOf(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (symbol?.kind !== "type" || symbol.parent === -1) return false;
  const parent = tables!.facts.symbols[symbol.parent]!;
  return parent.kind === "implementation" && parent.bases.length > 0;
}

/** The trait that declares the place, or null. */
async function ownerOf(r: Resolver, place: Place): Promise<Place | null> {
  const tables = tablesOf(await r.file(place.file));
  const parent = tables?.facts.symbols[place.at]!.parent ?? -1;
  return parent !== -1 && tables!.facts.symbols[parent]!.kind === "trait" ? tables!.place(parent) : null;
}

/** The path of names before `::`, or null for anything else (`<T as Trait>::`). Arguments are left out. */
function pathBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - 400), start);
  let at = before.trimEnd().length;
  const parts: string[] = [];
  while (before.slice(0, at).trimEnd().endsWith("::")) {
    at = before.slice(0, at).trimEnd().length - 2;
    let rest = before.slice(0, at).trimEnd();
    if (rest.endsWith(">")) {
      const open = openAngle(rest);
      if (open <= 0) return null;
      rest = rest.slice(0, open).trimEnd();
      if (rest.endsWith("::")) rest = rest.slice(0, -2).trimEnd();
    }
    const word = /\$?[A-Za-z_]\w*$/.exec(rest)?.[0];
    if (word === undefined)
      return parts.length > 0 && /(?:^|[^\w>)\]])$/.test(rest) ? `::${parts.join("::")}` : null;
    parts.unshift(word);
    at = rest.length - word.length;
  }
  return parts.length === 0 ? null : parts.join("::");
}

function openAngle(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ">" && text[at - 1] !== "-") depth++;
    else if (text[at] === "<" && --depth === 0) return at;
  }
  return -1;
}

/** `<T as Trait>::f`, `<Type>::f`. */
async function qualifiedPath(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  text: string,
  start: number,
): Promise<Meaning> {
  const before = text.slice(Math.max(0, start - 200), start);
  const shape = /<\s*(?:[^<>]|<[^<>]*>)+?\s+as\s+([\w:]+)\s*(?:<[^<>]*>)?\s*>\s*::\s*$/.exec(before);
  if (shape === null) return possible("unresolved-receiver");
  const types = await pathAt(r, tables, shape[1]!, reference.enclosing, "type");
  if (types.items.length !== 1 || types.unsure)
    return types.outside && !types.unsure ? EXTERNAL : possible("unresolved-receiver");
  const members = await membersNamed(r, types.items[0]!, reference.name);
  return ofMembers(members, "static-method");
}

async function imported(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
  const start = tables.startOf(reference.range);
  const covering = tables.facts.imports.filter(
    (i) =>
      (i.imported === reference.name || i.local === reference.name || i.module === reference.name) &&
      tables.startOf(i.range) <= start &&
      tables.endOf(i.range) > start,
  );
  const [fact] = covering.sort((a, b) => tables.startOf(b.range) - tables.startOf(a.range));
  if (fact === undefined) return possible("same-name");
  const found = await meantByImport(r, tables, fact);
  const places = found.items.flatMap((i) => (i.kind === "place" ? [i.place] : []));
  if (places.length > 0 && !found.unsure) return { kind: "proven", rule: "import", targets: places };
  if (places.length > 0) return possible("unresolved-module", places);
  return found.outside && !found.unsure ? EXTERNAL : possible("unresolved-module");
}

/** Macros are known by their name in the whole crate, and where they are exported, outside. */
async function macro(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
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
async function renamedMacros(r: Resolver, name: string): Promise<Place[]> {
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

async function decorator(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
  if (reference.receiver !== "") return EXTERNAL;
  const found = await pathAt(r, tables, reference.name, reference.enclosing, "any");
  const places = found.items.flatMap((i) => (i.kind === "place" ? [i.place] : []));
  return places.length === 0 ? EXTERNAL : possible("unresolved-module", places);
}
