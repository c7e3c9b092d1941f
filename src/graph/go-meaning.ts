// What does a reference of Go mean? Names of the file, of its package, of packages that it imports; members by the type of
// what stands before the dot. What build constraints choose between is possible.
import type { Reference } from "../parse/facts.ts";
import { offered } from "./exported-names.ts";
import { receiverOf } from "./expressions.ts";
import type { FileTables, Place } from "./file-tables.ts";
import { goMembers } from "./go-members.ts";
import { goBuiltins } from "./go-names.ts";
import { importsNamed, inPackage } from "./go-packages.ts";
import type { Rule } from "./graph.ts";
import { ELSEWHERE, EXTERNAL, possible, UNKNOWN, type Entity, type Meaning, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function goMeaning(r: Resolver, file: GraphFile, index: number): Promise<Meaning> {
  const reference = file.facts!.references[index]!;
  if (reference.role === "import") return EXTERNAL;
  if (reference.receiver === "") return bare(r, file, reference);
  const valued = await before(r, file, index);
  return memberOf(r, valued, reference);
}

async function before(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const reference = file.facts!.references[index]!;
  const tables = r.tables(file)!;
  if (reference.receiverType !== "" && /^\w+$/.test(reference.receiver) && isRanged(r, file, reference)) {
    return { entity: UNKNOWN, rule: "variable-type" };
  }
  const written = await writtenType(r, tables, reference);
  if (written !== null) return written;
  const valued = await receiverOf(r, file, index);
  if (valued.entity.kind !== "unknown") return { ...valued, rule: ruleOf(tables, reference, valued.rule) };
  // An embedded field, by the name of its type.
  const inner = /^.*\.(\w+)$/s.exec(reference.receiver)?.[1];
  if (inner === undefined) return valued;
  const dot = file.text.lastIndexOf(".", tables.startOf(reference.range));
  const at = tables.referenceAt(dot - inner.length);
  if (at === -1 || file.facts!.references[at]!.name !== inner) return valued;
  const outer = await before(r, file, at);
  if (outer.entity.kind !== "instance") return valued;
  const home = await r.file(outer.entity.place.file);
  const base = home.facts!.symbols[outer.entity.place.at]!.bases.find(
    (b) => b.slice(b.lastIndexOf(".") + 1) === inner,
  );
  if (base === undefined) return valued;
  return { entity: await r.typed(base, home, outer.entity.place.at), rule: "field-type" };
}

/** `x.(T).f`, `T{…}.f`, `(&T{…}).f`: the type stands there. */
async function writtenType(
  r: Resolver,
  tables: FileTables,
  { range, enclosing }: Reference,
): Promise<Valued | null> {
  const { text } = tables.file;
  const dot = text.lastIndexOf(".", tables.startOf(range));
  const before = text.slice(Math.max(0, dot - 300), dot).trimEnd();
  const asserted = /\.\(\s*(\*?[\w.]+)\s*\)$/.exec(before)?.[1];
  if (asserted !== undefined) {
    if (asserted === "type") return null;
    return { entity: await r.typed(asserted, tables.file, enclosing), rule: "variable-type" };
  }
  const end = /\}\s*\)?$/.exec(before)?.index;
  if (end === undefined) return null;
  const open = openOf(before, end);
  const made = open === -1 ? null : /(\(\s*&?\s*|(?:^|[^\w.]))([A-Za-z_][\w.]*)$/.exec(before.slice(0, open));
  if (made === null || before.endsWith(")") !== made[1]!.startsWith("(")) return null;
  return { entity: await r.typed(made[2]!, tables.file, enclosing), rule: "new-expression" };
}

function openOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (text[at] === "}") depth++;
    else if (text[at] === "{" && --depth === 0) return at;
  }
  return -1;
}

