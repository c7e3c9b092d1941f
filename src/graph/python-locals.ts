// What does a local variable or a parameter of Python stand for? By its annotation, or by what it is given: by all
// assignments of its function, unless one of them surely holds where the name is used.
import { entityKey } from "./exported-names.ts";
import { isChain, valueBefore } from "./expressions.ts";
import type { FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { NOTHING_KNOWN, OUTSIDE_VALUE, PLAIN, UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import { headOf, pythonText, type PythonText, type Statement } from "./python-text.ts";
import type { Resolver } from "./resolve.ts";
import { resultOf } from "./values.ts";

/** One place that gives a name a value. */
interface Given {
  /** Place of the statement, or -1 for a parameter. */
  readonly statement: number;
  /** Annotation, or empty. */
  readonly type: string;
  /** Extent of the value; -1 where it is none that can be read. */
  readonly start: number;
  readonly end: number;
  readonly element: boolean;
  /** `with value as name`. */
  readonly enters?: boolean;
}

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
  if (inComprehension(text, name, offset)) return NOTHING_KNOWN;
  const found = new Map<string, Entity>();
  let rule: Rule = "variable-type";
  for (const one of given) {
    const entity = await entityOf(r, tables, owner, one);
    if (entity === null) continue;
    rule = one.statement === -1 ? "parameter-type" : one.type !== "" ? "variable-type" : ruleOf(tables, one);
    found.set(entityKey(entity), entity);
  }
  if (found.size === 0) return NOTHING_KNOWN;
  const narrowed = isNarrowed(tables, text, owner, name);
  if (found.size === 1) {
    const [entity] = found.values();
    return narrowed && entity!.kind !== "outside" ? NOTHING_KNOWN : { entity: entity!, rule };
  }
  const holding = nested || narrowed ? null : holdingAt(text, given, offset);
  if (holding === null) return NOTHING_KNOWN;
  const entity = await entityOf(r, tables, owner, holding);
  return entity === null ? NOTHING_KNOWN : { entity, rule: ruleOf(tables, holding) };
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

function isBelow(statements: readonly Statement[], statement: number, above: number): boolean {
  for (let at = statement; at !== -1; at = statements[at]!.parent) if (at === above) return true;
  return false;
}

export function statementAt({ statements }: PythonText, offset: number): number {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (statements[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The name is bound anew inside of the expression, or by the statement's own head. */
function inComprehension(text: PythonText, name: string, offset: number): boolean {
  const statement = text.statements[statementAt(text, offset)];
  if (statement === undefined) return true;
  const code = text.code.slice(statement.start, statement.end);
  return new RegExp(
    `\\S\\s*\\bfor\\s+[^:]*\\b${name}\\b[^:]*\\bin\\b|\\blambda\\b[^:]*\\b${name}\\b[^:]*:|\\b${name}\\s*:=`,
  ).test(code);
}

/** Its type is asked for while the program runs. */
function isNarrowed(tables: FileTables, { code }: PythonText, owner: number, name: string): boolean {
  const [from, to] = extentOf(tables, owner);
  return new RegExp(`\\b(?:isinstance|issubclass|type)\\s*\\(\\s*${name}\\b|\\bmatch\\s+${name}\\s*:`).test(
    code.slice(from, to),
  );
}

function extentOf(tables: FileTables, owner: number): [number, number] {
  if (owner === -1) return [0, tables.file.text.length];
  const { range } = tables.facts.symbols[owner]!;
  return [tables.startOf(range), tables.endOf(range)];
}

/** Everything that binds the name in the function itself, or at the top of the file. */
function givenIn(tables: FileTables, owner: number, name: string): Given[] {
  const text = pythonText(tables.file);
  const [from, to] = extentOf(tables, owner);
  const found: Given[] = [];
  const head = owner === -1 ? null : headOf(tables, owner);
  const parameter = head?.parameters.find((p) => p.name === name);
  if (parameter !== undefined) {
    const type = parameter.many ? "" : parameter.type;
    found.push({ statement: -1, type, start: -1, end: -1, element: false });
  }
  const start = head === null ? from : head.body;
  const word = new RegExp(`(?<![\\w.])${name}(?!\\w)`);
  if (!word.test(text.code.slice(start, to))) return found;
  let skipped = -1;
  for (let at = Math.max(statementAt(text, start), 0); at < text.statements.length; at++) {
    const statement = text.statements[at]!;
    if (statement.start >= to) break;
    if (statement.end <= start) continue;
    if (skipped !== -1 && isBelow(text.statements, at, skipped)) continue;
    skipped = -1;
    const begin = Math.max(statement.start, start);
    const code = text.code.slice(begin, statement.end);
    if (/^(?:async\s+def|def|class)\s/.test(code)) {
      skipped = at;
      if (new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${name}\\b`).test(code)) found.push(unread(at));
      continue;
    }
    if (word.test(code)) found.push(...bound(code, begin, at, name));
  }
  return found;
}

function unread(statement: number): Given {
  return { statement, type: "", start: -1, end: -1, element: false };
}

function bound(code: string, begin: number, statement: number, name: string): Given[] {
  const plain = new RegExp(`^${name}\\s*(?::\\s*([^=]+?)\\s*)?(?:=(?!=)\\s*([^]*))?$`).exec(code);
  if (plain !== null && (plain[1] !== undefined || plain[2] !== undefined)) {
    const value = plain[2] ?? "";
    const start = value === "" ? -1 : begin + code.length - value.length;
    return [{ statement, type: plain[1] ?? "", start, end: begin + code.length, element: false }];
  }
  const loop = new RegExp(`^(?:async\\s+)?for\\s+([^]+?)\\s+in\\s+([^]+?)\\s*:`).exec(code);
  if (loop !== null && new RegExp(`\\b${name}\\b`).test(loop[1]!)) {
    if (loop[1] !== name) return [unread(statement)];
    const start = begin + loop[0].lastIndexOf(loop[2]!);
    return [{ statement, type: "", start, end: start + loop[2]!.length, element: true }];
  }
  const caught = new RegExp(`^except\\s+([\\w.]+)\\s+as\\s+${name}\\s*:`).exec(code);
  if (caught !== null) return [{ statement, type: caught[1]!, start: -1, end: -1, element: false }];
  const entered = new RegExp(`^(?:async\\s+)?with\\s+([^]+?)\\s+as\\s+${name}\\s*:`).exec(code);
  if (entered !== null && !/\sas\s/.test(entered[1]!)) {
    const start = begin + code.indexOf(entered[1]!, 4);
    return [{ statement, type: "", start, end: start + entered[1]!.length, element: false, enters: true }];
  }
  const others = new RegExp(
    [
      `\\bas\\s+(?:\\([^)]*)?${name}\\b`,
      `\\b${name}\\s*:=`,
      `^(?:global|nonlocal|del|import|from)\\b`,
      `^case\\b`,
      `^${name}\\s*[-+*/%&|^@<>]+=`,
      // Among several targets, or behind the colon of a head.
      `^[^=:]*(?<![\\w.])${name}(?!\\w)[^=:()]*=(?!=)`,
      `(?:=|[:;])\\s*${name}\\s*(?::[^=]+)?=(?!=)`,
    ].join("|"),
  );
  return others.test(code) ? [unread(statement)] : [];
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
