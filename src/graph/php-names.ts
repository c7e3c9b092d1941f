// What does a name in a PHP file stand for in full? Namespaces of the place, what `use` gives, names from the root. And
// where is a type, a function or a constant of a full name declared?
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { phpCode, skipBlank } from "./php-code.ts";
import { isOfLanguage } from "./php-library.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

export type NameKind = "type" | "function" | "constant";

export interface Use {
  readonly kind: NameKind;
  /** Without the first `\`. */
  readonly path: string;
  readonly local: string;
  /** Beginning of the namespace in which it holds. */
  readonly space: number;
  /** Of its clause. */
  readonly start: number;
  readonly end: number;
}

export interface Space {
  /** Empty for the one without a name. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const spaces = new WeakMap<FileTables, readonly Space[]>();

function spacesOf(tables: FileTables): readonly Space[] {
  let made = spaces.get(tables);
  if (made !== undefined) return made;
  const found: Space[] = [];
  const { code, other } = phpCode(tables);
  for (const { kind, name, nameRange } of tables.facts.symbols) {
    if (kind !== "namespace") continue;
    const start = tables.startOf(nameRange);
    const mark = skipBlank(code, tables.endOf(nameRange));
    const end = code[mark] === "{" ? other[mark]! : -1;
    const last = found.at(-1);
    // One without braces ends with the next one.
    if (last?.end === code.length) found[found.length - 1] = { ...last, end: start };
    found.push({ name: name.replace(/\s+/g, ""), start, end: end === -1 ? code.length : end });
  }
  spaces.set(tables, (made = found));
  return made;
}

const GLOBAL: Space = { name: "", start: -1, end: Number.POSITIVE_INFINITY };

function spaceAt(tables: FileTables, offset: number): Space {
  for (const space of spacesOf(tables)) if (space.start <= offset && offset < space.end) return space;
  return GLOBAL;
}

const uses = new WeakMap<FileTables, readonly Use[]>();

export function usesOf(tables: FileTables): readonly Use[] {
  let made = uses.get(tables);
  if (made !== undefined) return made;
  const { code } = phpCode(tables);
  const found: Use[] = [];
  for (const { module, imported, local, range } of tables.facts.imports) {
    if (local === "" || imported === "*") continue;
    const start = tables.startOf(range);
    const end = tables.endOf(range);
    const head = /(?:^|[^\w$\\])use\s+((?:function|const)\s)?[^;]*$/i.exec(
      code.slice(Math.max(0, start - 4_000), start + 1),
    );
    const own = /^(function|const)\s/i.exec(code.slice(start, end));
    const word = (own?.[1] ?? head?.[1] ?? "").trim().toLowerCase();
    const kind = word === "function" ? "function" : word === "const" ? "constant" : "type";
    const path = (module === "" ? imported : `${module}\\${imported}`).replace(/^\\/, "");
    found.push({ kind, path, local, space: spaceAt(tables, start).start, start, end });
  }
  uses.set(tables, (made = found));
  return made;
}

export interface FullName {
  readonly path: string;
  readonly by: "import" | "qualified" | "space";
  /** What it means where nothing has the first name: functions and constants of the root. */
  readonly otherwise: string;
}

/** The full name, without the first `\`. */
export function fullName(tables: FileTables, written: string, offset: number, kind: NameKind): FullName {
  const plain = written.replace(/\s+/g, "");
  const space = spaceAt(tables, offset);
  const inSpace = (name: string) => (space.name === "" ? name : `${space.name}\\${name}`);
  if (plain.startsWith("\\")) return { path: plain.slice(1), by: "qualified", otherwise: "" };
  if (/^namespace\\/i.test(plain))
    return { path: inSpace(plain.slice("namespace\\".length)), by: "qualified", otherwise: "" };
  const cut = plain.indexOf("\\");
  const head = cut === -1 ? plain : plain.slice(0, cut);
  const wanted = cut === -1 ? kind : "type";
  const exact = wanted === "constant";
  const given = usesOf(tables).find(
    (u) => u.kind === wanted && u.space === space.start && (exact ? u.local === head : same(u.local, head)),
  );
  if (given !== undefined)
    return { path: cut === -1 ? given.path : given.path + plain.slice(cut), by: "import", otherwise: "" };
  const global = cut === -1 && kind !== "type" && space.name !== "" ? plain : "";
  return { path: inSpace(plain), by: cut === -1 ? "space" : "qualified", otherwise: global };
}

