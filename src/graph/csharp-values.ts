// What do local variables, fields, properties and results of C# stand for? By the type that is written, or by the value
// where that is a plain chain of names and calls.
import { parametersOf, readType, typeBefore } from "./csharp-text.ts";
import { isStatic } from "./csharp-members.ts";
import { typeAt, type TypeFound } from "./csharp-types.ts";
import { partsOf } from "./csharp-parts.ts";
import { closing } from "./brackets.ts";
import { isChain, valueBefore } from "./expressions.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { NOTHING_KNOWN, UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

export function entityOf(found: TypeFound): Entity {
  switch (found.kind) {
    case "declared":
      return { kind: "instance", place: found.place };
    case "outside":
      // What it is shows when the program runs.
      return found.name === "dynamic" ? UNKNOWN : { kind: "outside", of: "value", name: found.name };
    case "list":
      return { kind: "list", of: entityOf(found.of) };
    case "later":
      return { kind: "later", of: entityOf(found.of) };
    default:
      return UNKNOWN;
  }
}

/** A word that is no reference: a local variable, a parameter, `this`. */
export async function localValue(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
): Promise<Valued> {
  const { line, column } = tables.position(offset);
  const enclosing = tables.enclosing(line, column);
  const { symbols } = tables.facts;
  if (name === "this") {
    for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
      if (!isType(symbols[at]!.kind)) continue;
      const [first] = await partsOf(r, tables.place(at));
      return { entity: { kind: "instance", place: first! }, rule: "this-method" };
    }
    return NOTHING_KNOWN;
  }
  if (/^\d/.test(name)) return NOTHING_KNOWN;
  return r.once(`sl${tables.file.index}:${name}:${offset}`, NOTHING_KNOWN, () =>
    read(r, tables, name, offset, enclosing),
  );
}

