// Which of several overloads does a call of Java mean? The number of its arguments tells, and what is written of their
// types: literals, `new`, casts. Where more than one is left, each of them is possible.
import type { Reference } from "../parse/facts.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { Why } from "./graph.ts";
import { canTake, hasParameter, isStatic, type Member, type Members } from "./java-members.ts";
import { parametersOf, simpleType } from "./java-text.ts";

export type Choice =
  | { readonly kind: "one"; readonly member: Member }
  | { readonly kind: "outside" }
  | { readonly kind: "unknown"; readonly why: Why; readonly places: readonly Place[] };

interface Call {
  readonly tables: FileTables;
  readonly reference: Reference;
}

/** `args`: null for what is no call: a field, a method handed on. */
export async function chosen(call: Call, members: Members, args: readonly string[] | null): Promise<Choice> {
  const { found, outside, outsideClass, unsure } = members;
  let fitting = args === null ? [...found] : found.filter((m) => canTake(m, args.length));
  if (fitting.length === 0) {
    if (outside || outsideClass) return { kind: "outside" };
    return unknown(unsure ? "unresolved-base" : "ambiguous-declaration", found);
  }
  if (fitting.length > 1 && args !== null) fitting = byArguments(call, fitting, args);
  if (fitting.length > 1) return unknown("ambiguous-declaration", fitting);
  const [member] = fitting;
  if (unsure) return unknown("unresolved-base", fitting);
  // What overrides a method of a class outside may be one overload of several.
  if (outsideClass && args !== null && args.length > 0 && !isStatic(member!) && isOverride(member!))
    return unknown("unresolved-base", fitting);
  return { kind: "one", member: member! };
}

function unknown(why: Why, members: readonly Member[]): Choice {
  return { kind: "unknown", why, places: members.map((m) => m.place) };
}

function isOverride({ tables, at }: Member): boolean {
  const { range, nameRange } = tables.facts.symbols[at]!;
  return /@Override\b/.test(tables.file.text.slice(tables.startOf(range), tables.startOf(nameRange)));
}

