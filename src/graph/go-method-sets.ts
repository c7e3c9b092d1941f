// Which types of Go implement an interface? None says so: those whose methods have its names may, and where what they take
// and give is written in the same words, in the same package or in words that mean the same everywhere, they do.
import { closing, divided } from "./brackets.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import { goBuiltins } from "./go-names.ts";
import { goMembers, goOwner, methodNames, satisfies } from "./go-members.ts";
import { folderOf, packageFiles, packageOf } from "./go-packages.ts";
import type { MethodSets } from "./language-graph.ts";
import type { Resolver } from "./resolve.ts";

/** Files that hold the rarest name of the interface and are read. */
const MOST_FILES = 2_000;

export async function implementing(r: Resolver, wanted: Place): Promise<MethodSets> {
  const names = await methodNames(r, wanted, new Set());
  if (names === null || names.size === 0) return { proven: [], possible: [], cut: 0 };
  const byFiles = [...names].map((name) => ({ name, files: r.view.naming(name) }));
  const rarest = byFiles.reduce((a, b) => (b.files.length < a.files.length ? b : a));
  const types = new Map<string, Place>();
  for await (const file of r.each(rarest.files.slice(0, MOST_FILES))) {
    const tables = r.tables(file);
    if (tables === null || file.language !== "go") continue;
    for (const owner of await ownersIn(r, tables, rarest.name)) types.set(placeKey(owner), owner);
  }
  const pairs = [...types.values()].map((type) => ({ type, wanted, given: type }));
  return { ...(await judged(r, pairs)), cut: Math.max(0, rarest.files.length - MOST_FILES) };
}

/** The interfaces that a type implements. */
export async function implemented(r: Resolver, type: Place): Promise<MethodSets> {
  const file = await r.file(type.file);
  const own = r.tables(file)?.facts.symbols[type.at];
  if (own === undefined || own.kind === "interface") return { proven: [], possible: [], cut: 0 };
  const names = new Set<string>();
  for (const other of await packageFiles(r, file))
    for (const { kind, qualified, name } of r.tables(other)?.facts.symbols ?? [])
      if (kind === "method" && qualified === `${own.name}.${name}`) names.add(name);
  const interfaces = new Map<string, Place>();
  let cut = 0;
  for (const name of names) {
    const files = r.view.naming(name);
    cut = Math.max(cut, files.length - MOST_FILES);
    for await (const holder of r.each(files.slice(0, MOST_FILES))) {
      const tables = r.tables(holder);
      for (const at of tables === null ? [] : interfacesWith(tables, name))
        interfaces.set(placeKey(tables!.place(at)), tables!.place(at));
    }
  }
  const pairs = [...interfaces.values()].map((wanted) => ({ type, wanted, given: wanted }));
  return { ...(await judged(r, pairs)), cut };
}

function interfacesWith(tables: FileTables, name: string): number[] {
  const { symbols } = tables.facts;
  return symbols.flatMap(({ name: own, parent }) =>
    own === name && parent !== -1 && symbols[parent]!.kind === "interface" ? [parent] : [],
  );
}

/** Of pairs of a type and an interface, those that fit: `given` is what the answer names. */
async function judged(
  r: Resolver,
  pairs: readonly { type: Place; wanted: Place; given: Place }[],
): Promise<Pick<MethodSets, "proven" | "possible">> {
  const proven: Place[] = [];
  const possible: Place[] = [];
  for (const { type, wanted, given } of pairs) {
    if (placeKey(type) === placeKey(wanted) || !(await satisfies(r, type, wanted))) continue;
    const names = (await methodNames(r, wanted, new Set())) ?? new Set();
    if (await sameHeads(r, type, wanted, names)) proven.push(given);
    else possible.push(given);
  }
  return { proven, possible };
}

/** Types of a file that declare a method of the name, or embed what may have it. */
async function ownersIn(r: Resolver, tables: FileTables, name: string): Promise<Place[]> {
  const owners: Place[] = [];
  for (const [at, symbol] of tables.facts.symbols.entries()) {
    if (symbol.name !== name || symbol.kind !== "method") continue;
    const owner = await goOwner(r, tables, at);
    if (owner !== null) owners.push(owner);
  }
  return owners;
}

async function sameHeads(
  r: Resolver,
  type: Place,
  wanted: Place,
  names: ReadonlySet<string>,
): Promise<boolean> {
  for (const name of names) {
    const has = await headOf(r, type, name);
    const asks = await headOf(r, wanted, name);
    if (has === null || asks === null || has.types.join() !== asks.types.join()) return false;
    // A bare name is another type in another package.
    if (has.package !== asks.package && has.types.some((written) => hasOwnName(written))) return false;
  }
  return true;
}

interface Head {
  /** What it takes and, behind `->`, what it gives, in the words of the source. */
  types: string[];
  package: string;
}

async function headOf(r: Resolver, type: Place, name: string): Promise<Head | null> {
  const members = await goMembers(r, type, name);
  if (members.kind !== "found" || members.places.length !== 1) return null;
  const [place] = members.places;
  const file = await r.file(place!.file);
  const tables = r.tables(file);
  if (tables === null) return null;
  const { signature } = tables.facts.symbols[place!.at]!;
  const types = headTypes(signature, name);
  return types === null ? null : { types, package: `${folderOf(file.path)} ${packageOf(file)}` };
}

/** `(w io.Writer, a, b int) error` is `io.Writer`, `int`, `int`, `->`, `error`; null for what is not understood. */
export function headTypes(signature: string, name: string): string[] | null {
  const from = new RegExp(`(?:^|[\\s)])${name}\\s*\\(`).exec(signature);
  if (from === null) return null;
  const open = from.index + from[0].length - 1;
  const close = closing(signature, open);
  if (close === -1) return null;
  const rest = signature.slice(close + 1).trim();
  const given = rest.startsWith("(") && closing(rest, 0) === rest.length - 1 ? rest.slice(1, -1) : rest;
  return [...listTypes(signature.slice(open + 1, close)), "->", ...listTypes(given)];
}

function listTypes(list: string): string[] {
  const parts = divided(list, ",").map((part) => part.replaceAll(/\s+/g, " ").trim());
  const all = parts.filter(Boolean);
  // Either every one has a name or none.
  const named = all.some(
    (part) => /^\w+ (?!chan\b)/.test(part) && !/^(?:chan|func|struct|interface)\b/.test(part),
  );
  if (!named) return all;
  let type = "";
  return all
    .toReversed()
    .map((part) => (type = /^\w+ (.*)$/.exec(part)?.[1] ?? type))
    .toReversed();
}

/** Whether a type's words name something that its package declares. */
function hasOwnName(written: string): boolean {
  for (const match of written.matchAll(/(\.?)\b([A-Za-z_]\w*)\b(\.?)/g)) {
    const [, before, name, after] = match;
    if (before === "" && after === "" && !goBuiltins.has(name!) && !KEYWORDS.has(name!)) return true;
  }
  return false;
}

const KEYWORDS = new Set(["chan", "func", "interface", "map", "struct"]);
