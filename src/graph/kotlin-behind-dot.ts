// What does a name behind a dot mean in Kotlin? Members of the receiver's type, then functions that extend it; `this`, `super`,
// classes and objects by their names, names written with their package.
import { isType, type Place, tablesOf } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { type Candidate, extendsReceiver, extensionsOf, type Received } from "./kotlin-candidates.ts";
import { type Asked, CUT, decided, isWanted, memberExtensions, once, wantedOf } from "./kotlin-choice.ts";
import { isEntry, isObject, isStatic } from "./kotlin-contexts.ts";
import { ofImplicit } from "./kotlin-implicit.ts";
import { type Member, memberAt, membersOf } from "./kotlin-members.ts";
import { isSeen, KOTLIN } from "./kotlin-packages.ts";
import { type Implicit, implicitsAt } from "./kotlin-receivers.ts";
import { extensionOf } from "./kotlin-text.ts";
import { baseTypes, isPrivate, namedType, qualifiedType } from "./kotlin-types.ts";
import { isNarrowed } from "./kotlin-values.ts";
import { type Entity, EXTERNAL, type Meaning, possible, type Valued } from "./meaning.ts";

export async function behindDot(asked: Asked, receiver: () => Promise<Valued>): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const written = reference.receiver;
  const { text } = tables.file;
  if (written === "super" || /^super(?:<[\w.]+>)?(?:@\w+)?$/.test(written)) return ofSuper(asked, written);
  const self = /^this(?:@(\w+))?$/.exec(written);
  if (self !== null) {
    const implicits = await implicitsAt(r, tables, offset, reference.enclosing);
    const found =
      self[1] === undefined
        ? implicits[0]
        : implicits.find((i) => i.kind !== "object" && i.label === self[1]);
    return found === undefined ? possible("unresolved-receiver") : ofSelf(asked, found, implicits);
  }
  if (text.startsWith("::", offset - 2)) {
    const type = await namedType(r, tables, written, offset, reference.enclosing);
    if (type.kind === "declared") return ofReceived(asked, { type, itself: false }, "static-method");
  }
  if (written.length < CUT && /^[a-z_]\w*(?:\.[\w]+)+$/.test(written)) {
    const qualified = await ofPackage(asked, written);
    if (qualified !== null) return qualified;
  }
  const { entity, rule } = await receiver();
  if (isNarrowed(tables, reference, offset)) return narrowed(asked, entity, rule);
  return ofEntity(asked, entity, rule);
}

/** What a check before says of the receiver is not read: any member of the name may be meant. */
async function narrowed(asked: Asked, entity: Entity, rule: Rule): Promise<Meaning> {
  const meaning = await ofEntity(asked, entity, rule);
  if (meaning.kind === "proven" && meaning.receiver === undefined && meaning.rule !== "import")
    return meaning;
  return possible("unresolved-receiver");
}

async function ofEntity(asked: Asked, entity: Entity, rule: Rule): Promise<Meaning> {
  switch (entity.kind) {
    case "instance":
      return ofReceived(
        asked,
        { type: { kind: "declared", place: entity.place, rule }, itself: false },
        rule,
      );
    case "declared": {
      const home = tablesOf(await asked.r.file(entity.place.file));
      const symbol = home?.facts.symbols[entity.place.at];
      if (home === null || symbol === undefined) return possible("unresolved-receiver");
      if (!isType(symbol.kind) && !isEntry(home, entity.place.at)) return possible("unresolved-receiver");
      return ofReceived(asked, { type: { kind: "declared", place: entity.place, rule }, itself: true }, rule);
    }
    case "outside":
      if (entity.name === undefined) return ofOutside(asked);
      return ofReceived(asked, { type: { kind: "outside", name: entity.name }, itself: false }, rule);
    case "unknown":
      return possible(entity.why);
    default:
      return possible("unresolved-receiver");
  }
}

/** A class outside by its name, a text. Of anything else the type is not known: a function may extend it. */
async function ofOutside(asked: Asked): Promise<Meaning> {
  const { tables, reference, offset } = asked;
  const text = /"\s*(?:\?\.|\.)\s*$/.test(tables.file.text.slice(Math.max(0, offset - 20), offset));
  const name = text ? "String" : /^(?:\w+\.)*(\p{Lu}\w*)$/u.exec(reference.receiver)?.[1];
  if (name === undefined) return possible("unresolved-receiver");
  return ofReceived(asked, { type: { kind: "outside", name }, itself: !text }, "variable-type");
}

async function ofSelf(asked: Asked, implicit: Implicit, all: readonly Implicit[]): Promise<Meaning> {
  const seen = await ofImplicit(asked, implicit, all, 0);
  const members = seen.candidates.filter(
    (c) => c.rule !== "same-file" || !isStatic(c.member.tables, c.member.at),
  );
  if (members.length === 0) {
    if (seen.unsure) return possible(seen.why);
    return EXTERNAL;
  }
  if (seen.unsure)
    return possible(
      seen.why,
      members.map((c) => c.member.place),
    );
  return decided(
    asked,
    members.map((c) => ({ ...c, rule: c.rule === "same-file" ? "this-method" : c.rule })),
    false,
  );
}