async function read(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
  enclosing: number,
): Promise<Valued> {
  const { symbols } = tables.facts;
  const { text } = tables.file;
  let top = enclosing;
  while (top !== -1 && symbols[top]!.parent !== -1 && !isType(symbols[symbols[top]!.parent]!.kind))
    top = symbols[top]!.parent;
  const from = top === -1 ? 0 : tables.startOf(symbols[top]!.range);
  const to = top === -1 ? text.length : tables.endOf(symbols[top]!.range);
  const near = text.slice(from, to);
  const word = name.replaceAll("$", "\\$");
  // Every place in the member that declares the name: if they do not agree, which one is meant is not known.
  const written = new Set<string>();
  const values: { start: number; element: boolean }[] = [];
  const shape = new RegExp(
    `(?<![\\w@.])${word}(?=\\s*(?:=(?![=>])|=>|;|,|\\)|:|in\\b|when\\b|&&|\\|\\||\\?|\\}))`,
    "g",
  );
  for (const match of near.matchAll(shape)) {
    const at = from + match.index;
    const behind = text.slice(at + name.length, at + name.length + 60);
    const type = typeBefore(text, at);
    if (BINDS.has(type) || bindsUnread(text, at, behind)) return NOTHING_KNOWN;
    if (/^\s*=>/.test(behind) && (type === "" || /^(?:async|static)$/.test(type))) {
      // A lambda's only parameter: where it holds is not read.
      if (/[(,=>{&|?:]\s*(?:async\s+|static\s+)*$/.test(text.slice(Math.max(0, at - 30), at)))
        return NOTHING_KNOWN;
      continue;
    }
    if (type === "" || STATEMENT.has(type)) {
      if (isLambdaParameter(text, at, name)) return NOTHING_KNOWN;
      continue;
    }
    // A cast, a condition.
    if (type.startsWith("(")) continue;
    if (type === "var") {
      const each = /^\s*in\s+/.exec(behind);
      const equals = /^\s*=\s*/.exec(behind);
      const given = each ?? equals;
      if (given === null) return NOTHING_KNOWN;
      values.push({ start: at + name.length + given[0].length, element: each !== null });
    } else if (readType(type) === null) return NOTHING_KNOWN;
    else if (!/^\s*[:?]/.test(behind) || isPattern(text, at, type)) written.add(type);
  }
  if (new RegExp(`\\binto\\s+${word}\\b`).test(near)) return NOTHING_KNOWN;
  // Parameters of a primary constructor are seen in the whole type.
  for (let at = enclosing; written.size + values.length === 0 && at !== -1; at = symbols[at]!.parent) {
    const parameter = parametersOf(tables, at)?.find((p) => p.name === name);
    if (parameter !== undefined) written.add(parameter.type);
  }
  if (written.size + values.length !== 1) return NOTHING_KNOWN;
  const [type] = written;
  if (type !== undefined)
    return { entity: entityOf(await typeAt(r, tables, type, offset, enclosing)), rule: "parameter-type" };
  const { start, element } = values[0]!;
  const { entity } = await expressionValue(r, tables, start, valueEnd(text, start));
  if (!element) return { entity, rule: "variable-type" };
  return { entity: entity.kind === "list" ? entity.of : UNKNOWN, rule: "variable-type" };
}

/** Words of a query that give the name behind them a value. */
const BINDS = new Set(["from", "let", "join", "into"]);

/** `var (a, name)`, `{ } name` and `(…) name` of patterns and tuples: what they give is not read. */
function bindsUnread(text: string, at: number, behind: string): boolean {
  const before = text.slice(Math.max(0, at - 300), at);
  if (/\bvar\s*\([\w\s,()]*$/.test(before)) return true;
  if (/\}\s*$/.test(before)) return /^\s*(?:[),:;}?]|&&|\|\||=>|when\b)/.test(behind);
  return /(?:\b(?:is|case|not|or|and)\s[^;{}()]*|[\s(,])\([^()=;]*,[^()=;]*\)\s*$/.test(before);
}

/** `case Type name:`, `is Type name ? … : …` */
function isPattern(text: string, at: number, type: string): boolean {
  const before = text.slice(Math.max(0, at - 300), at).trimEnd();
  return before.endsWith(type) && /\b(?:case|is|not|or|and)\s+$/.test(before.slice(0, -type.length));
}

/** Words that can stand before a name and are no type. */
const STATEMENT = new Set(
  "return await new throw yield else in is as out ref case when not and or typeof nameof goto using lock checked select where from let by on equals into join orderby ascending descending group get set default base this async static params".split(
    " ",
  ),
);

/** `(a, name) =>`. */
function isLambdaParameter(text: string, at: number, name: string): boolean {
  const open = text.lastIndexOf("(", at);
  if (open === -1 || !/^[\w\s,]*$/.test(text.slice(open + 1, at))) return false;
  const close = /^[\w\s,]*\)/.exec(text.slice(at + name.length, at + 200));
  return close !== null && /^\s*=>/.test(text.slice(at + name.length + close[0].length, at + 300));
}

/** Where the expression that begins at the offset ends. */
function valueEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text[at]!;
    if (/["'([{]/.test(c)) {
      const end = closing(text, at);
      if (end === -1) return at;
      at = end + 1;
    } else if (c === ";" || c === ")" || c === "]" || c === "}" || c === ",") break;
    else at++;
  }
  while (at > from && /\s/.test(text[at - 1]!)) at--;
  return at;
}

