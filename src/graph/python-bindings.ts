// Which statements of a function of Python give a name a value, and where is it bound anew inside of an expression? Read
// from the text; what the values stand for, `python-locals.ts` finds out.
import type { FileTables } from "./file-tables.ts";
import { divided } from "./brackets.ts";
import { headOf, pythonText, type PythonText, type Statement } from "./python-text.ts";

/** One place that gives a name a value. */
export interface Given {
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
  /** A function inside gives it another value, whenever it is called. */
  readonly anytime?: boolean;
}

export function isBelow(statements: readonly Statement[], statement: number, above: number): boolean {
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

/** The name is bound anew inside of the expression: by a comprehension, a lambda, `:=`. */
export function inComprehension(text: PythonText, name: string, offset: number): boolean {
  const statement = text.statements[statementAt(text, offset)];
  if (statement === undefined) return true;
  const code = text.code.slice(statement.start, statement.end);
  const word = new RegExp(`(?<![\\w.])${name}(?!\\w)`);
  for (const { index, 1: targets } of code.matchAll(/\bfor\s+([^:]*?)\s+in\b/g))
    if (index > 0 && word.test(targets!)) return true;
  for (const [, list] of code.matchAll(/\blambda\b([^:]*):/g))
    if (divided(list!, ",").some((p) => /^\s*\*{0,2}\s*(\w+)/.exec(p)?.[1] === name)) return true;
  return new RegExp(`\\b${name}\\s*:=`).test(code);
}

export function extentOf(tables: FileTables, owner: number): [number, number] {
  if (owner === -1) return [0, tables.file.text.length];
  const { range } = tables.facts.symbols[owner]!;
  return [tables.startOf(range), tables.endOf(range)];
}

const known = new WeakMap<FileTables, Map<string, readonly Given[]>>();

/** Everything that binds the name in the function itself, or at the top of the file. Found once. */
export function givenIn(tables: FileTables, owner: number, name: string): readonly Given[] {
  const found = known.get(tables) ?? new Map<string, readonly Given[]>();
  known.set(tables, found);
  const key = `${owner} ${name}`;
  const given = found.get(key) ?? readGiven(tables, owner, name);
  found.set(key, given);
  return given;
}

function readGiven(tables: FileTables, owner: number, name: string): Given[] {
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
    if (skipped !== -1 && isBelow(text.statements, at, skipped)) {
      const inner = text.code.slice(statement.start, Math.min(statement.end, to));
      if (isNonlocal(inner, name)) found.push({ ...unread(at), anytime: true });
      continue;
    }
    skipped = -1;
    const begin = Math.max(statement.start, start);
    const code = text.code.slice(begin, statement.end);
    if (/^(?:async\s+def|def|class)\s/.test(code)) {
      skipped = at;
      if (isNonlocal(code, name)) found.push({ ...unread(at), anytime: true });
      if (new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${name}\\b`).test(code)) found.push(unread(at));
      continue;
    }
    if (word.test(code)) found.push(...bound(code, begin, at, name));
  }
  return found;
}

function isNonlocal(code: string, name: string): boolean {
  return new RegExp(`\\bnonlocal\\s[^;\\n]*\\b${name}\\b`).test(code);
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
    ].join("|"),
  );
  return others.test(code) || isTarget(code, name) ? [unread(statement)] : [];
}

const HEAD = /^(?:async\s+)?(?:if|elif|else|while|for|with|try|except|finally|case)\b/;

/** Whether a statement assigns to the name: alone, among several, in brackets, or behind the colon of a head. */
function isTarget(code: string, name: string): boolean {
  const behindHead = HEAD.test(code) ? divided(code, ":").slice(1).join(":") : code;
  return divided(behindHead, ";").some((part) =>
    divided(part, "=")
      .slice(0, -1)
      .some((target) => namesIn(divided(target, ":")[0]!).includes(name)),
  );
}

/** Names that a target binds: no members and no elements of something else. */
function namesIn(target: string): string[] {
  const text = target.trim().replace(/^\*\s*/, "");
  const parts = divided(text, ",");
  if (parts.length > 1) return parts.flatMap(namesIn);
  const inside = /^[([]([^]*)[)\]]$/.exec(text)?.[1];
  if (inside !== undefined) return namesIn(inside);
  return /^\w+$/.test(text) ? [text] : [];
}
