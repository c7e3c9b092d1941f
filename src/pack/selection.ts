// What has been chosen so far, file by file. Parts of one file that overlap or touch become one span, so no line is shown
// or paid twice; adding a part costs what the file's spans cost more with it than without it.
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Counter } from "../tokens/counter.ts";
import type { Candidate, PackSource } from "./candidate.ts";
import { type Form, PartCosts, type ShownSpan } from "./form.ts";
import { asRanges, countLines, overlap, type LineRange } from "./ranges.ts";
import { FileCosts, show, type ShowOptions, type Showing } from "./showing.ts";
import { spanText } from "./span-text.ts";

/** A candidate that was taken, and how it is shown. */
export interface Part {
  candidate: Candidate;
  /** Place in the order of candidates. */
  rank: number;
  showing: Showing;
}

interface Group {
  parts: Part[];
  ranges: LineRange[];
  /** Bounds of the units that the parts belong to. */
  start: number;
  end: number;
}

export interface ChosenFile {
  source: PackSource;
  parts: Part[];
  cost: number;
}

export interface SelectionOptions {
  counter: Counter;
  form: Form;
  /** Of the form, for what is remembered of costs. */
  name: string;
  /** A line that costs more than this is never shown, and not counted to its end. */
  most: number;
}

export class Selection {
  readonly #costs: PartCosts;
  readonly #files = new Map<string, ChosenFile>();
  readonly #lineCosts = new Map<string, FileCosts>();
  readonly #headers = new Map<Candidate, number>();
  /** Estimated cost of all spans. */
  cost = 0;

  constructor(options: SelectionOptions) {
    this.#costs = new PartCosts(options.counter, options.form, options.name, options.most);
  }

  get files(): ChosenFile[] {
    return [...this.#files.values()];
  }

  get parts(): Part[] {
    return this.files.flatMap((f) => f.parts);
  }

  /** Starts anew with the same texts and counts. */
  clear(): void {
    this.#files.clear();
    this.cost = 0;
  }

  partsIn(path: string): number {
    return this.#files.get(path)?.parts.length ?? 0;
  }

  /** Whether lines of a text are shown, in whichever part. */
  shows({ path, side }: PackSource, lines: readonly number[]): boolean {
    const ranges = this.files
      .filter(({ source }) => source.path === path && source.side === side)
      .flatMap((file) => file.parts.flatMap((p) => p.showing.ranges));
    return lines.every((line) => ranges.some(([from, to]) => from <= line && line <= to));
  }

  #costsOf(source: PackSource): FileCosts {
    let costs = this.#lineCosts.get(keyOf(source));
    if (costs === undefined) {
      costs = new FileCosts(source.lines, this.#costs);
      this.#lineCosts.set(keyOf(source), costs);
    }
    return costs;
  }

  /** Share of a candidate's lines that is shown already. */
  covered(candidate: Candidate): number {
    const file = this.#files.get(keyOf(candidate.source));
    if (file === undefined) return 0;
    const end = Math.min(candidate.end, file.source.lines.length);
    const ranges = asRanges(file.parts.flatMap((p) => p.showing.ranges));
    return overlap(ranges, candidate.start, end) / Math.max(1, end - candidate.start + 1);
  }

  /** Takes a candidate as large as the room allows. False where nothing of it fits. */
  take(candidate: Candidate, rank: number, options: ShowOptions): boolean {
    const { source } = candidate;
    const header = this.#headerOf(candidate, rank);
    let room = options.room - header;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const showing = show(candidate, this.#costsOf(source), { ...options, room });
      if (showing === null) return false;
      const over = this.#replace({ candidate, rank, showing }, options.room);
      if (over <= 0) return true;
      // The header of a part says that it is one: what fills the room to the last line would be over for ever.
      room -= over;
    }
    return false;
  }

  /** What a candidate's header costs alone: asked for as often as it is offered. */
  #headerOf(candidate: Candidate, rank: number): number {
    let cost = this.#headers.get(candidate);
    if (cost === undefined) {
      cost = this.#costs.frame(this.#span(candidate.source, groupOf([single(candidate, rank)])));
      this.#headers.set(candidate, cost);
    }
    return cost;
  }

