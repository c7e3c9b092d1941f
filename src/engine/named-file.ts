// What is offered of a file that the query names? What stands at the line named with it, its outline, and its units where
// the file is all that is asked for.
import { emptyPassage, type Passage } from "../rank/passages.ts";
import type { ReadQuery } from "../rank/read-query.ts";
import { innermostUnits, type Unit } from "../rank/units.ts";
import type { Source } from "./sources.ts";

export interface OfNamedFile {
  passage: Passage;
  /** Beside the score of a passage of the file that holds words of the query, which is mostly above 0. */
  worth: number;
  /** The whole file, by its outline. */
  whole: boolean;
}

/** More than any evidence adds up to: the line that stands behind a file's name. */
const NAMED_LINE = 30;
/** Most units offered, in the order of the file. */
const MOST_UNITS = 40;

/** `line`: the one that is named with the file, or 0. */
export function ofNamedFile({ lines, units }: Source, line: number, query: ReadQuery): OfNamedFile[] {
  if (lines.length === 0) return [];
  const offered: OfNamedFile[] = [{ passage: emptyPassage(-1, 1, lines.length), worth: 0, whole: true }];
  if (line > 0 && line <= lines.length) {
    const unit = innermostUnits(units, lines.length)[line]!;
    const { start, end } = units[unit] ?? { start: line, end: line };
    const passage = { ...emptyPassage(unit, start, end), lines: [{ line, weight: 1 }] };
    offered.push({ passage, worth: NAMED_LINE, whole: false });
  }
  if (query.concepts.length > 0) return offered;
  units.forEach(({ parent, start, end }, u) => {
    if (parent >= 0 || offered.length >= MOST_UNITS) return;
    offered.push({ passage: emptyPassage(u, start, end), worth: -1 - u / units.length, whole: false });
  });
  return offered;
}

/** So few outer declarations say little of a file: their members are named too. */
const FEW_OUTER = 3;

/** The line that names each outer declaration of a file; of few of them the members as well. */
export function outlineOfFile(units: readonly Unit[]): number[] {
  const isOuter = ({ parent }: Unit) => parent < 0;
  const few = units.filter(isOuter).length <= FEW_OUTER;
  const named = units.filter((unit) => isOuter(unit) || (few && isOuter(units[unit.parent]!)));
  return [...new Set(named.map(({ line }) => line))].sort((a, b) => a - b);
}