export function same(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("\\") + 1);
}

/** The full name under which a symbol is declared; null for what is no type, function or constant of a namespace. */
export function declaredName(tables: FileTables, at: number): { path: string; kind: NameKind } | null {
  const { name, parent, nameRange } = tables.facts.symbols[at]!;
  const { symbols } = tables.facts;
  const start = tables.startOf(nameRange);
  const own = kindOf(tables, at, start);
  if (own === null) return null;
  if (own === "constant") {
    // `define("A\B", …)` names it whole.
    if (/["']/.test(tables.file.text[start - 1] ?? "")) return { path: name.replace(/^\\/, ""), kind: own };
    if (parent !== -1 && symbols[parent]!.kind !== "namespace") return null;
  }
  const space = spaceAt(tables, start).name;
  return { path: space === "" ? name : `${space}\\${name}`, kind: own };
}

function kindOf(tables: FileTables, at: number, start: number): NameKind | null {
  const { kind, name } = tables.facts.symbols[at]!;
  if (kind === "namespace") return null;
  if (isType(kind)) return name === "class" ? null : "type";
  // A function in a variable has no name of its own.
  if (kind === "function") return tables.file.text[start - 1] === "$" ? null : "function";
  return kind === "constant" ? "constant" : null;
}

export type Declared =
  | { readonly kind: "declared"; readonly place: Place }
  /** One of several, or in a file that could not be read. */
  | { readonly kind: "unknown"; readonly places: readonly Place[] }
  | { readonly kind: "none" };

/** Files that are read in search of one name. */
const MOST_FILES = 3_000;

const NONE: Declared = { kind: "none" };

export function declaredAs(r: Resolver, path: string, kind: NameKind, from: GraphFile): Promise<Declared> {
  const key = kind === "constant" ? path : path.toLowerCase();
  return r
    .once(`pd${kind}:${key}`, { kind: "unknown", places: [] } as Declared, async () => {
      const found = await search(r, path, kind);
      if (found.kind !== "none" || kind !== "type") return found;
      const alias = await aliasOf(r, path);
      return alias === null ? NONE : alias;
    })
    .then((found) => nearest(r.view, found, from));
}

async function search(r: Resolver, path: string, kind: NameKind): Promise<Declared> {
  const last = lastPart(path);
  if (!/^[\w\u0080-\uffff]+$/.test(last)) return NONE;
  const { view } = r;
  const files = view.naming(last).filter((f) => view.languageOf(f) === "php");
  if (kind === "type") {
    const named = files.filter((f) => same(stemOf(view.paths[f]!), last));
    const found = await among(r, named, path, kind);
    if (found.kind !== "none") return found;
    if (isOfLanguage(path)) return NONE;
  }
  if (files.length > MOST_FILES) return { kind: "unknown", places: [] };
  return among(r, files, path, kind);
}

async function among(r: Resolver, files: readonly number[], path: string, kind: NameKind): Promise<Declared> {
  const places = new Map<string, Place>();
  let unread = false;
  let mixed = false;
  for await (const file of r.each(files)) {
    const tables = tablesOf(file);
    if (tables === null) {
      if (mayDeclare(file.text, lastPart(path), kind)) unread = true;
      continue;
    }
    for (const at of declaring(tables, path, kind)) {
      const place = tables.place(at);
      // Types of two namespaces in one file that share a name are one declaration to the tables.
      if (tables.symbolsOf(place.at).some((s) => !isNamed(tables, s, path))) mixed = true;
      places.set(placeKey(place), place);
    }
  }
  const all = [...places.values()];
  if (unread || mixed || all.length > 1) return { kind: "unknown", places: unread ? [] : all };
  return all.length === 0 ? NONE : { kind: "declared", place: all[0]! };
}

const byLast = new WeakMap<FileTables, ReadonlyMap<string, readonly number[]>>();

/** Symbols of a file that are declared under the full name. */
export function declaring(tables: FileTables, path: string, kind: NameKind): number[] {
  let known = byLast.get(tables);
  if (known === undefined) {
    const index = new Map<string, number[]>();
    tables.facts.symbols.forEach(({ name }, at) => {
      if (declaredName(tables, at) === null) return;
      const last = lastPart(name).toLowerCase();
      const list = index.get(last);
      if (list === undefined) index.set(last, [at]);
      else list.push(at);
    });
    byLast.set(tables, (known = index));
  }
  return (known.get(lastPart(path).toLowerCase()) ?? []).filter((at) => {
    const own = declaredName(tables, at)!;
    return own.kind === kind && (kind === "constant" ? own.path === path : same(own.path, path));
  });
}

function isNamed(tables: FileTables, at: number, path: string): boolean {
  const own = declaredName(tables, at);
  return own !== null && same(own.path, path);
}

function mayDeclare(text: string, name: string, kind: NameKind): boolean {
  const words =
    kind === "type" ? "class|interface|trait|enum" : kind === "function" ? "function" : "const|define";
  return new RegExp(`\\b(?:${words})\\b[\\s("']*&?\\s*(?:\\w+\\\\)*${name}\\b`, "i").test(text);
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".");
  return dot === -1 ? name : name.slice(0, dot);
}

/** Of several: the one in the same file, then the only one in the nearest folder that has one. */
function nearest(view: GraphView, found: Declared, from: GraphFile): Declared {
  if (found.kind !== "unknown" || found.places.length < 2) return found;
  const own = found.places.filter((p) => p.file === from.index);
  if (own.length === 1) return { kind: "declared", place: own[0]! };
  const parts = from.path.split("/");
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const folder = `${parts.slice(0, depth).join("/")}/`;
    const near = found.places.filter((p) => view.paths[p.file]!.startsWith(folder));
    if (near.length === 0) continue;
    // Packages of one repository each have their own `composer.json`.
    const isPackage = view.indexOf(`${folder}composer.json`) !== -1;
    if (near.length === 1 && isPackage) return { kind: "declared", place: near[0]! };
    if (near.length > 1) return found;
  }
  return found;
}

