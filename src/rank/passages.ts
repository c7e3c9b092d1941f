// Which units of a ranked file answer? Gives the evidence of each line to the innermost unit around it, and scores the
// units by what they are named, what their heads and bodies hold, and how well their file ranks. The weights are learnt.
import { innermostUnits, unitAround, type Unit } from "./units.ts";
import type { LineReader } from "./line-evidence.ts";
import type { ReadQuery } from "./read-query.ts";
import weights from "./passage-weights.json" with { type: "json" };

export interface Passage extends Met {
  /** Unit of the file, or -1 for plain lines. */
  unit: number;
  start: number;
  end: number;
  score: number;
  /** In the order of `PASSAGE_FEATURES`. */
  features: number[];
  /** Lines that hold words of the query, ascending, with the weight of what they hold. */
  lines: { line: number; weight: number }[];
  /** What its lines that import, include or name a package hold. */
  imported: Met;
  /** It holds words of the query in such lines alone. */
  imports: boolean;
}

/** Bit per concept (the first 31) that was found, and of those whose own word was, not merely a related one. */
interface Met {
  concepts: number;
  own: number;
}

/** Evidence for a passage; shares are of the importance of all that the query asks for. The last two speak against it. */
export const PASSAGE_FEATURES = [
  "coverage",
  "head",
  "name",
  "namePrecision",
  "enclosing",
  "mentions",
  "density",
  "defined",
  "file",
  "first",
  "meaning",
  "container",
  "small",
] as const;

export interface NearChunk {
  start: number;
  end: number;
  cosine: number;
}

export type PassageWeights = Record<(typeof PASSAGE_FEATURES)[number], number>;

export const AGAINST: ReadonlySet<string> = new Set(["container", "small"]);

export interface PassageInput {
  lines: readonly string[];
  /** The lines, joined by `\n`. */
  text: string;
  /** The file's best chunks: all that is read of a long file. */
  chunks: readonly { start: number; end: number }[];
  units: readonly Unit[];
  /** Score of the file as a share of the best file's. */
  fileShare: number;
  fileRank: number;
  /** How near the file's chunks are to the query in meaning, in their order; none where meaning says nothing. */
  nearness?: readonly NearChunk[];
  /** Least cosine from which on the nearest lines are a passage though they hold no word of the query. */
  leastNear?: number;
  /** Lines that import, include or name a package: they repeat the names of what stands elsewhere. */
  imports?: ReadonlySet<number>;
}

/** A variable, field or key under this many lines rarely answers a question on its own. */
const SMALL_LINES = 2;
const SMALL_KINDS = new Set(["variable", "constant", "field", "property", "key"]);
/** What a related word of a concept counts beside its own; and a line that imports beside one that does something. */
const NEAR_SHARE = 0.5;
const IMPORT_SHARE = 0.1;
const NOTHING: Met = { concepts: 0, own: 0 };
const NO_LINES: ReadonlySet<number> = new Set();
/** Longest run of unclaimed lines that one passage of plain lines may join. */
const LINES_GAP = 6;
const MOST_PLAIN_LINES = 40;
/** How near lines without a word of the query must be, in a file that holds some. */
const LEAST_NEAR = 0.25;
/** Lines beyond which a longer unit is no thinner evidence (density is per line). */
const DENSITY_LINES = 8;

export function passagesOf(
  input: PassageInput,
  query: ReadQuery,
  importance: readonly number[],
  reader: LineReader,
): Passage[] {
  const { units } = input;
  const inner = innermostUnits(units, input.lines.length);
  const held = new Map<number, Passage>();
  const plain: Passage[] = [];
  const heads = new Map<number, Met>();
  const imports = input.imports ?? NO_LINES;
  for (const { line, weight, ...met } of evidenceOf(input, reader)) {
    const unit = inner[line]!;
    const isImport = imports.has(line);
    const passage = unit === -1 ? plainPassage(plain, line, isImport) : unitPassage(held, units, unit);
    passage.lines.push({ line, weight: isImport ? IMPORT_SHARE * weight : weight });
    if (isImport) {
      passage.imported = both(passage.imported, met);
      continue;
    }
    addTo(passage, met);
    if (unit !== -1 && line <= headEnd(units[unit]!)) heads.set(unit, both(heads.get(unit) ?? NOTHING, met));
  }
  const defined = new Map(query.identifiers.map((i) => [i.name, i.weight]));
  for (let u = 0; u < units.length; u++) {
    if (defined.has(units[u]!.shortName)) unitPassage(held, units, u);
  }
  const nearest = nearestPassage(input, held, plain);
  const containers = new Set(units.map((u) => u.parent));
  const total = importance.reduce((a, b) => a + b, 0) || 1;
  const passages = [...held.values(), ...plain, ...(nearest === null ? [] : [nearest])];
  for (const passage of passages) {
    passage.imports = passage.imported.concepts !== 0 && passage.concepts === 0;
    const unit = passage.imports ? undefined : units[passage.unit];
    const name = unit === undefined ? { ...NOTHING, weight: 0, share: 0 } : reader.name(unit.shortName);
    addTo(passage, name);
    let enclosing = 0;
    for (let up = unit?.parent ?? -1; up >= 0; up = units[up]!.parent) {
      enclosing |= reader.name(units[up]!.shortName).concepts;
    }
    const mentions = passage.lines.reduce((sum, l) => sum + l.weight, 0) / total;
    const size = passage.end - passage.start + 1;
    passage.features = [
      weightOf(passage, importance) / total,
      weightOf(heads.get(passage.unit) ?? NOTHING, importance) / total,
      name.weight / total,
      name.share,
      weightOf({ concepts: enclosing & ~passage.concepts, own: enclosing }, importance) / total,
      Math.log(1 + mentions),
      mentions / (DENSITY_LINES + size),
      unit === undefined ? 0 : (defined.get(unit.shortName) ?? 0),
      input.fileShare,
      input.fileRank === 0 ? 1 : 0,
      nearnessOf(input, passage),
      containers.has(passage.unit) ? 1 : 0,
      unit !== undefined && SMALL_KINDS.has(unit.kind) && unit.end - unit.line < SMALL_LINES ? 1 : 0,
    ];
    if (passage.imports) addTo(passage, passage.imported);
    passage.score = passageScore(passage.features, weights);
  }
  return passages.sort((a, b) => b.score - a.score || a.start - b.start);
}

