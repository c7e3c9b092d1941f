// What does a name in a Java file mean? Methods, variables and types are looked for apart, as the language has it: in the
// classes around with what they inherit, the innermost first, then through imports. Behind a dot: `java-receivers.ts`.
import { tablesOf, type Place } from "./file-tables.ts";
import { CUT, memberMeaning, placesOf, receiverOf, typeMeaning, type Asked } from "./java-answers.ts";
import { chosen } from "./java-choice.ts";
import { ofObject } from "./java-library.ts";
import { isStatic, membersOf, membersOfContext, type Member, type MemberKind } from "./java-members.ts";
import { member } from "./java-receivers.ts";
import { argumentsOf, skipBlank } from "./java-text.ts";
import { contextsAt, isStaticImport, qualifiedType, typeAt } from "./java-types.ts";
import { EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

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
