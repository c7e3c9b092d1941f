// Of which type is what stands before `.` or `->`? Where the source says it: `this`, a variable or a parameter with a
// written type, a field of the type around. Whatever else is not known.
import type { Reference } from "../parse/facts.ts";
import { classAround, classNamed, membersNamed, typeName } from "./c-classes.ts";
import { isTemplateParameter } from "./c-text.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import type { Resolver } from "./resolve.ts";

export interface Typed {
  readonly tables: FileTables;
  readonly at: number;
  readonly rule: Rule;
}

export async function receiverType(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
): Promise<Typed | null> {
  const { receiver, receiverType: written, enclosing } = reference;
  if (receiver === "this" || receiver === "(*this)") {
    const around = await classAround(r, tables, enclosing);
    return around.kind === "one" ? { tables: around.tables, at: around.at, rule: "this-method" } : null;
  }
  let type = written.endsWith("()") ? written.slice(0, -2) : written;
  let rule: Rule = written.endsWith("()") ? "new-expression" : "variable-type";
  if (type === "" && /^(?:this->)?[A-Za-z_]\w*$/.test(receiver)) {
    type = await fieldType(r, tables, enclosing, receiver.replace(/^this->/, ""));
    rule = "field-type";
  }
  if (type === "" || isTemplateParameter(tables, enclosing, type)) return null;
  const found = await classNamed(r, type);
  if (found.kind !== "one") return null;
  // An arrow of a type's own leads to another type.
  if (isArrow(tables, reference) && (await hasArrow(r, found.tables, found.place.at))) return null;
  return { tables: found.tables, at: found.place.at, rule };
}

/** The written type of a field of the type around. */
async function fieldType(r: Resolver, tables: FileTables, enclosing: number, name: string): Promise<string> {
  const around = await classAround(r, tables, enclosing);
  if (around.kind !== "one") return "";
  const members = await membersNamed(r, around.tables, around.at, name);
  if (members.kind !== "found" || members.all.length !== 1) return "";
  const { symbol, tables: home, at } = members.all[0]!;
  if (symbol.kind !== "field") return "";
  const before = new RegExp(`^([^=(]*?)\\b${name}\\b`).exec(symbol.signature)?.[1] ?? "";
  if (/\*\s*\*|\[/.test(symbol.signature)) return "";
  const type = typeName(before);
  return isTemplateParameter(home, at, type) ? "" : type;
}

function isArrow(tables: FileTables, { range }: Reference): boolean {
  const start = tables.startOf(range);
  return /->\s*$/.test(tables.file.text.slice(Math.max(0, start - 20), start));
}

/** Whether the type, or what is above it, may have an arrow of its own. */
function hasArrow(r: Resolver, tables: FileTables, at: number): Promise<boolean> {
  return r.once(`c-arrow ${placeKey(tables.place(at))}`, true, () => findArrow(r, tables, at));
}

async function findArrow(r: Resolver, tables: FileTables, at: number): Promise<boolean> {
  const { symbols } = tables.facts;
  if (tables.children(at).some((s) => /^operator\s*->/.test(symbols[s]!.name))) return true;
  for (const base of symbols[at]!.bases) {
    const type = await classNamed(r, base);
    if (type.kind !== "one" || (await hasArrow(r, type.tables, type.place.at))) return true;
  }
  return false;
}
