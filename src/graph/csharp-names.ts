// What does a name in a C# file mean? Bare names: what is local, then members of the types around, the innermost first,
// members by `using static`, types. Behind a dot: members of the receiver's type, then extensions that the place sees.
import type { Reference } from "../parse/facts.ts";
import { castBefore } from "./java-receivers.ts";
import { CSHARP, namespacesAt, usingsAt } from "./csharp-namespaces.ts";
import { isKeyword, nameOfType, OF_OBJECT } from "./csharp-library.ts";
import {
  areTwins,
  fitsBest,
  isExtensionMember,
  isPrivate,
  isStatic,
  memberAt,
  membersOf,
  takes,
  type Member,
  type Members,
} from "./csharp-members.ts";
import {
  anglesEnd,
  arityAt,
  boundOf,
  callAt,
  parametersOf,
  readType,
  typeParametersOf,
  type Call,
} from "./csharp-text.ts";
import {
  baseTypes,
  isBelow,
  partsOf,
  qualified,
  typeAt,
  typesAround,
  type TypeFound,
} from "./csharp-types.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule, Why } from "./graph.ts";
import { skipBlank } from "./java-text.ts";
import { ELSEWHERE, EXTERNAL, possible, type Entity, type Meaning, type Valued } from "./meaning.ts";
import { namedInside } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
const CUT = 80;

interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly reference: Reference;
  readonly offset: number;
  /** Null for what is no call. */
  readonly call: Call | null;
}

export async function csharpMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const reference = tables.facts.references[index]!;
  const call = reference.role === "call" ? callAt(tables, reference) : null;
  const asked: Asked = { r, tables, reference, offset: tables.startOf(reference.range), call };
  switch (reference.role) {
    case "import":
      return imported(asked);
    case "type":
    case "new":
      return ofType(asked, reference.name);
    case "decorator": {
      const found = await ofType(asked, `${reference.name}Attribute`);
      return found.kind === "external" ? ofType(asked, reference.name) : found;
    }
    default:
      return reference.receiver === "" ? bare(asked) : behindDot(asked, receiver);
  }
}

/** The arguments of a type behind its name: as many as it has. */
function argumentsBehind({ tables, reference }: Asked): string {
  const { text } = tables.file;
  const at = skipBlank(text, tables.endOf(reference.range));
  return arityAt(text, at) === 0 ? "" : text.slice(at, anglesEnd(text, at));
}

async function ofType(asked: Asked, name: string): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { receiver, enclosing } = reference;
  if (receiver.length >= CUT) return possible("unresolved-module");
  const path = receiver === "" ? name : `${receiver}.${name}`;
  return typeMeaning(r, await typeAt(r, tables, path + argumentsBehind(asked), offset, enclosing));
}

async function typeMeaning(r: Resolver, found: TypeFound): Promise<Meaning> {
  if (found.kind === "declared")
    return { kind: "proven", rule: found.rule, targets: await partsOf(r, found.place) };
  return found.kind === "unknown" ? possible("unresolved-module") : EXTERNAL;
}

async function imported({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const fact = tables.facts.imports.find(
    (i) =>
      i.imported === reference.name && tables.startOf(i.range) <= offset && tables.endOf(i.range) > offset,
  );
  if (fact === undefined) return EXTERNAL;
  const path = fact.module === "" ? fact.imported : `${fact.module}.${fact.imported}`;
  const found = await qualified(r, tables, path.replace(/^global::/, ""), -1);
  return typeMeaning(r, found);
}

async function bare(asked: Asked): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { name, binding, target, enclosing, role } = reference;
  const { symbols } = tables.facts;
  if (role === "call" && name === "nameof") return EXTERNAL;
  if (isKeyword(name)) return EXTERNAL;
  if (binding === "local" || binding === "param") {
    if (target === -1) return ELSEWHERE;
    const { parent } = symbols[target]!;
    if (symbols[target]!.kind === "function" && parent !== -1) return ofLocals(asked, target);
  }
  let hidden: Why | null = null;
  let outside = false;
  for (const at of typesAround(tables, enclosing)) {
    const place = tables.place(at);
    const members = await membersOf(r, place, name);
    const wanted = members.found.filter((m) => isWanted(asked, m));
    if (wanted.length > 0) {
      if (outside) hidden ??= "unresolved-base";
      if (hidden !== null || members.unsure)
        return possible(hidden ?? "unresolved-base", hidden === null ? [] : wanted.map((m) => m.place));
      const inFile = wanted.every((m) => m.place.file === tables.file.index);
      return decided(asked, wanted, inFile ? "same-file" : "this-method", place, members.outside);
    }
    if (members.unsure) hidden ??= "unresolved-base";
    if (members.outside && OF_OBJECT.has(name) && role === "call") return EXTERNAL;
    if (members.outside) outside = true;
  }
  const statics = await throughStatic(asked);
  if (statics !== null) {
    if (hidden === null && !outside) return statics;
    return statics.kind === "proven" ? possible(hidden ?? "unresolved-base", statics.targets) : statics;
  }
  if (role !== "call") {
    const found = await typeAt(r, tables, name + argumentsBehind(asked), offset, enclosing);
    if (found.kind === "declared" || found.kind === "unknown") return typeMeaning(r, found);
  }
  return hidden === null ? EXTERNAL : possible(hidden);
}

