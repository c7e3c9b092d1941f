// What does a reference in a PHP file mean? Types by their full names, functions and constants of the namespace or the root,
// members by the type of what stands before `->` or `::`.
import { tablesOf, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { EXTERNAL, possible, type Entity, type Meaning } from "./meaning.ts";
import { phpCode, skipBack } from "./php-code.ts";
import { outsideBelow } from "./php-outside.ts";
import { narrowedAt } from "./php-narrowing.ts";
import { among, type Asked } from "./php-member-meaning.ts";
import { membersOf, symbolAt, type MemberKind } from "./php-members.ts";
import { declaredAs, fullName, same, usesOf, type NameKind } from "./php-names.ts";
import { pieceBefore, type Piece } from "./php-pieces.ts";
import { parentOf, ruleOf, typeAround, typeNamed, type TypeFound } from "./php-types.ts";
import { valueBefore } from "./php-values.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function phpMeaning(r: Resolver, file: GraphFile, index: number): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const { name, range, role } = tables.facts.references[index]!;
  const start = tables.startOf(range);
  const asked: Asked = { r, tables, index, name, start, end: tables.endOf(range) };
  if (role === "import") return imported(asked);
  const { code } = phpCode(tables);
  // In a text that could not be read as code.
  if (code[start] !== file.text[start]) return possible("unresolved-receiver");
  const head = skipBack(code, start);
  const mark = code.slice(Math.max(0, head - 2), head);
  const isStatic =
    mark === "::" || (code[start - 1] === "$" && /::\s*\$$/.test(code.slice(Math.max(0, start - 20), start)));
  if (isStatic) return behindColons(asked, code[start - 1] === "$");
  if (mark === "->") return behindArrow(asked, head);
  if (code[start - 1] === "$") return functionInVariable(asked);
  const path = pathAt(code, start, asked.end);
  if (role === "type" || role === "new" || role === "decorator") return ofType(asked, path);
  if (role === "call") return ofName(asked, path, "function");
  const behind = code.slice(asked.end, asked.end + 40);
  if (/^\s*::/.test(behind)) return ofType(asked, path);
  // A part of a namespace.
  if (/^\s*\\/.test(behind)) return EXTERNAL;
  // The old name in `use T { name as other; }`.
  if (/^\s*(?:as|insteadof)\b/i.test(behind)) return ofTraits(asked);
  return ofName(asked, path, "constant");
}

/** The name with the namespace before it. */
function pathAt(code: string, start: number, end: number): string {
  let from = start;
  while (from > 0 && /[\w\\\u0080-\uffff]/.test(code[from - 1]!)) from--;
  return code.slice(from, end);
}

async function imported({ r, tables, start }: Asked): Promise<Meaning> {
  const use = usesOf(tables).find((u) => u.start <= start && start < u.end);
  if (use === undefined) return possible("same-name");
  const found = await declaredAs(r, use.path, use.kind, tables.file);
  if (found.kind === "declared") return { kind: "proven", rule: "import", targets: [found.place] };
  return found.kind === "unknown" ? possible("ambiguous-declaration", found.places) : EXTERNAL;
}

async function ofType({ r, tables, start }: Asked, path: string): Promise<Meaning> {
  if (same(path, "self") || same(path, "static") || same(path, "parent")) {
    const at = typeAround(tables, start);
    if (at === -1) return possible("unresolved-receiver");
    if (!same(path, "parent")) return { kind: "proven", rule: "this-method", targets: [tables.place(at)] };
    const above = await parentOf(r, tables.place(at));
    return above === null ? possible("unresolved-base") : typeMeaning(above);
  }
  return typeMeaning(await typeNamed(r, tables, path, start));
}

function typeMeaning(found: TypeFound): Meaning {
  if (found.kind === "declared") return { kind: "proven", rule: found.rule, targets: [found.place] };
  return found.kind === "unknown" ? possible("ambiguous-declaration", found.places) : EXTERNAL;
}

/** A function or a constant: of the namespace, or else of the root. */
async function ofName({ r, tables, start }: Asked, path: string, kind: NameKind): Promise<Meaning> {
  const full = fullName(tables, path, start, kind);
  let found = await declaredAs(r, full.path, kind, tables.file);
  if (found.kind === "none" && full.otherwise !== "")
    found = await declaredAs(r, full.otherwise, kind, tables.file);
  if (found.kind === "none") return EXTERNAL;
  if (found.kind === "unknown") return possible("ambiguous-declaration", found.places);
  return { kind: "proven", rule: ruleOf(tables, full, found.place), targets: [found.place] };
}

/** A variable at the top of the file that is given a function. */
function functionInVariable({ tables, name }: Asked): Meaning {
  const found = (tables.byName.get(name) === undefined ? [] : (tables.top.get(name) ?? [])).filter(
    (s) => tables.file.text[tables.startOf(tables.facts.symbols[s]!.nameRange) - 1] === "$",
  );
  if (found.length === 1) return { kind: "proven", rule: "same-file", targets: [tables.place(found[0]!)] };
  return possible(
    "ambiguous-declaration",
    found.map((s) => tables.place(s)),
  );
}

async function ofTraits({ r, tables, start, name }: Asked): Promise<Meaning> {
  const at = typeAround(tables, start);
  if (at === -1) return possible("unresolved-receiver");
  const { found } = await membersOf(r, tables.place(at), name, "method");
  return possible("unresolved-receiver", found);
}

