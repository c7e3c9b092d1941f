// Under which names is a subject used, and which files may hold one of them? Its own, those that imports and exports give
// it, and those of the classes whose construction calls it.
import type { Declaration } from "./graph.ts";
import { otherNames, together } from "./other-names.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";

export interface SubjectNames {
  readonly all: ReadonlySet<string>;
  /** Names that only one file gives it. */
  readonly local: ReadonlyMap<number, ReadonlySet<string>>;
  /** Ascending. */
  readonly files: readonly number[];
}

/** `callMakes`: calling the type makes an object of it. */
export async function subjectNames(r: Resolver, subject: Subject, callMakes: boolean): Promise<SubjectNames> {
  const { declaration, tables, keys, constructed, constructedBy, inFile, symbol } = subject;
  const all = new Set<string>();
  const lists: (readonly number[])[] = [];
  const more = [tables.file.index];
  const local = new Map<number, Set<string>>();
  const give = (file: number, name: string): void => {
    const known = local.get(file);
    if (known === undefined) local.set(file, new Set([name]));
    else known.add(name);
  };
  const add = async (of: Declaration, own: ReadonlySet<string>, alone: boolean) => {
    const home = r.tables(await r.file(of.file))!;
    const names = await otherNames(r, home, of.name, own, alone);
    for (const name of names.names) all.add(name);
    lists.push(names.files);
    for (const [file, given] of names.local) for (const name of given) give(file, name);
  };
  if (symbol.kind !== "constructor") await add(declaration, keys, inFile);
  const kind = symbol.kind === "constructor" ? "class" : symbol.kind;
  for (const name of r.family(tables.file)?.alsoNamed?.({ ...symbol, kind }) ?? []) {
    all.add(name);
    lists.push(r.view.naming(name));
  }
  const given = await r.family(tables.file)?.givenNames?.(r, tables, declaration.symbols[0]!);
  const givenNames = new Set<string>();
  for (const names of given?.values() ?? []) for (const name of names) givenNames.add(name);
  for (const name of givenNames) {
    // Whoever has an object of the type that takes it over calls it so.
    const naming = r.view.naming(name);
    lists.push(naming);
    for (const file of naming) give(file, name);
  }
  for (const made of constructedBy) {
    if (made.file === declaration.file && made.symbols[0] === declaration.symbols[0]) continue;
    // A class without a name is made where it stands.
    if (made.name === "class") continue;
    await add(made, constructed, false);
  }
  if (symbol.kind === "constructor" && callMakes) {
    all.add(symbol.name);
    more.push(...subject.derived.map((derived) => derived.file));
  }
  return { all: all as ReadonlySet<string>, local, files: together(lists, more) };
}
