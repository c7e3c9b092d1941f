// Where is a name declared? Plain names, names with what encloses them (`Class.method`, `ns.f`), names in a file
// (`src/a.ts:name`). A name that is declared nowhere gives the nearest names and nothing else.
import { compareStrings } from "../base/order.ts";
import { type AskedName, exactFirst, isInPath, isQualified, readAskedName } from "./asked-name.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Declaration, DeclarationsAnswer, DeclaredPlace, NotLooked } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

/** Files that are parsed in search of one name. Past it the answer names what it left out. */
export const MOST_FILES = 4_000;

export async function declarationsOf(r: Resolver, written: string): Promise<DeclarationsAnswer> {
  const asked = readAskedName(r.view.paths, written);
  if (asked.name === "") return { declarations: [], unfollowed: [], nearest: [], notLooked: [] };
  const files = r.view.naming(asked.name).filter((f) => isInPath(asked.path, r.view.paths[f]!));
  const notLooked: NotLooked[] = [];
  if (files.length > MOST_FILES) {
    notLooked.push({
      what: `${files.length - MOST_FILES} files that hold the name`,
      why: `ceiling of ${MOST_FILES} files`,
    });
  }
  const all: Declaration[] = [];
  const unfollowed: DeclaredPlace[] = [];
  const byLines = r.view.declaring(asked.name);
  const broken: NotLooked[] = [];
  const { name } = asked;
  const telling = await r.among(`declares ${name}`, files.slice(0, MOST_FILES), (_, tables) => {
    return tables === null || tables.facts.errors || tables.facts.symbols.some((s) => s.name === name);
  });
  for await (const file of r.each(telling)) {
    const tables = r.tables(file);
    if (tables === null) {
      if (file.skip !== "no-grammar") {
        if (file.skip !== null) notLooked.push({ what: file.path, why: file.skip });
        continue;
      }
      const here = byLines.filter((place) => place.file === file.index);
      unfollowed.push(...here.map(({ line }) => placeIn(file, line)));
      continue;
    }
    const found = declaredIn(tables, asked).map((at) => declarationAt(tables, at));
    // Tables of SQL, keys of data: nothing that uses them could be looked up.
    if (r.family(file) === null) {
      unfollowed.push(...found.map(({ line }) => placeIn(file, line)));
      continue;
    }
    if (tables.facts.errors) broken.push({ what: file.path, why: "broken syntax" });
    all.push(...found);
  }
  // Where the parser stumbled it may have passed over the declaration.
  if (all.length === 0) notLooked.push(...broken);
  const exact = exactFirst(all, asked);
  const declarations = inOrder(asked.qualifiers.length === 0 ? await withoutHolders(r, exact) : exact);
  const isDeclared = all.length > 0 || unfollowed.length > 0;
  return {
    declarations,
    unfollowed: unfollowed.sort((a, b) => compareStrings(a.path, b.path) || a.line - b.line),
    nearest: isDeclared ? [] : r.view.nearest(asked.name),
    notLooked,
  };
}

function placeIn({ path, language }: GraphFile, line: number): DeclaredPlace {
  return { path, line, language };
}

function inOrder(declarations: readonly Declaration[]): Declaration[] {
  return declarations.toSorted(
    (a, b) => compareStrings(a.path, b.path) || a.line - b.line || a.symbols[0]! - b.symbols[0]!,
  );
}

/**
 * Where a plain name is asked, `{ run }` is no other declaration of `run` than what it is given: the callers of that are
 * told with those that call it through the property. By its qualified name or its place it can be asked for.
 */
async function withoutHolders(
  r: Resolver,
  declarations: readonly Declaration[],
): Promise<readonly Declaration[]> {
  if (declarations.length < 2) return declarations;
  const known = new Set(declarations.map(declarationKey));
  const left: Declaration[] = [];
  for (const declaration of declarations) {
    const held = r.family(await r.file(declaration.file))?.held;
    const given = declaration.kind === "property" ? ((await held?.(r, placeOf(declaration))) ?? []) : [];
    if (!given.some((place) => known.has(placeKey(place)))) left.push(declaration);
  }
  return left.length > 0 ? left : declarations;
}

/** The declaration to which a symbol of a file belongs; of sections and keys of data there is none. */
export async function declarationOf(r: Resolver, file: number, symbol: number): Promise<Declaration | null> {
  const loaded = await r.file(file);
  const tables = r.tables(loaded);
  const kind = tables?.facts.symbols[symbol]?.kind;
  if (tables === null || kind === undefined || kind === "section" || r.family(loaded) === null) return null;
  return declarationAt(tables, tables.first[symbol]!);
}

/** The innermost declarations on some lines of a file: what a change of them changes. */
export async function declarationsIn(
  r: Resolver,
  file: number,
  lines: readonly number[],
): Promise<readonly Declaration[]> {
  const loaded = await r.file(file);
  const tables = r.tables(loaded);
  if (tables === null || r.family(loaded) === null) return [];
  const { symbols } = tables.facts;
  const found = new Set<number>();
  for (const line of lines) {
    let inner: number[] = [];
    symbols.forEach(({ range, kind }, i) => {
      if (kind === "section" || range.start > line || range.end < line) return;
      // Several may stand on one line; what encloses another one is not the innermost.
      inner = [...inner.filter((other) => !encloses(symbols, other, i)), i];
    });
    for (const i of inner) found.add(tables.first[i]!);
  }
  return [...found].sort((a, b) => a - b).map((at) => declarationAt(tables, at));
}

function encloses(symbols: readonly { parent: number }[], outer: number, inner: number): boolean {
  for (let at = inner; at !== -1; at = symbols[at]!.parent) if (at === outer) return true;
  return false;
}

function declaredIn(tables: FileTables, asked: AskedName): number[] {
  const { path } = tables.file;
  return tables.facts.symbols.flatMap(({ name, qualified, kind }, i) => {
    if (name !== asked.name || tables.first[i] !== i || kind === "section") return [];
    return isQualified(asked, { path, name, qualified }) ? [i] : [];
  });
}

export function declarationAt(tables: FileTables, at: number): Declaration {
  const { symbols } = tables.facts;
  const own = tables.symbolsOf(at);
  const symbol = symbols[at]!;
  return {
    file: tables.file.index,
    path: tables.file.path,
    language: tables.file.language,
    symbols: own,
    name: symbol.name,
    qualified: symbol.qualified,
    kind: symbol.kind,
    exported: own.some((s) => symbols[s]!.exported),
    signature: symbol.signature,
    start: symbol.range.start,
    line: symbol.nameRange.start,
    end: symbol.range.end,
  };
}

export async function declarationOfPlace(r: Resolver, place: Place): Promise<Declaration | null> {
  const tables = r.tables(await r.file(place.file));
  return tables === null ? null : declarationAt(tables, place.at);
}

export function placeOf(declaration: Declaration): Place {
  return { file: declaration.file, at: declaration.symbols[0]! };
}

export function declarationKey(declaration: Declaration): string {
  return placeKey(placeOf(declaration));
}
