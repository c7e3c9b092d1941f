// Which declarations of a file have the name that is asked for? A declaration with several signatures is one match.
import type { SymbolMatch, SymbolOverload } from "../pack/answer.ts";
import type { Unit } from "../rank/units.ts";
import type { Source } from "./sources.ts";

/** Declarations named `short` that stand in the `qualifiers` named, in order of their lines. */
export function matchesIn(source: Source, short: string, qualifiers: readonly string[]): SymbolMatch[] {
  return declarationsOf(source).flatMap((units) => {
    const first = units[0]!;
    if (first.shortName !== short || !standsIn(first, source.path, qualifiers)) return [];
    const signatures = units.map((unit) => signatureOf(unit, source));
    const { signature } = signatures[0]!;
    return [
      {
        path: source.path,
        start: first.start,
        end: signatures.at(-1)!.end,
        kind: first.kind,
        name: first.shortName,
        qualified: first.name,
        exported: units.some((unit) => visibilityOf(unit) === true) || visibilityOf(first),
        signature,
        doc: signatures.find(({ doc }) => doc !== "")?.doc ?? "",
        overloads: signatures.length === 1 ? [] : signatures,
        types: [],
        unsettled: [],
      },
    ];
  });
}

/** Whether others can use it; null where that isn't known, or is no question: headings and keys are seen by everybody. */
export function visibilityOf({ kind, exported }: Pick<Unit, "kind" | "exported">): boolean | null {
  return NOT_CODE.has(kind) ? null : exported;
}

const NOT_CODE: ReadonlySet<string> = new Set(["section", "key", "rule", "table"]);

function signatureOf(unit: Unit, { lines }: Source): SymbolOverload {
  return {
    start: unit.start,
    end: Math.min(unit.end, lines.length),
    signature: unit.signature === "" ? (lines[unit.line - 1] ?? "").trim() : unit.signature,
    doc: unit.doc,
  };
}

/** Each qualifier given must be among the enclosing names, in order; or the first that is not, the name of the file. */
function standsIn(unit: Unit, path: string, qualifiers: readonly string[]): boolean {
  let at = 0;
  for (const part of unit.name.split(/::|\./u).slice(0, -1)) if (part === qualifiers[at]) at++;
  return at === qualifiers.length || fileIsNamed(path, qualifiers[at]!);
}

/** `module.function`: the file's own name stands for the module. */
function fileIsNamed(path: string, name: string): boolean {
  const parts = path.replace(/\.[^./]+$/u, "").split("/");
  return parts.includes(name);
}

/** The units of a file, with those that are signatures of one declaration together. */
function declarationsOf(source: Source): Unit[][] {
  const declarations: Unit[][] = [];
  /** Of each enclosing unit the declaration that stands last in it so far. */
  const last = new Map<number, Unit[]>();
  for (const unit of source.units) {
    const before = last.get(unit.parent);
    // Line patterns do not know where a body begins.
    if (before !== undefined && source.syntaxSkip === null && isOverloadOf(before.at(-1)!, unit, source)) {
      before.push(unit);
      continue;
    }
    const own = [unit];
    declarations.push(own);
    last.set(unit.parent, own);
  }
  return declarations;
}

const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "constructor"]);

/** A signature without a body, and what follows it under the same name: the next signature, or the one with the body. */
function isOverloadOf(before: Unit, unit: Unit, source: Source): boolean {
  return (
    before.name === unit.name &&
    before.kind === unit.kind &&
    CALLABLE.has(unit.kind) &&
    isStatic(before) === isStatic(unit) &&
    (before.bodyStart === 0 || isMarked(before, source))
  );
}

function isStatic({ signature }: Unit): boolean {
  return /^(?:\w+\s+)*static\s/.test(signature);
}

/** Python's `@overload`: its body says nothing. */
function isMarked(unit: Unit, { language, lines }: Source): boolean {
  return (
    language === "python" &&
    lines.slice(unit.start - 1, unit.line - 1).some((line) => /^\s*@(?:[\w.]+\.)?overload\b/.test(line))
  );
}
