// Who takes a declaration without naming it as a use? `import("./x")` gives the whole module to whoever awaits it;
// `const { run: go } = x` gives a member another name. What becomes of it is not followed: it may be called there.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import { offered } from "./exported-names.ts";
import { importKeys, possibleKeys } from "./ecmascript-import-keys.ts";
import { beginsKey } from "./ecmascript-keys.ts";
import { takenApart } from "./ecmascript-taken-apart.ts";
import { isValue, placeKey, type FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { possibleInText } from "./sites.ts";
import type { Subject } from "./subject.ts";

const IMPORTED = /(?<![\w$.])import\s*\(\s*(?:\/\*[^]{0,200}?\*\/\s*)?(["'`])([^"'`\n$]{1,500})\1/g;
/** Before an import whose names the facts of the file keep. */
const NAMED = /(?:const|let|var)\s+(?:\{[^{}]*\}|[\w$]+)\s*(?::[^=;]*)?=\s*await\s+$/;
const CALLABLE = new Set(["function", "method", "class"]);

/** Places at which the subject's module is imported as a value that nothing follows. */
export async function importedAsValue(
  r: Resolver,
  subject: Subject,
  names: ReadonlySet<string>,
): Promise<PossibleSite[]> {
  const home = subject.tables.file;
  const { symbol, inFile, keys } = subject;
  if (!hasBlocks(home.language) || inFile || symbol.parent !== -1 || !CALLABLE.has(symbol.kind)) return [];
  const offers = new Set([...names, ...subject.tables.facts.exports.map((e) => e.exported)]);
  // By its own name: who imports a whole package, or any `index`, is everybody.
  const [stem] = (await r.family(home)?.importNames(r.view, home.path)) ?? [];
  const importers = stem === undefined ? [] : r.view.importing(stem);
  const found: PossibleSite[] = [];
  const importing = await r.among("imports as it runs", importers, (file, tables) => {
    return tables !== null && hasBlocks(file.language) && /\bimport\s*\(/.test(file.text);
  });
  for await (const file of r.each(importing)) {
    const tables = r.tables(file)!;
    for (const { at, module } of importsAsValue(tables)) {
      const target = await r.module(file, module, "*");
      for (const name of target.files.length === 0 ? [] : offers) {
        const { entities } = await offered(r, target.files, name);
        if (!entities.some((e) => e.kind === "declared" && keys.has(placeKey(e.place)))) continue;
        found.push(possibleInText(tables, at, "dynamic-access"));
        break;
      }
    }
  }
  return found;
}

/** Imports of a file that give a module to whoever awaits it. Made once for a file. */
const asValue = new WeakMap<FileTables, readonly { at: number; module: string }[]>();

function importsAsValue(tables: FileTables): readonly { at: number; module: string }[] {
  let known = asValue.get(tables);
  if (known === undefined) {
    const { text } = tables.file;
    const code = codeOf(tables, text);
    known = [...text.matchAll(IMPORTED)].flatMap(({ index, 2: module }) => {
      if (code?.isHidden(index) === true) return [];
      return NAMED.test(text.slice(Math.max(0, index - 400), index)) ? [] : [{ at: index, module: module! }];
    });
    asValue.set(tables, known);
  }
  return known;
}

/** Whether a pattern may take the subject out of something by one of its names. */
export function mayBeTaken({ symbol, owner, inFile, tables, declaration }: Subject): boolean {
  if (!hasBlocks(tables.file.language) || inFile || symbol.name.startsWith("#")) return false;
  if (owner !== null || symbol.qualified !== symbol.name || symbol.kind === "method")
    return symbol.kind === "method";
  return symbol.parent === -1 && declaration.symbols.some((s) => isValue(tables.facts.symbols[s]!.kind));
}

/** Patterns that take the name out of something, but for those of imports. */
export function takenOut(tables: FileTables, name: string): PossibleSite[] {
  return placesTaken(tables, name).map((offset) => possibleInText(tables, offset, "handed-on"));
}

/** Places at which a name is taken out, by name. Made once for a file. */
const taken = new WeakMap<FileTables, Map<string, readonly number[]>>();
/** Names that are kept of one file. */
const MOST_TAKEN = 1_000;

export function placesTaken(tables: FileTables, name: string): readonly number[] {
  let known = taken.get(tables);
  if (known === undefined || known.size >= MOST_TAKEN) taken.set(tables, (known = new Map()));
  let places = known.get(name);
  if (places === undefined) known.set(name, (places = findTaken(tables, name)));
  return places;
}

function findTaken(tables: FileTables, name: string): number[] {
  const { text, language } = tables.file;
  const found: number[] = [];
  if (!hasBlocks(language)) return found;
  for (const { at, quote } of possibleKeys(text, name)) {
    // A reference and an import say themselves what they mean.
    if (tables.referenceAt(at) !== -1 || importKeys(tables).has(at)) continue;
    const code = codeOf(tables, text);
    if (code === null) return found;
    if (code.isHidden(at - 2 * quote) || !beginsKey(code, at - quote)) continue;
    if (takenApart(tables, at) !== null) found.push(at);
  }
  return found;
}
