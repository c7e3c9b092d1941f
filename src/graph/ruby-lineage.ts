// In which order does Ruby look for a method? What is prepended, the class itself, what it includes, the last first, then the
// same of its superclass; for the class as an object its own methods, what it extends, then its superclass.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import { blocksAt, rubyCode } from "./ruby-code.ts";
import { constantAt, declaredAs, isSpace, partsOf, spaceOf } from "./ruby-constants.ts";
import { mixedInto } from "./ruby-mixed-in.ts";

export type Side = "instance" | "static";

/** A class or module by its full name, with the side of it whose methods are asked. */
export interface Step {
  readonly path: string;
  readonly place: Place;
  readonly side: Side;
  /** It is there where a line outside of the class has run. */
  readonly late: boolean;
}

/** `overlay`: prepended to the class as an object. */
export type How = "superclass" | "include" | "prepend" | "extend" | "overlay";

export interface Base {
  readonly how: How;
  readonly name: string;
  /** Null: outside of the repository. `unknown`: it is not a name, or it is not known. */
  readonly place: Place | "outside" | "unknown";
  /** A line outside of the class gives it. */
  readonly late?: boolean;
}

/** Types of one chain. More are made by machines. */
const MOST_STEPS = 500;

export function basesOf(r: Resolver, place: Place): Promise<readonly Base[]> {
  return r.once(`rb${placeKey(place)}`, [] as readonly Base[], async () => {
    const found: Base[] = [];
    for (const part of await partsOf(r, place)) {
      const tables = tablesOf(await r.file(part.file));
      if (tables === null) continue;
      for (const s of tables.symbolsOf(part.at)) found.push(...(await namedBases(r, tables, s)));
    }
    const path = tablesOf(await r.file(place.file))?.facts.symbols[place.at]?.qualified ?? "";
    for (const { on, before, name, tables, enclosing } of await mixedInto(r, path)) {
      const at = await placeOf(r, tables, name, enclosing);
      const how: How = on === "static" ? (before ? "overlay" : "extend") : before ? "prepend" : "include";
      found.push({ how, name, place: at, late: true });
    }
    return found;
  });
}

async function namedBases(r: Resolver, tables: FileTables, at: number): Promise<Base[]> {
  const { nameRange, range, parent, bases } = tables.facts.symbols[at]!;
  const { code } = rubyCode(tables);
  const found: Base[] = [];
  const end = tables.endOf(nameRange);
  const head = /^\s*<(?!<)\s*([^\n;]*)/.exec(code.slice(end, end + 300))?.[1]?.trim();
  if (head !== undefined)
    found.push({ how: "superclass", name: head, place: await placeOf(r, tables, head, parent) });
  const made = /^\s*=\s*(?:::)?(?:Class|Module|Struct|Data)\.(?:new|define)\b/.exec(
    code.slice(end, end + 100),
  );
  if (made !== null) {
    const [base] = bases;
    const isPlain = /(?:Class|Module)\.new/.test(made[0]);
    if (base !== undefined)
      found.push({ how: "superclass", name: base, place: await placeOf(r, tables, base, parent) });
    else if (!isPlain || /^\s*\(\s*[^)\s]/.test(code.slice(end + made[0].length, end + made[0].length + 40)))
      found.push({ how: "superclass", name: "", place: "outside" });
  }
  const from = tables.startOf(range);
  const body = code.slice(from, tables.endOf(range));
  for (const match of body.matchAll(/(?<=^|[\n;])[ \t]*(include|prepend|extend)[ \t(]+([^\n;]*)/g)) {
    const offset = from + match.index + match[0].indexOf(match[1]!);
    if (!isDirect(tables, offset, at)) continue;
    for (const name of match[2]!.replace(/\)?\s*(?:(?:if|unless)\s.*)?$/, "").split(",")) {
      const plain = name.trim();
      if (plain === "" || plain === "self") continue;
      found.push({ how: match[1] as How, name: plain, place: await placeOf(r, tables, plain, at) });
    }
  }
  return found;
}

