// Which members of a name has a type of C#, its bases included? All overloads that are not overridden, by their distance,
// with a word on what may stand in bases outside of the repository.
import { basesFirst, placesOf } from "./bases-first.ts";
import { isExact, takesCall } from "./call-shapes.ts";
import { isExtension, parametersOf, typeParametersOf, type Call, arityOf } from "./csharp-text.ts";
import { delegateParameters, lambdaParameters, OF_OBJECT, TYPES } from "./csharp-library.ts";
import { baseTypes } from "./csharp-types.ts";
import { headOf, partsOf } from "./csharp-parts.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";

export interface Member {
  readonly tables: FileTables;
  readonly at: number;
  readonly place: Place;
  /** How far above the type it was found. */
  readonly distance: number;
}

export interface Members {
  readonly found: readonly Member[];
  /** A base outside may have the name as well. */
  readonly outside: boolean;
  /** A base is not known. */
  readonly unsure: boolean;
}

const UNSURE: Members = { found: [], outside: false, unsure: true };

export function memberAt(tables: FileTables, at: number, distance = 0): Member {
  return { tables, at, place: tables.place(at), distance };
}

export async function membersOf(r: Resolver, place: Place, name: string): Promise<Members> {
  const key = (at: Place) => `sm${placeKey(at)}:${name}`;
  const above = async (at: Place) => placesOf(await baseTypes(r, at));
  await basesFirst(r, place, key, above, (at) => withBases(r, at, name));
  return withBases(r, place, name);
}

function withBases(r: Resolver, place: Place, name: string): Promise<Members> {
  return r.once(`sm${placeKey(place)}:${name}`, UNSURE, async () => {
    const found: Member[] = [];
    let kind = "";
    for (const part of await partsOf(r, place)) {
      const tables = tablesOf(await r.file(part.file));
      if (tables === null) return UNSURE;
      const { symbols } = tables.facts;
      kind = symbols[part.at]!.kind;
      for (const s of tables.symbolsOf(part.at).flatMap((own) => tables.children(own))) {
        if (symbols[s]!.name !== name || symbols[s]!.kind === "constructor" || tables.first[s] !== s)
          continue;
        if (!isExplicit(tables, s)) found.push(memberAt(tables, s));
      }
    }
    let outside = OF_OBJECT.has(name) || kind === "enum";
    let unsure = false;
    for (const type of await baseTypes(r, place)) {
      // What an interface offers is not at hand in the class that implements it.
      if (type.kind === "outside") outside ||= kind === "interface" || !/^I\p{Lu}/u.test(type.name);
      else if (type.kind !== "declared") unsure = true;
      else {
        const above = await withBases(r, type.place, name);
        outside ||= above.outside;
        unsure ||= above.unsure;
        for (const next of above.found) {
          if (found.some((m) => placeKey(m.place) === placeKey(next.place) || overrides(m, next))) continue;
          found.push({ ...next, distance: next.distance + 1 });
        }
      }
    }
    return { found, outside, unsure };
  });
}

/** `void IDisposable.Dispose()`: called through the interface alone. */
function isExplicit(tables: FileTables, at: number): boolean {
  return /\.\s*$/.test(headOf(tables, at));
}

export function isStatic(tables: FileTables, at: number): boolean {
  const { kind, parent } = tables.facts.symbols[at]!;
  if (isType(kind)) return true;
  if (parent !== -1 && tables.facts.symbols[parent]!.kind === "enum") return true;
  return /\b(?:static|const)\s/.test(headOf(tables, at));
}

export function isPrivate(tables: FileTables, at: number): boolean {
  const head = headOf(tables, at);
  if (/\bprivate\s/.test(head)) return true;
  const { parent } = tables.facts.symbols[at]!;
  return (
    parent !== -1 &&
    /^(?:class|struct)$/.test(tables.facts.symbols[parent]!.kind) &&
    !/\b(?:public|protected|internal)\s/.test(head)
  );
}

