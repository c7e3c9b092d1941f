// Which units of a ranked file answer? Reads the lines of the file's best chunks, gives each line's evidence to the
// innermost unit around it, and scores the units by what they name and what they hold.
import { innermostUnits, type Unit } from "./units.ts";
import type { LineReader } from "./line-evidence.ts";
import type { RankedChunk } from "./rank.ts";
import type { ReadQuery } from "./read-query.ts";

export interface Passage {
  /** Unit of the file, or -1 for plain lines. */
  unit: number;
  start: number;
  end: number;
  score: number;
  /** Lines that hold words of the query, ascending, with the weight of what they hold. */
  lines: { line: number; weight: number }[];
  /** Bit per concept (the first 31) found in the lines or in the name. */
  concepts: number;
}

export interface PassageInput {
  lines: readonly string[];
  units: readonly Unit[];
  chunks: readonly RankedChunk[];
}

/**
 * How much a unit's name counts beside the words it holds, what repeated mention adds, what an exact definition of a
 * named identifier adds, and how much a part is worth of a concept that only an enclosing name holds. Set on questions
 * mined from doc comments (docs/decisions, ranking).
 */
const NAME = 1;
const MENTION = 0.3;
const DEFINED = 2;
const ENCLOSING = 0.5;
/** A variable, field or key under this many lines rarely answers a question on its own. */
const SMALL_LINES = 2;
const SMALL = 0.75;
/** Longest run of unclaimed lines that one passage of plain lines may join. */
const LINES_GAP = 6;
const MOST_PLAIN_LINES = 40;

export function passagesOf(
  input: PassageInput,
  query: ReadQuery,
  importance: readonly number[],
  reader: LineReader,
): Passage[] {
  const { lines, units } = input;
  const inner = innermostUnits(units, lines.length);
  const held = new Map<number, Passage>();
  const plain: Passage[] = [];
  for (const [from, to] of spansOf(input.chunks, lines.length)) {
    for (let line = from; line <= to; line++) {
      const { concepts, weight } = reader.evidence(lines[line - 1]!);
      if (concepts === 0) continue;
      const unit = inner[line]!;
      const passage = unit === -1 ? plainPassage(plain, line) : unitPassage(held, units, unit);
      passage.lines.push({ line, weight });
      passage.concepts |= concepts;
    }
  }
  const defined = new Map(query.identifiers.map((i) => [i.name, i.weight]));
  for (let u = 0; u < units.length; u++) {
    if (defined.has(units[u]!.shortName)) unitPassage(held, units, u);
  }
  const passages = [...held.values(), ...plain];
  for (const passage of passages) scorePassage(passage, units, importance, reader, defined);
  return passages.filter((p) => p.score > 0).sort((a, b) => b.score - a.score || a.start - b.start);
}

function unitPassage(held: Map<number, Passage>, units: readonly Unit[], unit: number): Passage {
  let passage = held.get(unit);
  if (passage === undefined) {
    const { start, end } = units[unit]!;
    passage = { unit, start, end, score: 0, lines: [], concepts: 0 };
    held.set(unit, passage);
  }
  return passage;
}

function plainPassage(plain: Passage[], line: number): Passage {
  const last = plain.at(-1);
  if (last !== undefined && line - last.end <= LINES_GAP && line - last.start < MOST_PLAIN_LINES) {
    last.end = line;
    return last;
  }
  const passage: Passage = { unit: -1, start: line, end: line, score: 0, lines: [], concepts: 0 };
  plain.push(passage);
  return passage;
}

function scorePassage(
  passage: Passage,
  units: readonly Unit[],
  importance: readonly number[],
  reader: LineReader,
  defined: ReadonlyMap<string, number>,
): void {
  const mentions = passage.lines.reduce((sum, l) => sum + l.weight, 0);
  let score = MENTION * Math.log(1 + mentions);
  let own = passage.concepts;
  let enclosing = 0;
  if (passage.unit >= 0) {
    const unit = units[passage.unit]!;
    const name = reader.name(unit.shortName);
    own |= name.concepts;
    score += NAME * name.weight * (0.5 + 0.5 * name.share);
    for (let up = unit.parent; up >= 0; up = units[up]!.parent)
      enclosing |= reader.name(units[up]!.shortName).concepts;
    const exact = defined.get(unit.shortName);
    if (exact !== undefined) score += DEFINED * exact * Math.max(...importance, 0);
    passage.concepts = own;
  }
  for (let c = 0; c < Math.min(31, importance.length); c++) {
    if ((own >>> c) & 1) score += importance[c]!;
    else if ((enclosing >>> c) & 1) score += ENCLOSING * importance[c]!;
  }
  const unit = units[passage.unit];
  if (unit !== undefined && unit.end - unit.line < SMALL_LINES && isSmallKind(unit)) score *= SMALL;
  passage.score = score;
}

function isSmallKind(unit: Unit): boolean {
  return (
    unit.kind === "variable" ||
    unit.kind === "constant" ||
    unit.kind === "field" ||
    unit.kind === "property" ||
    unit.kind === "key"
  );
}

/** The chunks' lines, in order, overlapping ones joined. */
function spansOf(chunks: readonly RankedChunk[], lines: number): [number, number][] {
  const sorted = chunks
    .map((c): [number, number] => [c.start, Math.min(c.end, lines)])
    .sort((a, b) => a[0] - b[0]);
  const spans: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = spans.at(-1);
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}
