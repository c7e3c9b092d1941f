// What do local variables, parameters, properties and results of Kotlin stand for? By the type that is written, by what a
// function says of the lambda that it is given, by the value where that is a plain chain of names and calls.
import type { Reference } from "../parse/facts.ts";
import { receiverEnd } from "./code-before.ts";
import { calledValue, isChain, valueBefore } from "./expressions.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { blocksAt, type Block } from "./kotlin-blocks.ts";
import { isEntry } from "./kotlin-contexts.ts";
import { TYPES } from "./kotlin-library.ts";
import { implicitsAt, lambdaType } from "./kotlin-receivers.ts";
import { scopeEnd } from "./kotlin-scopes.ts";
import { parametersOf, valueEnd, valueStart, writtenType } from "./kotlin-text.ts";
import { typeEnd } from "./kotlin-written-types.ts";
import { typeAt, type TypeFound } from "./kotlin-types.ts";
import { NOTHING_KNOWN, UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

export function entityOf(found: TypeFound): Entity {
  if (found.kind === "declared") return { kind: "instance", place: found.place };
  return found.kind === "outside" ? { kind: "outside", of: "value", name: found.name } : UNKNOWN;
}

/** A word that is no reference: a local variable, a parameter, `this`, a number. */
export async function localValue(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
): Promise<Valued> {
  const { line, column } = tables.position(offset);
  const enclosing = tables.enclosing(line, column);
  const { text } = tables.file;
  if (/^\d/.test(name))
    return {
      entity: { kind: "outside", of: "plain", name: name.endsWith("L") ? "Long" : "Int" },
      rule: "same-file",
    };
  const label = text[offset - 1] === "@" ? name : null;
  if (name === "this" || (label !== null && /\bthis@$/.test(text.slice(Math.max(0, offset - 5), offset)))) {
    const all = await implicitsAt(r, tables, offset, enclosing);
    const self = label === null ? all[0] : all.find((i) => i.kind !== "object" && i.label === label);
    if (self === undefined || self.kind === "object") return NOTHING_KNOWN;
    if (self.kind === "class")
      return { entity: { kind: "instance", place: self.place }, rule: "this-method" };
    return { entity: entityOf(self.type), rule: "this-method" };
  }
  const found = declarationOf(tables, name, offset, enclosing);
  if (found === null) return NOTHING_KNOWN;
  const key = `kl${tables.file.index}:${name}:${found.at}`;
  return r.once(key, NOTHING_KNOWN, () => valueOfLocal(r, tables, found, enclosing));
}

type Local =
  | {
      readonly from: "type";
      readonly at: number;
      readonly type: string;
      readonly symbol: number;
      readonly parameter: boolean;
    }
  | { readonly from: "value"; readonly at: number; readonly start: number }
  | { readonly from: "lambda"; readonly at: number; readonly block: Block; readonly place: number }
  | { readonly from: "nothing"; readonly at: number };

async function valueOfLocal(
  r: Resolver,
  tables: FileTables,
  local: Local,
  enclosing: number,
): Promise<Valued> {
  switch (local.from) {
    case "type": {
      const entity = entityOf(
        await typeAt(r, tables, local.type, local.at, local.symbol === -1 ? enclosing : local.symbol),
      );
      return { entity, rule: local.parameter ? "parameter-type" : "variable-type" };
    }
    case "value":
      return expressionValue(r, tables, local.start, valueEnd(tables.file.text, local.start));
    case "lambda":
      return ofLambda(r, tables, local.block, local.place);
    case "nothing":
      return NOTHING_KNOWN;
  }
}

/** The declaration of a local name that is seen at the offset: the last one whose block is around it. */
function declarationOf(tables: FileTables, name: string, offset: number, enclosing: number): Local | null {
  const { symbols } = tables.facts;
  const { text } = tables.file;
  let best: Local | null = null;
  const offer = (local: Local) => {
    if (best === null || local.at > best.at) best = local;
  };
  let from = offset;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const { kind, nameRange, range } = symbols[at]!;
    const callable = kind === "function" || kind === "method" || kind === "constructor" || isType(kind);
    const parameter = callable ? parametersOf(tables, at)?.find((p) => p.name === name) : undefined;
    if (parameter !== undefined) {
      const type = parameter.variadic ? "Array" : parameter.type;
      offer({ from: "type", at: tables.endOf(nameRange), type, symbol: at, parameter: true });
    }
    from = Math.min(from, tables.startOf(range));
  }
  if (enclosing === -1) from = Math.max(0, offset - 20_000);
  const blocks = blocksAt(tables, offset);
  for (const block of blocks) {
    if (block.kind !== "lambda") continue;
    const names = lambdaParameters(text, block);
    if (names === null) {
      if (name === "it") offer({ from: "lambda", at: block.start, block, place: 0 });
      continue;
    }
    names.forEach((parameter, place) => {
      const own = /^([\w\u0080-\uffff]+)\s*(?::\s*([^]*))?$/.exec(parameter);
      if (own?.[1] === name) {
        if (own[2] === undefined) offer({ from: "lambda", at: block.start, block, place });
        else offer({ from: "type", at: block.start, type: own[2], symbol: -1, parameter: true });
      } else if (own === null && new RegExp(`\\b${name}\\b`).test(parameter))
        offer({ from: "nothing", at: block.start });
    });
  }
  const near = text.slice(from, offset);
  const shape = new RegExp(
    `(?<![\\w.])(?:va[lr]\\s+${name}(?![\\w])|va[lr]\\s*\\([^()=]*\\b${name}\\b|for\\s*\\(\\s*(?:\\([^()]*)?\\b${name}\\b(?=[^()]*\\)?\\s*(?::[^)]*)?\\s+in\\b)|catch\\s*\\(\\s*${name}\\s*:|fun\\s*\\([^()]*\\b${name}\\s*[:,)])`,
    "g",
  );
  for (const match of near.matchAll(shape)) {
    const at = from + match.index;
    // What it is given does not see it.
    if (scopeEnd(tables, match[0], at) <= offset) continue;
    const behind = at + match[0].length;
    const colon = /^\s*:\s*/.exec(text.slice(behind, behind + 100));
    if (match[0].startsWith("catch")) {
      const start = behind + /^\s*/.exec(text.slice(behind))![0].length;
      offer({ from: "type", at, type: text.slice(start, typeEnd(text, start)), symbol: -1, parameter: true });
    } else if (/^va[lr]\s+/.test(match[0])) {
      if (colon !== null) {
        const start = behind + colon[0].length;
        offer({
          from: "type",
          at,
          type: text.slice(start, typeEnd(text, start)),
          symbol: -1,
          parameter: false,
        });
        continue;
      }
      const equals = /^\s*=(?!=)\s*/.exec(text.slice(behind, behind + 200));
      if (equals === null) offer({ from: "nothing", at });
      else {
        const start = behind + equals[0].length;
        if (valueEnd(text, start) <= offset) offer({ from: "value", at, start });
      }
    } else offer({ from: "nothing", at });
  }
  return best;
}

