// Who takes a declaration without naming it as a use? `import("./x")` gives the whole module to whoever awaits it;
// `const { run: go } = x` gives a member another name. What becomes of it is not followed: it may be called there.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import { offered } from "./exported-names.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
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

/** Patterns that take a member of the name out of something under another name. */
export function takenOut(tables: FileTables, subject: Subject): PossibleSite[] {
  const { symbol, owner } = subject;
  const { text, language } = tables.file;
  const isMember = owner !== null || symbol.qualified !== symbol.name;
  if (!hasBlocks(language) || !isMember || symbol.kind !== "method" || symbol.name.startsWith("#")) return [];
  const word = symbol.name.replace(/[$^.*+?()[\]{}|\\/-]/g, "\\$&");
  if (!text.includes(symbol.name)) return [];
  const found: PossibleSite[] = [];
  const code = codeOf(tables, text);
  for (const match of text.matchAll(
    new RegExp(`(?<=[{,]\\s*)${word}\\s*(?::\\s*[\\w$]+\\s*)?(?=[,}=])`, "gu"),
  )) {
    if (code === null || code.isHidden(match.index)) continue;
    const open = code.innermost(match.index);
    const close = open === -1 || text[open] !== "{" ? -1 : code.closes(open);
    if (close === -1) continue;
    const before = text.slice(Math.max(0, open - 40), open);
    const after = text.slice(close + 1, close + 40);
    const isPattern = /\b(?:const|let|var)\s+$/.test(before) || /^\s*=(?![=>])/.test(after);
    if (isPattern) found.push(possibleInText(tables, match.index, "handed-on"));
  }
  return found;
}
