// Which lines of one unit are shown in a given room? The whole unit where it fits. Else the line that names it and the
// lines that matter, then their surroundings and its outline, as far as the room goes; whole lines always.
import type { Candidate } from "./candidate.ts";
import type { PartCosts } from "./form.ts";
import { asRanges, type LineRange } from "./ranges.ts";

export interface Showing {
  form: "whole" | "outline" | "lines";
  ranges: LineRange[];
  /** Estimate: lines and gap marks, without the header. */
  cost: number;
}

/** Lines around a line that matters: first the nearest, later a few more. */
const NEAR = 1;
const WIDER = 3;
/** Lines of doc comment and decorators, and of signature, beside the line with the name. */
const ABOVE_NAME = 6;
const BELOW_NAME = 3;

/** So little is shown whole where only the lines that matter are wanted: marks for gaps would cost nearly as much. */
const SMALL_WHOLE = 60;

/** Costs of a file's lines, counted once. */
export class FileCosts {
  readonly #lines: readonly string[];
  readonly #costs: PartCosts;
  readonly #known: Float64Array;
  /** Cost of a gap mark. */
  readonly mark: number;

  constructor(lines: readonly string[], costs: PartCosts) {
    this.#lines = lines;
    this.#costs = costs;
    this.#known = new Float64Array(lines.length + 1).fill(-1);
    this.mark = costs.line("⋯ 100 lines left out", 1);
  }

  line(number: number): number {
    let cost = this.#known[number]!;
    if (cost === -1) {
      cost = this.#costs.line(this.#lines[number - 1]!, number);
      this.#known[number] = cost;
    }
    return cost;
  }

  /** Cost of lines `start..end`, or infinity once it passes the limit. */
  lines(start: number, end: number, limit = Infinity): number {
    let sum = 0;
    for (let line = start; line <= end; line++) {
      sum += this.line(line);
      if (sum > limit) return Infinity;
    }
    return sum;
  }
}

export interface ShowOptions {
  room: number;
  /** Also use room that is left for lines that merely follow. */
  fill: boolean;
  /** Nothing rather than a part. */
  wholeOnly?: boolean;
  /** The head and the lines that matter, and nothing around them; a unit that costs hardly more is shown whole. */
  linesOnly?: boolean;
}

/** Null where the room is too small to show a line that matters. */
export function show(candidate: Candidate, costs: FileCosts, options: ShowOptions): Showing | null {
  const start = Math.max(1, candidate.start);
  const end = Math.min(candidate.end, candidate.source.lines.length);
  if (start > end) return null;
  if (candidate.only !== undefined) return onlyThese(candidate.only, costs, options.room);
  const most = options.linesOnly === true ? Math.min(options.room, SMALL_WHOLE) : options.room;
  const whole = costs.lines(start, end, most);
  if (whole <= most) return { form: "whole", ranges: [[start, end]], cost: whole };
  return options.wholeOnly === true ? null : part(candidate, start, end, costs, options);
}

function onlyThese(ranges: readonly LineRange[], costs: FileCosts, room: number): Showing | null {
  let cost = (ranges.length - 1) * costs.mark;
  for (const [from, to] of ranges) cost += costs.lines(from, to, room);
  return cost > room ? null : { form: "lines", ranges: [...ranges], cost };
}

function part(
  unit: Candidate,
  start: number,
  end: number,
  costs: FileCosts,
  { room, fill, linesOnly }: ShowOptions,
): Showing | null {
  const chosen = new Chosen(start, end, costs, room);
  const inside = (line: number) => line >= start && line <= end;
  const outline = unit.outline.filter(inside);
  const head = outline[0] ?? start;
  // The heaviest lines first; of equals the first.
  const matches = unit.matches
    .filter((m) => inside(m.line))
    .sort((a, b) => b.weight - a.weight || a.line - b.line)
    .map((m) => m.line);
  chosen.add(head, head);
  for (const line of matches) chosen.add(line, line);
  if (chosen.size === 0 || (matches.length > 0 && !matches.some((l) => chosen.has(l)))) return null;
  if (linesOnly !== true) {
    for (const line of matches) chosen.add(line - NEAR, line + NEAR);
    for (const line of outline) chosen.add(line, line);
    chosen.add(Math.max(start, head - ABOVE_NAME), head + BELOW_NAME);
    for (const line of matches) chosen.add(line - WIDER, line + WIDER);
  }
  if (fill) {
    for (const line of matches) chosen.grow(line);
    chosen.grow(head);
  }
  chosen.bridge();
  // An outline of one line is only the unit's own head.
  const outlined = outline.filter((l) => chosen.has(l)).length;
  return {
    form: outline.length > 1 && outlined * 2 >= outline.length ? "outline" : "lines",
    ranges: chosen.ranges(),
    cost: chosen.cost,
  };
}

/** Lines being chosen under a room. A line alone between others that are left out brings a gap mark with it. */
class Chosen {
  readonly #start: number;
  readonly #end: number;
  readonly #costs: FileCosts;
  readonly #room: number;
  readonly #lines = new Set<number>();
  /** A mark at the end is paid from the beginning: the unit is not shown whole. */
  cost: number;

  constructor(start: number, end: number, costs: FileCosts, room: number) {
    this.#start = start;
    this.#end = end;
    this.#costs = costs;
    this.#room = room;
    this.cost = costs.mark;
  }

  get size(): number {
    return this.#lines.size;
  }

  has(line: number): boolean {
    return this.#lines.has(line);
  }

  /** Adds each line of a stretch that still fits. */
  add(from: number, to: number): void {
    for (let line = Math.max(from, this.#start); line <= Math.min(to, this.#end); line++) this.#addLine(line);
  }

  #addLine(line: number): boolean {
    if (this.#lines.has(line)) return true;
    const neighbours = Number(this.#lines.has(line - 1)) + Number(this.#lines.has(line + 1));
    const cost = this.#costs.line(line) + (1 - neighbours) * (this.#lines.size === 0 ? 0 : this.#costs.mark);
    if (this.cost + cost > this.#room) return false;
    this.#lines.add(line);
    this.cost += cost;
    return true;
  }

  /** Grows around a line, downwards before upwards, until the room or the unit ends. */
  grow(line: number): void {
    let below = line;
    let above = line;
    let more = true;
    while (more) {
      more = below < this.#end && this.#addLine(below + 1);
      if (more) below++;
      if (above > this.#start && this.#addLine(above - 1)) {
        above--;
        more = true;
      }
    }
  }

  /** Shows what lies in a gap wherever that costs no more than the mark. */
  bridge(): void {
    const ranges = this.ranges();
    for (let i = 1; i < ranges.length; i++) {
      const from = ranges[i - 1]![1] + 1;
      const to = ranges[i]![0] - 1;
      const cost = this.#costs.lines(from, to, this.#costs.mark);
      if (cost > this.#costs.mark) continue;
      for (let line = from; line <= to; line++) this.#lines.add(line);
      this.cost += cost - this.#costs.mark;
    }
  }

  ranges(): LineRange[] {
    return asRanges([...this.#lines].map((l): LineRange => [l, l]));
  }
}
