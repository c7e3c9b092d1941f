// Which methods of a name does an object of Ruby get outside of the body of its class? By `def object.name` and
// `class << object`, by `Name.class_eval do … end`, by `refine Name do … end` in a file that uses refinements.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { blocksAt, rubyCode } from "./ruby-code.ts";
import { constantAt, spaceOf } from "./ruby-constants.ts";
import { lineageOf, type Side, type Step } from "./ruby-lineage.ts";
import { CONSTANT_PATH, isNamed, OPENING, openedBy } from "./ruby-mixed-in.ts";

interface LateMethod {
  readonly place: Place;
  /** Only where refinements are used. */
  readonly refined: boolean;
  /** The variable or constant that holds the one object which has it; empty where all of the class have it. */
  readonly object: string;
}

interface Given {
  readonly at: number;
  readonly how: "refine" | "class" | "object";
  readonly object: string;
  readonly side: Side;
}

export interface Wanted {
  readonly place: Place;
  readonly side: Side;
  readonly rule: Rule;
  readonly name: string;
}

/** Methods that what a reference stands behind may have from outside of the body of its class. */
export async function methodsFromOutside(
  r: Resolver,
  tables: FileTables,
  reference: number,
  { place, side, rule, name }: Wanted,
): Promise<Place[]> {
  const { receiver } = tables.facts.references[reference]!;
  const refines = /\b(?:using|refine)\b/.test(rubyCode(tables).code);
  const found: Place[] = [];
  for (const { place: at, refined, object } of await lateMethods(r, await lineageOf(r, place, side), name)) {
    if (refined && !refines) continue;
    // What `new` gives is none of the objects that are held; the object itself may be any of them.
    if (object !== "" && rule !== "this-method" && !isHeldBy(object, receiver, at.file === tables.file.index))
      continue;
    found.push(at);
  }
  return found;
}

function isHeldBy(object: string, receiver: string, here: boolean): boolean {
  const last = (path: string) => path.slice(path.lastIndexOf(":") + 1);
  return /^[A-Z:]/.test(object) ? last(object) === last(receiver) : here && object === receiver;
}

/** Methods of the name that are given to objects of the steps' types, or to the types themselves. */
async function lateMethods(
  r: Resolver,
  order: readonly (Step | "outside" | "unknown")[],
  name: string,
): Promise<readonly LateMethod[]> {
  const found = new Map<string, LateMethod>();
  for (const step of order) {
    if (typeof step === "string") continue;
    for (const late of await ofStep(r, step, name)) found.set(placeKey(late.place), late);
  }
  return [...found.values()];
}

function ofStep(r: Resolver, { path, side }: Step, name: string): Promise<readonly LateMethod[]> {
  return r.once(`rt${side}${path}:${name}`, [] as readonly LateMethod[], async () => {
    const found: LateMethod[] = [];
    const naming = new Set(r.view.naming(name));
    const files = r.view
      .naming(path.slice(path.lastIndexOf(":") + 1))
      .filter((f) => naming.has(f) && r.view.languageOf(f) === "ruby");
    for await (const file of r.each(files)) {
      const tables = tablesOf(file);
      if (tables === null) continue;
      for (const given of givenIn(tables, name)) {
        if (!(await isFor(r, tables, given, path, side))) continue;
        const object = given.how === "object" && side === "instance" ? given.object : "";
        found.push({ place: tables.place(given.at), refined: given.how === "refine", object });
      }
    }
    return found;
  });
}

