// Which lines of a text hold which of the query's concepts? Reads the text itself, line by line, with the rules by which
// the index was made, and sees what the index does not: how a word is written, and what stands around it. For the passage
// inside a file, once its file has been ranked.
import { meaningOf } from "../text/homonyms.ts";
import { WHOLE, foldIdentifier, splitIdentifier, wholeTerm } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop-words.ts";
import { isVersion } from "./query-paths.ts";
import type { ReadQuery } from "./read-query.ts";

/** What a line holds: bit `c` for concept `c` (the first 31), and the weight of its best variants. */
export interface LineEvidence {
  /** Concepts in any of their variants. */
  concepts: number;
  /** Those of them whose own word is there, not merely a related one. */
  own: number;
  weight: number;
}

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;
const NOTHING: LineEvidence = { concepts: 0, own: 0, weight: 0 };

export interface LineReader {
  evidence(line: string): LineEvidence;
  /** Every line of a text that holds anything, ascending. */
  linesOf(text: string): ({ line: number } & LineEvidence)[];
  /** The same for one name: which concepts are in it, and what share of its own words they are. */
  name(name: string): LineEvidence & { share: number };
  /** The word of a line that stands there for a concept without being its own, as it is written, or null. */
  relative(line: string, concept: number): string | null;
}

interface Wanted {
  concept: number;
  weight: number;
  own: boolean;
  /** Tells words apart that share a stem; empty where there is nothing to tell. */
  meaning: string;
  /** A small word of English that the query writes as a name: met only where it is written so; else empty. */
  exactly: string;
}

interface Hit extends Wanted {
  /** Word of the text, in lower case. */
  word: string;
}

/** `importance[c]` is the weight of concept `c` in this repository: its idf times its weight in the query. */
export function createLineReader(query: ReadQuery, importance: ArrayLike<number>): LineReader {
  const wanted = new Map<string, Wanted[]>();
  query.concepts.slice(0, 31).forEach(({ text, variants }, concept) => {
    const exactly = isStopWord(foldIdentifier(text)) ? text : "";
    for (const { term, word, weight: share, relation } of variants) {
      // The text has digits and letters together: parts of them are no match.
      if (relation === "number") continue;
      const held = wanted.get(term) ?? [];
      const weight = share * (importance[concept] ?? 0);
      held.push({ concept, weight, own: relation === "same", meaning: meaningOf(word), exactly });
      wanted.set(term, held);
    }
  });
  const known = new Map<string, readonly Hit[]>();
  const asksForVersions = query.paths.some(isVersion);

  function hitsOf(word: string): readonly Hit[] {
    let hits = known.get(word);
    if (hits === undefined) known.set(word, (hits = findHits(word, wanted)));
    return hits;
  }

  const best = new Float64Array(31);
  let concepts = 0;
  let own = 0;
  /** Adds what a word holds to the concepts met so far in its line. */
  function meet(line: string, start: number, end: number): void {
    const hits = hitsOf(line.slice(start, end));
    if (hits.length === 0 || (!asksForVersions && isInVersion(line, start, end))) return;
    for (const { concept, weight, own: isOwn } of hits) {
      const bit = 1 << concept;
      if (isOwn) own |= bit;
      if ((concepts & bit) === 0) {
        concepts |= bit;
        best[concept] = weight;
      } else if (weight > best[concept]!) best[concept] = weight;
    }
  }

  /** What was met since the last call. */
  function taken(): LineEvidence {
    if (concepts === 0) return NOTHING;
    let weight = 0;
    for (let c = 0; c < 31; c++) if ((concepts >>> c) & 1) weight += best[c]!;
    const evidence = { concepts, own, weight };
    concepts = own = 0;
    return evidence;
  }

  function evidence(line: string): LineEvidence {
    for (const match of line.matchAll(WORD)) meet(line, match.index, match.index + match[0].length);
    return taken();
  }

  /** Units have the names of those around them read again and again. */
  const names = new Map<string, LineEvidence & { share: number }>();
  const anyTerm = termPattern(wanted.keys());
  function linesOf(text: string): ({ line: number } & LineEvidence)[] {
    const found: ({ line: number } & LineEvidence)[] = [];
    if (anyTerm === null) return found;
    let line = 0;
    let next = 0;
    anyTerm.lastIndex = 0;
    // Only words around a find are taken apart; `next` is where line `line + 1` begins.
    for (let match = anyTerm.exec(text); match !== null; match = anyTerm.exec(text)) {
      const at = match.index;
      if (at >= next) {
        if (concepts !== 0) found.push({ line, ...taken() });
        while (next <= at) {
          const end = text.indexOf("\n", next);
          next = end === -1 ? text.length + 1 : end + 1;
          line++;
        }
      }
      let start = at;
      while (start > 0 && isWordUnit(text.charCodeAt(start - 1))) start--;
      let end = at + match[0].length;
      while (end < text.length && isWordUnit(text.charCodeAt(end))) end++;
      meet(text, start, end);
      anyTerm.lastIndex = end;
    }
    if (concepts !== 0) found.push({ line, ...taken() });
    return found;
  }

  return {
    evidence,
    linesOf,
    name(name) {
      let held = names.get(name);
      if (held === undefined) {
        const words = splitIdentifier(name);
        const met = words.filter((word) => hitsOf(word).length > 0).length;
        held = { ...evidence(name), share: words.length === 0 ? 0 : met / words.length };
        names.set(name, held);
      }
      return held;
    },
    relative(line, concept) {
      for (const [word] of line.matchAll(WORD)) {
        const hit = hitsOf(word).find((h) => h.concept === concept && !h.own);
        if (hit !== undefined) return hit.word;
      }
      return null;
    },
  };
}

