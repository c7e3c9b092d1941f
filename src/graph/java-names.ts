// What does a name in a Java file mean? Methods, variables and types are looked for apart, as the language has it: in the
// classes around with what they inherit, the innermost first, then through imports; behind a dot by its type.
import type { Reference } from "../parse/facts.ts";
import { closedBy } from "./brackets.ts";
import { isType, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { chosen, type Choice } from "./java-choice.ts";
import { ofObject } from "./java-library.ts";
import {
  isStatic,
  membersOf,
  membersOfContext,
  type Member,
  type MemberKind,
  type Members,
} from "./java-members.ts";
import { argumentsOf, skipBlank } from "./java-text.ts";
import {
  baseTypes,
  contextsAt,
  hasSuperclass,
  isStaticImport,
  madeType,
  qualifiedType,
  typeAt,
  type Context,
  type TypeFound,
} from "./java-types.ts";
import { EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
const CUT = 80;

export async function javaMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const reference = tables.facts.references[index]!;
  const asked: Asked = { r, tables, reference, offset: tables.startOf(reference.range) };
  if (reference.role === "import") return imported(asked);
  if (reference.role === "type" || reference.role === "new" || reference.role === "decorator") {
    return ofType(asked);
  }
  return reference.receiver === "" ? bare(asked) : member(asked, receiver);
}

interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly reference: Reference;
  readonly offset: number;
}

function typeMeaning(found: TypeFound): Meaning {
  if (found.kind === "declared") return { kind: "proven", rule: found.rule, targets: [found.place] };
  if (found.kind === "unknown") return possible("unresolved-module");
  return EXTERNAL;
}

async function ofType({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const { name, receiver, enclosing } = reference;
  if (receiver.length >= CUT) return possible("unresolved-module");
  // `outer.new Inner()`
  if (
    reference.role === "new" &&
    /\.\s*new\s+$/.test(tables.file.text.slice(Math.max(0, offset - 30), offset))
  )
    return possible("unresolved-receiver");
  const path = receiver === "" ? name : `${receiver}.${name}`;
  return typeMeaning(await typeAt(r, tables, path, offset, enclosing));
}

async function imported({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const fact = tables.facts.imports.find(
    (i) =>
      i.imported === reference.name && tables.startOf(i.range) <= offset && tables.endOf(i.range) > offset,
  );
  if (fact === undefined) return possible("same-name");
  const targets: Place[] = [];
  const type = await qualifiedType(r, tables.file, `${fact.module}.${fact.imported}`);
  if (type.kind === "declared") targets.push(type.place);
  if (type.kind === "unknown") return possible("unresolved-module");
  if (isStaticImport(tables, fact)) {
    const owner = await qualifiedType(r, tables.file, fact.module);
    if (owner.kind === "unknown") return possible("unresolved-module");
    if (owner.kind === "declared") {
      for (const kind of ["method", "field"] as const) {
        const { found } = await membersOf(r, owner.place, fact.imported, kind);
        targets.push(...found.filter(isStatic).map((m) => m.place));
      }
    }
  }
  return targets.length === 0 ? EXTERNAL : { kind: "proven", rule: "import", targets };
}

/** A choice among members becomes a meaning. */
function memberMeaning(choice: Choice, rule: Rule, receiver: Place | null): Meaning {
  if (choice.kind === "outside") return EXTERNAL;
  if (choice.kind === "unknown") return possible(choice.why, choice.places);
  const { member } = choice;
  const { signature } = member.tables.facts.symbols[member.at]!;
  const fixed = /(?:^|\s)(?:private|static|final)\s/.test(signature.slice(0, 80)) || receiver === null;
  const targets = [member.place];
  return fixed ? { kind: "proven", rule, targets } : { kind: "proven", rule, targets, receiver };
}

async function bare(asked: Asked): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { name, role } = reference;
  const kind: MemberKind = role === "call" ? "method" : "field";
  const args = role === "call" ? argumentsOf(tables, reference) : null;
  const label = role === "read" && isLabel(tables.file.text, offset, name.length);
  let hidden = false;
  let unsure = false;
  for (const context of contextsAt(tables, offset)) {
    const members = await membersOfContext(r, tables, context, name, kind);
    if (members.found.length > 0) {
      if (label) return possible("ambiguous-declaration");
      const choice = await chosen(asked, members, args);
      if (hidden || unsure) return possible("unresolved-base", placesOf(members));
      const inFile = choice.kind === "one" && choice.member.place.file === tables.file.index;
      return memberMeaning(choice, inFile ? "same-file" : "this-method", receiverOf(tables, context));
    }
    if (members.unsure) unsure = true;
    if (members.outside) {
      if (kind === "method" && ofObject(name)) return unsure ? possible("unresolved-base") : EXTERNAL;
      // Fields of bases outside are hardly named like classes.
      if (kind === "method" || !/^[A-Z]\w*[a-z]/.test(name)) hidden = true;
    }
  }
  const fromImports = await throughStaticImports(asked, kind, args);
  if (fromImports !== null) {
    if (!hidden && !unsure) return fromImports;
    return fromImports.kind === "proven" ? possible("unresolved-base", fromImports.targets) : fromImports;
  }
  if (label) return possible("unresolved-receiver");
  if (kind === "field") {
    const type = await typeAt(r, tables, name, offset, reference.enclosing);
    if (type.kind === "declared" || type.kind === "unknown") return typeMeaning(type);
  }
  if (unsure) return possible("unresolved-base");
  return EXTERNAL;
}

/** `case RED:`, where the type of the switch says whose constant is meant. */
function isLabel(text: string, offset: number, length: number): boolean {
  const before = text.slice(Math.max(0, offset - 300), offset);
  return (
    /(?:^|[^\w$.])case\s+(?:[\w$]+\s*,\s*)*$/.test(before) &&
    /^(?::(?!:)|->|,)/.test(text.slice(skipBlank(text, offset + length)).slice(0, 2))
  );
}

function placesOf({ found }: Members): Place[] {
  return found.map((m) => m.place);
}

/** The class around whose instances are meant; of a body without a name nothing is below. */
function receiverOf(tables: FileTables, { symbol }: Context): Place | null {
  return symbol === -1 ? null : tables.place(symbol);
}

async function throughStaticImports(
  asked: Asked,
  kind: MemberKind,
  args: readonly string[] | null,
): Promise<Meaning | null> {
  const { r, tables, reference } = asked;
  const { name } = reference;
  for (const star of [false, true]) {
    const found: Member[] = [];
    let outside = false;
    let unsure = false;
    for (const fact of tables.facts.imports) {
      if (fact.imported !== (star ? "*" : name) || !isStaticImport(tables, fact)) continue;
      const owner = await qualifiedType(r, tables.file, fact.module);
      if (owner.kind === "unknown") unsure = true;
      if (owner.kind === "outside") outside = true;
      if (owner.kind !== "declared") continue;
      const members = await membersOf(r, owner.place, name, kind);
      found.push(...members.found.filter(isStatic));
      unsure ||= members.unsure;
    }
    if (found.length > 0) {
      // Another class outside may have an overload of the name.
      const members = { found, outside: false, outsideClass: outside, unsure };
      return memberMeaning(await chosen(asked, members, args), star ? "star-import" : "import", null);
    }
    if (outside && !star) return EXTERNAL;
    if (unsure) return possible("unresolved-module");
  }
  return null;
}

async function member(asked: Asked, receiver: () => Promise<Valued>): Promise<Meaning> {
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
function castBefore(text: string, offset: number): string {
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
