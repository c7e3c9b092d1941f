// What is asked about, made ready for comparison: which resolved targets count as it, where it can be known at all, and
// which unresolved uses cannot mean it.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { declarationAt, placeOf } from "./declarations.ts";
import { isType, isValue, placeKey, type FileTables, type Place } from "./file-tables.ts";
import { isGivenAway } from "./ecmascript-holders.ts";
import { isGlobalPart } from "./ecmascript-globals.ts";
import type { Declaration } from "./graph.ts";
import { directlyBelow, typesAbove } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";

export interface Subject {
  readonly declaration: Declaration;
  readonly tables: FileTables;
  readonly symbol: SyntaxSymbol;
  /** Targets that are it. */
  readonly keys: ReadonlySet<string>;
  /** Targets that are it where they are constructed: the class of a constructor, classes that inherit it. */
  readonly constructed: ReadonlySet<string>;
  /** The names of those, with the declarations that give them. */
  readonly constructedBy: readonly Declaration[];
  /** Classes whose constructors call it by the word for the base. */
  readonly derived: readonly Declaration[];
  /** The type of which it is a member, or null. */
  readonly owner: Place | null;
  readonly isStatic: boolean;
  /** Nothing outside its file can name it. */
  readonly inFile: boolean;
  /** It is seen in every file without an import: declared at the top of a script. */
  readonly global: boolean;
  /** Anything but a function, a method or a class: every use of it answers who uses it. */
  readonly plain: boolean;
}

export async function subjectOf(r: Resolver, declaration: Declaration): Promise<Subject> {
  const tables = r.tables(await r.file(declaration.file))!;
  // Names of a format without rules (a table of TOML) are known by their words alone.
  const family = r.family(tables.file);
  const at = declaration.symbols[0]!;
  const symbol = tables.facts.symbols[at]!;
  const parent = symbol.parent === -1 ? undefined : tables.facts.symbols[symbol.parent]!;
  const member =
    parent !== undefined && isType(parent.kind) && parent.kind !== "namespace" && parent.kind !== "module";
  const owner = member
    ? tables.place(symbol.parent)
    : ((await (family?.owner ?? family?.shapeOf)?.(r, tables, at)) ?? null);
  const constructing = await constructions(r, tables, declaration);
  const module = isModule(tables);
  const listed = family?.offers === "exports";
  return {
    declaration,
    tables,
    symbol,
    keys: new Set([placeKey(placeOf(declaration))]),
    ...constructing,
    owner,
    isStatic: member && family?.staticsDispatch !== true && family?.isStatic(symbol, tables.file) === true,
    inFile: listed && isOfFile(tables, at, module) && !isGivenAway(tables, at),
    global:
      listed &&
      symbol.parent === -1 &&
      symbol.qualified === symbol.name &&
      (!module || isGlobalPart(tables, at)),
    plain: !(
      symbol.kind === "class" ||
      symbol.kind === "struct" ||
      symbol.kind === "constructor" ||
      symbol.kind === "function" ||
      symbol.kind === "macro" ||
      (symbol.kind === "method" && !/(?:^|\s)[gs]et\s/.test(symbol.signature))
    ),
  };
}

/** Whose construction is a call of it. */
async function constructions(r: Resolver, tables: FileTables, declaration: Declaration) {
  const { symbols } = tables.facts;
  const none = {
    constructed: new Set<string>(),
    constructedBy: [] as Declaration[],
    derived: [] as Declaration[],
  };
  const at = declaration.symbols[0]!;
  const symbol = symbols[at]!;
  const classAt =
    symbol.kind === "class"
      ? at
      : symbol.kind === "constructor" && symbol.parent !== -1
        ? tables.first[symbol.parent]!
        : -1;
  if (classAt === -1 || symbols[classAt]!.kind !== "class") return none;
  const own = declarationAt(tables, classAt);
  const constructed = new Set([placeKey(placeOf(own))]);
  const constructedBy = [own];
  const derived: Declaration[] = [];
  // A class without a constructor passes on its base's one: to construct it calls that constructor, and not that class.
  const family = r.family(tables.file);
  const passes = family?.constructorCalls === undefined || family.passesConstructors === true;
  const inherited = symbol.kind === "constructor" && passes;
  const explicit = hasConstructor(tables, own);
  let level = [own];
  while (level.length > 0 && derived.length < 500) {
    const next: Declaration[] = [];
    for (const above of level) {
      for (const link of (await directlyBelow(r, above)).links) {
        const below = declarationAt(link.tables, link.place.at);
        if (below.kind !== "class") continue;
        if (hasConstructor(link.tables, below)) {
          derived.push(below);
          continue;
        }
        if (!inherited || !explicit || constructed.has(placeKey(placeOf(below)))) continue;
        constructed.add(placeKey(placeOf(below)));
        constructedBy.push(below);
        next.push(below);
      }
    }
    level = next;
  }
  return { constructed, constructedBy, derived };
}

function hasConstructor(tables: FileTables, declaration: Declaration): boolean {
  return declaration.symbols.some((s) =>
    tables.children(s).some((c) => tables.facts.symbols[c]!.kind === "constructor"),
  );
}

/** A file that imports or exports: what it declares is its own. */
function isModule(tables: FileTables): boolean {
  const { imports, exports } = tables.facts;
  return imports.length > 0 || exports.length > 0;
}