/** Classes whose values are unboxed where a primitive is asked for. */
const BOXES = new Set("Integer Long Short Byte Character Boolean Float Double".split(" "));
const PRIMITIVES = new Set("int long short byte char boolean float double".split(" "));
/** Types that take a literal of the kind, without boxing. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  int: ["int", "long", "float", "double"],
  long: ["long", "float", "double"],
  char: ["char", "int", "long", "float", "double"],
  boolean: ["boolean"],
  double: ["double"],
  float: ["float", "double"],
};

/** The type of an argument as far as it is written there, or empty; `null` for the word. */
function typeOfArgument(written: string): string {
  const text = written.replace(/\/\*[^]*?\*\//g, "").trim();
  if (/^"(?:[^"\\]|\\.)*"$/.test(text) || /^"""[^]*"""$/.test(text)) return "String";
  if (/^'(?:[^'\\]|\\.[^']*)'$/.test(text)) return "char";
  if (text === "true" || text === "false") return "boolean";
  if (text === "null") return "null";
  if (/^-?\d[\d_]*$|^-?0[xX][\da-fA-F_]+$/.test(text)) return "int";
  if (/^-?\d[\d_]*[lL]$|^-?0[xX][\da-fA-F_]+[lL]$/.test(text)) return "long";
  if (/^-?\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?[fF]$/.test(text)) return "float";
  if (/^-?\d[\d_]*\.\d*(?:[eE][-+]?\d+)?[dD]?$|^-?\d+[dD]$/.test(text)) return "double";
  if (/^[\w$.]+\.class$/.test(text)) return "Class";
  const cast =
    /^\(\s*([A-Za-z_$][\w$.]*)\s*(?:<[\w$\s,.?<>]*>)?\s*((?:\[\s*\])*)\s*\)\s*(?:[\w$."]+|-?\d+|'[^']*')$/.exec(
      text,
    );
  if (cast !== null) return simpleType(cast[1]!) + cast[2]!.replace(/\s/g, "");
  const made = /^new\s+([\w$.]+)\s*(?:<[^()]*>)?\s*(\(|(?:\[[^\]]*\]\s*)+)/.exec(text);
  if (made !== null && text.endsWith(made[2] === "(" ? ")" : text.endsWith("}") ? "}" : "]")) {
    const dimensions = made[2] === "(" ? "" : made[2]!.replace(/\[[^\]]*\]\s*/g, "[]");
    return simpleType(made[1]!) + dimensions;
  }
  return "";
}

/** The type of a parameter or a local variable, where its method declares the name with but one type. */
function typeOfVariable({ tables, reference }: Call, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name) || name === "this" || name === "super") return "";
  const { symbols } = tables.facts;
  let at = reference.enclosing;
  while (at !== -1 && symbols[at]!.kind !== "method" && symbols[at]!.kind !== "constructor")
    at = symbols[at]!.parent;
  if (at === -1) return "";
  // Of a class without a name inside of a method: what the outer one declares is seen as well.
  for (let outer = symbols[at]!.parent; outer !== -1; outer = symbols[outer]!.parent)
    if (symbols[outer]!.kind === "method" || symbols[outer]!.kind === "constructor") return "";
  const text = tables.file.text
    .slice(tables.startOf(symbols[at]!.nameRange), tables.endOf(symbols[at]!.range))
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ");
  const word = name.replaceAll("$", "\\$");
  const declared = new RegExp(
    `(?<![\\w$.])([A-Za-z_$][\\w$.]*)\\s*(<[\\w$\\s,.?<>&[\\]]*>)?\\s*((?:\\[\\s*\\]\\s*)*)(\\.\\.\\.)?(?<=[\\s>\\].])${word}\\s*((?:\\[\\s*\\]\\s*)*)(?=[=;:,)])`,
    "g",
  );
  const types = new Set<string>();
  for (const match of text.matchAll(declared)) {
    if (/^(?:return|new|throw|case|else|assert|instanceof|yield|final|do)$/.test(match[1]!)) continue;
    const lists = `${match[3]!}${match[5]!}${match[4] === undefined ? "" : "[]"}`.replace(/\s/g, "");
    types.add(simpleType(match[1]!) + lists);
  }
  // A lambda's parameter or a pattern may have the name as well.
  const other = new RegExp(
    `(?<![\\w$.])${word}\\s*(?:,[\\w$\\s,]*\\))?\\s*->|\\binstanceof\\s+[\\w$.<>?]+\\s+${word}\\b|[(,]\\s*${word}\\s*(?:,[\\w$\\s,]*)?\\)\\s*->`,
  );
  if (types.size !== 1 || types.has("var") || other.test(text)) return "";
  return [...types][0]!;
}

function byArguments(call: Call, members: readonly Member[], args: readonly string[]): Member[] {
  const types = args.map((arg) => typeOfArgument(arg) || typeOfVariable(call, arg.trim()));
  const plain = members.filter(
    (m) => !m.component && parametersOf(m.tables, m.at)?.some((p) => p.variadic) !== true,
  );
  const able = members.filter((m) => m.component || types.every((type, i) => mayTake(m, i, type)));
  if (able.length === 1) return able;
  // Where every argument's type is written, the overload with just these types is meant.
  if (types.every((type) => type !== "" && type !== "null")) {
    const exact = plain.filter((m) =>
      types.every((type, i) => parametersOf(m.tables, m.at)?.[i]?.type === type && !hasParameter(m, type)),
    );
    if (exact.length === 1) return exact;
  }
  return able.length > 0 ? able : [...members];
}

/** Whether the parameter surely can't take an argument of the type is said by false. */
function mayTake({ tables, at }: Member, index: number, type: string): boolean {
  const parameters = parametersOf(tables, at);
  if (parameters === null || type === "") return true;
  const parameter = parameters[Math.min(index, parameters.length - 1)]!;
  const wanted =
    parameter.variadic && parameter.type.endsWith("[]") ? parameter.type.slice(0, -2) : parameter.type;
  const isPrimitive = PRIMITIVES.has(wanted);
  if (type === "null") return parameter.variadic || !isPrimitive;
  if (PRIMITIVES.has(type)) {
    if (isPrimitive) return TAKES[type]?.includes(wanted) ?? true;
    // It can be boxed: into its own class or one above it, never into a list of another kind or a text.
    return !wanted.endsWith("[]") && wanted !== "String" && wanted !== "CharSequence" && wanted !== "Class";
  }
  if (isPrimitive) return BOXES.has(type) || (parameter.variadic && type.endsWith("[]"));
  if (type === "String") return !wanted.endsWith("[]") && wanted !== "Class";
  if (type.endsWith("[]"))
    return (
      parameter.variadic ||
      wanted.endsWith("[]") ||
      !/^[A-Z]\w*[a-z]/.test(wanted) ||
      /^(?:Object|Cloneable|Serializable)$/.test(wanted)
    );
  return !wanted.endsWith("[]") && wanted !== "String";
}
