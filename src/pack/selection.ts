// What has been chosen so far, file by file. Parts of one file that overlap or touch become one span, so no line is shown
// or paid twice; adding a part costs what the file's spans cost more with it than without it.
import { instructionLike, type UntrustedLine } from "../redact/instruction-like.ts";
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Counter } from "../tokens/counter.ts";
import type { Candidate, PackSource } from "./candidate.ts";
import { type Form, PartCosts, type ShownSpan } from "./form.ts";
import {
  anyIn,
  bestOf,
  type Group,
  groupOf,
  groupsOf,
  labelOf,
  reasonOf,
  type Part,
  single,
  without,
} from "./groups.ts";
import { asRanges, countLines, overlap, type LineRange } from "./ranges.ts";
import type { HeldBefore } from "./session-part.ts";
import { FileCosts, show, type ShowOptions } from "./showing.ts";
import { spanText } from "./span-text.ts";

export interface ChosenFile {
  source: PackSource;
  parts: Part[];
  cost: number;
}

/** The spans of a file in a session. */
export interface NewSpans {
  spans: ShownSpan[];
  /** Lines that the client holds. */
  shown: LineRange[];
  /** Spans in place of older lines that it holds. */
  changed: LineRange[];
  /** The best part of each span of which everything is held. */
  unsent: Part[];
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
  readonly #untrusted = new Map<string, UntrustedLine[]>();
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
    return groupsOf(file.parts, file.source).map((group) => this.#shownSpan(file.source, group, behind));
  }

  #shownSpan(
    source: PackSource,
    group: Group,
    behind: Map<ShownSpan, Candidate>,
    before: readonly LineRange[] = [],
  ): ShownSpan {
    const span = this.#span(source, group);
    span.text = spanText(source.lines, group.ranges, group.start, group.end, before);
    const untrusted = this.#untrustedIn(source, group.ranges);
    if (untrusted.length > 0) span.untrusted = untrusted;
    // Reasons quote the query, which may hold a secret.
    span.reason = shownText(span.reason);
    span.cost = this.#groupCost(source, group);
    behind.set(span, bestOf(group.parts).candidate);
    return span;
  }

  /** Of what is shown: the same lines are asked for with each attempt. */
  #untrustedIn({ path, lines }: PackSource, ranges: readonly LineRange[]): UntrustedLine[] {
    return ranges.flatMap(([from, to]) => {
      const key = `${from}-${to} ${path}`;
      let known = this.#untrusted.get(key);
      if (known === undefined) {
        known = instructionLike(lines.slice(from - 1, to).join("\n"), from);
        this.#untrusted.set(key, known);
      }
      return known;
    });
  }

  /** The same spans without the lines that the client holds already. What is left out costs no more than what is left. */
  newSpans(file: ChosenFile, behind: Map<ShownSpan, Candidate>, client: HeldBefore): NewSpans {
    const { source } = file;
    const { now, lost } = client.held(shownPath(source.path), source.lines);
    const found: NewSpans = { spans: [], shown: [], changed: [], unsent: [] };
    for (const group of groupsOf(file.parts, source)) {
      const before = this.#heldRanges(source, group.ranges, now);
      const ranges = without(source.lines, group.ranges, before);
      found.shown.push(...before);
      if (ranges.length === 0) {
        found.unsent.push(bestOf(group.parts));
        continue;
      }
      const span = this.#shownSpan(source, { ...group, ranges }, behind, before);
      if (lost.some((line) => span.start <= line && line <= span.end))
        found.changed.push([span.start, span.end]);
      found.spans.push(span);
    }
    return found;
  }

  /** Stretches of held lines that cost more than a mark in their place, or that are all of what is shown. */
  #heldRanges(source: PackSource, ranges: readonly LineRange[], now: ReadonlySet<number>): LineRange[] {
    const costs = this.#costsOf(source);
    const isHeld = (line: number): boolean => now.has(line) || source.lines[line - 1]!.trim() === "";
    const runs: LineRange[] = [];
    let all = true;
    for (const [from, to] of ranges) {
      for (let line = from; line <= to; line++) {
        const start = line;
        while (line <= to && isHeld(line)) line++;
        if (line <= to) all = false;
        if (line > start && anyIn(now, start, line - 1)) runs.push([start, line - 1]);
      }
    }
    return all ? runs : runs.filter(([from, to]) => costs.lines(from, to) > costs.mark);
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
      reason: reasonOf(parts, best),
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
