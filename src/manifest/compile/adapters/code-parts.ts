// Into which parts is a file of code cut, so that one can be opened alone? Along its units: each line is in exactly one part,
// small units stand together, a large one is cut along its members. Joined, the parts are the file.
import type { Unit } from "../../../rank/units.ts";
import { CODE_POINTS_PER_TOKEN } from "../../node-cost.ts";

export interface CodePart {
  /** 1-based, inclusive. */
  start: number;
  end: number;
  /** Units that begin in it, the outermost of it alone. */
  units: Unit[];
}

/** In tokens. A part below the first is joined with its neighbour; what is above the second is cut further, if it can be. */
const SMALL = 250;
const LARGE = 1_500;
/** A file below it is opened whole: in parts its index would cost as much as it does. */
const WHOLE_FILE = 900;

/** One part where there is nothing to cut along. */
export function partsOf(lines: readonly string[], units: readonly Unit[]): CodePart[] {
  const cost = costsOf(lines);
  const whole: CodePart = { start: 1, end: Math.max(1, lines.length), units: outermost(units, -1) };
  if (cost(1, lines.length) <= WHOLE_FILE) return [whole];
  const parts = [whole];
  // A part that is too large is replaced by its cuts, until none is or none can be cut.
  for (let at = 0; at < parts.length;) {
    const part = parts[at]!;
    const cuts = cost(part.start, part.end) > LARGE || part === whole ? cutsOf(part, units, cost) : [part];
    if (cuts.length > 1) parts.splice(at, 1, ...cuts);
    else at++;
  }
  return parts;
}

type Cost = (start: number, end: number) => number;

/** Of lines from … to …; from sums, so that no line is counted again and again. */
function costsOf(lines: readonly string[]): Cost {
  const sums = new Float64Array(lines.length + 1);
  lines.forEach((line, i) => (sums[i + 1] = sums[i]! + line.length + 1));
  return (start, end) => (sums[Math.min(end, lines.length)]! - sums[start - 1]!) / CODE_POINTS_PER_TOKEN;
}

/** Along the units of the part; along the members of its one unit where it has no others. */
function cutsOf(part: CodePart, units: readonly Unit[], cost: Cost): CodePart[] {
  const inner = part.units.length === 1 ? outermost(units, units.indexOf(part.units[0]!)) : part.units;
  const within = inner.filter(({ start, end }) => start >= part.start && end <= part.end);
  if (within.length < 2) return [part];
  const cuts: CodePart[] = [];
  let start = part.start;
  within.forEach((unit, i) => {
    // What stands between two units belongs to the one below it: comments, decorators, constants.
    const end = i === within.length - 1 ? part.end : Math.max(start, unit.end);
    // Two units may share a line: what begins on a line that is taken goes with the part that has it.
    if (unit.end < start && cuts.length > 0) {
      cuts.at(-1)!.units.push(unit);
      if (i === within.length - 1) cuts.at(-1)!.end = part.end;
      return;
    }
    cuts.push({ start, end, units: [unit] });
    start = end + 1;
  });
  const joined = joinSmall(
    cuts.filter((cut) => cut.start <= cut.end),
    cost,
  );
  // The head of a class stays with its first members; the class itself names that part.
  if (part.units.length === 1 && joined.length > 1) joined[0]!.units.unshift(part.units[0]!);
  return joined;
}

function joinSmall(cuts: readonly CodePart[], cost: Cost): CodePart[] {
  const joined: CodePart[] = [];
  for (const cut of cuts) {
    const last = joined.at(-1);
    const isSmall =
      last !== undefined && (cost(last.start, last.end) < SMALL || cost(cut.start, cut.end) < SMALL);
    if (isSmall && cost(last.start, cut.end) <= LARGE) {
      last.end = cut.end;
      last.units.push(...cut.units);
    } else joined.push({ ...cut, units: [...cut.units] });
  }
  return joined;
}

/** Units directly below another (-1: below none), in the order of the file. */
function outermost(units: readonly Unit[], parent: number): Unit[] {
  return units.filter((unit) => unit.parent === parent).sort((a, b) => a.start - b.start || a.end - b.end);
}
