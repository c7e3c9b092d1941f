// What does a variable at the top of a Python file, a field or a property stand for? By its annotation, else by everything
// that it is given.
import { entityKey } from "./exported-names.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import { statementAt } from "./python-bindings.ts";
import { writtenEntity } from "./python-locals.ts";
import { boundOtherwise } from "./python-rebinding.ts";
import { headOf, pythonText } from "./python-text.ts";
import { lineage } from "./python-order.ts";
import type { Resolver } from "./resolve.ts";

/** What a variable or a field stands for: by its annotation, else by everything that it is given. */
export async function givenValue(r: Resolver, place: Place): Promise<Valued | null> {
  const tables = r.tables(await r.file(place.file))!;
  const { facts } = tables;
  const symbol = facts.symbols[place.at]!;
  const unknown: Valued = { entity: UNKNOWN, rule: "field-type" };
  switch (symbol.kind) {
    case "variable":
    case "constant":
    case "field":
    case "property":
      break;
    case "method": {
      const head = headOf(tables, place.at);
      if (head?.decorators.some((d) => /(?:^|\.)(?:cached_)?property$/.test(d)) !== true) return null;
      if (head.decorators.length > 1 && !head.decorators.some((d) => d.endsWith("abstractmethod")))
        return unknown;
      const result = head.result === "" ? UNKNOWN : await r.typed(head.result, tables.file, place.at);
      return { entity: result, rule: "field-type" };
    }
    default:
      return null;
  }
  const rule: Rule = symbol.kind === "field" ? "field-type" : "variable-type";
  return r.once(`pg${place.file}:${place.at}`, unknown, async () => {
    const found = new Map<string, Entity>();
    if (symbol.parent === -1 && boundOtherwise(tables).has(symbol.name)) found.set("", UNKNOWN);
    for (const given of placesGiven(tables, place.at)) {
      const { line, column } = tables.position(given.at);
      const entity =
        given.type !== ""
          ? await r.typed(given.type, tables.file, tables.enclosing(line, column))
          : given.start === -1
            ? UNKNOWN
            : await writtenEntity(r, tables, given.start, given.end);
      if (given.type !== "") return { entity: entity ?? UNKNOWN, rule };
      if (entity !== null) found.set(entityKey(entity), entity);
    }
    const all = [...found.values()];
    const entity = all.length === 1 ? all[0]! : UNKNOWN;
    if (entity.kind !== "outside" || !isOfClass(tables, place.at)) return { entity, rule };
    return (await madeByClass(r, tables, tables.first[symbol.parent]!)) ?? { entity, rule };
  });
}

/** A field that the body of a class gives a value, not one on `self`. */
function isOfClass(tables: FileTables, at: number): boolean {
  const { file, facts } = tables;
  const { parent, kind, nameRange } = facts.symbols[at]!;
  if (kind !== "field" || parent === -1 || facts.symbols[parent]!.kind !== "class") return false;
  return file.text[tables.startOf(nameRange) - 1] !== ".";
}

const ENUMERATIONS = /(?:^|\.)(?:\w*Enum|\w*Flag|\w*Choices)$/;

/** In a class with a base outside, what stands in its body may be made something else: a member of an enumeration. */
async function madeByClass(r: Resolver, tables: FileTables, at: number): Promise<Valued | null> {
  const place = tables.place(at);
  const steps = [place, ...(await lineage(r, place))];
  if (steps.every((step) => typeof step !== "string")) return null;
  for (const step of steps) {
    if (typeof step === "string") continue;
    const bases = (await r.file(step.file)).facts?.symbols[step.at]?.bases ?? [];
    if (bases.some((base) => ENUMERATIONS.test(base)))
      return { entity: { kind: "instance", place }, rule: "enum-member" };
  }
  return { entity: UNKNOWN, rule: "field-type" };
}

interface GivenPlace {
  readonly at: number;
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Every statement that gives the variable or the field a value; those with an annotation first. */
function placesGiven(tables: FileTables, at: number): GivenPlace[] {
  const { facts, file } = tables;
  const { name, parent, nameRange } = facts.symbols[at]!;
  const text = pythonText(file);
  const offsets = [tables.startOf(nameRange)];
  for (const index of tables.byName.get(name) ?? []) {
    const { role, receiver, binding, enclosing, range, target } = facts.references[index]!;
    if (role !== "write") continue;
    if (
      parent === -1
        ? receiver === "" && (target === at || target === -1)
        : isOwn(tables, parent, enclosing, receiver, binding)
    )
      offsets.push(tables.startOf(range));
  }
  const found: GivenPlace[] = [];
  for (const offset of offsets) {
    const statement = text.statements[statementAt(text, offset)];
    if (statement === undefined) continue;
    const code = text.code.slice(statement.start, statement.end);
    const match = new RegExp(`^(?:\\w+\\.)?${name}\\s*(?::\\s*([^=]+?)\\s*)?(?:=(?!=)\\s*([^]*))?$`).exec(
      code,
    );
    if (match === null || (match[1] === undefined && match[2] === undefined)) {
      found.push({ at: offset, type: "", start: -1, end: -1 });
      continue;
    }
    const value = match[2] ?? "";
    const typeAt = match[1] === undefined ? -1 : statement.start + code.indexOf(match[1], code.indexOf(":"));
    const type = typeAt === -1 ? "" : file.text.slice(typeAt, typeAt + match[1]!.length);
    const start = value === "" ? -1 : statement.end - value.length;
    found.push({ at: offset, type, start, end: statement.end });
  }
  return [...found.filter((f) => f.type !== ""), ...found.filter((f) => f.type === "")];
}

/** `self.x = …` in a method of the class. */
function isOwn(
  tables: FileTables,
  owner: number,
  enclosing: number,
  receiver: string,
  binding: string,
): boolean {
  if (binding !== "this" || !/^\w+$/.test(receiver)) return receiver === "" && enclosing === owner;
  const { symbols } = tables.facts;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent)
    if (symbols[at]!.kind === "class") return at === owner;
  return false;
}