/** Names of a lambda's parameters with their types; null where it has none: then there is `it`. */
export function lambdaParameters(text: string, block: Block): string[] | null {
  const until = Math.min(block.end, block.start + MOST_PARAMETERS);
  const parts: string[] = [];
  let depth = 0;
  let from = block.start + 1;
  for (let at = from; at < until; at++) {
    const c = text[at]!;
    if (c === "(" || c === "<") depth++;
    else if (c === ")" || (c === ">" && text[at - 1] !== "-")) depth--;
    else if (depth === 0 && (c === "," || text.startsWith("->", at))) {
      parts.push(text.slice(from, at).trim());
      if (c !== ",") return parts.filter((part) => part !== "");
      from = at + 1;
    } else if (!/[\w\s:?.*\u0080-\uffff-]/.test(c) && !(depth > 0 && c === ",") && c !== ">") return null;
  }
  return null;
}

/** Code units in which the parameters of a lambda are looked for. */
const MOST_PARAMETERS = 500;

const OF_RECEIVER = new Set(["let", "also", "takeIf", "takeUnless", "use"]);

async function ofLambda(r: Resolver, tables: FileTables, block: Block, place: number): Promise<Valued> {
  const written = await lambdaType(r, tables, block);
  if (written !== null && written !== "plain") {
    const { type, home, at } = written;
    const own = type.parameters[place];
    if (own === undefined) return NOTHING_KNOWN;
    const found = await typeAt(r, home, own, home.startOf(home.facts.symbols[at]!.range), at);
    return { entity: entityOf(found), rule: "parameter-type" };
  }
  const index = block.callee === -1 ? -1 : tables.referenceAt(block.callee);
  if (written !== null || index === -1 || place !== 0) return NOTHING_KNOWN;
  const { name, receiver, range } = tables.facts.references[index]!;
  if (receiver === "" || !OF_RECEIVER.has(name)) return NOTHING_KNOWN;
  const meaning = await r.meaning(tables.file, index);
  if (meaning.kind === "proven" || (meaning.kind === "possible" && meaning.targets.length > 0))
    return NOTHING_KNOWN;
  const end = receiverEnd(tables.file.text, tables.startOf(range), "//");
  return end === -1 ? NOTHING_KNOWN : { ...(await valueBefore(r, tables, end, -1)), rule: "parameter-type" };
}

