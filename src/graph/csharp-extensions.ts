// Which methods extend a type of C# where they are called? Those of static classes in namespaces that the place sees, by the
// type of their first parameter.
import { partsOf } from "./csharp-parts.ts";
import type { Asked } from "./csharp-choice.ts";
import { nameOfType } from "./csharp-library.ts";
import { isExtensionMember, isPrivate, type Member, memberAt, takes } from "./csharp-members.ts";
import { CSHARP, namespacesAt, usingsAt } from "./csharp-namespaces.ts";
import { boundOf, parametersOf, readType, typeParametersOf } from "./csharp-text.ts";
import { baseTypes, typeAt, type TypeFound } from "./csharp-types.ts";
import { type FileTables, type Place, placeKey, tablesOf } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { EXTERNAL, type Meaning, possible } from "./meaning.ts";
import { namedInside } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

interface Extension {
  readonly member: Member;
  readonly fits: "maybe" | "sure";
  readonly rule: Rule;
  readonly level: number;
}

export function ofExtensions(asked: Asked, all: readonly Extension[], from: FileTables): Meaning {
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
export async function extensionsOf(asked: Asked, type: TypeFound): Promise<Extension[]> {
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

/** Whether the first type is the other one or below it; null where it is not known. */
async function isBelow(r: Resolver, place: Place, above: Place): Promise<boolean | null> {
  const wanted = placeKey((await partsOf(r, above))[0]!);
  const seen = new Set<string>();
  const open = [place];
  let known = true;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const key = placeKey((await partsOf(r, next))[0]!);
    if (key === wanted) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const type of await baseTypes(r, next)) {
      if (type.kind === "declared") open.push(type.place);
      else if (type.kind !== "outside") known = false;
    }
  }
  return known ? false : null;
}
