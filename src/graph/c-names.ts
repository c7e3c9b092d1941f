// Which declarations of C and C++ have a name? All of them in the repository, with what decides who can mean them: the
// kind, the type that holds them, whether nothing but their own unit sees them.
import type { SpanKind } from "../base/span.ts";
import type { SyntaxSymbol } from "../parse/facts.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphView } from "./view.ts";

/** Files that one name is looked for in. Past it nothing of the name is proven. */
const MOST_FILES = 2_000;

const FAMILY = new Set(["c", "cpp"]);
export const CLASSES = new Set<SpanKind>(["class", "struct", "enum"]);

export interface Named {
  readonly place: Place;
  readonly symbol: SyntaxSymbol;
  readonly tables: FileTables;
  /** Its place among the symbols of the file: `place` is that of the first of its declaration. */
  readonly at: number;
  /** Name of the type that it is a member of, or of what qualifies it (`Foo::f` outside of `Foo`); empty for neither. */
  readonly owner: string;
  /** Stands inside of the type itself. */
  readonly inside: boolean;
  /** Seen in its own unit alone: `static`, or in a namespace without a name. */
  readonly own: boolean;
}

export interface AllNamed {
  readonly all: readonly Named[];
  /** Some files that hold the name were not read. */
  readonly cut: boolean;
}

const NOTHING: AllNamed = { all: [], cut: true };

function isFamily(view: GraphView, file: number): boolean {
  return FAMILY.has(view.languageOf(file));
}

/** Every declaration of the name, in the order of files and places. */
export function named(r: Resolver, name: string): Promise<AllNamed> {
  return r.once(`c-named ${name}`, NOTHING, async () => {
    const files = r.view.naming(name).filter((i) => isFamily(r.view, i));
    const all: Named[] = [];
    let cut = files.length > MOST_FILES;
    for await (const file of r.each(files.slice(0, MOST_FILES))) {
      const tables = r.tables(file);
      if (tables === null) {
        cut = true;
        continue;
      }
      for (const [at, symbol] of tables.facts.symbols.entries()) {
        if (symbol.name !== name) continue;
        const one = describe(tables, at);
        // Behind the name of a namespace stands a function that is no member.
        const free = one.owner !== "" && !one.inside && (await isNamespace(r, one.owner));
        all.push(free ? { ...one, owner: "" } : one);
      }
    }
    return { all, cut };
  });
}

export function describe(tables: FileTables, at: number): Named {
  const { symbols } = tables.facts;
  const symbol = symbols[at]!;
  const parent = symbol.parent === -1 ? undefined : symbols[symbol.parent]!;
  const inside = parent !== undefined && CLASSES.has(parent.kind);
  const written = symbol.qualified.slice(0, -symbol.name.length - 2);
  const around = parent?.qualified ?? "";
  const qualifier = written.length > around.length ? written : "";
  const owner = inside ? parent.name : qualifier.slice(qualifier.lastIndexOf(":") + 1);
  const own = symbol.kind === "function" && !symbol.exported;
  return { place: tables.place(at), symbol, tables, at, owner, inside, own };
}

/** Whether the name is that of namespaces alone. */
function isNamespace(r: Resolver, name: string): Promise<boolean> {
  return r.once(`c-space ${name}`, false, async () => {
    const kinds = new Set<SpanKind>();
    for await (const file of r.each(r.view.naming(name).filter((i) => isFamily(r.view, i))))
      for (const symbol of file.facts?.symbols ?? []) if (symbol.name === name) kinds.add(symbol.kind);
    return kinds.size === 1 && kinds.has("namespace");
  });
}

/** A function that is no member as far as its text says. */
export function isFree({ symbol, owner, inside }: Named): boolean {
  return owner === "" && (symbol.kind === "function" || (symbol.kind === "method" && !inside));
}

export function isMember(one: Named): boolean {
  const { kind } = one.symbol;
  return (
    one.owner !== "" || (kind === "method" && !isFree(one)) || kind === "constructor" || kind === "field"
  );
}

export function placesOf(all: readonly Named[]): Place[] {
  return [...new Map(all.map(({ place }) => [placeKey(place), place])).values()];
}