/** What a raw word of a text holds, whatever is asked. */
interface RawWord {
  /** All of it, as it is compared with others and as a term. */
  whole: string;
  term: string;
  /** Each part, its stem, and what it means where its stem has several meanings. */
  parts: readonly { part: string; term: string; meaning: string }[];
  /** Digits joined to the letters before them. */
  numbered: readonly { word: string; term: string; after: number }[];
  isSmall: boolean;
}

/** Words of the texts that are read for answers come again with every question. Dropped whole when full: some 10 MB. */
const rawWords = new Map<string, RawWord>();
const MOST_WORDS = 20_000;
/** A longer one is no word that comes again. */
const LONGEST_WORD = 64;

function rawWord(found: string): RawWord {
  const known = rawWords.get(found);
  if (known !== undefined) return known;
  if (found.length > LONGEST_WORD) return takenApart(found);
  // A part of a text holds all of it: what stays is a copy.
  const raw = JSON.parse(JSON.stringify(found)) as string;
  const made = takenApart(raw);
  if (rawWords.size >= MOST_WORDS) rawWords.clear();
  rawWords.set(raw, made);
  return made;
}

function takenApart(raw: string): RawWord {
  const whole = foldIdentifier(raw);
  // `10k` is one word: neither 10 nor the letters are meant by it.
  const split = /^\d+[^\d]/.test(raw) ? [] : splitIdentifier(raw);
  const parts = split.map((part) => ({ part, term: stem(part), meaning: meaningOf(part) }));
  const numbered = split.flatMap((part, i) => {
    const before = split[i - 1];
    if (before === undefined || split.length <= 2 || !/^\d/.test(part)) return [];
    return [{ word: before + part, term: WHOLE + before + part, after: i }];
  });
  return { whole, term: wholeTerm(raw), parts, numbered, isSmall: isStopWord(whole) };
}

/** What of it is wanted: its parts under their stems, digits joined to the letters before them, its whole. */
function findHits(raw: string, wanted: ReadonlyMap<string, readonly Wanted[]>): Hit[] {
  const { whole, term: ofWhole, parts, numbered, isSmall } = rawWord(raw);
  const found: Hit[] = [];
  const add = (term: string, word: string, fits: (w: Wanted) => boolean) => {
    for (const each of wanted.get(term) ?? []) if (fits(each)) found.push({ ...each, word });
  };
  const anything = () => true;
  const exactly = isSmall ? (w: Wanted) => w.exactly === raw : anything;
  parts.forEach(({ part, term, meaning }, i) => {
    add(term, part, (w) => exactly(w) && (w.meaning === meaning || w.meaning === ""));
    for (const { word, term: joined, after } of numbered) if (after === i) add(joined, word, anything);
  });
  add(ofWhole, whole, exactly);
  return found;
}

/** `10` in `10.4.2` is a part of a version, not the number. */
function isInVersion(text: string, start: number, end: number): boolean {
  if (!isDigit(text.charCodeAt(start)) || !isDigit(text.charCodeAt(end - 1))) return false;
  return (
    (text[start - 1] === "." && isDigit(text.charCodeAt(start - 2))) ||
    (text[end] === "." && isDigit(text.charCodeAt(end + 1)))
  );
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Letters, digits, `_` and `$`; beyond ASCII every unit but the general punctuation and the like. */
function isWordUnit(unit: number): boolean {
  if (unit < 128) {
    return (
      (unit >= 97 && unit <= 122) ||
      (unit >= 65 && unit <= 90) ||
      (unit >= 48 && unit <= 57) ||
      unit === 95 ||
      unit === 36
    );
  }
  return (
    unit >= 0xaa &&
    !(unit >= 0x2000 && unit <= 0x206f) &&
    !(unit >= 0x3000 && unit <= 0x303f) &&
    !(unit >= 0xff00 && unit <= 0xff0f)
  );
}

/** Stems are beginnings of words, and words stand inside identifiers: a plain search finds every line worth reading. */
function termPattern(terms: Iterable<string>): RegExp | null {
  const plain = [...new Set([...terms].map((t) => t.replace(/^=/u, "")).filter((t) => t !== ""))];
  if (plain.length === 0) return null;
  return new RegExp(plain.map((t) => t.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
}
