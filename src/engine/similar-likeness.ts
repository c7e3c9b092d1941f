// How is a unit like the subject, and in which words is that said? A copy, a copy with other names, the same words, the same
// shape, or near in meaning.
import type { SimilarChunk } from "../rank/similar-chunks.ts";
import type { Unit } from "../rank/units.ts";
import { shownText } from "../redact/redact.ts";
import { type Pieces, piecesOf, type Shape, type Shapes, sharedPieces } from "../text/code-shape.ts";
import { splitIdentifier } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";
import { wordsIn } from "../text/words-in.ts";
import { shippedModel } from "../vectors/model.ts";
import { askedWords, type KnownWord, nearestWords } from "../vectors/nearest-words.ts";
import { textTerms } from "../vectors/text-terms.ts";
import { MOST_PAIRS, reasonOfPairs } from "./by-meaning.ts";
import type { Copy } from "./similar-copies.ts";
import type { Subject } from "./similar-subject.ts";
import type { Source } from "./sources.ts";

export interface Like {
  source: Source;
  start: number;
  end: number;
  unit: Unit | undefined;
  reason: string;
  score: number;
  /** Each from 0 to 1. */
  copy: number;
  words: number;
  shape: number;
  meaning: number;
}

/** What each kind of likeness counts where it is no copy. Set by hand: rare words tell more than braces do. */
const WEIGHTS = { words: 0.45, shape: 0.35, meaning: 0.2 };
/** One of these must be met, or it is like nothing. */
const LEAST = { words: 0.2, shape: 0.5, meaning: 0.45 };
/** From here on a unit is called much like the subject. */
const NEAR_COPY = 0.8;
const COPY = 3;
const RENAMED = 2;
const SAME_SHAPE = 1;
const NAMED_WORDS = 4;
const NAMED_NAMES = 3;

export class Comparison {
  readonly #subject: Subject;
  readonly #pieces: Pieces;
  readonly #shapes: Shapes;
  readonly #worth: ReadonlyMap<string, number>;
  readonly #total: number;
  readonly #lines: number;
  /** Null until a unit is near in meaning alone. */
  #asked: KnownWord[] | null = null;

  constructor(subject: Subject, shape: Shape, shapes: Shapes, worth: ReadonlyMap<string, number>) {
    this.#subject = subject;
    this.#pieces = piecesOf(shape);
    this.#shapes = shapes;
    this.#worth = worth;
    this.#lines = subject.text.split("\n").length;
    this.#total = [...worth.values()].reduce((a, b) => a + b, 0);
  }

  /** The copies in a file, and the units around its chunks that are like the subject. */
  likesIn(source: Source, copies: readonly Copy[], chunks: readonly SimilarChunk[]): Like[] {
    const likes = copies.map((copy) => copied(source, copy));
    const places = new Map<string, { start: number; end: number; unit: Unit | undefined; near: number }>();
    for (const chunk of chunks) {
      for (const unit of unitsOf(source, chunk, this.#lines)) {
        const start = unit?.start ?? chunk.start;
        const end = Math.min(unit?.end ?? chunk.end, source.lines.length);
        const known = places.get(`${start}-${end}`);
        if (known === undefined) places.set(`${start}-${end}`, { start, end, unit, near: chunk.near });
        else known.near = Math.max(known.near, chunk.near);
      }
    }
    for (const place of places.values()) {
      const taken = likes.some((like) => like.copy > 0 && like.start <= place.end && place.start <= like.end);
      const like = taken || this.#isSubject(source, place) ? null : this.#like(source, place);
      if (like !== null) likes.push(like);
    }
    return likes;
  }

  #isSubject({ path }: Source, { start, end }: { start: number; end: number }): boolean {
    const { place } = this.#subject;
    return place !== null && place.path === path && start <= place.end && place.start <= end;
  }

