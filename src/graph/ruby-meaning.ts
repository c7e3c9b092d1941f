// What does a reference in a Ruby file mean? Constants by the modules around them; methods by what is known of the object:
// itself, a class that is named, what `new` makes. Of most objects nothing is known.
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { ELSEWHERE, EXTERNAL, possible, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { blocksAt, rubyCode } from "./ruby-code.ts";
import { constantAt, isSpace, spaceOf, type ConstantFound } from "./ruby-constants.ts";
import { isOfEveryObject, isOfKernel, isOfModule } from "./ruby-library.ts";
import { isChanged, methodsFromOutside } from "./ruby-late-methods.ts";
import { lineageOf, type Side } from "./ruby-lineage.ts";
import { membersBelow, membersIn, membersOf, sideOf, type Members } from "./ruby-members.ts";
import { madeBy, typeOfField } from "./ruby-values.ts";
import { selfAt } from "./ruby-self.ts";
import type { GraphFile } from "./view.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
const CUT = 80;
const CONSTANT = /^(?:::)?[A-Z\u0080-\uffff][\w\u0080-\uffff]*(?:::[A-Z\u0080-\uffff][\w\u0080-\uffff]*)*$/;

interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly index: number;
  readonly name: string;
  readonly start: number;
}

export async function rubyMeaning(r: Resolver, file: GraphFile, index: number): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const { name, range, role, receiver } = tables.facts.references[index]!;
  const asked: Asked = { r, tables, index, name, start: tables.startOf(range) };
  if (name === "super") return ofSuper(asked);
  if (/^[@$]/.test(name)) return ofVariable(asked);
  if (/^[A-Z\u0080-\uffff]/.test(name) && role !== "call") return ofConstant(asked);
  if (isNamedBySymbol(tables, asked.start) && role === "read") return ofSymbol(asked);
  const wanted: Asked = role === "write" ? { ...asked, name: `${name}=` } : asked;
  return receiver === "" || receiver === "self" ? ofSelf(wanted) : behindDot(wanted, receiver);
}

async function ofConstant({ r, tables, index, name }: Asked): Promise<Meaning> {
  const { receiver, enclosing, role } = tables.facts.references[index]!;
  if (receiver.length >= CUT) return possible("unresolved-module");
  if (receiver !== "" && receiver !== "::" && !CONSTANT.test(receiver))
    return possible("unresolved-receiver");
  const path = receiver === "" ? name : receiver === "::" ? `::${name}` : `${receiver}::${name}`;
  // What a class names as its base stands outside of it.
  const symbol = scopeOf(tables, index, enclosing);
  const found = await constantAt(r, tables, path, symbol);
  if (found.kind === "outside") return EXTERNAL;
  if (found.kind === "unknown") return possible("unresolved-module");
  if (role === "new") {
    const space = await spaceOf(r, found);
    const [place] = space?.places ?? [];
    // A class that has a method `new` of its own decides itself what is made.
    if (place !== undefined && (await membersOf(r, place, "static", "new")).found.length > 0)
      return possible("ambiguous-declaration", found.places);
  }
  // A constant that is given a class stands for both.
  const given = (await spaceOf(r, found))?.places.filter((p) => !found.places.includes(p)) ?? [];
  return { kind: "proven", rule: ruleOf(tables, found, path), targets: [...found.places, ...given] };
}

function ruleOf(
  tables: FileTables,
  { places }: Extract<ConstantFound, { kind: "declared" }>,
  path: string,
): Rule {
  if (places.some((p) => p.file === tables.file.index)) return "same-file";
  return path.includes("::") ? "qualified" : "namespace";
}

/** The symbol from within which a constant is looked for. */
function scopeOf(tables: FileTables, index: number, enclosing: number): number {
  if (enclosing === -1) return -1;
  const { symbols, references } = tables.facts;
  const { range } = references[index]!;
  const at = tables.startOf(range);
  const { kind, nameRange, parent } = symbols[enclosing]!;
  if (!isSpace(kind)) return enclosing;
  const end = tables.endOf(nameRange);
  const line = tables.file.text.indexOf("\n", end);
  return at <= end ||
    (at < (line === -1 ? at + 1 : line) && /^\s*<(?!<)/.test(tables.file.text.slice(end, end + 20)))
    ? parent
    : enclosing;
}

function ofVariable({ tables, index }: Asked): Meaning {
  const { target } = tables.facts.references[index]!;
  if (target === -1) return possible("same-name");
  return { kind: "proven", rule: "same-file", targets: [tables.place(target)] };
}