function kindOf({ tables, index, end }: Asked, isVariable: boolean, mark: "->" | "::"): MemberKind {
  if (tables.facts.references[index]!.role === "call") return "method";
  if (mark === "->") return "property";
  // `X::$name(…)` calls what the property holds.
  if (isVariable) return "property";
  return /^\s*\(/.test(phpCode(tables).code.slice(end, end + 20)) ? "method" : "constant";
}

async function behindColons(asked: Asked, isVariable: boolean): Promise<Meaning> {
  const { r, tables, start } = asked;
  const kind = kindOf(asked, isVariable, "::");
  const piece = scopeBefore(asked, isVariable);
  if (piece === null) return possible("unresolved-receiver");
  if (piece.kind !== "name") {
    const { entity, rule } = await valueBefore(r, tables, piece.end === -1 ? start : piece.end);
    return ofEntity(asked, entity, kind, rule);
  }
  const name = piece.name;
  if (same(name, "self") || same(name, "static") || same(name, "parent")) {
    const at = typeAround(tables, start);
    if (at === -1) return possible("unresolved-receiver");
    const place = tables.place(at);
    const isTrait = tables.facts.symbols[at]!.kind === "trait";
    if (same(name, "parent")) {
      const above = await parentOf(r, place);
      if (above === null) return possible("unresolved-base");
      return ofFound(asked, above, kind, "super-method", null);
    }
    // What uses a trait may have the member itself.
    const isLate = same(name, "static") || isTrait;
    return among(asked, place, kind, "this-method", isLate ? place : null, true);
  }
  const type = await typeNamed(r, tables, name, piece.start);
  const isEnum = type.kind === "declared" && (await symbolAt(r, type.place))?.kind === "enum";
  return ofFound(asked, type, kind, isEnum ? "enum-member" : "static-method", null);
}

function scopeBefore({ tables, start }: Asked, isVariable: boolean): Piece | null {
  const php = phpCode(tables);
  const end = skipBack(php.code, isVariable ? start - 1 : start);
  if (php.code.slice(end - 2, end) !== "::") return null;
  const piece = pieceBefore(php, end - 2);
  return piece === null ? null : { ...piece, end: skipBack(php.code, end - 2) };
}

async function behindArrow(asked: Asked, head: number): Promise<Meaning> {
  const { r, tables, start } = asked;
  const { code } = phpCode(tables);
  const end = code[head - 3] === "?" ? head - 3 : head - 2;
  const kind = kindOf(asked, false, "->");
  const path = /\$[\w\u0080-\uffff]+(?:\s*\??->\s*[\w\u0080-\uffff]+)*\s*$/.exec(
    code.slice(Math.max(0, end - 200), end),
  )?.[0];
  const plain = path?.replace(/\s|\?/g, "");
  // A check of a property holds as one of a variable does.
  const narrowed =
    plain === undefined || !plain.includes("->") ? null : await narrowedAt(r, tables, plain, start);
  if (narrowed === "unknown") return possible("unresolved-receiver");
  const { entity, rule } = await valueBefore(r, tables, end);
  if (narrowed !== null)
    return ofEntity(asked, { kind: "both", of: [narrowed, entity] }, kind, "variable-type");
  return ofEntity(asked, entity, kind, rule);
}

async function ofFound(
  asked: Asked,
  found: TypeFound,
  kind: MemberKind,
  rule: Rule,
  receiver: Place | null,
): Promise<Meaning> {
  if (found.kind === "unknown") return possible("unresolved-receiver");
  if (found.kind === "outside") return EXTERNAL;
  return among(asked, found.place, kind, rule, receiver, true);
}

async function ofEntity(asked: Asked, entity: Entity, kind: MemberKind, rule: Rule): Promise<Meaning> {
  switch (entity.kind) {
    case "instance":
      return among(asked, entity.place, kind, rule, entity.place, rule === "this-method");
    case "outside":
      return entity.of === "plain"
        ? possible("unresolved-receiver")
        : outside(asked, entity.name ?? "", kind);
    case "both": {
      let last: Meaning = possible("unresolved-receiver");
      for (const part of entity.of) {
        const meaning = await ofEntity(asked, part, kind, rule);
        if (meaning.kind === "proven") return meaning;
        if (meaning.kind === "external" || last.kind === "possible") last = meaning;
      }
      return last;
    }
    case "either": {
      const targets = new Map<string, Place>();
      const receivers: Place[] = [];
      let sure = true;
      for (const part of entity.of) {
        const meaning = await ofEntity(asked, part, kind, rule);
        if (meaning.kind === "proven") {
          for (const target of meaning.targets) targets.set(`${target.file}:${target.at}`, target);
          if (meaning.receiver !== undefined) receivers.push(meaning.receiver);
        } else if (meaning.kind === "possible" && meaning.targets.length === 0) return meaning;
        else {
          sure = false;
          if (meaning.kind === "possible")
            for (const target of meaning.targets) targets.set(`${target.file}:${target.at}`, target);
        }
      }
      const all = [...targets.values()];
      if (all.length === 0) return EXTERNAL;
      if (!sure || (!entity.sure && all.length > 1)) return possible("ambiguous-declaration", all);
      const [receiver] = receivers;
      return receiver === undefined
        ? { kind: "proven", rule, targets: all }
        : { kind: "proven", rule, targets: all, receiver, receivers: receivers.slice(1) };
    }
    default:
      return possible("unresolved-receiver");
  }
}

/** A member of a type outside of the repository: what stands below it here may be what runs. */
async function outside({ r, name }: Asked, path: string, kind: MemberKind): Promise<Meaning> {
  const below = path === "" || path === "Closure" ? [] : await outsideBelow(r, path, name, kind);
  return below.length === 0 ? EXTERNAL : possible("dispatch", below);
}
