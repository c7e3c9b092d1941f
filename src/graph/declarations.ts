// Where is a name declared? Plain names, names with what encloses them (`Class.method`, `ns.f`), names in a file
// (`src/a.ts:name`). A name that is declared nowhere gives the nearest names and nothing else.
import { compareStrings } from "../base/order.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Declaration, DeclarationsAnswer, NotLooked } from "./graph.ts";
import type { Resolver } from "./resolve.ts";

/** Files that are parsed in search of one name. Past it the answer names what it left out. */
export const MOST_FILES = 4_000;

interface Asked {
  /** Path or end of a path; empty where none was given. */
  path: string;
  qualifiers: string[];
  name: string;
}

export async function declarationsOf(r: Resolver, written: string): Promise<DeclarationsAnswer> {
  const asked = readName(r, written.trim());
  if (asked.name === "") return { declarations: [], nearest: [], notLooked: [] };
  const inPath = (path: string) =>
    asked.path === "" || path === asked.path || path.endsWith(`/${asked.path}`);
  const files = r.view.naming(asked.name).filter((f) => inPath(r.view.paths[f]!));
  const notLooked: NotLooked[] = [];
  if (files.length > MOST_FILES) {
    notLooked.push({
      what: `${files.length - MOST_FILES} files that hold the name`,
      why: `ceiling of ${MOST_FILES} files`,
    });
  }
  const declarations: Declaration[] = [];
  const broken: NotLooked[] = [];
  for await (const file of r.each(files.slice(0, MOST_FILES))) {
    const tables = r.tables(file);
    if (tables === null) {
      if (file.skip !== null && file.skip !== "no-grammar")
        notLooked.push({ what: file.path, why: file.skip });
      continue;
    }
    // Keys of data are used by nothing that could be looked up.
    if (r.family(file) === null) continue;
    if (tables.facts.errors) broken.push({ what: file.path, why: "broken syntax" });
    for (const at of declaredIn(tables, asked)) declarations.push(declarationAt(tables, at));
  }
  // Where the parser stumbled it may have passed over the declaration.
  if (declarations.length === 0) notLooked.push(...broken);
  exactFirst(declarations, asked);
  declarations.sort(
    (a, b) => compareStrings(a.path, b.path) || a.line - b.line || a.symbols[0]! - b.symbols[0]!,
  );
  const nearest = declarations.length === 0 ? r.view.nearest(asked.name) : [];
  return { declarations, nearest, notLooked };
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

/** Where some declarations are qualified by just what was written, those that have more between are not meant. */
function exactFirst(declarations: Declaration[], asked: Asked): void {
  if (asked.qualifiers.length === 0) return;
  const wanted = [...asked.qualifiers, asked.name].join(".");
  const isExact = ({ qualified }: Declaration) => {
    const plain = qualified.replaceAll("::", ".");
    return plain === wanted || plain.endsWith(`.${wanted}`);
  };
  const exact = declarations.filter(isExact);
  if (exact.length > 0) declarations.splice(0, declarations.length, ...exact);
}

/** `src/a.ts:Class.method`, `Class#method`, `ns::f`. */
function readName(r: Resolver, written: string): Asked {
  let rest = written;
  let path = "";
  const colon = written.lastIndexOf(":");
  if (colon > 0 && written[colon - 1] !== ":" && colon < written.length - 1) {
    const before = written.slice(0, colon).replace(/^\.\//, "").replaceAll("\\", "/");
    if (r.view.paths.some((p) => p === before || p.endsWith(`/${before}`))) {
      path = before;
      rest = written.slice(colon + 1);
    }
  }
  // A private name's `#` belongs to it; elsewhere it divides.
  const parts = rest
    .split(/::|\.|->|(?<=[\w$\u0080-\uffff])#/u)
    .map((part) => part.trim())
    .filter((part, at, all) => part !== "" && (part !== "prototype" || at === all.length - 1));
  const name = (parts.pop() ?? "").replace(/\(\)$/, "");
  return { path, qualifiers: parts, name };
}

function declaredIn(tables: FileTables, asked: Asked): number[] {
  const { symbols } = tables.facts;
  const found: number[] = [];
  symbols.forEach((symbol, i) => {
    if (symbol.name !== asked.name || tables.first[i] !== i || symbol.kind === "section") return;
    // Each qualifier must be among the enclosing names, in their order; the first may be the file's own name.
    const enclosing = symbol.qualified
      .slice(0, -symbol.name.length)
      .split(/::|\.|#/u)
      .filter(Boolean);
    let at = 0;
    for (const part of enclosing) if (part === asked.qualifiers[at]) at++;
    const missing = asked.qualifiers.length - at;
    if (missing > 0 && !(missing === 1 && at === 0 && isNamed(tables.file.path, asked.qualifiers[0]!))) {
      // `file.Class.method`: the file first, then the rest.
      if (!(asked.qualifiers.length > 1 && isNamed(tables.file.path, asked.qualifiers[0]!))) return;
      let next = 1;
      for (const part of enclosing) if (part === asked.qualifiers[next]) next++;
      if (next < asked.qualifiers.length) return;
    }
    found.push(i);
  });
  return found;
}

/** Whether a file or a folder of its path has the name. */
function isNamed(path: string, name: string): boolean {
  return path
    .replace(/\.[^./]+$/u, "")
    .split("/")
    .includes(name);
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
