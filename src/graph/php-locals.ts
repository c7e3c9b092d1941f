// What does a variable of PHP hold where it is used? The type of its parameter, or what the assignments that can reach the
// place give it; a check by `instanceof` around the place says more. Where one of them is not known, nothing is.
import type { FileTables, Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import { phpCode, regionsAt, type PhpCode, type Region } from "./php-code.ts";
import { MOST_PLACES, places, reach } from "./php-assignments.ts";
import { setsAnyName } from "./php-setters.ts";
import { narrowedAt } from "./php-narrowing.ts";
import { typeAround, writtenEntity } from "./php-types.ts";
import { eitherOf, NULL, valueOf } from "./php-values.ts";
import type { Resolver } from "./resolve.ts";

const NOTHING: Valued = { entity: UNKNOWN, rule: "variable-type" };

export function localVariable(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
): Promise<Valued> {
  return r.once(`pv${tables.file.index}:${name}:${offset}`, NOTHING, async () => {
    const narrowed = await narrowedAt(r, tables, name, offset);
    if (narrowed === "unknown") return NOTHING;
    const own = await held(r, tables, name, offset);
    if (narrowed === null) return own;
    // It is what it was before the check as well.
    const entity: Entity =
      own.entity.kind === "unknown" ? narrowed : { kind: "both", of: [narrowed, own.entity] };
    return { entity, rule: "variable-type" };
  });
}

async function held(r: Resolver, tables: FileTables, name: string, offset: number): Promise<Valued> {
  const php = phpCode(tables);
  const around = regionsAt(php, offset).filter(({ kind }) => kind !== "type");
  for (const region of around) {
    if (region.kind !== "arrow") return inFunction(r, tables, php, region, name, offset);
    const own = parameterType(php, region, name);
    if (own !== null) return parameter(r, tables, own, region.open);
  }
  // At the top of a file; files that it includes may set it as well.
  return assignedIn(r, tables, php, null, name, offset, null);
}

async function inFunction(
  r: Resolver,
  tables: FileTables,
  php: PhpCode,
  region: Region,
  name: string,
  offset: number,
): Promise<Valued> {
  const own = parameterType(php, region, name);
  if (own !== null) return assignedIn(r, tables, php, region, name, offset, own);
  const taken = new RegExp(`(&?)\\s*\\${name}(?![\\w\\u0080-\\uffff])`).exec(region.taken);
  if (taken !== null) {
    if (taken[1] === "&" || places(php, region, name).some((p) => p.kind !== "use")) return NOTHING;
    return held(r, tables, name, region.start);
  }
  return assignedIn(r, tables, php, region, name, offset, null);
}

interface Parameter {
  readonly type: string;
  /** Its default is `null`, which says nothing. */
  readonly open: number;
}

/** The type of the parameter as it is written; null where there is no parameter of the name. */
function parameterType({ code, other }: PhpCode, region: Region, name: string): Parameter | null {
  const list = code.slice(region.open + 1, region.close);
  const found = new RegExp(`\\${name}(?![\\w\\u0080-\\uffff])`).exec(list);
  if (found === null) return null;
  const at = region.open + 1 + found.index;
  let start = at;
  while (start > region.open + 1 && code[start - 1] !== ",") {
    const c = code[start - 1]!;
    const open = c === ")" || c === "]" || c === "}" ? other[start - 1]! : -1;
    start = open === -1 ? start - 1 : open;
  }
  let type = code.slice(start, at).replace(/^\s*(?:#\[[^\]]*\]\s*)+/, "");
  // The name is met in a default value or is handed on by reference.
  if (/[=&](?!\s*\w)/.test(type.replace(/&\s*$/, "")) || /=/.test(type))
    return { type: "", open: region.open };
  const variadic = /\.\.\.\s*$/.test(type);
  type = type
    .replace(/&\s*$|\.\.\.\s*$/g, "")
    .replace(/\b(?:public|protected|private|readonly|final)\b(?:\s*\(\s*set\s*\))?/gi, "")
    .trim();
  return { type: variadic ? "array" : type, open: region.open };
}

async function parameter(
  r: Resolver,
  tables: FileTables,
  { type, open }: Parameter,
  at: number,
): Promise<Valued> {
  const entity = await writtenEntity(r, tables, type, open, ownerAt(tables, at), null);
  return { entity, rule: "parameter-type" };
}

export function ownerAt(tables: FileTables, offset: number): Place | null {
  const at = typeAround(tables, offset);
  return at === -1 ? null : tables.place(at);
}

async function assignedIn(
  r: Resolver,
  tables: FileTables,
  php: PhpCode,
  region: Region | null,
  name: string,
  offset: number,
  own: Parameter | null,
): Promise<Valued> {
  const all = places(php, region, name);
  if (all.length > MOST_PLACES || setsAnyName(php, region)) return NOTHING;
  const reaching = reach(
    php,
    all.filter(({ kind }) => kind !== "use"),
    offset,
    region,
  );
  const values: Entity[] = [];
  let rule: Rule = "variable-type";
  if (own !== null && reaching.outer) {
    const given = await parameter(r, tables, own, region!.open);
    if (given.entity.kind === "unknown") return NOTHING;
    values.push(given.entity);
    rule = "parameter-type";
  }
  for (const { kind, from, to } of reaching.list) {
    if (kind === "unknown") return NOTHING;
    if (kind === "caught") {
      values.push(
        await writtenEntity(r, tables, php.code.slice(from, to), from, ownerAt(tables, from), null),
      );
      continue;
    }
    const value = await valueOf(r, tables, from, to);
    if (value.entity.kind === "unknown") return NOTHING;
    if (values.length === 0 && value.entity !== NULL) rule = value.rule;
    values.push(value.entity);
  }
  if (values.length === 0) return NOTHING;
  return { entity: eitherOf(values), rule };
}
