// What does a name mean in C and C++? Proven where one declaration alone can be meant of all that is seen: the one function
// of C under the name, the one free function that no overload stands beside, the one member of a type that the source
// names. Every overload that can't be excluded stays possible.
import type { Reference } from "../parse/facts.ts";
import { ableOf, isSeen, orPossible, proven, type Asked } from "./c-candidates.ts";
import { areOne, classAround, classNamed, membersNamed } from "./c-classes.ts";
import { seenIn, type Seen } from "./c-includes.ts";
import { isPasted } from "./c-macros.ts";
import { CLASSES, isFree, isMember, named, placesOf, type AllNamed, type Named } from "./c-names.ts";
import { receiverType } from "./c-receivers.ts";
import { isStandard } from "./c-standard-names.ts";
import {
  isCpp,
  isMacroParameter,
  isTemplateParameter,
  looksCalled,
  qualifierBefore,
  usesName,
} from "./c-text.ts";
import type { FileTables } from "./file-tables.ts";
import { ELSEWHERE, EXTERNAL, possible, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function cMeaning(r: Resolver, file: GraphFile, index: number): Promise<Meaning> {
  const tables = r.tables(file)!;
  const reference = asWritten(tables, file.facts!.references[index]!);
  const { name, receiver, role, binding, target, enclosing } = reference;
  if (isMacroParameter(tables, enclosing, name)) return ELSEWHERE;
  const bare = receiver === "";
  if (bare && target === -1 && (binding === "local" || binding === "param")) return ELSEWHERE;
  const found = await named(r, name);
  if (found.all.length === 0) return found.cut ? possible("unparsed-file") : unknown(reference);
  const seen = await seenIn(r, file);
  const macros = macrosOf(found, tables, seen, enclosing);
  const all = found.all.filter((n) => n.symbol.kind !== "macro" && fitsRole(n, role));
  const at: Asked = { r, tables, reference, seen, all, cut: found.cut || seen.cut };
  if (macros.length > 0) return ofMacros(at, macros);
  if (all.length === 0) return unknown(reference);
  if (role === "import") return orPossible(at, all, "same-name");
  const how = bare ? "bare" : howReached(tables, reference);
  if (how === "scope") return qualified(at);
  if (how === "member") return member(at);
  // In C the file alone says what a name means.
  const meaning = isCpp(tables)
    ? await bareCpp(at)
    : await r.once(`c-bare ${file.index}:${role}:${name}`, possible("same-name", placesOf(all)), () =>
        bareC(at),
      );
  return meaning.kind === "proven" && (await isPasted(r, tables, tables.startOf(reference.range)))
    ? possible("template", placesOf(all))
    : meaning;
}

/** A type or a value that is written like a call may be one. */
function asWritten(tables: FileTables, reference: Reference): Reference {
  return looksCalled(tables, reference) ? { ...reference, role: "call" } : reference;
}

/** A name that no declaration of the repository has. */
function unknown({ receiver }: Reference): Meaning {
  return possible(receiver === "" ? "same-name" : "unresolved-receiver");
}

function howReached(tables: FileTables, reference: Reference): "scope" | "member" {
  const start = tables.startOf(reference.range);
  return /::\s*(?:template\s+)?$/.test(tables.file.text.slice(Math.max(0, start - 40), start))
    ? "scope"
    : "member";
}

function fitsRole({ symbol }: Named, role: string): boolean {
  if (role === "type") return CLASSES.has(symbol.kind) || symbol.kind === "type";
  if (role === "call" || role === "new")
    return symbol.kind !== "namespace" && (role === "call" || symbol.kind !== "method");
  return true;
}

/** Macros that are seen there; inside of itself a macro is not expanded. */
function macrosOf({ all }: AllNamed, tables: FileTables, seen: Seen, enclosing: number): Named[] {
  const { symbols } = tables.facts;
  const inside = enclosing === -1 ? undefined : symbols[enclosing]!;
  return all.filter(
    (n) =>
      n.symbol.kind === "macro" &&
      seen.files.has(n.tables.file.index) &&
      !(inside?.kind === "macro" && inside.name === n.symbol.name),
  );
}

function ofMacros(at: Asked, macros: readonly Named[]): Meaning {
  const others = at.all.filter((n) => at.seen.files.has(n.tables.file.index));
  const files = new Set(macros.map((m) => m.tables.file.index));
  const sure = macros.every((m) => at.seen.files.get(m.tables.file.index) === true);
  // A header may be read before it is defined, or after it was taken back.
  if (at.reference.receiver === "" && others.length === 0 && files.size === 1 && sure && !at.cut)
    return proven(at, macros);
  return possible("ambiguous-declaration", placesOf([...macros, ...at.all]));
}

// ---------------------------------------------------------------- C

/** In C a name that others see is one function of the program; `static` ones are those of the file and its headers. */
async function bareC(at: Asked): Promise<Meaning> {
  const { r, tables } = at;
  const able = (await ableOf(at)).filter((n) => n.owner === "");
  if (at.cut || at.reference.role !== "call") {
    return at.cut ? orPossible(at, able, "same-name") : ofAlone(at, able);
  }
  const seen = able.filter((n) => at.seen.files.has(n.tables.file.index));
  if (seen.length === 0 || !seen.every((n) => n.symbol.kind === "function"))
    return orPossible(at, able, "same-name");
  const own = seen.filter((n) => n.own);
  if (own.length > 0) {
    const files = new Set(own.map((n) => n.tables.file.index));
    const alone = own.length === seen.length && files.size === 1 && own.every((n) => isSeen(at, n));
    return alone ? proven(at, own) : orPossible(at, able, "ambiguous-declaration");
  }
  if (!seen.some((n) => isSeen(at, n))) return orPossible(at, able, "same-name");
  const outer = able.filter((n) => !n.own && n.symbol.kind === "function");
  const defined = outer.filter((n) => n.symbol.bodyStart !== 0);
  const mine = defined.filter((n) => n.tables === tables);
  if (mine.length > 0) return proven(at, defined.length === mine.length ? outer : seen);
  // A library of the system may have it as well.
  if (isStandard(at.reference.name)) return orPossible(at, able, "same-name");
  if (defined.length <= 1) return proven(at, outer);
  // A definition belongs to the declarations that it includes: those of another program, or system, to others.
  const linked = [...seen];
  for (const n of defined) {
    const theirs = (await seenIn(r, n.tables.file)).files;
    const known = outer.filter((o) => o !== n && theirs.has(o.tables.file.index) && o.symbol.bodyStart === 0);
    if (known.length === 0) return orPossible(at, able, "ambiguous-declaration");
    if (known.some((o) => seen.includes(o))) linked.push(n);
  }
  return linked.length > seen.length ? proven(at, linked) : orPossible(at, able, "ambiguous-declaration");
}

/** Uses other than calls: proven where there is one thing of the name. */
function ofAlone(at: Asked, able: readonly Named[]): Meaning {
  const places = placesOf(able);
  const kinds = new Set(able.map((n) => n.symbol.kind));
  if (places.length === 1 && isSeen(at, able[0]!) && areOne(able)) return proven(at, able);
  if (
    kinds.size === 1 &&
    kinds.has("function") &&
    able.every((n) => !n.own) &&
    able.some((n) => isSeen(at, n)) &&
    areOne(able)
  )
    return proven(at, able);
  return orPossible(at, able, "same-name");
}

// ---------------------------------------------------------------- C++

async function bareCpp(at: Asked): Promise<Meaning> {
  const { r, tables, reference } = at;
  const able = await ableOf(at);
  const around = await classAround(r, tables, reference.enclosing);
  const types = able.filter((n) => CLASSES.has(n.symbol.kind) || n.symbol.kind === "type");
  if (types.length > 0) return constructed(at, able);
  if (at.cut) return orPossible(at, able, "same-name");
  if (around.kind === "one") {
    const { name } = reference;
    const members = await membersNamed(r, around.tables, around.at, name);
    if (members.kind === "found") {
      if (!areOne(members.all) || usesName(tables, reference.enclosing, name))
        return orPossible(at, able, "ambiguous-declaration");
      return proven(at, members.all, "this-method", members.owner);
    }
    if (members.kind === "unknown") return orPossible(at, able, "same-name");
  }
  // A member is meant by its bare name in a type alone, and in what a macro makes one of.
  const free = withoutOtherUnits(
    at,
    around.kind === "unknown" ? able : able.filter((n) => isFree(n) || !isMember(n) || n.tables.facts.errors),
  );
  const one = free.length > 0 && free.every(isFree) && areOne(free);
  if (!one || !free.some((n) => isSeen(at, n)) || isStandard(reference.name))
    return orPossible(at, free, free.length > 1 ? "ambiguous-declaration" : "same-name");
  return proven(at, free);
}

/** Where the unit has a function of its own under the name, one that nothing here declares is another program's part. */
function withoutOtherUnits(at: Asked, free: readonly Named[]): readonly Named[] {
  return free.some((n) => n.own && isSeen(at, n)) ? free.filter((n) => isSeen(at, n)) : free;
}

/** A type that is named: as a type, or to make one of it. Its constructors are meant with it. */
async function constructed(at: Asked, able: readonly Named[]): Promise<Meaning> {
  const { r, tables, reference } = at;
  const type = await classNamed(r, reference.name);
  const others = able.filter(
    (n) => !CLASSES.has(n.symbol.kind) && n.symbol.kind !== "constructor" && n.symbol.kind !== "type",
  );
  if (
    type.kind !== "one" ||
    at.cut ||
    others.length > 0 ||
    isTemplateParameter(tables, reference.enclosing, reference.name)
  )
    return orPossible(at, able, "same-name");
  const one = able.filter((n) => n.tables === type.tables && n.at === type.place.at);
  if (one.length === 0 || !isSeen(at, one[0]!)) return orPossible(at, able, "same-name");
  // Which constructor a call means, and whether it is a function of the name, its arguments alone would tell.
  if (reference.role === "call") return orPossible(at, able, "ambiguous-declaration");
  return proven(at, one);
}

/** `a::b::f`: of a type what it has; of a namespace what is free. */
async function qualified(at: Asked): Promise<Meaning> {
  const { r, tables, reference } = at;
  const { name, enclosing } = reference;
  const path = qualifierBefore(tables.file.text, tables.startOf(reference.range));
  const able = await ableOf(at);
  if (path === null) return orPossible(at, able, "unresolved-receiver");
  if (path[0] === "std" && !able.some((n) => /(?:^|::)std::/.test(n.symbol.qualified))) return EXTERNAL;
  const last = path.at(-1) ?? "";
  if (able.some((n) => CLASSES.has(n.symbol.kind) || n.symbol.kind === "type")) return constructed(at, able);
  if (last === "")
    return ofFree(
      at,
      able.filter((n) => !isMember(n)),
      "",
    );
  const holders = await named(r, last);
  const kinds = new Set(holders.all.map((n) => n.symbol.kind));
  const type = isTemplateParameter(tables, enclosing, last) ? null : await classNamed(r, last);
  if (type?.kind === "one") {
    const members = await membersNamed(r, type.tables, type.place.at, name);
    if (members.kind === "found" && !at.cut) {
      if (areOne(members.all)) return proven(at, members.all, "static-method", members.owner);
      return possible("ambiguous-declaration", placesOf(members.all));
    }
    return orPossible(at, able, "unresolved-receiver");
  }
  if (kinds.size === 1 && kinds.has("namespace") && !holders.cut)
    return ofFree(
      at,
      able.filter((n) => !isMember(n) || !n.inside || n.tables.facts.errors),
      last,
    );
  return orPossible(at, able, "unresolved-receiver");
}

/** Functions of a namespace, or of the outermost one: proven where there is one, and it may stand there. */
function ofFree(at: Asked, all: readonly Named[], namespace: string): Meaning {
  const free = withoutOtherUnits(at, all);
  const one = free.length > 0 && free.every(isFree) && areOne(free);
  const around = (n: Named) => n.symbol.qualified.slice(0, -n.symbol.name.length).split("::").filter(Boolean);
  const fits = free.every(
    (n) => around(n).length === 0 || namespace === "" || around(n).at(-1) === namespace,
  );
  if (one && fits && !at.cut && free.some((n) => isSeen(at, n)) && !isStandard(at.reference.name))
    return proven(at, free, "namespace");
  return orPossible(at, free, free.length > 1 ? "ambiguous-declaration" : "unresolved-receiver");
}

/** `x.f`, `x->f`: by the type that the source writes for `x`. */
async function member(at: Asked): Promise<Meaning> {
  const { r, tables, reference } = at;
  const able = at.all.filter((n) => !isFree(n) || n.tables.facts.errors || n.owner !== "");
  if (able.length === 0) return isCpp(tables) ? orPossible(at, [], "unresolved-receiver") : ELSEWHERE;
  const type = at.cut ? null : await receiverType(r, tables, reference);
  if (type === null) return orPossible(at, able, "unresolved-receiver");
  const members = await membersNamed(r, type.tables, type.at, reference.name);
  if (members.kind !== "found") return orPossible(at, able, "unresolved-receiver");
  if (!areOne(members.all)) return possible("ambiguous-declaration", placesOf(members.all));
  return proven(at, members.all, type.rule, members.owner);
}
