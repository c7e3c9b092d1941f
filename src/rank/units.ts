// The whole units of a file (functions, classes, sections) in one form, whichever layer of facts they come from.
import type { SpanKind } from "../base/span.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import type { SegmentView } from "../store/segment-view.ts";

export interface Unit {
  /** Name for an answer: qualified where the syntax says so. */
  name: string;
  /** Last part of the name alone. */
  shortName: string;
  kind: SpanKind;
  start: number;
  /** Line that carries the name. */
  line: number;
  /** First line of the body, or 0 where there is none (or the words layer does not know). */
  bodyStart: number;
  end: number;
  /** Index of the enclosing unit, or -1. */
  parent: number;
  exported: boolean | null;
  signature: string;
  doc: string;
}

export function unitsOfSyntax(facts: SyntaxFacts): Unit[] {
  return facts.symbols.map((symbol) => ({
    name: symbol.qualified,
    shortName: symbol.name,
    kind: symbol.kind,
    start: symbol.range.start,
    line: symbol.nameRange.start,
    bodyStart: symbol.bodyStart,
    end: symbol.range.end,
    parent: symbol.parent,
    exported: symbol.exported,
    signature: symbol.signature,
    doc: symbol.doc,
  }));
}

export function unitsOfWords(view: SegmentView, entry: number): Unit[] {
  const from = view.declarationOffset[entry]!;
  const to = view.declarationOffset[entry + 1]!;
  const units: Unit[] = [];
  for (let d = from; d < to; d++) {
    const shortName = view.declarationName(d);
    const parent = view.declarationParent[d]!;
    const above = parent < 0 ? undefined : units[parent - from];
    units.push({
      name: above === undefined ? shortName : `${above.name}.${shortName}`,
      shortName,
      kind: view.declarationKind(d),
      start: view.declarationStart[d]!,
      line: view.declarationLine[d]!,
      bodyStart: 0,
      end: view.declarationEnd[d]!,
      parent: parent < 0 ? -1 : parent - from,
      exported: null,
      signature: "",
      doc: "",
    });
  }
  return units;
}

const innermost = new WeakMap<readonly Unit[], Int32Array>();

/** For every line of `1..lines`, the innermost unit that holds it, or -1. Units may come in any order that nests. */
export function innermostUnits(units: readonly Unit[], lines: number): Int32Array {
  const known = innermost.get(units);
  if (known !== undefined && known.length === lines + 1) return known;
  const inner = new Int32Array(lines + 1).fill(-1);
  const order = units.map((_, i) => i).sort((a, b) => size(units[b]!) - size(units[a]!) || a - b);
  for (const i of order) inner.fill(i, units[i]!.start, Math.min(units[i]!.end, lines) + 1);
  innermost.set(units, inner);
  return inner;
}

/** The smallest unit that holds the lines; else the largest one that begins among them and is most of them; or -1. */
export function unitAround(units: readonly Unit[], start: number, end: number): number {
  const sizeOf = (i: number): number => size(units[i]!);
  let around = -1;
  let inside = -1;
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!;
    if (unit.start <= start && end <= unit.end && (around === -1 || sizeOf(i) < sizeOf(around))) around = i;
    else if (start <= unit.start && unit.end <= end && (inside === -1 || sizeOf(i) > sizeOf(inside)))
      inside = i;
  }
  if (inside !== -1 && sizeOf(inside) * 2 > end - start) return inside;
  return around;
}

function size(unit: Unit): number {
  return unit.end - unit.start;
}
