// What does a check by `instanceof` say of a variable or a property where it is used? In the block of the condition, behind
// the check in the same condition, behind `assert`, and behind a block that ends where the check fails.
import type { FileTables } from "./file-tables.ts";
import type { Entity } from "./meaning.ts";
import {
  bracketAround,
  phpCode,
  regionsAt,
  skipBack,
  skipBlank,
  valueEnd,
  type PhpCode,
} from "./php-code.ts";
import { ownerAt } from "./php-locals.ts";
import { writtenEntity } from "./php-types.ts";
import type { Resolver } from "./resolve.ts";

/** Checks of one function before a place. Past it nothing is known of what they check. */
const MOST_CHECKS = 200;

const checking = new WeakMap<PhpCode, readonly number[]>();

function checksOf(php: PhpCode): readonly number[] {
  let known = checking.get(php);
  if (known === undefined)
    checking.set(php, (known = [...php.code.matchAll(/(?<!\w)instanceof\b/gi)].map((m) => m.index)));
  return known;
}

/** Null: no check tells; `unknown`: one may tell and how is not read. `path`: `$x`, `$this->x`. */
export async function narrowedAt(
  r: Resolver,
  tables: FileTables,
  path: string,
  offset: number,
): Promise<Entity | "unknown" | null> {
  const php = phpCode(tables);
  const { code } = php;
  const region = regionsAt(php, offset).find(({ kind }) => kind === "function" || kind === "closure");
  const from = region?.bodyStart ?? 0;
  const checks = checksOf(php).filter((at) => at > from && at < offset);
  if (checks.length === 0) return null;
  if (checks.length > MOST_CHECKS) return "unknown";
  const word = path.replace(/[$]/g, "\\$").split("->").join("\\s*\\??->\\s*");
  const check = new RegExp(`(?<![\\w$>:])${word}\\s+$`, "i");
  const given = new RegExp(`(?<![\\w$>:])${word}\\s*(?:\\?\\?)?=(?![=>])`);
  let said: string | null = null;
  let unsure = false;
  for (const instance of checks) {
    const near = Math.max(from, instance - path.length - 40);
    const match = check.exec(code.slice(near, instance));
    const type = /^instanceof\s+(\\?[\w\\\u0080-\uffff]+)/i.exec(code.slice(instance, instance + 300));
    if (match === null || type === null) continue;
    const at = near + match.index;
    const end = instance + type[0].length;
    const tells = toldBy(php, at, end, offset, from);
    if (tells === "no") continue;
    // What is given since then is another value.
    if (given.test(code.slice(end, offset))) continue;
    if (tells === "perhaps") {
      unsure = true;
      continue;
    }
    said = type[1]!;
    unsure = false;
  }
  if (unsure) return "unknown";
  if (said === null) return null;
  return writtenEntity(r, tables, said, offset, ownerAt(tables, offset), null).then((entity) =>
    entity.kind === "unknown" ? "unknown" : entity,
  );
}

/** Whether the check between the offsets has passed wherever the other offset is reached. */
function toldBy(
  php: PhpCode,
  at: number,
  end: number,
  offset: number,
  least: number,
): "yes" | "no" | "perhaps" {
  const { code, other } = php;
  // The brackets of the condition, through those that only hold the check.
  let negated = /!\s*$/.test(code.slice(Math.max(0, at - 4), at));
  let inner = at;
  let outer = bracketAround(php, at, least);
  let alone = true;
  while (outer !== -1 && code[outer] === "(") {
    const head = skipBack(code, outer);
    const word =
      /[\w$\u0080-\uffff]+$/.exec(code.slice(Math.max(0, head - 30), head))?.[0]?.toLowerCase() ?? "";
    const close = other[outer]!;
    if (close === -1) return "perhaps";
    if (word === "if" || word === "elseif" || word === "while")
      return ofCondition(php, { open: outer, close, at: inner, negated, alone, end }, word, offset, least);
    if (word === "assert") {
      const whole = !/\|\||\bor\b/i.test(code.slice(outer, close));
      if (close >= offset) return whole && !negated ? sameCondition(code, end, offset) : "perhaps";
      if (!whole || negated) return "perhaps";
      return isReached(php, outer, offset, least) ? "yes" : "no";
    }
    if (word !== "" && !["and", "or", "return", "not", "match"].includes(word)) {
      // An argument of a call: it tells nothing, but for what follows in it.
      return close >= offset ? sameOrPerhaps(code, end, offset, negated) : "no";
    }
    if (close >= offset) return sameOrPerhaps(code, end, offset, negated);
    const around = code.slice(outer + 1, close);
    if (/\|\||&&|\b(?:or|and|xor)\b/i.test(around)) alone = false;
    if (/!\s*$/.test(code.slice(Math.max(0, head - 4), head))) negated = !negated;
    inner = outer;
    outer = bracketAround(php, outer, least);
  }
  // In a statement: `return $x instanceof A && $x->f()`, `… ? … : …`.
  const statement = valueEnd(code, other, end);
  if (statement >= offset) return sameOrPerhaps(code, end, offset, negated);
  return "no";
}

