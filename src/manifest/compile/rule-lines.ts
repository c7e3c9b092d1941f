// The two lines of a descriptor, put together from what a part says: pieces that each bring words which aren't said yet, the
// most for their length first.
import { codePoints } from "../node-cost.ts";
import { cutLine, LONGEST_LINE } from "./checked-descriptor.ts";
import { addTerms } from "./content-profile.ts";
import type { Distinctive } from "./distinctive-terms.ts";
import type { SourceNode } from "./source-tree.ts";
import { vacuityFlags } from "./vacuity.ts";

/** Something that can stand in a list: a heading, a word. */
export interface Piece {
  text: string;
  terms: readonly string[];
  score: number;
  /** Children that it stands for, by their index; those that no piece stands for yet are given way. */
  of?: readonly number[];
}

const BETWEEN = ", ";
/** What a piece costs beside its letters: so that short words, which say little, don't come first for being short. */
const SHORT = 12;

/** Terms that a text says. */
export function termsOf(text: string): string[] {
  const terms = new Set<string>();
  addTerms(text, terms);
  return [...terms];
}

/**
 * A list of pieces, the first first, of at most so many code points. Terms of pieces that are taken are added to `said`, and a piece that brings
 * nothing else is not taken.
 */
export function listOf(pieces: readonly Piece[], said: Set<string>, most: number): string {
  const list = new List(said, most);
  if (pieces.every(({ of }) => of === undefined)) {
    for (const piece of pieces) if (list.hasRoom) list.take(piece);
    return list.text;
  }
  const left = [...pieces];
  const covered = new Map<number, number>();
  while (left.length > 0 && list.hasRoom) {
    let best = 0;
    let most = -1;
    for (let at = 0; at < left.length && left[at]!.score > most; at++) {
      const value = left[at]!.score * way(left[at]!, covered);
      if (value > most) [best, most] = [at, value];
    }
    const piece = left.splice(best, 1)[0]!;
    if (list.take(piece))
      for (const child of piece.of ?? []) covered.set(child, (covered.get(child) ?? 0) + 1);
  }
  return list.text;
}

class List {
  text = "";
  readonly #said: Set<string>;
  #room: number;

  constructor(said: Set<string>, most: number) {
    this.#said = said;
    this.#room = most;
  }

  /** Nothing shorter can be told apart from anything. */
  get hasRoom(): boolean {
    return this.#room > BETWEEN.length + 2;
  }

  take({ text, terms }: Piece): boolean {
    if (text === "" || text.length > this.#room * 2) return false;
    let unsaid = 0;
    for (const term of terms) if (!this.#said.has(term)) unsaid++;
    if (unsaid === 0 || unsaid * 2 < terms.length) return false;
    const cost = codePoints(text) + (this.text === "" ? 0 : BETWEEN.length);
    if (cost > this.#room) return false;
    this.#room -= cost;
    this.text += this.text === "" ? text : BETWEEN + text;
    for (const term of terms) this.#said.add(term);
    return true;
  }
}

/** Less for what stands for children that others stand for. */
function way({ of = [] }: Piece, covered: ReadonlyMap<number, number>): number {
  if (of.length === 0) return 1;
  let sum = 0;
  for (const child of of) sum += covered.get(child) ?? 0;
  return 1 / (1 + sum / of.length);
}

/** Words of a part that set it apart, each a piece. */
export function termPieces({ terms }: Distinctive): Piece[] {
  return terms.map(({ term, written, score }) => ({
    text: written,
    terms: term.startsWith("=") ? [term, ...partsOf(term, written)] : [term],
    score,
  }));
}

/** What says most for its length first: the order in which a list takes them. */
export function byValue(pieces: readonly Piece[]): Piece[] {
  return pieces
    .map((piece) => ({ ...piece, score: piece.score / (piece.text.length + SHORT) }))
    .sort((a, b) => b.score - a.score);
}

/** A name of several words says each of them. */
function partsOf(term: string, written: string): string[] {
  return termsOf(written).filter((one) => one !== term);
}

/** Worth of a heading beside that of its words alone: it says how they belong together. */
const TOGETHER = 1.6;

/** Headings of a content as pieces, by what their words are worth. */
export function headingPieces(headings: readonly string[], distinctive: Distinctive): Piece[] {
  return headings.map((text) => {
    const terms = termsOf(text);
    const score = terms.reduce((sum, term) => sum + distinctive.scoreOf(term), 0);
    return { text: lowered(text), terms, score: score * TOGETHER };
  });
}

/** A heading inside a line: without a number in front, without an end, small where it is a sentence's capital alone. */
function lowered(heading: string): string {
  const plain = heading.replace(/^[\d.)\s]+(?=\p{L})/u, "").replace(/[\s.:,;?!]+$/u, "");
  return /^\p{Lu}\p{Ll}+\s/u.test(plain) ? plain[0]!.toLowerCase() + plain.slice(1) : plain;
}

/** The beginning of a text, of at most so many code points, that ends behind a word. */
export function cutAtWord(text: string, most: number): string {
  const line = cutLine(text, LONGEST_LINE * 4);
  if (codePoints(line) <= most) return line;
  const start = [...line].slice(0, most + 1).join("");
  const end = start.search(/[\s]\S*$/u);
  const kept = end > most / 2 ? start.slice(0, end) : [...line].slice(0, most).join("");
  return kept.replace(/[\s,;:–—(-]+$/u, "");
}

/** What is said where nothing can be: of what kind it is, and how long. Has more words than any flag asks for. */
function plainWhat({ content = "", format, children }: SourceNode): string {
  if (children !== undefined) return `group with ${children.length} parts below`;
  const lines = content === "" ? 0 : content.split("\n", 100_000).length;
  return `${format === "" ? "plain" : format} text, ${lines} lines with ${content.length} characters`;
}

/** The line with more behind it, until nothing of it trips. What may come behind is made only where it is needed. */
export function soundWhat(node: SourceNode, what: string, more: readonly (() => string)[]): string {
  const isSound = (line: string): boolean =>
    vacuityFlags(node.title, { what: line, when: "two words" }).length === 0;
  return firstSound(what, [...more, () => plainWhat(node)], isSound);
}

export function soundWhen(when: string, more: readonly (() => string)[]): string {
  const isSound = (line: string): boolean => vacuityFlags(null, { what: "", when: line }).length === 0;
  return firstSound(when, [...more, () => "the text itself is wanted"], isSound);
}

function firstSound(
  line: string,
  more: readonly (() => string)[],
  isSound: (line: string) => boolean,
): string {
  let at = line;
  for (const make of more) {
    if (at !== "" && isSound(at)) return at;
    const next = make();
    if (next === "") continue;
    const joined = at === "" ? next : `${at.replace(/[\s.,:;]+$/u, "")}; ${next}`;
    // Where there is no room behind it, what is there gives way.
    const isFitting = codePoints(joined) <= LONGEST_LINE;
    at = isFitting ? joined : cutAtWord(`${cutAtWord(at, 60)}; ${next}`, LONGEST_LINE);
  }
  return at;
}
