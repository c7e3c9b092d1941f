// What does a name behind a dot mean in C#? Members of the receiver's type, then methods that extend it; `this`, `base`, types
// by their names.
import { argumentsBehind, type Asked, CUT, decided, isWanted, typeMeaning } from "./csharp-choice.ts";
import { extensionsOf, ofExtensions } from "./csharp-extensions.ts";
import { nameOfType } from "./csharp-library.ts";
import { isStatic, type Member, type Members, membersOf, takes } from "./csharp-members.ts";
import { baseTypes, typeAt, type TypeFound, typesAround } from "./csharp-types.ts";
import { partsOf } from "./csharp-parts.ts";
import { isType, type Place, tablesOf } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { castBefore } from "./java-receivers.ts";
import { type Entity, EXTERNAL, type Meaning, possible, type Valued } from "./meaning.ts";

export async function behindDot(asked: Asked, receiver: () => Promise<Valued>): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const written = reference.receiver;
  const whole = written.length < CUT;
  const [around] = typesAround(tables, reference.enclosing);
  if (whole && written === "this") {
    if (around === undefined) return possible("unresolved-receiver");
    return ofReceived(
      asked,
      { kind: "declared", place: tables.place(around), rule: "this-method" },
      "this-method",
      null,
    );
  }
  if (whole && written === "base")
    return around === undefined ? possible("unresolved-base") : ofBase(asked, tables.place(around));
  if (/^typeof\s*\(/.test(written) && written.endsWith(")"))
    return ofReceived(asked, { kind: "outside", name: "Type" }, "result-type", null);
  // An object's initializer names members of what is made.
  if (written.startsWith("{")) return possible("unresolved-receiver");
  const made = reference.role === "write" ? madeBefore(asked) : "";
  if (made !== "") {
    const type = await typeAt(r, tables, made, offset, reference.enclosing);
    return ofReceived(asked, type, "new-expression", null);
  }
  const cast = castBefore(tables.file.text, offset);
  if (cast !== "") {
    const type = await typeAt(r, tables, cast, offset, reference.enclosing);
    return ofReceived(asked, type, "variable-type", null);
  }
  if (whole && /^(?:global::)?[\w.]+$/.test(written) && written !== reference.name) {
    const path = await ofPath(asked, written.replace("global::", ""));
    if (path !== null) return path;
  }
  const generic = whole ? /^(?:[\w.]+\.)?\w+<[\w\s,.<>?[\]]+>$/.exec(written) : null;
  if (generic !== null) {
    const type = await typeAt(r, tables, written, offset, reference.enclosing);
    return type.kind === "declared"
      ? ofReceived(asked, type, "static-method", "static")
      : typeMeaning(r, type);
  }
  const { entity, rule } = await receiver();
  return ofEntity(asked, entity, rule);
}

/** `new Foo { Name = … }`: the facts give the type for the receiver. */
function madeBefore({ tables, reference, offset }: Asked): string {
  const before = tables.file.text.slice(Math.max(0, offset - 2), offset);
  return /\.\s*$/.test(before) ? "" : reference.receiver;
}

async function ofEntity(asked: Asked, entity: Entity, rule: Rule): Promise<Meaning> {
  const { r, reference } = asked;
  switch (entity.kind) {
    case "instance": {
      const found: TypeFound = { kind: "declared", place: entity.place, rule };
      const meaning = await ofReceived(asked, found, rule, null);
      // A member that is called like its type: the type itself may be meant.
      if (meaning.kind !== "external" || !/^\w+$/.test(reference.receiver)) return meaning;
      const home = tablesOf(await r.file(entity.place.file));
      return home?.facts.symbols[entity.place.at]!.name === reference.receiver
        ? ofReceived(asked, found, "static-method", "static")
        : meaning;
    }
    case "declared": {
      const home = tablesOf(await r.file(entity.place.file));
      const symbol = home?.facts.symbols[entity.place.at];
      if (symbol === undefined || !isType(symbol.kind) || symbol.kind === "namespace")
        return possible("unresolved-receiver");
      const by: Rule = symbol.kind === "enum" ? "enum-member" : "static-method";
      return ofReceived(asked, { kind: "declared", place: entity.place, rule: by }, by, "static");
    }
    case "outside":
      if (entity.of === "plain" && entity.name === undefined)
        return ofReceived(asked, { kind: "outside", name: "String" }, rule, null);
      if (entity.name !== undefined)
        return ofReceived(asked, { kind: "outside", name: nameOfType(entity.name) }, rule, null);
      // A type outside, by its name.
      if (/^(?:[\w.]+\.)?\p{Lu}\w*$/u.test(reference.receiver) && entity.of === "space") return EXTERNAL;
      return ofUnknown(asked);
    case "list":
      return ofReceived(asked, { kind: "outside", name: "IEnumerable" }, rule, null);
    case "later":
      return ofReceived(asked, { kind: "outside", name: "Task" }, rule, null);
    default:
      return ofUnknown(asked);
  }
}