/** Whether the offset stands in the body of the class itself. */
function isDirect(tables: FileTables, offset: number, at: number): boolean {
  const ruby = rubyCode(tables);
  const around = blocksAt(ruby, offset).find(({ kind }) => kind !== "other");
  if (around === undefined) return false;
  const own = ruby.symbols.get(around.start);
  if (own !== undefined) return own === at;
  // `Name = Class.new do`
  return around.kind === "block" && around.name === "new";
}

async function placeOf(
  r: Resolver,
  tables: FileTables,
  name: string,
  symbol: number,
): Promise<Base["place"]> {
  if (/^(?:::)?(?:Object|BasicObject|Comparable|Enumerable|Kernel)$/.test(name)) {
    const own = await declaredAs(r, name.replace(/^::/, ""));
    return own?.[0] ?? "outside";
  }
  const found = await constantAt(r, tables, name, symbol);
  if (found.kind === "unknown") return "unknown";
  if (found.kind === "outside") return "outside";
  const space = await spaceOf(r, found);
  return space?.places[0] ?? "unknown";
}

/** The steps in their order, the type itself among them. */
export function lineageOf(
  r: Resolver,
  place: Place,
  side: Side,
): Promise<readonly (Step | "outside" | "unknown")[]> {
  return r.once(
    `rl${side}${placeKey(place)}`,
    ["unknown"] as readonly (Step | "outside" | "unknown")[],
    async () => {
      const order: (Step | "outside" | "unknown")[] = [];
      const seen = new Set<string>();
      await walk(r, place, side, order, seen);
      // What the repository adds to every object.
      for (const name of ["Object", "Kernel", "BasicObject"]) {
        const [own] = (await declaredAs(r, name)) ?? [];
        if (own !== undefined) await walk(r, own, "instance", order, seen);
      }
      return order;
    },
  );
}

async function walk(
  r: Resolver,
  place: Place,
  side: Side,
  order: (Step | "outside" | "unknown")[],
  seen: Set<string>,
  late = false,
): Promise<void> {
  const symbol = tablesOf(await r.file(place.file))?.facts.symbols[place.at];
  if (symbol === undefined || !isSpace(symbol.kind)) {
    order.push("unknown");
    return;
  }
  const path = symbol.qualified;
  if (seen.has(`${side} ${path}`)) return;
  seen.add(`${side} ${path}`);
  if (order.length > MOST_STEPS) return;
  const bases = await basesOf(r, place);
  const follow = async (base: Base, on: Side): Promise<void> => {
    if (typeof base.place === "string") {
      if (!isEmpty(base)) order.push(base.place);
    } else await walk(r, base.place, on, order, seen, late || base.late === true);
  };
  const of = (how: How) => bases.filter((b) => b.how === how).reverse();
  for (const base of of(side === "instance" ? "prepend" : "overlay")) await follow(base, "instance");
  order.push({ path, place, side, late });
  for (const base of of(side === "instance" ? "include" : "extend")) await follow(base, "instance");
  const supers = new Map(
    of("superclass").map((b) => [typeof b.place === "string" ? b.place : placeKey(b.place), b]),
  );
  for (const base of supers.values()) await follow(base, side);
  // A module that gets methods of the class when it is included (`included`, `ClassMethods`).
  if (side === "static" && of("include").length > 0) {
    for (const base of of("include")) {
      if (typeof base.place === "string") order.push(base.place);
      else if (await hasHooks(r, base.place)) order.push("unknown");
    }
  }
}

function isEmpty({ name }: Base): boolean {
  return /^(?:::)?(?:Object|BasicObject)$/.test(name);
}

async function hasHooks(r: Resolver, place: Place): Promise<boolean> {
  for (const part of await partsOf(r, place)) {
    const tables = tablesOf(await r.file(part.file));
    const { range } = tables!.facts.symbols[part.at]!;
    const body = rubyCode(tables!).code.slice(tables!.startOf(range), tables!.endOf(range));
    if (/\b(?:included|inherited|extended|class_methods)\b/.test(body)) return true;
  }
  return false;
}