/** Methods of the name in a file that are no methods of the class around them. */
function givenIn(tables: FileTables, name: string): Given[] {
  const ruby = rubyCode(tables);
  const { code } = ruby;
  const found: Given[] = [];
  tables.facts.symbols.forEach((symbol, at) => {
    if (symbol.name !== name || !/^(?:method|function|constructor)$/.test(symbol.kind)) return;
    const start = tables.startOf(symbol.nameRange);
    const head = /\bdef\s+([@$]{0,2}[A-Za-z_\u0080-\uffff][\w:]*)\s*\.\s*$/.exec(
      code.slice(tables.startOf(symbol.range), start),
    )?.[1];
    if (head !== undefined && head !== "self") {
      const around = symbol.parent === -1 ? "" : tables.facts.symbols[symbol.parent]!.name;
      if (head !== around) found.push(ofObject(at, head));
      return;
    }
    const block = blocksAt(ruby, start).find(
      (b) => b.kind !== "other" && ruby.symbols.get(b.start) !== at && !b.name.startsWith("define_"),
    );
    if (block?.kind === "singleton" && block.name !== "self") found.push(ofObject(at, block.name));
    if (block?.kind !== "block") return;
    const isStatic = head === "self";
    if (block.name === "refine") {
      const line = code.slice(code.lastIndexOf("\n", block.start - 1) + 1, block.start);
      const [, object, singleton] =
        new RegExp(`\\brefine[\\s(]+(${CONSTANT_PATH})((?:\\s*\\.\\s*singleton_class)?)`).exec(line) ?? [];
      if (object !== undefined)
        found.push({ at, how: "refine", object, side: isStatic || singleton !== "" ? "static" : "instance" });
    } else if (OPENING.test(block.name) || /^instance_(?:eval|exec)$/.test(block.name)) {
      const opened = openedBy(code, block);
      const own = isStatic || opened?.singleton === true || block.name.startsWith("instance");
      if (opened !== null)
        found.push({ at, how: "class", object: opened.object, side: own ? "static" : "instance" });
    }
  });
  return found;
}

function ofObject(at: number, object: string): Given {
  return { at, how: "object", object, side: "static" };
}

async function isFor(
  r: Resolver,
  tables: FileTables,
  { at, how, object, side: own }: Given,
  path: string,
  side: Side,
): Promise<boolean> {
  const { parent } = tables.facts.symbols[at]!;
  const isConstant = /^(?:::)?[A-Z]/.test(object);
  if (how !== "object") return own === side && isNamed(r, tables, object, parent, path);
  if (side === "static") return isConstant && isNamed(r, tables, object, parent, path);
  if (isConstant) {
    const found = await constantAt(r, tables, object, parent);
    if (found.kind === "outside" || (found.kind === "declared" && (await spaceOf(r, found)) !== null))
      return false;
  }
  return mayHold(r, tables, object, parent, path);
}

/** Whether the file gives the one object that a variable holds methods of its own, by their names or by a module. */
export function isChanged(tables: FileTables, variable: string): boolean {
  const name = variable.replace(/[^\w\u0080-\uffff]/g, "\\$&");
  return new RegExp(
    `(?<![\\w.@$])${name}\\s*\\.\\s*(?:extend|singleton_class|instance_eval|instance_exec|define_singleton_method)\\b`,
  ).test(rubyCode(tables).code);
}

/** Whether a variable may hold an object of the class: not where all that it is given in the file is of others. */
async function mayHold(
  r: Resolver,
  tables: FileTables,
  variable: string,
  enclosing: number,
  path: string,
): Promise<boolean> {
  const { code } = rubyCode(tables);
  const assigned = [
    ...code.matchAll(
      new RegExp(
        `(?<![\\w.@$])${variable.replace(/\$/g, "\\$")}\\s*(?:\\|\\||&&)?=(?![=~>])\\s*([^\\n;]*)`,
        "g",
      ),
    ),
  ];
  if (assigned.length === 0) return true;
  for (const [, value] of assigned) {
    const made = new RegExp(`^(${CONSTANT_PATH})\\.new\\b`).exec(value!)?.[1];
    if (made === undefined) return true;
    const found = await constantAt(r, tables, made, enclosing);
    if (found.kind === "outside") continue;
    const space = found.kind === "declared" ? await spaceOf(r, found) : null;
    if (space === null) return true;
    for (const step of await lineageOf(r, space.places[0]!, "instance"))
      if (typeof step === "string" || step.path === path) return true;
  }
  return false;
}
