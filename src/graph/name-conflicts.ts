// What would a new name meet? Declarations and imports that have it already: beside the renamed one, where it is used,
// among what its module offers, above and below its type.
import { compareStrings } from "../base/order.ts";
import { declarationAt, placeOf } from "./declarations.ts";
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import { offered } from "./exported-names.ts";
import { isType, placeKey, type FileTables } from "./file-tables.ts";
import type { Declaration, NameConflict } from "./graph-answers.ts";
import { basesOf, implementorsOf } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";
import { textOf } from "./sites.ts";

/** `used`: where references stand, by file, as places of the symbols around them (-1 at the top). */
export async function conflictsOf(
  r: Resolver,
  declaration: Declaration,
  to: string,
  used: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<readonly NameConflict[]> {
  const found = new Map<string, NameConflict>();
  const add = (tables: FileTables, line: number, why: NameConflict["why"], enclosing: string) => {
    const { path } = tables.file;
    const key = `${path}:${line}`;
    if (!found.has(key)) found.set(key, { path, line, text: textOf(tables.file, line), enclosing, why });
  };
  const home = r.tables(await r.file(declaration.file))!;
  const { symbols } = home.facts;
  const { parent } = symbols[declaration.symbols[0]!]!;
  beside(home, parent, to, (at) =>
    add(home, symbols[at]!.nameRange.start, "declared", enclosingOf(home, at)),
  );
  await ofRelatives(r, home, parent, to, add);
  if (parent === -1) {
    for (const entity of (await offered(r, [declaration.file], to)).entities) {
      if (entity.kind !== "declared") continue;
      const tables = r.tables(await r.file(entity.place.file))!;
      add(tables, tables.facts.symbols[entity.place.at]!.nameRange.start, "exported", "");
    }
  }
  // Behind a dot a name meets nothing but other members.
  const isMember = parent !== -1 && isType(symbols[parent]!.kind);
  for await (const file of r.each(isMember ? [] : [...used.keys()].sort((a, b) => a - b))) {
    const tables = r.tables(file);
    if (tables === null) continue;
    const uses = used.get(file.index)!;
    for (const fact of tables.facts.imports)
      if (fact.local === to) add(tables, fact.range.start, "imported", "");
    tables.facts.symbols.forEach((symbol, at) => {
      if (symbol.name !== to || symbol.kind === "section") return;
      if (file.index === declaration.file && symbol.parent === parent) return;
      if (symbol.parent === -1 ? symbol.qualified === to : isAround(tables, symbol.parent, uses))
        add(tables, symbol.nameRange.start, "declared", enclosingOf(tables, at));
    });
    for (const { line, enclosing } of locals(tables, to, uses)) add(tables, line, "used", enclosing);
  }
  return [...found.values()].sort((a, b) => compareStrings(a.path, b.path) || a.line - b.line);
}

function beside(tables: FileTables, parent: number, to: string, add: (at: number) => void): void {
  tables.facts.symbols.forEach((symbol, at) => {
    if (symbol.name !== to || symbol.kind === "section") return;
    const same =
      symbol.parent === parent ||
      (symbol.parent !== -1 && parent !== -1 && tables.first[symbol.parent] === tables.first[parent]);
    if (same) add(at);
  });
}

/** A member of the new name above would be overridden, one below would override. */
async function ofRelatives(
  r: Resolver,
  home: FileTables,
  parent: number,
  to: string,
  add: (tables: FileTables, line: number, why: NameConflict["why"], enclosing: string) => void,
): Promise<void> {
  if (parent === -1 || !isType(home.facts.symbols[parent]!.kind)) return;
  const owner = declarationAt(home, home.first[parent]!);
  const all = [...(await basesOf(r, owner)).proven, ...(await implementorsOf(r, owner)).proven];
  const seen = new Set([placeKey(placeOf(owner))]);
  for (const { declaration: type } of all) {
    if (seen.has(placeKey(placeOf(type)))) continue;
    seen.add(placeKey(placeOf(type)));
    const tables = r.tables(await r.file(type.file));
    if (tables === null) continue;
    for (const s of type.symbols.flatMap((t) => tables.children(t))) {
      const { name, nameRange } = tables.facts.symbols[s]!;
      if (name === to) add(tables, nameRange.start, "inherited", type.qualified);
    }
  }
}

/** Whether a use stands in the symbol, at any depth. */
function isAround(tables: FileTables, symbol: number, used: ReadonlySet<number>): boolean {
  for (const inner of used) {
    for (let at = inner; at !== -1; at = tables.facts.symbols[at]!.parent) if (at === symbol) return true;
  }
  return false;
}

/** Variables and parameters are no symbols: the first use of the new name as a word, in each function that uses the old one. */
function locals(
  tables: FileTables,
  to: string,
  used: ReadonlySet<number>,
): { line: number; enclosing: string }[] {
  const { text, language } = tables.file;
  const code = hasBlocks(language) ? codeOf(tables, text) : null;
  const seen = new Set<number>();
  const found: { line: number; enclosing: string }[] = [];
  const declared = new Set(tables.facts.symbols.map(({ nameRange }) => tables.startOf(nameRange)));
  for (let at = text.indexOf(to); at !== -1; at = text.indexOf(to, at + to.length)) {
    if (isWord(text[at - 1]) || isWord(text[at + to.length]) || declared.has(at)) continue;
    const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    if (/[.#]\s*$|(?:->|::)\s*$/.test(before)) continue;
    if (code === null ? /["'`]|\/\/|(?:^|\s)(?:#|--)/.test(before) : code.isHidden(at)) continue;
    // A key of an object is no variable.
    if (/^\s*:(?!:)/.test(text.slice(at + to.length, at + to.length + 20)) && around(text, at) === "{")
      continue;
    const { line, column } = tables.position(at);
    const enclosing = tables.enclosing(line, column);
    if (
      seen.has(enclosing) ||
      (!used.has(enclosing) && (enclosing === -1 || !isAround(tables, enclosing, used)))
    )
      continue;
    seen.add(enclosing);
    found.push({ line, enclosing: enclosing === -1 ? "" : tables.facts.symbols[enclosing]!.qualified });
  }
  return found;
}

/** The bracket that is open at the offset, as far as a look back of some lines tells. */
function around(text: string, offset: number): string {
  let depth = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - 600); at--) {
    const c = text[at]!;
    if (c === ")" || c === "}" || c === "]") depth++;
    else if ((c === "(" || c === "{" || c === "[") && depth-- === 0) return c;
  }
  return "";
}

function isWord(c: string | undefined): boolean {
  return c !== undefined && /[\w$\u0080-\uffff]/.test(c);
}

function enclosingOf(tables: FileTables, at: number): string {
  const { parent } = tables.facts.symbols[at]!;
  return parent === -1 ? "" : tables.facts.symbols[parent]!.qualified;
}
