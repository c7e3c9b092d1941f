// How do names, paths and query words become index terms? As the words layer makes them, remembered per name.
import { WHOLE, foldIdentifier, identifierTerms, splitIdentifier } from "../text/identifiers.ts";
import { IDEOGRAPH, letterKind } from "../text/letters.ts";
import { stem } from "../text/stem.ts";
import type { SegmentView } from "../store/segment-view.ts";

/** A declared name or a path part: stems of its words, and its whole as a term (empty if it has one letter). */
export interface NameTerms {
  words: readonly string[];
  whole: string;
  /** The whole says more than its one word. */
  compound: boolean;
}

/** Names met again and again (declarations of candidates) are split once. Dropped whole when full. */
const names = new Map<string, NameTerms>();
const MOST_NAMES = 50_000;

export function nameTerms(name: string): NameTerms {
  let made = names.get(name);
  if (made !== undefined) return made;
  const { parts, whole, compound } = identifierTerms(name);
  made = { words: [...new Set(parts)], whole, compound };
  if (names.size >= MOST_NAMES) names.clear();
  names.set(name, made);
  return made;
}

/** Terms by the declaration's number in its segment: a process that lives on needs no text of the name again. */
const declared = new WeakMap<SegmentView, Map<number, NameTerms>>();

export function declaredTerms(view: SegmentView, declaration: number): NameTerms {
  let held = declared.get(view);
  if (held === undefined) declared.set(view, (held = new Map()));
  let terms = held.get(declaration);
  if (terms !== undefined) return terms;
  terms = nameTerms(view.declarationName(declaration));
  if (held.size >= MOST_NAMES) held.clear();
  held.set(declaration, terms);
  return terms;
}

/** Stems of a plain query word. Text without spaces gives pairs of characters, as the index has them. */
export function wordTerms(word: string): string[] {
  if (isAscii(word)) return [...new Set(splitIdentifier(word).map(stem))];
  const terms: string[] = [];
  for (const run of runsOf(word)) {
    if (run.ideographs) terms.push(...pairs(run.text));
    else terms.push(...splitIdentifier(run.text).map(stem));
  }
  return [...new Set(terms)];
}

export function wholeOfWord(word: string): string {
  const folded = foldIdentifier(word);
  return folded.length > 1 && !hasIdeographs(word) ? WHOLE + folded : "";
}

function hasIdeographs(word: string): boolean {
  return runsOf(word).some((run) => run.ideographs);
}

export function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text);
}

function runsOf(word: string): { text: string; ideographs: boolean }[] {
  const runs: { text: string; ideographs: boolean }[] = [];
  for (const character of word) {
    const ideographs = character.charCodeAt(0) > 127 && letterKind(character, 0) === IDEOGRAPH;
    const last = runs[runs.length - 1];
    if (last !== undefined && last.ideographs === ideographs) last.text += character;
    else runs.push({ text: character, ideographs });
  }
  return runs;
}

function pairs(run: string): string[] {
  const characters = [...run.normalize("NFKC").toLowerCase()];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((second, i) => characters[i]! + second);
}

/** A name as stems of files and qualifiers are compared: lower case, without separators. */
export function foldName(name: string): string {
  return /^[a-z0-9]*$/.test(name) ? name : foldIdentifier(name);
}