/** `:name`, which a call is given. */
function isNamedBySymbol(tables: FileTables, start: number): boolean {
  return /[:"'&]$/.test(tables.file.text.slice(Math.max(0, start - 1), start));
}

async function ofSymbol({ r, tables, start, name }: Asked): Promise<Meaning> {
  const self = selfAt(tables, start);
  if (self.kind !== "type") return possible("unresolved-receiver");
  const place = tables.place(self.symbol);
  // A hook of a class names a method of its instances.
  const { found } = await membersOf(r, place, "instance", name);
  return found.length === 0 ? possible("unresolved-receiver") : possible("handed-on", found);
}

async function ofSelf(asked: Asked): Promise<Meaning> {
  const { r, tables, index, name, start } = asked;
  const { binding, receiver } = tables.facts.references[index]!;
  if (receiver === "" && (binding === "local" || binding === "param")) return atTop(asked);
  const self = selfAt(tables, start);
  if (self.kind === "unknown") {
    return receiver === "" && isOfKernel(name) && !(await isDeclared(asked))
      ? EXTERNAL
      : possible("unresolved-receiver");
  }
  if (self.kind === "top") return atTop(asked);
  const place = tables.place(self.symbol);
  const members = await membersOf(r, place, self.side, name);
  if (members.found.length === 0 && receiver === "") {
    const top = functionsAtTop(tables, name);
    if (top.length > 0) return possible("ambiguous-declaration", top);
  }
  return among(asked, members, place, self.side, "this-method", place);
}

/** Whether the repository declares anything of the name. */
async function isDeclared({ r, name }: Asked): Promise<boolean> {
  return r.once(`rd${name}`, true, async () => {
    for await (const file of r.each(r.view.naming(name).filter((f) => r.view.languageOf(f) === "ruby"))) {
      const symbols = tablesOf(file)?.facts.symbols ?? [];
      if (symbols.some((s) => s.name === name)) return true;
    }
    return false;
  });
}

function functionsAtTop(tables: FileTables, name: string): Place[] {
  const { symbols } = tables.facts;
  const found = (tables.top.get(name) ?? []).filter((s) => symbols[s]!.kind === "function");
  return [...new Set(found.map((s) => tables.first[s]!))].map((s) => tables.place(s));
}

/** Outside of all classes: a function of the file. */
function atTop({ tables, index, name, start }: Asked): Meaning {
  const { target, binding } = tables.facts.references[index]!;
  const ruby = rubyCode(tables);
  const found = functionsAtTop(tables, name);
  if (found.length === 0) {
    if (target === -1 && (binding === "local" || binding === "param")) return ELSEWHERE;
    return isOfKernel(name) ? EXTERNAL : possible("unresolved-receiver");
  }
  const inBlock = blocksAt(ruby, start).some(({ kind }) => kind === "block");
  if (found.length > 1 || inBlock || !ruby.sure) return possible("ambiguous-declaration", found);
  return { kind: "proven", rule: "same-file", targets: found };
}

async function behindDot(asked: Asked, receiver: string): Promise<Meaning> {
  const { r, tables, index, start } = asked;
  const { enclosing, receiverType } = tables.facts.references[index]!;
  if (receiver.length >= CUT) return possible("unresolved-receiver");
  if (CONSTANT.test(receiver)) return ofClass(asked, receiver, enclosing);
  const made = /^((?:::)?[A-Z][\w:]*)\.new(?:\(.*\))?$/s.exec(receiver)?.[1];
  if (made !== undefined && isOneCall(receiver)) return ofMade(asked, made, enclosing, "new-expression");
  if (receiver === "self.class") {
    const self = selfAt(tables, start);
    if (self.kind !== "type" || self.side !== "instance") return possible("unresolved-receiver");
    const place = tables.place(self.symbol);
    if (tables.facts.symbols[self.symbol]!.kind === "module") return possible("unresolved-receiver");
    return among(
      asked,
      await membersOf(r, place, "static", asked.name),
      place,
      "static",
      "this-method",
      place,
    );
  }
  if (receiverType !== "" && !receiverType.endsWith("()")) {
    if (receiver.startsWith("@") && !(await typeOfField(r, tables, receiver)))
      return possible("unresolved-receiver");
    if (isChanged(tables, receiver)) return possible("unresolved-receiver");
    return ofMade(asked, receiverType, enclosing, receiver.startsWith("@") ? "field-type" : "variable-type");
  }
  if (/^(?:"[^"]*"|'[^']*'|\d[\d_.]*|:\w+|\[\]|\{\})$/.test(receiver))
    return (await isDeclared(asked)) ? possible("unresolved-receiver") : EXTERNAL;
  return possible("unresolved-receiver");
}

/** `X.new(…)` and nothing behind it. */
function isOneCall(receiver: string): boolean {
  const open = receiver.indexOf("(");
  if (open === -1) return true;
  let depth = 0;
  for (let at = open; at < receiver.length; at++) {
    if (receiver[at] === "(") depth++;
    else if (receiver[at] === ")" && --depth === 0) return at === receiver.length - 1;
  }
  return false;
}

async function ofClass(asked: Asked, path: string, enclosing: number): Promise<Meaning> {
  const { r, tables, name } = asked;
  const found = await constantAt(r, tables, path, enclosing);
  if (found.kind === "unknown") return possible("unresolved-receiver");
  if (found.kind === "outside") return EXTERNAL;
  const space = await spaceOf(r, found);
  if (space === null) {
    const type = await madeBy(r, found.places);
    if (type === null || isChanged(tables, path)) return possible("unresolved-receiver");
    return among(asked, await membersOf(r, type, "instance", name), type, "instance", "variable-type", type);
  }
  const [place] = space.places;
  return among(asked, await membersOf(r, place!, "static", name), place!, "static", "static-method", null);
}

async function ofMade(asked: Asked, path: string, enclosing: number, rule: Rule): Promise<Meaning> {
  const { r, tables, name } = asked;
  // What they make are classes, with methods of their own.
  if (/^(?:::)?(?:Class|Module|Struct|Data)$/.test(path)) return possible("unresolved-receiver");
  const found = await constantAt(r, tables, path, enclosing);
  if (found.kind === "outside") return EXTERNAL;
  const space = found.kind === "declared" ? await spaceOf(r, found) : null;
  const [place] = space?.places ?? [];
  if (place === undefined) return possible("unresolved-receiver");
  if ((await membersOf(r, place, "static", "new")).found.length > 0) return possible("unresolved-receiver");
  return among(asked, await membersOf(r, place, "instance", name), place, "instance", rule, null);
}

async function among(
  asked: Asked,
  members: Members,
  place: Place,
  side: Side,
  rule: Rule,
  receiver: Place | null,
): Promise<Meaning> {
  const { r, name } = asked;
  const { found } = members;
  const late = await methodsFromOutside(r, asked.tables, asked.index, { place, side, rule, name });
  if (late.length > 0) {
    const below = receiver === null ? [] : await membersBelow(r, receiver, name);
    return possible("ambiguous-declaration", [...found, ...late, ...below]);
  }
  if (found.length > 0) {
    if (members.sure)
      return receiver === null
        ? { kind: "proven", rule, targets: found }
        : { kind: "proven", rule, targets: found, receiver };
    const below = receiver === null ? [] : await membersBelow(r, receiver, name);
    return possible(members.open ? "unresolved-base" : "ambiguous-declaration", [...found, ...below]);
  }
  if (
    isOfEveryObject(name) ||
    (side === "static" && isOfModule(name)) ||
    (receiver !== null && isOfKernel(name))
  ) {
    const below = receiver === null ? [] : await membersBelow(r, place, name);
    if (below.length > 0) return possible("dispatch", below);
    return members.open && (await isDeclared(asked)) ? possible("unresolved-base") : EXTERNAL;
  }
  if (members.magic) return possible("dynamic-access");
  return possible(members.open ? "unresolved-base" : "unresolved-receiver");
}

/** The method of the same name that comes next. */
async function ofSuper({ r, tables, start }: Asked): Promise<Meaning> {
  const ruby = rubyCode(tables);
  const block = blocksAt(ruby, start).find(({ kind }) => kind !== "other" && kind !== "block");
  const own = block?.kind === "def" ? ruby.symbols.get(block.start) : undefined;
  if (!ruby.sure || own === undefined) return possible("unresolved-base");
  const { parent, name } = tables.facts.symbols[own]!;
  const side = sideOf(tables, own);
  if (parent === -1 || side === null || side === "unknown") return possible("unresolved-base");
  const { qualified, kind } = tables.facts.symbols[parent]!;
  // Where a module is mixed in, what comes next hangs on the class.
  if (kind === "module" && side === "instance") return possible("unresolved-base");
  const order = await lineageOf(r, tables.place(parent), side);
  const at = order.findIndex((s) => typeof s !== "string" && s.path === qualified && s.side === side);
  const members = await membersIn(r, order.slice(at + 1), name);
  if (members.found.length === 0) return members.open ? possible("unresolved-base") : EXTERNAL;
  if (!members.sure) return possible("unresolved-base", members.found);
  return { kind: "proven", rule: "super-method", targets: members.found };
}
