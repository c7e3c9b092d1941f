// What does a local variable or a parameter of Python stand for? By its annotation, or by what it is given: by all
// assignments of its function, unless one of them surely holds where the name is used.
import { entityKey } from "./exported-names.ts";
import { isChain, valueBefore } from "./expressions.ts";
import type { FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { NOTHING_KNOWN, OUTSIDE_VALUE, PLAIN, UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import { extentOf, givenIn, inComprehension, isBelow, statementAt, type Given } from "./python-bindings.ts";
import { pythonText, type PythonText } from "./python-text.ts";
import type { Resolver } from "./resolve.ts";
import { resultOf } from "./values.ts";

/** Longest value that is looked at, in UTF-16 code units. */
const LONGEST = 4_000;

export async function localValue(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
): Promise<Valued> {
  const { line, column } = tables.position(offset);
  const { symbols } = tables.facts;
  let at = tables.enclosing(line, column);
  let nested = false;
  for (; ; at = symbols[at]!.parent) {
    const kind = at === -1 ? "function" : symbols[at]!.kind;
    if (kind === "function" || kind === "method" || kind === "constructor") {
      const given = givenIn(tables, at, name);
      if (given.length > 0) return decide(r, tables, at, name, given, offset, nested);
      nested = true;
    }
    if (at === -1) return NOTHING_KNOWN;
  }
}

async function decide(
  r: Resolver,
  tables: FileTables,
  owner: number,
  name: string,
  given: readonly Given[],
  offset: number,
  nested: boolean,
): Promise<Valued> {
  const text = pythonText(tables.file);
  if (inComprehension(text, name, offset) || given.some((g) => g.anytime)) return NOTHING_KNOWN;
  const key = `${tables.file.index}:${owner}:${name}`;
  const narrowed = await r.once(`py-narrowed ${key}`, true, async () =>
    isNarrowed(tables, text, owner, name),
  );
  // Null inside of itself (`name = name.next()`): then what surely holds there counts alone.
  const all = await r.once<AllGiven | null>(`py-given ${key}`, null, () => allGiven(r, tables, owner, given));
  if (all?.found.size === 0) return NOTHING_KNOWN;
  if (all?.found.size === 1) {
    const [entity] = all.found.values();
    return narrowed && entity!.kind !== "outside" ? NOTHING_KNOWN : { entity: entity!, rule: all.rule };
  }
  const holding = nested || narrowed ? null : holdingAt(text, given, offset);
  if (holding === null) return NOTHING_KNOWN;
  const entity = await entityOf(r, tables, owner, holding);
  return entity === null ? NOTHING_KNOWN : { entity, rule: ruleOf(tables, holding) };
}

interface AllGiven {
  readonly found: ReadonlyMap<string, Entity>;
  readonly rule: Rule;
}

async function allGiven(
  r: Resolver,
  tables: FileTables,
  owner: number,
  given: readonly Given[],
): Promise<AllGiven> {
  const found = new Map<string, Entity>();
  let rule: Rule = "variable-type";
  for (const one of given) {
    const entity = await entityOf(r, tables, owner, one);
    if (entity === null) continue;
    rule = one.statement === -1 ? "parameter-type" : one.type !== "" ? "variable-type" : ruleOf(tables, one);
    found.set(entityKey(entity), entity);
  }
  return { found, rule };
}

function ruleOf(tables: FileTables, { start, end, element, enters }: Given): Rule {
  if (start === -1 || element || enters === true) return "variable-type";
  const name = /([\w.]+)\(/.exec(tables.file.text.slice(start, end))?.[1] ?? "";
  return /^_*[A-Z]/.test(name.slice(name.lastIndexOf(".") + 1)) ? "new-expression" : "result-type";
}

/** The assignment that surely was the last one: none stands between, and no loop leads back to another one. */
function holdingAt(text: PythonText, given: readonly Given[], offset: number): Given | null {
  const { statements } = text;
  const use = statementAt(text, offset);
  if (use === -1) return null;
  const around = new Set<number>();
  for (let at = use; at !== -1; at = statements[at]!.parent) around.add(at);
  let best: Given | null = null;
  for (const one of given) {
    // In one line with what binds it: `for name in list: name.f()`. `name = name.f()` binds it behind the use.
    const isPlain = one.start !== -1 && !one.element && one.enters !== true;
    if (one.statement === use && !isPlain) return null;
    if (one.statement === -1 || one.statement >= use) continue;
    if (best === null || one.statement > best.statement) best = one;
  }
  if (best === null) return null;
  const { parent } = statements[best.statement]!;
  if (parent !== -1 && !around.has(parent)) return null;
  // A loop inside the block of the assignment and around the use, that holds another assignment.
  for (let at = use; at !== parent && at !== -1; at = statements[at]!.parent) {
    if (
      !/^(?:async\s+)?(?:for|while)\b/.test(
        text.code.slice(statements[at]!.start, statements[at]!.start + 20),
      )
    )
      continue;
    for (const other of given) {
      if (other.statement > at && isBelow(statements, other.statement, at)) return null;
    }
  }
  return best;
}

/** Its type is asked for while the program runs. */
function isNarrowed(tables: FileTables, { code }: PythonText, owner: number, name: string): boolean {
  const [from, to] = extentOf(tables, owner);
  return new RegExp(`\\b(?:isinstance|issubclass|type)\\s*\\(\\s*${name}\\b|\\bmatch\\s+${name}\\s*:`).test(
    code.slice(from, to),
  );
}

/** Null where it is `None`, which has no members to be used. */
async function entityOf(
  r: Resolver,
  tables: FileTables,
  owner: number,
  given: Given,
): Promise<Entity | null> {
  if (given.type !== "") {
    const declared = await r.typed(given.type, tables.file, owner);
    if (given.start === -1) return declared;
    // What is assigned holds until the next assignment: it may be of a type below the declared one.
    const value = await writtenEntity(r, tables, given.start, given.end);
    const same = value === null || value.kind === "unknown" || entityKey(value) === entityKey(declared);
    return same ? declared : UNKNOWN;
  }
  if (given.start === -1) return UNKNOWN;
  const entity = await writtenEntity(r, tables, given.start, given.end);
  if (given.enters === true && entity !== null) return enteredBy(r, entity);
  if (!given.element || entity === null) return entity;
  return entity.kind === "list" ? entity.of : UNKNOWN;
}

/** What `with` gives of it. */
async function enteredBy(r: Resolver, entity: Entity): Promise<Entity> {
  if (entity.kind !== "instance") return UNKNOWN;
  for (const name of ["__enter__", "__aenter__"]) {
    const found = await r.members(entity, name, false);
    if (found.kind !== "found" || found.places.length !== 1) continue;
    const { entity: given } = await resultOf(r, found.places[0]!, false, entity);
    return given.kind === "later" ? given.of : given;
  }
  return UNKNOWN;
}

/** What the expression between two offsets stands for. */
export async function writtenEntity(
  r: Resolver,
  tables: FileTables,
  start: number,
  end: number,
): Promise<Entity | null> {
  const { file } = tables;
  const text = file.text.slice(start, end);
  if (text === "None") return null;
  if (text.length > LONGEST) return UNKNOWN;
  if (/^(?:\d|True\b|False\b)/.test(text)) return PLAIN;
  const code = pythonText(file).code.slice(start, end);
  if (/^[rbfuRBFU]{0,2}(?:"""\s*"""|'''\s*'''|"[ ]*"|'[ ]*')$/.test(code)) return PLAIN;
  if (/^\{[^]*\}$|^\[[^]*\]$/.test(code) && isChain(code.replace(/^./, "x[").replace(/.$/, "]")))
    return OUTSIDE_VALUE;
  const { line, column } = tables.position(start);
  const cast = /^(?:\w+\.)?cast\(\s*([^,]+),/.exec(text)?.[1];
  if (cast !== undefined) return r.typed(cast, file, tables.enclosing(line, column));
  const awaited = /^await\s+/.exec(code)?.[0] ?? "";
  if (!isChain(code.slice(awaited.length))) return UNKNOWN;
  return r.once(`py${file.index}:${start}:${end}`, UNKNOWN, async () => {
    const { entity } = await valueBefore(r, tables, end, -1);
    if (awaited === "") return entity;
    return entity.kind === "later" ? entity.of : UNKNOWN;
  });
}
