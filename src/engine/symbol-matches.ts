// Which declarations of a file have the name that is asked for? A declaration with several signatures is one match.
import { type AskedName, isQualified } from "../graph/asked-name.ts";
import type { SymbolMatch, SymbolOverload } from "../pack/answer.ts";
import type { Unit } from "../rank/units.ts";
import type { Source } from "./sources.ts";

/** Which declarations are meant: those of a name, or the innermost ones on a line. */
export type AskedSymbol = AskedName & { line: number | null };

/** In order of their lines. */
export function matchesIn(source: Source, asked: AskedSymbol): SymbolMatch[] {
  const all = declarationsOf(source);
  const meant =
    asked.line === null ? all.filter((units) => isNamed(units, source, asked)) : onLine(all, asked.line);
  return meant.map((units) => {
    const first = units[0]!;
    const signatures = units.map((unit) => signatureOf(unit, source));
    const { signature } = signatures[0]!;
    return {
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
    };
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

function isNamed([first]: readonly Unit[], { path }: Source, asked: AskedSymbol): boolean {
  const { shortName: name, name: qualified } = first!;
  return name === asked.name && isQualified(asked, { path, name, qualified });
}

/** What encloses another one on the line is not the innermost. */
function onLine(all: readonly Unit[][], line: number): Unit[][] {
  const holds = (units: readonly Unit[]) => units[0]!.start <= line && line <= units.at(-1)!.end;
  const around = all.filter(holds);
  return around.filter(
    (units) =>
      !around.some(
        (other) =>
          other !== units && other[0]!.start >= units[0]!.start && other.at(-1)!.end <= units.at(-1)!.end,
      ),
  );
}

/** The units of a file, with those that are signatures of one declaration together. */
export function declarationsOf(source: Source): Unit[][] {
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