interface Condition {
  readonly open: number;
  readonly close: number;
  readonly at: number;
  readonly end: number;
  readonly negated: boolean;
  readonly alone: boolean;
}

function ofCondition(
  php: PhpCode,
  { open, close, negated, alone, end }: Condition,
  word: string,
  offset: number,
  least: number,
): "yes" | "no" | "perhaps" {
  const { code, other } = php;
  if (close > offset) return sameOrPerhaps(code, end, offset, negated);
  const text = code.slice(open + 1, close);
  const either = /\|\||\b(?:or|xor)\b/i.test(text) || / \? | \?\? /.test(text);
  const both = /&&|\band\b/i.test(text);
  const block = skipBlank(code, close + 1);
  const isBlock = code[block] === "{";
  const blockEnd = isBlock ? other[block]! : code.indexOf(";", block);
  if (blockEnd === -1 || (!isBlock && code[block] === ":")) return "perhaps";
  if (offset > block && offset < blockEnd) {
    if (negated) return either || both || !alone ? "perhaps" : "no";
    return either || !alone ? "perhaps" : "yes";
  }
  if (offset < blockEnd) return "perhaps";
  if (word === "while") return "no";
  // Behind it: only where the block is left for good.
  const next = skipBlank(code, blockEnd + 1);
  const hasElse = /^else/i.test(code.slice(next, next + 4));
  if (!negated) return "no";
  if (both && !either) return leaves(code, block, blockEnd) ? "perhaps" : "no";
  if (hasElse) return inElse(php, next, offset) ? (both ? "perhaps" : "yes") : "no";
  if (!leaves(code, block, blockEnd)) return "no";
  return isReached(php, open, offset, least) ? "yes" : "no";
}

/** `else { … }` that holds the offset. */
function inElse({ code, other }: PhpCode, at: number, offset: number): boolean {
  const block = skipBlank(code, at + 4);
  return code[block] === "{" && block < offset && other[block]! > offset;
}

/** Whether the last statement of a block leaves it for good. */
function leaves(code: string, start: number, end: number): boolean {
  const body = code.slice(start, end);
  const last = body.trimEnd().replace(/;$/, "");
  const from = Math.max(last.lastIndexOf(";"), last.lastIndexOf("{"), last.lastIndexOf("}"));
  return /^\s*(?:return|throw|continue|break|exit|die)\b/i.test(last.slice(from + 1));
}

/** Whether the block around the statement at `at` still holds the offset. */
function isReached(php: PhpCode, at: number, offset: number, least: number): boolean {
  const open = bracketAround(php, at, least);
  if (open === -1 || open === least) return true;
  return php.other[open]! > offset;
}

/** In the same expression: behind `&&`, or in the first branch of `?:`. */
function sameOrPerhaps(
  code: string,
  end: number,
  offset: number,
  negated: boolean,
): "yes" | "no" | "perhaps" {
  return negated ? afterOr(code, end, offset) : sameCondition(code, end, offset);
}

function sameCondition(code: string, end: number, offset: number): "yes" | "no" | "perhaps" {
  const between = code.slice(end, offset);
  if (/^\s*\)*\s*(?:&&|\band\b)/i.test(between))
    return /\|\||\?(?![?>-])|\bor\b/i.test(between) ? "perhaps" : "yes";
  if (/^\s*\)*\s*\?(?![?-])/.test(between)) return /(?<!:):(?!:)/.test(between) ? "no" : "yes";
  return /^\s*\)*\s*(?:\|\||\bor\b|,)/i.test(between) ? "no" : "perhaps";
}

/** `!$x instanceof A || $x->f()`. */
function afterOr(code: string, end: number, offset: number): "yes" | "no" | "perhaps" {
  const between = code.slice(end, offset);
  if (/^\s*\)*\s*(?:\|\||\bor\b)/i.test(between)) return /&&|\?(?!->)/.test(between) ? "perhaps" : "yes";
  return /^\s*\)*\s*(?:&&|,)/.test(between) ? "no" : "perhaps";
}