/** Types are no members that are called, but they are read. */
function isWanted(asked: Asked, { tables, at }: Member): boolean {
  const { kind } = tables.facts.symbols[at]!;
  if (asked.reference.role === "call") return !isType(kind);
  return true;
}

function ofLocals(asked: Asked, target: number): Meaning {
  const { tables, call } = asked;
  const { symbols } = tables.facts;
  const { qualified: path, parent } = symbols[target]!;
  const all = (tables.byQualified.get(path) ?? []).filter((s) => symbols[s]!.parent === parent);
  const fitting = all.filter((s) => takes(memberAt(tables, s), call) !== "no");
  const places = (fitting.length === 0 ? all : fitting).map((s) => tables.place(s));
  if (places.length === 1) return { kind: "proven", rule: "same-file", targets: places };
  return possible("ambiguous-declaration", places);
}

/** `using static A.B.Type;` */
async function throughStatic(asked: Asked): Promise<Meaning | null> {
  const { r, tables, reference, offset } = asked;
  const found: Member[] = [];
  let outside = false;
  let unsure = false;
  for (const { path, isStatic: named } of await usingsAt(r, tables, offset)) {
    if (!named) continue;
    const owner = await qualified(r, tables, readType(path)?.name ?? path, readType(path)?.args.length ?? 0);
    if (owner.kind === "outside") outside = true;
    else if (owner.kind !== "declared") unsure = true;
    else {
      const members = await membersOf(r, owner.place, reference.name);
      unsure ||= members.unsure;
      found.push(...members.found.filter((m) => isStatic(m.tables, m.at) && isWanted(asked, m)));
    }
  }
  if (found.length === 0) return unsure ? possible("unresolved-module") : null;
  if (unsure) return possible("unresolved-module");
  return decided(asked, found, "star-import", null, outside);
}

/** One of the members, by their distance and what the arguments say. */
function decided(
  asked: Asked,
  members: readonly Member[],
  rule: Rule,
  receiver: Place | null,
  outside: boolean,
  extended = false,
): Meaning {
  const judged = members
    .map((member) => ({ member, takes: takes(member, asked.call, extended) }))
    .filter((j) => j.takes !== "no")
    .sort((a, b) => a.member.distance - b.member.distance);
  if (judged.length === 0) {
    // An overload of a base outside.
    if (outside) return EXTERNAL;
    return possible(
      "ambiguous-declaration",
      members.map((m) => m.place),
    );
  }
  const near = judged.filter((j) => j.member.distance === judged[0]!.member.distance);
  const best = near.filter((j) => fitsBest(j.member, asked.call, extended));
  const first = best.length === 1 ? best[0] : judged[0];
  const twins = judged.every((j) => j === first || areTwins(j.member, first!.member));
  const sure = best.length === 1 || (near.length === 1 && first!.takes === "sure");
  const places = judged.map((j) => j.member.place);
  if (!sure && !twins) return possible("ambiguous-declaration", places);
  // What overrides a method of a class outside may be one overload of several.
  if (!sure && outside && asked.call !== null && /\boverride\s/.test(headOfMember(first!.member)))
    return possible("unresolved-base", places);
  const targets = twins ? places : [first!.member.place];
  const { tables, at } = first!.member;
  const fixed = receiver === null || isPrivate(tables, at) || isStatic(tables, at);
  return fixed ? { kind: "proven", rule, targets } : { kind: "proven", rule, targets, receiver };
}

function headOfMember({ tables, at }: Member): string {
  const { range, nameRange } = tables.facts.symbols[at]!;
  return tables.file.text.slice(tables.startOf(range), tables.startOf(nameRange));
}

