// What does a name in a C# file mean? What is local, then members of the types around, the innermost first, members by
// `using static`, types. Behind a dot: `csharp-behind-dot.ts`.
import { behindDot } from "./csharp-behind-dot.ts";
import { argumentsBehind, type Asked, CUT, decided, isWanted, typeMeaning } from "./csharp-choice.ts";
import { isKeyword, OF_OBJECT } from "./csharp-library.ts";
import { isStatic, type Member, memberAt, membersOf, takes } from "./csharp-members.ts";
import { usingsAt } from "./csharp-namespaces.ts";
import { callAt, readType } from "./csharp-text.ts";
import { qualified, typeAt, typesAround } from "./csharp-types.ts";
import { tablesOf } from "./file-tables.ts";
import type { Why } from "./graph.ts";
import { ELSEWHERE, EXTERNAL, type Meaning, possible, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

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

async function ofType(asked: Asked, name: string): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { receiver, enclosing } = reference;
  if (receiver.length >= CUT) return possible("unresolved-module");
  const path = receiver === "" ? name : `${receiver}.${name}`;
  return typeMeaning(r, await typeAt(r, tables, path + argumentsBehind(asked), offset, enclosing));
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