/** What has no known type can have any member, and anything can extend it. */
function ofUnknown(_asked: Asked): Meaning {
  return possible("unresolved-receiver");
}

async function ofBase(asked: Asked, around: Place): Promise<Meaning> {
  const { r, reference } = asked;
  const found: Member[] = [];
  let outside = true;
  for (const type of await baseTypes(r, around)) {
    if (type.kind === "outside") continue;
    if (type.kind !== "declared") return possible("unresolved-base");
    const home = tablesOf(await r.file(type.place.file))!;
    if (home.facts.symbols[type.place.at]!.kind === "interface") continue;
    const members = await membersOf(r, type.place, reference.name);
    if (members.unsure) return possible("unresolved-base");
    outside = members.outside;
    found.push(...members.found.filter((m) => isWanted(asked, m)));
  }
  if (found.length === 0) return outside ? EXTERNAL : possible("unresolved-base");
  return decided(asked, found, "super-method", null, outside);
}

/** `A.B.Type.Member`: null where the path is no type. */
async function ofPath(asked: Asked, written: string): Promise<Meaning | null> {
  const { r, tables, reference, offset } = asked;
  const { text } = tables.file;
  const before = text.slice(Math.max(0, offset - 400), offset);
  const shape = new RegExp(`${written.split(".").join("\\s*\\.\\s*")}\\s*(?:\\.|::)\\s*$`).exec(before);
  const head = shape === null ? -1 : tables.referenceAt(offset - before.length + shape.index);
  // A local variable is no reference.
  if (head === -1 || !written.includes(".")) return null;
  const meaning = await r.meaning(tables.file, head);
  if (meaning.kind === "proven") return null;
  const itself = await typeAt(
    r,
    tables,
    `${written}.${reference.name}${argumentsBehind(asked)}`,
    offset,
    reference.enclosing,
  );
  if (itself.kind === "declared" && reference.role !== "call") return typeMeaning(r, itself);
  const owner = await typeAt(r, tables, written, offset, reference.enclosing);
  return owner.kind === "declared" ? ofReceived(asked, owner, "static-method", "static") : null;
}

/** Members of the receiver's type, then extensions. `side`: the type itself is meant. */
async function ofReceived(
  asked: Asked,
  type: TypeFound,
  rule: Rule,
  side: "static" | null,
): Promise<Meaning> {
  const { r, tables, reference } = asked;
  const { name } = reference;
  if (type.kind === "unknown" || type.kind === "parameter") return ofUnknown(asked);
  let outside = type.kind !== "declared";
  let own: readonly Member[] = [];
  if (type.kind === "declared") {
    const members: Members = await membersOf(r, type.place, name);
    own = members.found.filter((m) => isWanted(asked, m) && (side === null || isStatic(m.tables, m.at)));
    if (members.unsure) return possible("unresolved-base");
    outside = members.outside;
    if (own.some((m) => takes(m, asked.call) !== "no")) {
      const [receiver] = await partsOf(r, type.place);
      const found = decided(asked, own, rule, side === null ? receiver! : null, outside);
      // A method that is no call is chosen by the delegate that it is given to.
      const isGroup = asked.call === null && reference.role === "read" && own.some(isMethod);
      const sure = !isGroup && (asked.call === null || own.some((m) => takes(m, asked.call) === "sure"));
      if (sure || side !== null || found.kind !== "proven") return found;
      // Where the types of the arguments are not known, an extension that takes as many may be meant.
      const others = (await extensionsOf(asked, type)).filter(
        (e) => takes(e.member, asked.call, true) !== "no",
      );
      if (others.length === 0) return found;
      return possible("ambiguous-declaration", [...found.targets, ...others.map((e) => e.member.place)]);
    }
  }
  if (side !== null || reference.role !== "call") {
    if (own.length > 0)
      return possible(
        "ambiguous-declaration",
        own.map((m) => m.place),
      );
    if (side === null && reference.role === "read") {
      const extensions = await extensionsOf(asked, type);
      if (extensions.length > 0)
        return outside
          ? possible(
              "unresolved-base",
              extensions.map((e) => e.member.place),
            )
          : ofExtensions(asked, extensions, tables);
    }
    return outside || side === null ? EXTERNAL : possible("unresolved-receiver");
  }
  const extensions = await extensionsOf(asked, type);
  if (extensions.length > 0) return ofExtensions(asked, extensions, tables);
  if (own.length > 0)
    return outside
      ? EXTERNAL
      : possible(
          "ambiguous-declaration",
          own.map((m) => m.place),
        );
  return EXTERNAL;
}

function isMethod({ tables, at }: Member): boolean {
  return tables.facts.symbols[at]!.kind === "method";
}