  /** Shows a part that was taken in a larger room, if that shows more and the whole does not grow by more than `extra`. */
  enlarge(part: Part, extra: number, fill: boolean): boolean {
    const room = part.showing.cost + extra;
    const showing = show(part.candidate, this.#costsOf(part.candidate.source), { room, fill });
    if (showing === null || countLines(showing.ranges) <= countLines(part.showing.ranges)) return false;
    return this.#replace({ ...part, showing }, extra) <= 0;
  }

  /** Takes the part in, unless the file's growth is over the room: then by how much. */
  #replace(part: Part, room: number): number {
    const { source } = part.candidate;
    const file = this.#files.get(keyOf(source));
    const parts = [...(file?.parts ?? []).filter((p) => p.rank !== part.rank), part];
    const cost = this.#costOf(source, parts);
    const growth = cost - (file?.cost ?? 0);
    if (growth > room) return growth - room;
    this.#files.set(keyOf(source), { source, parts, cost });
    this.cost += growth;
    return 0;
  }

  #costOf(source: PackSource, parts: Part[]): number {
    return groupsOf(parts, source).reduce((sum, group) => sum + this.#groupCost(source, group), 0);
  }

  /** Header and lines, each counted alone: pieces of text cost nearly what they cost together. */
  #groupCost(source: PackSource, group: Group): number {
    const costs = this.#costsOf(source);
    let cost = this.#costs.frame(this.#span(source, group));
    let next = group.start;
    for (const [from, to] of group.ranges) {
      if (from > next) cost += costs.mark;
      cost += costs.lines(from, to);
      next = to + 1;
    }
    return next <= group.end ? cost + costs.mark : cost;
  }

  /** The spans of one file, in order of lines. The cost of each is what its header and its lines cost, counted alone.
   * `behind` is given the best candidate of each. */
  spans(file: ChosenFile, behind: Map<ShownSpan, Candidate>): ShownSpan[] {
    return groupsOf(file.parts, file.source).map((group) => {
      const { source } = file;
      const span = this.#span(source, group);
      span.text = spanText(source.lines, group.ranges, group.start, group.end);
      // Reasons quote the query, which may hold a secret.
      span.reason = shownText(span.reason);
      span.cost = this.#groupCost(source, group);
      behind.set(span, bestOf(group.parts).candidate);
      return span;
    });
  }

  #span({ path, side, redactions }: PackSource, group: Group): ShownSpan {
    const { parts, ranges } = group;
    const best = bestOf(parts);
    const shown = (line: number) => ranges.some(([a, b]) => a <= line && line <= b);
    const matches = [...new Set(parts.flatMap((p) => p.candidate.matches.map((m) => m.line)))]
      .filter(shown)
      .sort((a, b) => a - b);
    const end = ranges[ranges.length - 1]![1];
    const whole = ranges.length === 1 && ranges[0]![0] <= group.start && end >= group.end;
    return {
      path: shownPath(path),
      start: Math.min(group.start, ranges[0]![0]),
      end,
      ...labelOf(parts, best),
      reason: best.candidate.reason,
      cost: COST_GUESS,
      matches: matches.map((line) => ({ line })),
      text: "",
      form: whole ? "whole" : parts.some((p) => p.showing.form === "outline") ? "outline" : "lines",
      redacted: redactions.filter((r) => shown(r.line)).map(({ line, rule }) => ({ line, rule })),
      ...(best.candidate.relations === undefined ? {} : { relations: best.candidate.relations }),
      ...(best.candidate.explanation === undefined ? {} : { explanation: best.candidate.explanation }),
      ...(best.candidate.part === undefined ? {} : { part: best.candidate.part }),
      ...(side === undefined ? {} : { side }),
      shown: ranges,
    };
  }
}