const LEAVES = /\s*\?:\s*(?:return|throw|break|continue|error\s*\()[^]*$/;

/** What an expression gives that begins and ends at the offsets. */
export async function expressionValue(
  r: Resolver,
  tables: FileTables,
  start: number,
  end: number,
): Promise<Valued> {
  const whole = tables.file.text.slice(start, end);
  if (whole.length > 4_000) return NOTHING_KNOWN;
  const written = whole.replace(LEAVES, "");
  const rule: Rule = "variable-type";
  const literal = TYPES.literal(written);
  if (literal === "=>" && written.startsWith("{")) return NOTHING_KNOWN;
  if (literal !== "" && literal !== "null")
    return { entity: { kind: "outside", of: "plain", name: literal }, rule };
  const to = start + written.length;
  const { line, column } = tables.position(to - 1);
  const cast = /\sas\??\s+([\w.]+(?:<[\w\s,.*<>?]*>)?)\??$/.exec(written);
  if (cast !== null && isChain(written.slice(0, cast.index))) {
    return { entity: entityOf(await typeAt(r, tables, cast[1]!, to, tables.enclosing(line, column))), rule };
  }
  if (written.endsWith("}")) return ofBlock(r, tables, start, to);
  if (!isChain(written.replace(/\s*\n\s*(?=[.?])/g, "").replace(/^@\w+\s+/, ""))) return NOTHING_KNOWN;
  return valueBefore(r, tables, to, -1);
}

/** `Make(…) { … }`, `value.apply { … }`, `object : Base() { … }`. */
async function ofBlock(r: Resolver, tables: FileTables, start: number, end: number): Promise<Valued> {
  const { text } = tables.file;
  const block = blocksAt(tables, end - 1)[0];
  if (block === undefined || block.end !== end || block.kind !== "lambda" || block.callee < start)
    return NOTHING_KNOWN;
  const index = tables.referenceAt(block.callee);
  if (index === -1) return NOTHING_KNOWN;
  const { name, receiver, range } = tables.facts.references[index]!;
  const before = text.slice(start, block.callee);
  if (receiver !== "" && (name === "apply" || name === "also")) {
    const to = receiverEnd(text, tables.startOf(range), "//");
    if (to === -1 || to <= start) return NOTHING_KNOWN;
    return expressionValue(r, tables, start, to);
  }
  if (before !== "" && !isChain(before.replace(/\.\s*$/, ""))) return NOTHING_KNOWN;
  return calledValue(r, tables.file, index);
}

/** What a property or a constant stands for; null for anything else. */
export async function givenValue(r: Resolver, place: Place): Promise<Valued | null> {
  const tables = tablesOf(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (tables === null || symbol === undefined) return null;
  if (symbol.kind === "constant" && isEntry(tables, place.at))
    return { entity: { kind: "instance", place: tables.place(symbol.parent) }, rule: "enum-member" };
  if (symbol.kind !== "property" && symbol.kind !== "constant") return null;
  const rule: Rule = symbol.parent === -1 ? "variable-type" : "field-type";
  return r.once(`kg${placeKey(place)}`, NOTHING_KNOWN, async () => {
    const written = writtenType(tables, place.at) || parameterType(tables, place.at);
    if (written !== "") {
      const found = await typeAt(r, tables, written, tables.startOf(symbol.range), place.at);
      return { entity: entityOf(found), rule };
    }
    const start = valueStart(tables, place.at);
    if (start === -1) return NOTHING_KNOWN;
    const value = await expressionValue(r, tables, start, valueEnd(tables.file.text, start));
    return { ...value, rule };
  });
}

/** Of a property that stands among the parameters of its class. */
function parameterType(tables: FileTables, at: number): string {
  const { text } = tables.file;
  const from = tables.endOf(tables.facts.symbols[at]!.nameRange);
  const colon = /^\s*:\s*/.exec(text.slice(from, from + 50));
  return colon === null ? "" : text.slice(from + colon[0].length, typeEnd(text, from + colon[0].length));
}

/** Whether the code before asks of what type the receiver is, so that it may stand for more than its type says. */
export function isNarrowed(tables: FileTables, reference: Reference, offset: number): boolean {
  const { text } = tables.file;
  const end = receiverEnd(text, offset, "//");
  if (end === -1) return false;
  const word = /([\w\u0080-\uffff]+)[!?]*$/.exec(text.slice(Math.max(0, end - 100), end))?.[1];
  if (word === undefined || /^\d/.test(word)) return false;
  const { symbols } = tables.facts;
  let at = reference.enclosing;
  while (at !== -1 && symbols[at]!.parent !== -1 && !isType(symbols[symbols[at]!.parent]!.kind))
    at = symbols[at]!.parent;
  const from = at === -1 ? Math.max(0, offset - 5_000) : tables.startOf(symbols[at]!.range);
  const before = text.slice(from, offset);
  return new RegExp(
    `(?<![\\w])${word}[!?]*\\s*(?:as\\b|!?is\\s)|\\bwhen\\s*\\([^()]*\\b${word}\\s*\\)\\s*\\{`,
  ).test(before);
}
