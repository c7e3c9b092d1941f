// Which declarations of a package or a namespace have a name, where any file may hold any of them (Kotlin, C#, Scala)? The
// words index gives the files that hold the name, their facts the declarations.
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

/** How a family says where its declarations stand. */
export interface Packages {
  readonly languages: readonly string[];
  /** The package of a symbol at the top of it; null for what stands inside of another declaration. */
  packageOf(tables: FileTables, symbol: number): string | null;
  /** Whether a file that could not be parsed says that it declares something in the package. */
  mayHold(file: GraphFile, pack: string): boolean;
}

export interface Named {
  readonly places: readonly Place[];
  /** A file that could not be parsed, or was not looked at, may declare it as well. */
  readonly unread: boolean;
}

interface All {
  readonly byPackage: ReadonlyMap<string, readonly Place[]>;
  /** Declared inside of other declarations. */
  readonly inner: readonly Place[];
  readonly unread: readonly GraphFile[];
  /** More files hold the name than are read. */
  readonly cut: boolean;
}

/** Files that are read in search of one name. */
const MOST_FILES = 3_000;
const NOTHING: All = { byPackage: new Map(), inner: [], unread: [], cut: true };

export async function namedIn(r: Resolver, packages: Packages, pack: string, name: string): Promise<Named> {
  const { byPackage, unread, cut } = await allNamed(r, packages, pack, name);
  return {
    places: byPackage.get(pack) ?? [],
    unread: cut || unread.some((file) => packages.mayHold(file, pack)),
  };
}

/** Declarations of the name inside of others: members of types, what functions hold. */
export async function namedInside(r: Resolver, packages: Packages, name: string): Promise<Named> {
  const { inner, unread, cut } = await allNamed(r, packages, "", name);
  return { places: inner, unread: cut || unread.length > 0 };
}

function allNamed(r: Resolver, packages: Packages, pack: string, name: string): Promise<All> {
  const [language] = packages.languages;
  // A name of one letter has no words: the package's own name narrows the files that may declare it.
  const short = name.length === 1;
  const last = pack.slice(pack.lastIndexOf(".") + 1);
  return r.once(`pn${language}:${short ? pack : ""}:${name}`, NOTHING, async () => {
    let files = r.view.naming(short && last.length > 1 ? last : name);
    files = files.filter((f) => packages.languages.includes(r.view.languageOf(f)));
    const cut = files.length > MOST_FILES;
    if (cut) files = files.slice(0, MOST_FILES);
    const byPackage = new Map<string, Place[]>();
    const inner: Place[] = [];
    const unread: GraphFile[] = [];
    for await (const file of r.each(files)) {
      const tables = tablesOf(file);
      if (tables === null) {
        if (file.text.includes(name)) unread.push(file);
        continue;
      }
      const seen = new Set<number>();
      tables.facts.symbols.forEach((symbol, at) => {
        if (symbol.name !== name || seen.has(tables.first[at]!)) return;
        seen.add(tables.first[at]!);
        const own = packages.packageOf(tables, at);
        if (own === null) inner.push(tables.place(at));
        else byPackage.set(own, [...(byPackage.get(own) ?? []), tables.place(at)]);
      });
    }
    return { byPackage, inner, unread, cut };
  });
}

/** The folder that holds a source root: what stands before `/src/`. */
export function moduleOf(path: string): string {
  const at = path.search(/(?:^|\/)src\//);
  return at === -1 ? path.slice(0, Math.max(0, path.indexOf("/"))) : path.slice(0, at);
}

/** Of declarations with one name in one package those in the file's own module, if there are any. */
export function nearestOf<Item>(
  r: Resolver,
  from: string,
  items: readonly Item[],
  placeOf: (item: Item) => Place,
): Item[] {
  if (items.length <= 1) return [...items];
  const own = moduleOf(from);
  const near = items.filter((item) => moduleOf(r.view.paths[placeOf(item).file]!) === own);
  return near.length > 0 ? near : [...items];
}