async function behindDot(asked: Asked, receiver: () => Promise<Valued>): Promise<Meaning> {
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
      const sure = asked.call === null || own.some((m) => takes(m, asked.call) === "sure");
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

interface Extension {
  readonly member: Member;
  readonly fits: "maybe" | "sure";
  readonly rule: Rule;
  readonly level: number;
}

function ofExtensions(asked: Asked, all: readonly Extension[], from: FileTables): Meaning {
  const judged = all
    .map((e) => ({ ...e, takes: takes(e.member, asked.call, true) }))
    .filter((e) => e.takes !== "no");
  if (judged.length === 0) return EXTERNAL;
  const lowest = Math.min(...judged.map((e) => e.level));
  const near = judged.filter((e) => e.level === lowest);
  const [first] = near;
  const alone =
    judged.length === 1 || (near.length === 1 && first!.takes === "sure" && first!.fits === "sure");
  if (alone && first!.fits === "sure") {
    const here = first!.member.place.file === from.file.index;
    return { kind: "proven", rule: here ? "same-file" : first!.rule, targets: [first!.member.place] };
  }
  return possible(
    first!.fits === "sure" ? "ambiguous-declaration" : "unresolved-receiver",
    judged.map((e) => e.member.place),
  );
}

/** Methods that extend the type, in namespaces that the place sees. */
async function extensionsOf(asked: Asked, type: TypeFound): Promise<Extension[]> {
  const { r, tables, reference, offset } = asked;
  const { places } = await namedInside(r, CSHARP, reference.name);
  const spaces = namespacesAt(tables, offset);
  const usings = await usingsAt(r, tables, offset);
  const found: Extension[] = [];
  for (const place of places) {
    const home = tablesOf(await r.file(place.file));
    if (home === null) continue;
    const member = memberAt(home, place.at);
    if (!isExtensionMember(member)) continue;
    let owner = home.facts.symbols[place.at]!.parent;
    while (
      owner !== -1 &&
      home.facts.symbols[owner]!.parent !== -1 &&
      home.facts.symbols[home.facts.symbols[owner]!.parent]!.kind !== "namespace"
    )
      owner = home.facts.symbols[owner]!.parent;
    if (owner === -1) continue;
    const space = CSHARP.packageOf(home, owner) ?? "";
    const around = spaces.indexOf(space);
    const named = usings.some(
      (u) =>
        u.alias === "" && (u.isStatic ? u.path === home.facts.symbols[owner]!.qualified : u.path === space),
    );
    if (around === -1 && !named) continue;
    if (isPrivate(home, place.at) && place.file !== tables.file.index) continue;
    const fits = await extendsType(asked, member, type);
    if (fits === "no") continue;
    const level = around === -1 ? spaces.length : around;
    found.push({ member, fits, rule: around === -1 ? "star-import" : "same-package", level });
  }
  return found;
}

/** Types of the language that are above no other one. */
const CLOSED = new Set(
  "String Int32 Int64 Boolean Char Double Single Decimal Byte Guid DateTime TimeSpan Type".split(" "),
);

async function extendsType(asked: Asked, member: Member, type: TypeFound): Promise<"no" | "maybe" | "sure"> {
  const { r } = asked;
  const { tables, at } = member;
  const written = parametersOf(tables, at)?.[0]?.type.replace(/^this\s+/, "") ?? "";
  const offset = tables.startOf(tables.facts.symbols[at]!.range);
  const plain = readType(written);
  if (plain !== null && !plain.list && typeParametersOf(tables, at).includes(plain.name)) {
    const bound = boundOf(tables, at, plain.name);
    if (bound === "")
      return type.kind === "parameter" || type.kind === "unknown"
        ? "maybe"
        : /\bwhere\b/.test(tables.facts.symbols[at]!.signature)
          ? "maybe"
          : "sure";
  }
  const wanted = await typeAt(r, tables, written, offset, at);
  if (wanted.kind === "unknown" || wanted.kind === "parameter") return "maybe";
  if (type.kind === "declared") {
    if (wanted.kind === "declared") {
      const below = await isBelow(r, type.place, wanted.place);
      return below === null ? "maybe" : below ? "sure" : "no";
    }
    if (wanted.kind !== "outside") return (await hasOutside(r, type.place)) ? "maybe" : "no";
    const name = nameOfType(wanted.name);
    if (name === "Object") return "sure";
    return CLOSED.has(name) || !(await hasOutside(r, type.place)) ? "no" : "maybe";
  }
  if (wanted.kind === "declared")
    return type.kind === "outside" && !CLOSED.has(nameOfType(type.name)) ? "maybe" : "no";
  if (wanted.kind === "outside" && type.kind === "outside") {
    const own = nameOfType(type.name);
    const other = nameOfType(wanted.name);
    if (own === other || other === "Object") return "sure";
    if (CLOSED.has(other)) return "no";
    return CLOSED.has(own) && !/^I[A-Z]/.test(other) ? "no" : "maybe";
  }
  if (wanted.kind === "outside" && CLOSED.has(nameOfType(wanted.name))) return "no";
  return "maybe";
}

async function hasOutside(r: Resolver, place: Place): Promise<boolean> {
  const seen = new Set<string>();
  const open = [place];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (seen.has(placeKey(next))) continue;
    seen.add(placeKey(next));
    for (const type of await baseTypes(r, next)) {
      if (type.kind === "declared") open.push(type.place);
      else return true;
    }
  }
  return false;
}