/** How a variable got its type. */
function ruleOf(tables: FileTables, { receiver, binding, enclosing }: Reference, rule: Rule): Rule {
  if (!/^\w+$/.test(receiver) || rule !== "parameter-type") return rule;
  if (binding === "this") return "this-method";
  if (enclosing === -1) return rule;
  const { range } = tables.facts.symbols[enclosing]!;
  const text = tables.file.text.slice(tables.startOf(range), tables.endOf(range));
  const given = new RegExp(
    `(?<![\\w.])${receiver}\\s*(?:,[^=\\n]*)?:=\\s*([^\\n]*)|\\bvar\\s+${receiver}\\b`,
  ).exec(text);
  if (given === null) return rule;
  return /^&?[\w.]+\{/.test(given[1] ?? "") ? "new-expression" : "variable-type";
}

/** The facts keep for the variable of a loop what the whole list is. */
function isRanged(r: Resolver, file: GraphFile, { receiver, enclosing }: Reference): boolean {
  const tables = r.tables(file)!;
  if (enclosing === -1) return false;
  const { range } = file.facts!.symbols[enclosing]!;
  const text = file.text.slice(tables.startOf(range), tables.endOf(range));
  return new RegExp(`(?<![\\w.])${receiver}\\s*(?:,\\s*\\w+\\s*)?:=\\s*(?:range\\b|<-)`).test(text);
}

async function memberOf(r: Resolver, { entity, rule }: Valued, reference: Reference): Promise<Meaning> {
  switch (entity.kind) {
    case "outside":
    case "list":
      return EXTERNAL;
    case "module": {
      const { entities } = await offered(r, entity.files, reference.name);
      return ofPlaces(placesOf(entities), "namespace", "unresolved-module");
    }
    case "declared":
    case "instance": {
      const found = await goMembers(r, entity.place, reference.name);
      if (found.kind === "found")
        return {
          kind: "proven",
          rule: entity.kind === "declared" ? "static-method" : rule,
          targets: found.places,
          receiver: await calledThrough(r, entity.place, found.places[0]!),
        };
      if (found.kind === "outside") return EXTERNAL;
      return found.kind === "unknown" ? possible(found.why, found.places) : possible("unresolved-receiver");
    }
    default:
      // A package that is not found: a module of the repository as it was published.
      return possible(
        entity.kind === "unknown" && entity.why === "unresolved-module" ? entity.why : "unresolved-receiver",
      );
  }
}

/** A method of an interface that a struct embeds may be that of any type that is put there. */
async function calledThrough(r: Resolver, place: Place, member: Place): Promise<Place> {
  const symbolAt = async (at: Place) => (await r.file(at.file)).facts?.symbols[at.at];
  const owner = (await symbolAt(member))?.parent ?? -1;
  if (owner === -1) return place;
  const embedded = { file: member.file, at: owner };
  const isInterface = async (at: Place) => (await symbolAt(at))?.kind === "interface";
  return (await isInterface(embedded)) && !(await isInterface(place)) ? embedded : place;
}

function placesOf(entities: readonly Entity[]): Place[] {
  return entities.flatMap((e) => (e.kind === "declared" ? [e.place] : []));
}

function ofPlaces(places: readonly Place[], rule: Rule, why: "unresolved-module"): Meaning {
  if (places.length === 0) return possible(why);
  if (places.length > 1) return possible("ambiguous-declaration", places);
  return { kind: "proven", rule, targets: places };
}

async function bare(r: Resolver, file: GraphFile, reference: Reference): Promise<Meaning> {
  const { binding, name, target } = reference;
  const tables = r.tables(file)!;
  if (target >= 0) return { kind: "proven", rule: "same-file", targets: [tables.place(target)] };
  if (binding === "local" || binding === "param" || binding === "this") return ELSEWHERE;
  const facts = await importsNamed(r, file, name);
  if (facts.length > 0) {
    if (facts.length > 1) return possible("ambiguous-declaration");
    const module = await r.module(file, facts[0]!.module, "*");
    if (module.external) return EXTERNAL;
    if (module.files.length === 0) return possible("unresolved-module");
    return { kind: "module", files: module.files, callable: false };
  }
  const places = await inPackage(r, file, name);
  if (places.length > 0) return ofPlaces(places, "same-package", "unresolved-module");
  const dotted = file.facts!.imports.filter((i) => i.imported === "*" && i.local === "");
  let unsure = false;
  const found: Place[] = [];
  for (const fact of dotted) {
    const module = await r.module(file, fact.module, name);
    if (module.why !== "") unsure = true;
    found.push(...placesOf((await offered(r, module.files, name)).entities));
  }
  if (found.length > 0) return ofPlaces(found, "star-import", "unresolved-module");
  if (goBuiltins.has(name)) return EXTERNAL;
  // What neither its package nor an import gives it no other file can.
  return unsure || file.facts!.errors ? possible("unresolved-module") : EXTERNAL;
}