/** Choices of lines for one room: the first is over it by what only the whole span shows, and the second rarely. */
const ATTEMPTS = 3;

/** Stands for a span's cost in its own header until that is known: of the usual number of digits. */
const COST_GUESS = 100;

function keyOf({ key, path }: PackSource): string {
  return key ?? path;
}

/** Before anything is known of how it will be shown: for the cost of its header. */
function single(candidate: Candidate, rank: number): Part {
  const ranges: LineRange[] = [[candidate.start, Math.max(candidate.start, candidate.end)]];
  return { candidate, rank, showing: { form: "whole", ranges, cost: 0 } };
}

function bestOf(parts: readonly Part[]): Part {
  return parts.reduce((a, b) => (b.rank < a.rank ? b : a));
}

function groupOf(parts: Part[]): Group {
  return {
    parts,
    ranges: asRanges(parts.flatMap((p) => p.showing.ranges)),
    start: Math.min(...parts.map((p) => p.candidate.start)),
    end: Math.max(...parts.map((p) => p.candidate.end)),
  };
}

/** Parts whose units overlap, touch, or have only blank lines between them are one span. */
function groupsOf(parts: readonly Part[], source: PackSource): Group[] {
  const sorted = [...parts].sort(
    (a, b) => a.candidate.start - b.candidate.start || b.candidate.end - a.candidate.end || a.rank - b.rank,
  );
  const groups: Group[] = [];
  const last = source.lines.length;
  for (const part of sorted) {
    const group = groups[groups.length - 1];
    const before = group === undefined ? 0 : group.end;
    if (group !== undefined && onlyBlank(source.lines, before + 1, part.candidate.start - 1)) {
      group.parts.push(part);
      group.end = Math.min(last, Math.max(group.end, part.candidate.end));
    } else groups.push({ ...groupOf([part]), end: Math.min(last, part.candidate.end) });
  }
  for (const group of groups) {
    const ranges = asRanges(group.parts.flatMap((p) => p.showing.ranges));
    group.ranges = asRanges([...ranges, ...blankGaps(source.lines, ranges)]);
  }
  return groups;
}

/** More blank lines than these between two units are worth a header of their own. */
const MOST_BLANK = 3;

function onlyBlank(lines: readonly string[], from: number, to: number): boolean {
  if (to - from >= MOST_BLANK) return false;
  for (let line = from; line <= to; line++) if (lines[line - 1]!.trim() !== "") return false;
  return true;
}

/** Gaps of blank lines alone: cheaper shown than marked. */
function blankGaps(lines: readonly string[], ranges: readonly LineRange[]): LineRange[] {
  const gaps: LineRange[] = [];
  for (let i = 1; i < ranges.length; i++) {
    const from = ranges[i - 1]![1] + 1;
    const to = ranges[i]![0] - 1;
    if (onlyBlank(lines, from, to)) gaps.push([from, to]);
  }
  return gaps;
}

/** Names that one header carries. */
const MOST_NAMES = 4;

/** Kind and name of a span of one or more parts: the outermost unit names it; units side by side are listed. */
function labelOf(parts: readonly Part[], best: Part): Pick<ShownSpan, "kind" | "name"> {
  if (parts.length === 1) return { kind: best.candidate.kind, name: best.candidate.name };
  const all = parts.map((p) => p.candidate);
  const outer = all.find((c) => all.every((o) => c.start <= o.start && o.end <= c.end));
  const kinds = new Set(all.map((c) => c.kind));
  const kind = outer?.kind ?? (kinds.size === 1 ? best.candidate.kind : "lines");
  const names = [...new Set(all.map((c) => c.name))].filter((n) => n !== "");
  const name = names.slice(0, MOST_NAMES).join(", ") + (names.length > MOST_NAMES ? ", …" : "");
  return { kind, name };
}