export async function expressionValue(
  r: Resolver,
  tables: FileTables,
  start: number,
  end: number,
): Promise<Valued> {
  const { text } = tables.file;
  let whole = text.slice(start, end);
  if (whole.length > 4_000) return NOTHING_KNOWN;
  const rule: Rule = "variable-type";
  whole = whole.replace(/\s*\?\?\s*throw\b[^]*$/, "");
  const awaited = /^await\s+/.exec(whole)?.[0].length ?? 0;
  const configured = awaited === 0 ? null : /\s*\.\s*ConfigureAwait\s*\(\s*\w+\s*\)$/.exec(whole);
  const to = start + (configured === null ? whole.length : configured.index);
  const written = text.slice(start + awaited, to);
  const { line, column } = tables.position(Math.max(start, to - 1));
  const enclosing = tables.enclosing(line, column);
  const made = /^new\s+([\w.:@]+(?:<[\w\s,.<>?[\]]*>)?)\s*(?:\(|\{)/.exec(written);
  if (made !== null && awaited === 0) {
    // Nothing follows what is made.
    const last = written.endsWith("}") ? written.lastIndexOf("}") : written.length - 1;
    const open = start + made[0].length - 1;
    let close = closing(text, open);
    const rest = close === -1 ? "" : text.slice(close + 1, start + last + 1);
    const initializer = /^\s*\{/.exec(rest);
    if (initializer !== null) close = closing(text, close + initializer[0].length);
    if (close !== start + last) return isChain(written) ? valueBefore(r, tables, to, -1) : NOTHING_KNOWN;
    return { entity: entityOf(await typeAt(r, tables, made[1]!, start, enclosing)), rule: "new-expression" };
  }
  const cast = /^\(\s*([\w.:@]+(?:<[\w\s,.<>?[\]]*>)?)\??\s*\)\s*[\w"(]/.exec(written);
  if (cast !== null && isChain(written.slice(written.indexOf(")") + 1)))
    return { entity: entityOf(await typeAt(r, tables, cast[1]!, start, enclosing)), rule };
  const as = /\sas\s+([\w.:@]+(?:<[\w\s,.<>?[\]]*>)?)\??$/.exec(written);
  if (as !== null && !isChain(written.slice(0, as.index))) return NOTHING_KNOWN;
  if (as !== null) return { entity: entityOf(await typeAt(r, tables, as[1]!, start, enclosing)), rule };
  if (!isChain(written.replace(/\s*\n\s*(?=[.?])/g, ""))) return NOTHING_KNOWN;
  const value = await valueBefore(r, tables, to, -1);
  if (awaited === 0) return value;
  return value.entity.kind === "later" ? { entity: value.entity.of, rule: value.rule } : NOTHING_KNOWN;
}

/** The written type of a field, a property, or of what a method gives; empty where none is written. */
export function writtenType(tables: FileTables, at: number): string {
  const { kind, nameRange, range, parent } = tables.facts.symbols[at]!;
  const { text } = tables.file;
  const start = tables.startOf(nameRange);
  if (kind === "field" || kind === "constant") {
    if (parent !== -1 && tables.facts.symbols[parent]!.kind === "enum") return "";
    const type = typeBefore(text, start);
    if (type !== "" && tables.startOf(range) < start) return type;
    // One of several behind one type.
    const before = text.slice(Math.max(0, start - 1_000), start);
    const first =
      /([\w.@]+(?:<[^<>;{}]*>)?\??(?:\[\])?)\s+[\w@]+\s*(?:=[^;,{}]*)?(?:,\s*[\w@]+\s*(?:=[^;,{}]*)?)*,\s*$/.exec(
        before,
      );
    return first?.[1] ?? "";
  }
  return kind === "property" || kind === "method" || kind === "function" ? typeBefore(text, start) : "";
}

/** What a field, a property or a constant stands for; null for anything else. */
export async function givenValue(r: Resolver, place: Place): Promise<Valued | null> {
  const tables = tablesOf(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (tables === null || symbol === undefined) return null;
  if (!/^(?:field|property|constant)$/.test(symbol.kind)) return null;
  if (symbol.parent !== -1 && tables.facts.symbols[symbol.parent]!.kind === "enum") {
    const [first] = await partsOf(r, tables.place(symbol.parent));
    return { entity: { kind: "instance", place: first! }, rule: "enum-member" };
  }
  return r.once(`sg${placeKey(place)}`, NOTHING_KNOWN, async () => {
    const written = writtenType(tables, place.at);
    if (written === "") return NOTHING_KNOWN;
    const found = await typeAt(r, tables, written, tables.startOf(symbol.range), symbol.parent);
    return { entity: entityOf(found), rule: isStatic(tables, place.at) ? "variable-type" : "field-type" };
  });
}
