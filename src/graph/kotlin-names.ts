// What does a name in a Kotlin file mean? What is local goes first, then members of the receivers at hand and functions
// that extend them, then what the top of packages offers. Only what no other candidate can take away is proven.
import type { Reference } from "../parse/facts.ts";
import type { Argument } from "./call-shapes.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule, Why } from "./graph.ts";
import {
  extensionsOf,
  extendsReceiver,
  nearestCandidates,
  offeredTo,
  type Candidate,
  type Received,
} from "./kotlin-candidates.ts";
import { isEntry, isObject, isStatic } from "./kotlin-contexts.ts";
import {
  areTwins,
  fitsBest,
  memberAt,
  membersOf,
  membersOfBases,
  takes,
  type Member,
  type Members,
} from "./kotlin-members.ts";
import { MEMBERS } from "./kotlin-library.ts";
import { KOTLIN } from "./kotlin-packages.ts";
import { implicitsAt, membersOfBlock, type Implicit } from "./kotlin-receivers.ts";
import { argumentsOf, extensionOf } from "./kotlin-text.ts";
import { baseTypes, isPrivate, namedType, qualifiedType, type TypeFound } from "./kotlin-types.ts";
import { isNarrowed } from "./kotlin-values.ts";
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
  readonly args: readonly Argument[] | null;
}

export async function kotlinMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const reference = tables.facts.references[index]!;
  const args = reference.role === "call" ? argumentsOf(tables, reference) : null;
  const asked: Asked = { r, tables, reference, offset: tables.startOf(reference.range), args };
  switch (reference.role) {
    case "import":
      return imported(asked);
    case "type":
    case "new":
    case "decorator":
      return ofType(asked);
    default:
      return reference.receiver === "" ? bare(asked) : member(asked, receiver);
  }
}

