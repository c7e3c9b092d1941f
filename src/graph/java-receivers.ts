// What does a name behind a dot or `::` mean in Java? Members of `this`, `super` and outer classes, of classes written with
// their package, of casts, and of the type that the receiver has.
import { closedBy } from "./brackets.ts";
import { isType, tablesOf, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { CUT, memberMeaning, placesOf, receiverOf, typeMeaning, type Asked } from "./java-answers.ts";
import { chosen } from "./java-choice.ts";
import { isStatic, membersOf, membersOfContext, type MemberKind, type Members } from "./java-members.ts";
import { argumentsOf } from "./java-text.ts";
import {
  baseTypes,
  contextsAt,
  hasSuperclass,
  madeType,
  qualifiedType,
  typeAt,
  type Context,
  type TypeFound,
} from "./java-types.ts";
import { EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";

export async function member(asked: Asked, receiver: () => Promise<Valued>): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { name, role, enclosing } = reference;
  const written = reference.receiver;
  const whole = written.length < CUT;
  if (whole && written === "this") {
    const context = contextsAt(tables, offset)[0];
    if (context === undefined) return possible("unresolved-receiver");
    return among(
      asked,
      await contextMembers(asked, context),
      "this-method",
      receiverOf(tables, context),
      false,
    );
  }
  if (whole && written === "super") {
    const context = contextsAt(tables, offset)[0];
    return context === undefined ? possible("unresolved-receiver") : ofSuper(asked, context);
  }
  if (whole && /^[\w$.]+\.class$/.test(written)) return EXTERNAL;
  const outer = whole ? /^([\w$.\u0080-\uffff]+)\.(this|super)$/.exec(written) : null;
  if (outer !== null) return ofOuter(asked, outer[1]!, outer[2] === "super");
  if (whole && /^[a-z_][\w$]*(?:\.[\w$]+)*$/.test(written)) {
    const qualified = await ofPackage(asked, written);
    if (qualified !== null) return qualified;
  }
  const cast = castBefore(tables.file.text, offset);
  if (cast !== "") {
    const type = await typeAt(r, tables, cast, offset, enclosing);
    if (type.kind === "declared" && !cast.endsWith("]"))
      return among(asked, await ofPlace(asked, type.place), "variable-type", type.place, false);
    return type.kind === "outside" ? EXTERNAL : possible("unresolved-receiver");
  }
  const { entity, rule } = await receiver();
  switch (entity.kind) {
    case "outside":
    case "list":
      return EXTERNAL;
    case "instance":
      return among(asked, await ofPlace(asked, entity.place), rule, entity.place, false);
    case "declared": {
      const owner = tablesOf(await r.file(entity.place.file))?.facts.symbols[entity.place.at];
      if (owner === undefined || !isType(owner.kind)) return possible("unresolved-receiver");
      const members = await ofPlace(asked, entity.place);
      if (members.found.length === 0 && role !== "call") {
        const inner = await typeAt(r, tables, `${written}.${name}`, offset, enclosing);
        if (whole && inner.kind === "declared") return typeMeaning(inner);
      }
      const by: Rule = owner.kind === "enum" ? "enum-member" : "static-method";
      return among(asked, members, by, null, !isMethodReference(tables.file.text, offset));
    }
    case "unknown":
      return possible(entity.why);
    default:
      return possible("unresolved-receiver");
  }
}

function kindOf({ tables, reference, offset }: Asked): MemberKind {
  return reference.role === "call" || isMethodReference(tables.file.text, offset) ? "method" : "field";
}

function isMethodReference(text: string, offset: number): boolean {
  return /::\s*(?:<[^<>]*>\s*)?$/.test(text.slice(Math.max(0, offset - 80), offset));
}

function ofPlace(asked: Asked, place: Place): Promise<Members> {
  return membersOf(asked.r, place, asked.reference.name, kindOf(asked));
}

function contextMembers(asked: Asked, context: Context): Promise<Members> {
  return membersOfContext(asked.r, asked.tables, context, asked.reference.name, kindOf(asked));
}

async function among(
  asked: Asked,
  members: Members,
  rule: Rule,
  receiver: Place | null,
  ofClass: boolean,
): Promise<Meaning> {
  const fitting = ofClass ? { ...members, found: members.found.filter(isStatic) } : members;
  if (fitting.found.length === 0) {
    if (fitting.unsure) return possible("unresolved-base", placesOf(members));
    // The class is known whole: it has no such member, or one that all classes have.
    return fitting.outside || fitting.outsideClass ? EXTERNAL : possible("unresolved-receiver");
  }
  const args = asked.reference.role === "call" ? argumentsOf(asked.tables, asked.reference) : null;
  return memberMeaning(await chosen(asked, fitting, args), rule, receiver);
}

async function ofSuper(asked: Asked, context: Context): Promise<Meaning> {
  const { r, tables, reference } = asked;
  let type: TypeFound | undefined;
  let name = "";
  if (context.symbol === -1) {
    type = await madeType(r, tables, context);
    name = reference.name;
  } else {
    const place = tables.place(context.symbol);
    const bases = await baseTypes(r, place);
    type = hasSuperclass(tables, place.at) ? bases[0]?.type : undefined;
    name = bases[0]?.name ?? "";
    if (type === undefined && tables.facts.symbols[place.at]!.kind !== "class")
      return possible("unresolved-base");
  }
  if (type === undefined || type.kind === "outside") return EXTERNAL;
  if (type.kind !== "declared" || name === "") return possible("unresolved-base");
  return among(asked, await ofPlace(asked, type.place), "super-method", null, false);
}

/** `Outer.this.run()`, `Runner.super.run()`. */
async function ofOuter(asked: Asked, path: string, above: boolean): Promise<Meaning> {
  const { r, tables, offset, reference } = asked;
  const type = await typeAt(r, tables, path, offset, reference.enclosing);
  if (type.kind === "outside") return EXTERNAL;
  if (type.kind !== "declared") return possible("unresolved-receiver");
  const { place } = type;
  const around = contextsAt(tables, offset).find(
    (c) => c.symbol !== -1 && place.file === tables.file.index && tables.place(c.symbol).at === place.at,
  );
  if (above && around !== undefined) return ofSuper(asked, around);
  return among(
    asked,
    await ofPlace(asked, place),
    above ? "super-method" : "this-method",
    above ? null : place,
    false,
  );
}

/** `com.example.Tool.run()`: null where the first name is a variable. */
async function ofPackage(asked: Asked, written: string): Promise<Meaning | null> {
  const { r, tables, reference, offset } = asked;
  const { text } = tables.file;
  const before = text.slice(Math.max(0, offset - 400), offset);
  const shape = new RegExp(
    `${written.split(".").join("\\s*\\.\\s*").replaceAll("$", "\\$")}\\s*\\.\\s*$`,
  ).exec(before);
  if (shape === null) return null;
  const head = tables.referenceAt(offset - before.length + shape.index);
  // A local variable is no reference.
  if (head === -1) return null;
  const meaning = await r.meaning(tables.file, head);
  if (meaning.kind === "proven") return null;
  if (reference.role !== "call") {
    const itself = await qualifiedType(r, tables.file, `${written}.${reference.name}`);
    if (itself.kind !== "outside") return typeMeaning(itself);
  }
  const owner = await qualifiedType(r, tables.file, written);
  if (owner.kind !== "declared") return null;
  return among(asked, await ofPlace(asked, owner.place), "static-method", null, true);
}

/** The type in `((Type) value).`, or empty. */
export function castBefore(text: string, offset: number): string {
  let at = offset;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  if (text[at - 1] === ".") at--;
  else if (text.startsWith("::", at - 2)) at -= 2;
  else return "";
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  if (text[at - 1] !== ")") return "";
  const open = closedBy(text, at - 1);
  if (open === -1 || /[\w$>]\s*$/.test(text.slice(Math.max(0, open - 20), open))) return "";
  const inside = text.slice(open + 1, at - 1);
  const cast =
    /^\s*\(\s*([\w$.\u0080-\uffff]+)\s*(?:<[\w$\s,.?<>&[\]]*>)?\s*((?:\[\s*\])*)\s*\)\s*([\w$("][^]*)$/.exec(
      inside,
    );
  if (cast === null || /^\s*(?:\?|[-+*/%&|^]|instanceof)/.test(afterValue(cast[3]!))) return "";
  return cast[1]! + cast[2]!.replace(/\s/g, "");
}

/** What follows a chain of names and calls. */
function afterValue(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (depth === 0 && !/[\w$.\s"]/.test(c)) return text.slice(at);
  }
  return "";
}