/** Same parameters; a type parameter of the base can be any type. */
export function overrides(below: Member, above: Member): boolean {
  const own = below.tables.facts.symbols[below.at]!;
  const other = above.tables.facts.symbols[above.at]!;
  if ((own.kind === "method") !== (other.kind === "method")) return false;
  if (own.kind !== "method") return true;
  const a = parametersOf(below.tables, below.at);
  const b = parametersOf(above.tables, above.at);
  if (
    a === null ||
    b === null ||
    a.length !== b.length ||
    arityOf(below.tables, below.at) !== arityOf(above.tables, above.at)
  )
    return false;
  return b.every(({ type }, i) => {
    const simple = TYPES.simple(type);
    return simple === TYPES.simple(a[i]!.type) || hasParameter(above, simple.replace("[]", ""));
  });
}

function hasParameter({ tables, at }: Member, name: string): boolean {
  const { symbols } = tables.facts;
  for (let s = at; s !== -1; s = symbols[s]!.parent)
    if (typeParametersOf(tables, s).includes(name)) return true;
  return false;
}

/** The two parts of a partial method. */
export function areTwins(a: Member, b: Member): boolean {
  const isPart = (m: Member) => /\bpartial\s/.test(headOf(m.tables, m.at));
  if (!isPart(a) || !isPart(b)) return false;
  return (
    a.tables.facts.symbols[a.at]!.qualified === b.tables.facts.symbols[b.at]!.qualified &&
    overrides(a, b) &&
    overrides(b, a)
  );
}

/** Whether a call can mean it. `extended`: it stands behind the value that is its first parameter. */
export function takes(member: Member, call: Call | null, extended = false): "no" | "maybe" | "sure" {
  const { tables, at } = member;
  const { kind } = tables.facts.symbols[at]!;
  if (call === null) return "sure";
  if (kind !== "method" && kind !== "function" && kind !== "constructor")
    return isType(kind) ? "no" : "maybe";
  let parameters = parametersOf(tables, at);
  if (parameters === null) return "maybe";
  if (extended) parameters = parameters.slice(1);
  const names = typeParametersOf(tables, at);
  if (call.arity > 0 && names.length !== call.arity) return "no";
  if (call.arity === 0 && names.length > 0) {
    // What no parameter says can't be found out.
    const all = (parametersOf(tables, at) ?? []).map((p) => p.type).join(" ");
    if (names.some((name) => !new RegExp(`(?<![\\w.])${name}(?![\\w])`).test(all))) return "no";
  }
  const given = takesCall(TYPES, parameters, call.args);
  if (given === "no") return "no";
  for (const [i, arg] of call.args.entries()) {
    const wanted =
      (arg.name === ""
        ? parameters[Math.min(i, parameters.length - 1)]
        : parameters.find((p) => p.name === arg.name)
      )?.type ?? "";
    const own = /^(out|ref)\s/.exec(arg.text)?.[1] ?? "";
    const other = /^(?:this\s+)?(out|ref)\s/.exec(wanted)?.[1] ?? "";
    if (
      own !== other &&
      !(own === "" && wanted === "") &&
      !(own === "ref" && /^(?:in|ref\s+readonly)\s/.test(wanted))
    )
      return "no";
    const lambda = lambdaParameters(arg.text);
    const delegate = delegateParameters(wanted);
    if (lambda !== -1 && delegate !== -1 && lambda !== delegate) return "no";
    if (delegate !== -1 && TYPES.closed.has(TYPES.literal(arg.text))) return "no";
  }
  return given;
}

/** Whether no other overload can fit the call better. */
export function fitsBest({ tables, at }: Member, call: Call | null, extended = false): boolean {
  if (call === null || call.arity > 0 || arityOf(tables, at) > 0) return false;
  return isExact(TYPES, parametersOf(tables, at)?.slice(extended ? 1 : 0) ?? null, call.args);
}

export function isExtensionMember({ tables, at }: Member): boolean {
  return tables.facts.symbols[at]!.kind === "method" && isExtension(tables, at);
}