/** Declared inside of a function, or at the top of a module that does not export it. */
function isOfFile(tables: FileTables, at: number, module: boolean): boolean {
  const { symbols, exports } = tables.facts;
  const symbol = symbols[at]!;
  // `private` keeps nobody out: tests write `x["name"]`, or silence the compiler.
  if (symbol.name.startsWith("#")) return true;
  if (symbol.parent !== -1) {
    const parent = symbols[symbol.parent]!;
    // What a function holds is its own; a member of an object or of a class goes where its owner's values go.
    return (
      (parent.kind === "function" || parent.kind === "method" || parent.kind === "constructor") &&
      symbol.kind !== "method" &&
      symbol.kind !== "property"
    );
  }
  if (symbol.qualified !== symbol.name || symbol.kind === "method") return false;
  if (!module || isGlobalPart(tables, at)) return false;
  return !symbol.exported && !exports.some((e) => e.local === symbol.name || e.exported === symbol.name);
}

/** Whether an unresolved use of this shape could mean the declaration at all. */
export function couldMean(subject: Subject, reference: Reference, global: boolean, flows: boolean): boolean {
  const { kind, name } = subject.symbol;
  const { role } = reference;
  const kinds = subject.declaration.symbols.map((s) => subject.tables.facts.symbols[s]!.kind);
  if (role === "type" && !kinds.some(isType)) return false;
  if (role !== "type" && role !== "import" && !kinds.some(isValue)) return false;
  if (role === "new" && (kind === "method" || kind === "enum" || kind === "namespace")) return false;
  if (role === "call" && kind === "class" && isEcmascript(subject)) return false;
  const behind = reference.receiver !== "";
  const inType =
    subject.owner !== null ||
    subject.symbol.parent !== -1 ||
    subject.symbol.qualified !== name ||
    // Of an object that is exported as it is written.
    kind === "method";
  if (behind) return inType || flows;
  if (role === "import") return !inType;
  // A bare name that its file does not explain can only be a global one.
  if (global) return isEcmascript(subject) ? subject.global : !inType;
  return !inType || role !== "type";
}

function isEcmascript(subject: Subject): boolean {
  return /^(?:typescript|tsx|javascript|jsx|vue|svelte|astro)$/.test(subject.declaration.language);
}

/** Languages in which `x.name` without a call is a field, and a method is handed on by `X::name`. */
const BY_COLONS = new Set(["rust", "java", "kotlin", "c", "cpp"]);

/** Languages in which a type before `::` only leads to what is in it. */
const WITH_PATHS = new Set(["rust", "c", "cpp"]);

/** Whether a name that is read may hand the declaration on as a value. */
export function mayHandOn(
  { symbol, declaration }: Subject,
  tables: FileTables,
  { range }: Reference,
): boolean {
  // Of PHP's classes only `Name::class` can be handed on.
  if (declaration.language === "php" && isType(symbol.kind))
    return /^\s*::\s*class\b/i.test(tables.file.text.slice(tables.endOf(range), tables.endOf(range) + 40));
  if (WITH_PATHS.has(declaration.language) && isType(symbol.kind)) {
    const end = tables.endOf(range);
    // `Store::new` takes something of the type.
    if (/^\s*(?:::\s*)?(?:<[^<>]*>\s*)?::/.test(tables.file.text.slice(end, end + 80))) return false;
  }
  if (symbol.parent === -1 || symbol.kind === "function") return true;
  if (symbol.kind !== "method" || declaration.language === "php") return false;
  if (!BY_COLONS.has(declaration.language)) return true;
  const start = tables.startOf(range);
  const before = tables.file.text.slice(Math.max(0, start - 80), start);
  // `using Base::name;` declares it once more.
  return /::\s*(?:<[^<>]*>\s*)?$/.test(before) && !/\busing\s+[\w:]+$/.test(before);
}

/** Whether the arguments of a call fit the declaration. */
export function takes(
  r: Resolver,
  { tables, declaration }: Subject,
  caller: FileTables,
  index: number,
): boolean {
  return r.family(tables.file)?.accepts?.(tables, declaration.symbols, caller, index) ?? true;
}

/** The same for one of several types of the receiver. */
export async function mayDispatchOn(
  r: Resolver,
  subject: Subject,
  receivers: readonly Place[],
  targets: readonly Place[],
): Promise<boolean> {
  for (const receiver of receivers) if (await mayDispatch(r, subject, receiver, targets)) return true;
  return false;
}

/** Whether a call that means `target`, through a receiver of the type `receiver`, may reach the subject when it runs. */
async function mayDispatch(
  r: Resolver,
  subject: Subject,
  receiver: Place,
  targets: readonly Place[],
): Promise<boolean> {
  if (subject.owner === null || subject.isStatic) return false;
  const { keys } = await typesAbove(r, subject.owner);
  const { satisfies } = r.family(subject.tables.file)!;
  if (!keys.has(placeKey(receiver)) && (await satisfies?.(r, subject.owner, receiver)) !== true) return false;
  for (const target of targets) {
    const tables = r.tables(await r.file(target.file));
    const symbol = tables?.facts.symbols[target.at];
    if (symbol === undefined || symbol.parent === -1 || symbol.name !== subject.symbol.name) continue;
    const overrides = r.family(subject.tables.file)?.overrides;
    if (overrides?.(subject.tables, subject.declaration.symbols[0]!, tables!, target.at) === false) continue;
    const above = tables!.place(symbol.parent);
    if (keys.has(placeKey(above)) || (await satisfies?.(r, subject.owner, above)) === true) return true;
  }
  return false;
}
