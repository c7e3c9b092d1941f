// Which files may hold a use of a subject? Of those that hold one of its names as a word: files of its own family, in which
// the name is a reference, stands in quotes, is taken out of an object, or may have been missed by the parser.
import { mayBeTaken, placesTaken } from "./ecmascript-hidden-takers.ts";
import type { LanguageGraph } from "./language-graph.ts";
import type { Resolver } from "./resolve.ts";
import type { SubjectNames } from "./subject-names.ts";
import type { Subject } from "./subject.ts";
import { mayUseByText } from "./textual-uses.ts";

export interface Kin {
  /** Files of the family. */
  readonly files: readonly number[];
  /** How many there are of each other language. */
  readonly foreign: ReadonlyMap<string, number>;
}

/** By list: the index gives the same one for a name each time. */
const told = new WeakMap<readonly number[], Map<LanguageGraph | null, Kin>>();

export function kinAmong(r: Resolver, files: readonly number[], family: LanguageGraph | null): Kin {
  let byFamily = told.get(files);
  if (byFamily === undefined) told.set(files, (byFamily = new Map()));
  let kin = byFamily.get(family);
  if (kin === undefined) {
    const foreign = new Map<string, number>();
    const own = files.filter((file) => {
      if (r.familyAt(file) === family) return true;
      const language = r.view.languageOf(file);
      foreign.set(language, (foreign.get(language) ?? 0) + 1);
      return false;
    });
    byFamily.set(family, (kin = { files: own, foreign }));
  }
  return kin;
}

export interface FilesOfUses {
  /** Ascending. */
  readonly files: readonly number[];
  /** Those of them whose text may hold a use that is no reference. */
  readonly inText: ReadonlySet<number>;
}

/** What is written in other letters or by another word, or in code that is made of a text, the names do not tell. */
export function isFoundByName({ superWord, makingWord, usesInMacros, foldsCase }: LanguageGraph): boolean {
  return (
    superWord === undefined && makingWord === undefined && usesInMacros === undefined && foldsCase !== true
  );
}

/** `asImport`: names by which a module is taken apart count as well. */
export async function filesOfUses(
  r: Resolver,
  subject: Subject,
  { all, local }: SubjectNames,
  files: readonly number[],
  asImport: boolean,
): Promise<FilesOfUses> {
  const { symbol, tables } = subject;
  const family = r.family(tables.file);
  if (family !== null && !isFoundByName(family)) return { files, inText: new Set(files) };
  const holding: (readonly number[])[] = [];
  const inText = new Set(local.keys());
  const taken = mayBeTaken(subject);
  for (const name of new Set([...all, symbol.name])) {
    holding.push(await r.among(`holds ${name}`, files, (_, own) => own === null || own.byName.has(name)));
    const says = [
      await r.among(`says ${name}`, files, (_, own) => own !== null && mayUseByText(own, name)),
      taken
        ? await r.among(`takes ${name}`, files, (_, own) => own !== null && placesTaken(own, name).length > 0)
        : [],
      asImport
        ? await r.among(`brings ${name}`, files, (_, own) => {
            return own?.facts.imports.some(({ imported }) => imported === name) === true;
          })
        : [],
    ];
    for (const list of says) for (const file of list) inText.add(file);
  }
  const [first] = holding;
  if (holding.length === 1 && inText.size === 0) return { files: first!, inText };
  const found = new Set([...holding.flat(), ...inText]);
  return { files: files.filter((file) => found.has(file)), inText };
}