  #like(
    source: Source,
    { start, end, unit, near }: { start: number; end: number; unit: Unit | undefined; near: number },
  ): Like | null {
    const text = source.lines.slice(start - 1, end).join("\n");
    const { share: words, shared } = this.#sharedWords(text);
    const shape = sharedPieces(this.#pieces, piecesOf(this.#shapes.of(text)));
    if (words < LEAST.words && shape < LEAST.shape && near < LEAST.meaning) return null;
    const score = WEIGHTS.words * words + WEIGHTS.shape * shape + WEIGHTS.meaning * near;
    const reason = this.#reason(text, { words, shape, shared });
    return { source, start, end, unit, reason, score, copy: 0, words, shape, meaning: near };
  }

  /** By what they are worth: the share of both that is in both; of the unit's other words none is known to be rare. */
  #sharedWords(text: string): { share: number; shared: string[] } {
    const held = new Set(textTerms(text).map(([term]) => term));
    const shared = [...this.#worth].filter(([term]) => held.has(term));
    const sum = shared.reduce((total, [, value]) => total + value, 0);
    // Longer units hold more words of anything.
    const size = Math.max(1, held.size / Math.max(1, this.#worth.size));
    const share = this.#total === 0 ? 0 : sum / this.#total / Math.sqrt(size);
    return { share, shared: shared.sort((a, b) => b[1] - a[1]).map(([term]) => term) };
  }

  #reason(
    text: string,
    { words, shape, shared }: { words: number; shape: number; shared: readonly string[] },
  ): string {
    const inShape = `${Math.round(shape * 100)}% of its shape`;
    const own = wordsOf(text, shared.slice(0, NAMED_WORDS)).map(shownText);
    if (shape >= NEAR_COPY && words >= LEAST.words) return `nearly a copy: ${inShape}, ${own.join(", ")}`;
    const said: string[] = [];
    if (words >= LEAST.words) said.push(`same words: ${own.join(", ")}`);
    if (shape >= LEAST.shape) said.push(inShape);
    if (said.length > 0) return said.join("; ");
    const loaded = shippedModel();
    if ("fault" in loaded) return "near in meaning";
    this.#asked ??= askedWords(loaded.embedder, this.#subject.text);
    return reasonOfPairs(nearestWords(loaded.embedder, this.#asked, text, MOST_PAIRS));
  }
}

function copied(source: Source, { start, end, names }: Copy): Like {
  const unit = source.units.find((u) => u.start === start && u.end === end);
  const whole =
    unit ?? source.units.find((u) => u.start >= start - 1 && u.start <= start + 1 && u.end === end);
  const kind = names === null ? SAME_SHAPE : names.length > 0 ? RENAMED : COPY;
  return {
    source,
    start,
    end: Math.min(end, source.lines.length),
    unit: whole,
    reason: reasonOfCopy(names),
    score: kind + 1,
    copy: kind / COPY,
    words: 0,
    shape: 1,
    meaning: 0,
  };
}

function reasonOfCopy(names: Copy["names"]): string {
  if (names === null) return "the same shape, other names";
  if (names.length === 0) return "the same text";
  const said = names.slice(0, NAMED_NAMES).map(([from, to]) => `${shownText(from)} is ${shownText(to)}`);
  const more = names.length > NAMED_NAMES ? ` and ${names.length - NAMED_NAMES} more` : "";
  return `identical but for names: ${said.join(", ")}${more}`;
}

/** A unit with parts that is so much longer than the subject is looked at by its parts. */
const MUCH_LONGER = 3;
const LEAST_LINES = 8;

/** The units that begin among the lines of a chunk, or else the smallest around it; undefined: the lines themselves. */
function unitsOf({ units }: Source, { start, end }: SimilarChunk, lines: number): (Unit | undefined)[] {
  const parents = new Set(units.map(({ parent }) => parent));
  const most = MUCH_LONGER * Math.max(LEAST_LINES, lines);
  const isWhole = (u: Unit, i: number) => !parents.has(i) || u.end - u.start < most;
  const inside = units.filter((u, i) => u.start >= start && u.start <= end && isWhole(u, i));
  if (inside.length > 0) return inside;
  const around = units.filter((u) => u.start <= start && end <= u.end);
  if (around.length === 0) return [undefined];
  return [around.reduce((a, b) => (b.end - b.start < a.end - a.start ? b : a))];
}

/** Words of a text as they stand there, for stems: whole ones, each the first of its stem. */
function wordsOf(text: string, stems: readonly string[]): string[] {
  const sought = new Set(stems);
  const written = new Map<string, string>();
  for (const word of wordsIn(text)) {
    if (sought.size === 0) break;
    for (const part of splitIdentifier(word)) {
      const term = stem(part);
      if (sought.delete(term)) written.set(term, part);
    }
  }
  return stems.map((term) => written.get(term) ?? term);
}
