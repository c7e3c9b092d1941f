// Who takes a declaration without naming it as a use? `import("./x")` gives the whole module to whoever awaits it;
// `const { run: go } = x` gives a member another name. What becomes of it is not followed: it may be called there.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import { offered } from "./exported-names.ts";
import { importKeys, possibleKeys } from "./ecmascript-import-keys.ts";
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
  for await (const file of r.each(importers)) {
    const tables = r.tables(file);
    if (tables === null || !hasBlocks(file.language) || !/\bimport\s*\(/.test(file.text)) continue;
    const code = codeOf(tables, file.text);
    for (const match of file.text.matchAll(IMPORTED)) {
      if (code?.isHidden(match.index) === true) continue;
      if (NAMED.test(file.text.slice(Math.max(0, match.index - 400), match.index))) continue;
      const target = await r.module(file, match[2]!, "*");
      for (const name of target.files.length === 0 ? [] : offers) {
        const { entities } = await offered(r, target.files, name);
        if (!entities.some((e) => e.kind === "declared" && keys.has(placeKey(e.place)))) continue;
        found.push(possibleInText(tables, match.index, "dynamic-access"));
        break;
      }
    }
  }
  return found;
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
  const { text, language } = tables.file;
  const found: PossibleSite[] = [];
  if (!hasBlocks(language)) return found;
  for (const { at, quote } of possibleKeys(text, name)) {
    // A reference and an import say themselves what they mean.
    if (isReference(tables, name, at) || importKeys(tables).has(at)) continue;
    const code = codeOf(tables, text);
    if (code === null) return found;
    if (code.isHidden(at - 2 * quote)) continue;
    if (takenApart(tables, at) !== null) found.push(possibleInText(tables, at, "handed-on"));
  }
  return found;
}

function isReference(tables: FileTables, name: string, offset: number): boolean {
  return (tables.byName.get(name) ?? []).some(
    (i) => tables.startOf(tables.facts.references[i]!.range) === offset,
  );
}