/** Longer texts are read in their best chunks alone, in UTF-16 code units: one such file would cost more than all others. */
const READ_WHOLE = 120_000;

function evidenceOf(
  { lines, text, chunks }: PassageInput,
  reader: LineReader,
): ReturnType<LineReader["linesOf"]> {
  if (text.length <= READ_WHOLE) return reader.linesOf(text);
  return [...chunks]
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end }) =>
      reader
        .linesOf(lines.slice(start - 1, end).join("\n"))
        .map(({ line, concepts, own, weight }) => ({ line: line + start - 1, concepts, own, weight })),
    );
}

/** Where meaning points at lines in which nothing was found: the unit around them. */
function nearestPassage(
  { nearness = [], leastNear = LEAST_NEAR, units, lines }: PassageInput,
  held: ReadonlyMap<number, Passage>,
  plain: readonly Passage[],
): Passage | null {
  let best: NearChunk | undefined;
  for (const chunk of nearness) if (best === undefined || chunk.cosine > best.cosine) best = chunk;
  if (best === undefined || best.cosine < leastNear || best.start > lines.length) return null;
  const unit = unitAround(units, best.start, Math.min(best.end, lines.length));
  const { start, end } = units[unit] ?? best;
  const met = [...held.values(), ...plain].some((p) => p.concepts !== 0 && p.start <= end && start <= p.end);
  return met || held.has(unit) ? null : emptyPassage(unit, start, Math.min(end, lines.length));
}

/** The cosine of the nearest chunk that shares lines with the passage; 0 where none is known. */
function nearnessOf({ nearness = [] }: PassageInput, { start, end }: Passage): number {
  let best = 0;
  for (const chunk of nearness) {
    if (chunk.start <= end && start <= chunk.end && chunk.cosine > best) best = chunk.cosine;
  }
  return best;
}

function passageScore(features: readonly number[], by: PassageWeights): number {
  let score = 0;
  PASSAGE_FEATURES.forEach((name, i) => {
    score += (AGAINST.has(name) ? -1 : 1) * by[name] * features[i]!;
  });
  return score;
}

/** Last line of a unit's head: comments above, decorators, the declaration up to its body. */
function headEnd(unit: Unit): number {
  return unit.bodyStart > unit.line ? unit.bodyStart - 1 : unit.line;
}

function weightOf({ concepts, own }: Met, importance: readonly number[]): number {
  let weight = 0;
  for (let c = 0; c < Math.min(31, importance.length); c++) {
    if ((concepts >>> c) & 1) weight += importance[c]! * ((own >>> c) & 1 ? 1 : NEAR_SHARE);
  }
  return weight;
}

function both(a: Met, b: Met): Met {
  return { concepts: a.concepts | b.concepts, own: a.own | b.own };
}

function addTo(passage: Passage, { concepts, own }: Met): void {
  passage.concepts |= concepts;
  passage.own |= own;
}

function unitPassage(held: Map<number, Passage>, units: readonly Unit[], unit: number): Passage {
  let passage = held.get(unit);
  if (passage === undefined) {
    passage = emptyPassage(unit, units[unit]!.start, ownEnd(units, unit));
    held.set(unit, passage);
  }
  return passage;
}

/** A section answers with its own text: what its sections hold are passages of their own. */
function ownEnd(units: readonly Unit[], unit: number): number {
  const { kind, start, end } = units[unit]!;
  if (kind !== "section") return end;
  const first = units.find((other) => other.parent === unit);
  return first === undefined ? end : Math.max(start, first.start - 1);
}

function plainPassage(plain: Passage[], line: number, imports: boolean): Passage {
  const last = plain.at(-1);
  if (
    last !== undefined &&
    line - last.end <= LINES_GAP &&
    line - last.start < MOST_PLAIN_LINES &&
    imports === (last.concepts === 0)
  ) {
    last.end = line;
    return last;
  }
  const passage = emptyPassage(-1, line, line);
  plain.push(passage);
  return passage;
}

/** A stretch without evidence of its own. */
export function emptyPassage(unit: number, start: number, end: number): Passage {
  const met = { concepts: 0, own: 0, imported: NOTHING, imports: false };
  return { unit, start, end, score: 0, features: [], lines: [], ...met };
}