async function ofType({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const { name, receiver, enclosing } = reference;
  if (receiver.length >= CUT) return possible("unresolved-module");
  return typeMeaning(
    await namedType(r, tables, receiver === "" ? name : `${receiver}.${name}`, offset, enclosing),
  );
}

function typeMeaning(found: TypeFound): Meaning {
  if (found.kind === "declared") return { kind: "proven", rule: found.rule, targets: [found.place] };
  return found.kind === "unknown" ? possible("unresolved-module") : EXTERNAL;
}

async function imported({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const fact = tables.facts.imports.find(
    (i) =>
      i.imported === reference.name && tables.startOf(i.range) <= offset && tables.endOf(i.range) > offset,
  );
  if (fact === undefined) return possible("same-name");
  const { members, unsure } = await offeredTo(r, tables, fact.local);
  const targets = members
    .filter((m) => m.order === 0 && m.member.tables.facts.symbols[m.member.at]!.name === fact.imported)
    .map((m) => m.member.place);
  if (targets.length > 0) return { kind: "proven", rule: "import", targets };
  return unsure ? possible("unresolved-module") : EXTERNAL;
}

/** Whether a symbol is what the name is used as; of several the functions go first. */
function isWanted(asked: Asked, { tables, at }: Member): boolean {
  const { kind } = tables.facts.symbols[at]!;
  const { role } = asked.reference;
  if (role === "call") return kind !== "constructor";
  if (isHandedOn(asked)) return kind !== "constructor";
  return kind !== "function" && kind !== "method" && kind !== "constructor";
}

/** `::name`, `Type::name`. */
function isHandedOn({ tables, offset }: Asked): boolean {
  return tables.file.text.slice(Math.max(0, offset - 2), offset) === "::";
}

/** What a level offers for the use: functions that fit, else what can be called otherwise. */
function wantedOf(asked: Asked, members: readonly Member[]): Member[] {
  return members.filter((m) => isWanted(asked, m));
}

async function bare(asked: Asked): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { name, binding, target, enclosing, role } = reference;
  const { symbols } = tables.facts;
  if (binding === "local" || binding === "param") {
    if (target === -1) return ELSEWHERE;
    const parent = symbols[target]!.parent;
    if (parent !== -1 && !isType(symbols[parent]!.kind)) return ofLocals(asked, target);
  }
  const candidates: Candidate[] = [];
  let hidden: Why | null = null;
  let outside = false;
  // Names of classes are hardly names of members that nobody sees.
  const isClassName = /^[\p{Lu}]/u.test(name) && /[\p{Ll}\d]/u.test(name + (role === "call" ? "a" : ""));
  const implicits = await implicitsAt(r, tables, offset, enclosing);
  for (const [level, implicit] of implicits.entries()) {
    const seen = await ofImplicit(asked, implicit, implicits, level);
    candidates.push(...seen.candidates);
    if (seen.unsure && candidates.length === 0 && !isClassName) hidden ??= seen.why;
    else if (seen.unsure && !isClassName) hidden ??= surely(asked, candidates) ? null : seen.why;
    outside ||= seen.outside;
  }
  const offered = await offeredTo(r, tables, name);
  for (const { member, rule, order } of offered.members) {
    if (!isWanted(asked, member) || extensionOf(member.tables, member.at) !== "") continue;
    const here = member.place.file === tables.file.index;
    const by: Rule = here && order > 0 ? "same-file" : rule;
    candidates.push({ member, rule: by, receiver: null, level: 100 + order, sure: true });
  }
  if (hidden === null && offered.unsure && !candidates.some((c) => c.level < 101))
    hidden = "unresolved-module";
  if (hidden === null && offered.outside && candidates.length === 0) return EXTERNAL;
  if (hidden !== null) return possible(hidden);
  if (candidates.length === 0)
    return outside || implicits.length === 0 ? EXTERNAL : withoutCandidates(asked, implicits);
  return decided(asked, candidates, offered.outside);
}

/** Members that extend something may be meant where a receiver is not known. */
async function withoutCandidates(asked: Asked, implicits: readonly Implicit[]): Promise<Meaning> {
  if (!implicits.some((i) => i.kind === "type" && i.type.kind !== "declared" && i.members === null))
    return EXTERNAL;
  const targets = await memberExtensions(asked);
  return targets.length === 0 ? EXTERNAL : possible("unresolved-receiver", targets);
}

/** Whether what was found goes before all that may follow. */
function surely(asked: Asked, candidates: readonly Candidate[]): boolean {
  return candidates.some(
    (c) => c.sure && takes(c.member, asked.args) === "sure" && !isProperty(asked, c.member),
  );
}

function isProperty(asked: Asked, { tables, at }: Member): boolean {
  const { kind } = tables.facts.symbols[at]!;
  return asked.reference.role === "call" && (kind === "property" || kind === "constant");
}

/** Functions and classes that a function holds. */
function ofLocals(asked: Asked, target: number): Meaning {
  const { tables } = asked;
  const { symbols } = tables.facts;
  const { qualified, parent } = symbols[target]!;
  const all = (tables.byQualified.get(qualified) ?? []).filter((s) => symbols[s]!.parent === parent);
  const fitting = all.filter((s) => takes(memberAt(tables, s), asked.args) !== "no");
  const places = (fitting.length === 0 ? all : fitting).map((s) => tables.place(s));
  if (places.length === 1) return { kind: "proven", rule: "same-file", targets: places };
  return possible("ambiguous-declaration", places);
}

interface Seen {
  candidates: Candidate[];
  unsure: boolean;
  why: Why;
  outside: boolean;
}

async function ofImplicit(
  asked: Asked,
  implicit: Implicit,
  all: readonly Implicit[],
  level: number,
): Promise<Seen> {
  const { r, tables, reference } = asked;
  const { name } = reference;
  const seen: Seen = { candidates: [], unsure: false, why: "unresolved-base", outside: false };
  const add = async (members: Members, rule: Rule, receiver: Place | null, received: Received | null) => {
    seen.unsure ||= members.unsure;
    seen.outside ||= members.outside;
    for (const member of wantedOf(asked, members.found)) {
      const extended = extensionOf(member.tables, member.at);
      let sure = member.partial !== true;
      if (extended !== "") {
        const fits = await fitsAny(asked, member, all);
        if (fits === "no") continue;
        sure = fits === "sure";
      }
      const inFile = member.place.file === tables.file.index && rule === "this-method";
      candidatesOf(seen, { member, rule: inFile ? "same-file" : rule, receiver, level, sure });
    }
    if (received === null) return;
    const extensions = await extensionsOf(r, tables, name, received, level + 0.3);
    for (const c of extensions.candidates) if (isWanted(asked, c.member)) candidatesOf(seen, c);
  };
  switch (implicit.kind) {
    case "class": {
      const { place } = implicit;
      const received: Received = { type: { kind: "declared", place, rule: "this-method" }, itself: false };
      if (!implicit.fixed)
        await add(await membersOf(r, place, name, "instance"), "this-method", place, received);
      await add(await membersOf(r, place, name, "static"), "this-method", null, null);
      for (const { type } of await baseTypes(r, place))
        if (type.kind === "declared") await addStatics(r, type.place, name, add);
      return seen;
    }
    case "object": {
      const known: Place[] = [];
      for (const base of implicit.bases) {
        if (base.kind === "declared") known.push(base.place);
        else if (base.kind === "outside") seen.outside = true;
        else seen.unsure = true;
      }
      const own = membersOfBlock(tables, implicit.block, name);
      const [first] = known;
      await add(await membersOfBases(r, own, known, name), "this-method", null, null);
      if (first !== undefined) {
        const received: Received = {
          type: { kind: "declared", place: first, rule: "this-method" },
          itself: false,
        };
        await add({ found: [], outside: false, unsure: false }, "this-method", null, received);
      }
      return seen;
    }
    case "type":
      seen.why = "unresolved-receiver";
      await ofTypeReceiver(asked, implicit, seen, add);
      return seen;
  }
}

async function addStatics(
  r: Resolver,
  place: Place,
  name: string,
  add: (members: Members, rule: Rule, receiver: null, received: null) => Promise<void>,
): Promise<void> {
  const { found } = await membersOf(r, place, name, "static");
  await add({ found, outside: false, unsure: false }, "this-method", null, null);
}

async function ofTypeReceiver(
  asked: Asked,
  implicit: Implicit & { kind: "type" },
  seen: Seen,
  add: (members: Members, rule: Rule, receiver: Place | null, received: Received | null) => Promise<void>,
): Promise<void> {
  const { r, reference } = asked;
  const { type, members } = implicit;
  const none: Members = { found: [], outside: false, unsure: false };
  const received: Received = { type, itself: false };
  switch (type.kind) {
    case "declared": {
      const tables = tablesOf(await r.file(type.place.file));
      const alone = tables !== null && isEntry(tables, type.place.at);
      await add(
        await membersOf(r, type.place, reference.name, "instance"),
        "this-method",
        alone ? null : type.place,
        received,
      );
      return;
    }
    case "outside":
      await add(none, "this-method", null, received);
      // What else it may have by its own type is not known.
      if (members?.includes(reference.name) ?? MEMBERS.get(type.name)?.has(reference.name) ?? true)
        seen.unsure = seen.candidates.length === 0;
      return;
    default:
      seen.unsure = true;
  }
}

function candidatesOf(seen: Seen, candidate: Candidate): void {
  const key = placeKey(candidate.member.place);
  if (!seen.candidates.some((c) => placeKey(c.member.place) === key)) seen.candidates.push(candidate);
}

/** Whether a member that extends a type extends one of the receivers at hand. */
async function fitsAny(
  asked: Asked,
  member: Member,
  all: readonly Implicit[],
): Promise<"no" | "maybe" | "sure"> {
  let best: "no" | "maybe" | "sure" = "no";
  for (const implicit of all) {
    const type: TypeFound =
      implicit.kind === "class"
        ? { kind: "declared", place: implicit.place, rule: "this-method" }
        : implicit.kind === "type"
          ? implicit.type
          : (implicit.bases[0] ?? { kind: "unknown" });
    const fits = await extendsReceiver(asked.r, member, { type, itself: false });
    if (fits === "sure") return "sure";
    if (fits === "maybe") best = "maybe";
  }
  return best;
}

/** One of the candidates, by their levels and what the arguments say. */
function decided(asked: Asked, all: readonly Candidate[], outside: boolean): Meaning {
  const near = nearestCandidates(asked.r, asked.tables, once(all));
  const judged = near
    .map((candidate) => ({ candidate, takes: takes(candidate.member, asked.args) }))
    .filter((j) => j.takes !== "no")
    .sort((a, b) => order(asked, a.candidate) - order(asked, b.candidate));
  if (judged.length === 0)
    return possible(
      "ambiguous-declaration",
      all.map((c) => c.member.place),
    );
  const level = order(asked, judged[0]!.candidate);
  const same = judged.filter((j) => order(asked, j.candidate) === level);
  const best = same.filter((j) => j.candidate.sure && fitsBest(j.candidate.member, asked.args));
  const first = best.length === 1 ? best[0] : judged[0];
  const sure = best.length === 1 || (same.length === 1 && first!.takes === "sure" && first!.candidate.sure);
  const alone =
    judged.length === 1 ||
    judged.every((j) => j === first || areTwins(j.candidate.member, first!.candidate.member));
  // An import by name that leads out may bring an overload.
  if ((sure && level < 100) || (alone && first!.candidate.sure && !outside) || (sure && alone)) {
    const { candidate } = first!;
    const targets = (alone ? judged : [first!]).map((j) => j.candidate.member.place);
    return provenAs(candidate, targets);
  }
  const why: Why = first!.candidate.sure ? "ambiguous-declaration" : "unresolved-receiver";
  return possible(
    why,
    judged.map((j) => j.candidate.member.place),
  );
}

function provenAs({ member, rule, receiver }: Candidate, targets: readonly Place[]): Meaning {
  const fixed =
    receiver === null || isPrivate(member.tables, member.at) || isStatic(member.tables, member.at);
  return fixed ? { kind: "proven", rule, targets } : { kind: "proven", rule, targets, receiver };
}

/** Of one level properties that are called come behind functions. */
function order(asked: Asked, { level, member }: Candidate): number {
  return level + (isProperty(asked, member) ? 0.05 : 0);
}

async function member(asked: Asked, receiver: () => Promise<Valued>): Promise<Meaning> {
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

function once(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(
    ({ member: { place } }) => !seen.has(placeKey(place)) && seen.add(placeKey(place)),
  );
}

/** Members of classes that extend other types, under the name. */
async function memberExtensions(asked: Asked): Promise<Place[]> {
  const { places } = await namedInside(asked.r, KOTLIN, asked.reference.name);
  const found: Place[] = [];
  for (const place of places) {
    const home = tablesOf(await asked.r.file(place.file));
    if (home !== null && extensionOf(home, place.at) !== "") found.push(place);
  }
  return found;
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