/** `class_alias(Old::class, "New")`, wherever it stands. */
async function aliasOf(r: Resolver, path: string): Promise<Declared | null> {
  const aliases = await r.once("php aliases", new Map<string, Declared>(), async () => {
    const found = new Map<string, Declared>();
    const files = r.view.naming("class_alias").filter((f) => r.view.languageOf(f) === "php");
    for await (const file of r.each(files.slice(0, MOST_FILES))) {
      const tables = tablesOf(file);
      if (tables === null) continue;
      const pattern =
        /\bclass_alias\s*\(\s*(?:\\?([\w\\]+)::class|(["'])([\w\\]+)\2|[^,;]{1,400}?)\s*,\s*(?:\\?([\w\\]+)::class|(["'])([\w\\]+)\5)/gi;
      for (const match of file.text.matchAll(pattern)) {
        const name = (written: string | undefined, quoted: string | undefined) =>
          written === undefined
            ? quoted!.replaceAll("\\\\", "\\").replace(/^\\/, "")
            : fullName(
                tables,
                match[0].includes(`\\${written}`) ? `\\${written}` : written,
                match.index,
                "type",
              ).path;
        // What is made of parts may name any class.
        const isWritten = match[1] !== undefined || match[3] !== undefined;
        const old: Declared = isWritten
          ? await search(r, name(match[1], match[3]), "type")
          : { kind: "unknown", places: [] };
        const key = name(match[4], match[6]).toLowerCase();
        const known = found.get(key);
        const both = known !== undefined && JSON.stringify(known) !== JSON.stringify(old);
        found.set(key, both ? { kind: "unknown", places: [] } : old);
      }
    }
    return found;
  });
  return aliases.get(path.toLowerCase()) ?? null;
}