/** Members of the receiver's type, then functions that extend it. */
async function ofReceived(asked: Asked, received: Received, rule: Rule): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { name, enclosing } = reference;
  const { type } = received;
  const candidates: Candidate[] = [];
  let outside = type.kind === "outside";
  if (type.kind === "declared") {
    const home = tablesOf(await r.file(type.place.file))!;
    const itself = received.itself && !isObject(home, type.place.at) && !isEntry(home, type.place.at);
    const members = await membersOf(r, type.place, name, itself ? "static" : "instance");
    const fitting = wantedOf(asked, members.found).filter((m) => extensionOf(m.tables, m.at) === "");
    if (members.unsure)
      return possible("unresolved-base", fitting.length > 0 ? [] : fitting.map((m) => m.place));
    outside = members.outside;
    const enumOrClass: Rule =
      home.facts.symbols[type.place.at]!.kind === "enum" ? "enum-member" : "static-method";
    const alone = itself || isObject(home, type.place.at);
    for (const m of fitting)
      candidates.push({
        member: m,
        rule: alone ? enumOrClass : rule,
        receiver: alone ? null : type.place,
        level: 0,
        sure: m.partial !== true,
      });
    // An object has classes inside as well.
    if (received.itself && !itself && fitting.length === 0) {
      const { found } = await membersOf(r, type.place, name, "static");
      for (const m of wantedOf(asked, found))
        candidates.push({ member: m, rule: enumOrClass, receiver: null, level: 0, sure: true });
    }
  }
  const implicits = await implicitsAt(r, tables, offset, enclosing);
  for (const implicit of implicits) {
    if (implicit.kind !== "class" && !(implicit.kind === "type" && implicit.type.kind === "declared"))
      continue;
    const place = implicit.kind === "class" ? implicit.place : (implicit.type as { place: Place }).place;
    const sides = implicit.kind === "class" ? (["instance", "static"] as const) : (["instance"] as const);
    for (const side of sides) {
      for (const m of wantedOf(asked, (await membersOf(r, place, name, side)).found)) {
        const fits = await extendsReceiver(r, m, received);
        if (fits !== "no")
          candidates.push({
            member: m,
            rule: "this-method",
            receiver: null,
            level: 1,
            sure: fits === "sure",
          });
      }
    }
  }
  const extensions = await extensionsOf(r, tables, name, received, 2);
  candidates.push(...extensions.candidates.filter((c) => isWanted(asked, c.member)));
  if (candidates.length > 0) return decided(asked, once(candidates), false);
  if (extensions.unsure) return possible("unresolved-module");
  const unknown = implicits.some(
    (i) => i.kind === "type" && i.type.kind !== "declared" && i.members === null,
  );
  if (unknown) {
    const targets = await memberExtensions(asked);
    if (targets.length > 0) return possible("unresolved-receiver", targets);
  }
  return outside || type.kind === "declared" ? EXTERNAL : possible("unresolved-receiver");
}

/** `com.example.Tool.run()`, `com.example.run()`: null where the first name is something else. */
async function ofPackage(asked: Asked, written: string): Promise<Meaning | null> {
  const { r, tables, reference, offset } = asked;
  const { text } = tables.file;
  const before = text.slice(Math.max(0, offset - 400), offset);
  const shape = new RegExp(`${written.split(".").join("\\s*\\.\\s*")}\\s*\\.\\s*$`).exec(before);
  const head = shape === null ? -1 : tables.referenceAt(offset - before.length + shape.index);
  // A local variable is no reference.
  if (head === -1) return null;
  const first = written.slice(0, written.indexOf("."));
  // What can be a package's first name is a word that nothing in the repository declares where it stands.
  const meaning = await r.meaning(tables.file, head);
  if (meaning.kind === "proven" || first === reference.name) return null;
  const last = written.slice(written.lastIndexOf(".") + 1);
  if (/^\p{Lu}/u.test(last)) {
    const owner = await qualifiedType(r, tables, written);
    if (owner.kind !== "declared") return null;
    return ofReceived(asked, { type: owner, itself: true }, "qualified");
  }
  const { namedIn } = await import("./packaged-names.ts");
  const { places } = await namedIn(r, KOTLIN, written, reference.name);
  const candidates: Candidate[] = [];
  for (const place of places) {
    const home = tablesOf(await r.file(place.file));
    if (home === null || (isPrivate(home, place.at) && place.file !== tables.file.index)) continue;
    if (!isSeen(tables.file.path, home.file.path)) continue;
    const own = memberAt(home, place.at);
    if (isWanted(asked, own) && extensionOf(home, place.at) === "")
      candidates.push({ member: own, rule: "qualified", receiver: null, level: 0, sure: true });
  }
  return candidates.length === 0 ? null : decided(asked, candidates, false);
}

async function ofSuper(asked: Asked, written: string): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const implicits = await implicitsAt(r, tables, offset, reference.enclosing);
  const label = /@(\w+)$/.exec(written)?.[1];
  const named = /<([\w.]+)>/.exec(written)?.[1];
  const owner = implicits.find(
    (i) => i.kind !== "type" && (label === undefined || (i.kind === "class" && i.label === label)),
  );
  if (owner === undefined || owner.kind === "type") return possible("unresolved-base");
  const types = owner.kind === "object" ? owner.bases : (await baseTypes(r, owner.place)).map((b) => b.type);
  const found: Member[] = [];
  let outside = types.length === 0;
  for (const type of types) {
    if (type.kind === "outside") {
      outside = true;
      continue;
    }
    if (type.kind !== "declared") return possible("unresolved-base");
    const home = tablesOf(await r.file(type.place.file))!;
    if (named !== undefined && home.facts.symbols[type.place.at]!.name !== named) continue;
    const members = await membersOf(r, type.place, reference.name, "instance");
    if (members.unsure) return possible("unresolved-base");
    outside ||= members.outside;
    found.push(...wantedOf(asked, members.found).filter((m) => extensionOf(m.tables, m.at) === ""));
  }
  if (found.length === 0) return outside ? EXTERNAL : possible("unresolved-base");
  const candidates = found.map((m): Candidate => ({
    member: m,
    rule: "super-method",
    receiver: null,
    level: 0,
    sure: true,
  }));
  return decided(asked, once(candidates), outside && found.length === 0);
}
