// What may a function mean behind the name of a type that the repository does not declare? What a trait of the repository
// gives to it, what a type of the repository gives to a trait outside, what is written for a type that a macro makes.
import { placeKey, tablesOf, type Place } from "./file-tables.ts";
import { EXTERNAL, possible, type Meaning } from "./meaning.ts";
import { traitsWith } from "./rust-members.ts";
import type { Resolver } from "./resolve.ts";

/**
 * `String::f`, `Default::f`: a type outside may have it by a trait of the repository, a trait outside by a type of the
 * repository.
 */
export async function ofOutside(r: Resolver, path: string, name: string): Promise<Meaning> {
  const declaring = await traitsWith(r, name);
  const last = path.slice(path.lastIndexOf(":") + 1);
  // `impl From<Own> for Vec<u8>`, `impl Default for Own`
  const implementing = (await writtenFor(r, name)).flatMap((w) =>
    w.trait === last || (w.type === last && w.trait !== "") ? [w.place] : [],
  );
  const places = [...new Map([...declaring, ...implementing].map((p) => [placeKey(p), p])).values()];
  return places.length === 0 ? EXTERNAL : possible("unresolved-receiver", places);
}

/** A type that a macro makes: its own blocks name it, traits may give it more. */
export async function ofUnknown(
  r: Resolver,
  path: string,
  name: string,
  otherwise: Meaning,
): Promise<Meaning> {
  const type = path.slice(path.lastIndexOf(":") + 1);
  if (!/^[A-Z]\w*[a-z]/.test(type)) return otherwise;
  const places = (await writtenFor(r, name)).flatMap((w) => (w.type === type ? [w.place] : []));
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

interface Written {
  readonly place: Place;
  /** Names of what the `impl` is for, or of what holds it, and of the trait or empty. */
  readonly type: string;
  readonly trait: string;
}

/** What blocks, enumerations and traits of the repository have under the name. */
function writtenFor(r: Resolver, name: string): Promise<readonly Written[]> {
  return r.once(`r-written ${name}`, [] as readonly Written[], async () => {
    const found: Written[] = [];
    const files = r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs"));
    for await (const file of r.each(files)) {
      const tables = tablesOf(file);
      for (const [s, symbol] of tables?.facts.symbols.entries() ?? []) {
        if (symbol.name !== name || symbol.parent === -1) continue;
        const impl = tables!.facts.symbols[symbol.parent]!;
        // A variant of an enumeration, a function of a trait.
        if (impl.kind !== "implementation") {
          found.push({ place: tables!.place(s), type: impl.name, trait: "" });
          continue;
        }
        const trait = /(\w+)\s*(?:<[^]*)?$/.exec(impl.bases[0] ?? "")?.[1] ?? "";
        found.push({ place: tables!.place(s), type: impl.name, trait });
      }
    }
    return found;
  });
}
