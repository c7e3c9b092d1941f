// What should whoever asks know about the words of a question? Which of them no line holds, with the nearest that some do,
// and what a short one is short for in this repository, as its own declarations tell: `ws` where `ws.rs` declares
// `WebSocketUpgrade` and `WebSocketConfig`. It is said beside the results: a question is never rewritten.
import { compareStrings, nearestNames } from "../base/order.ts";
import { stem } from "../text/stem.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import { initialsMatch, longForm } from "./initials.ts";
import { LiveWords } from "./live-words.ts";
import { pathTable } from "./path-table.ts";
import type { Concept, ReadQuery } from "./read-query.ts";

/** What whoever asks should know about a word of the question. The question is looked for as it stands all the same. */
export interface WordHelp {
  /** As written in the question. */
  word: string;
  /** False: no line or path in scope that is in the index holds it, in any of its forms. */
  found: boolean;
  /** Related words that are looked for beside it, and that are there: of a word that isn't there itself. */
  readAs: string[];
  /** What it is short for here, as the names of declarations tell. */
  shortFor: string[];
  /** Of a word that isn't there: stems of words spelled nearly the same that are. */
  nearest: string[];
}

/** Words of which something is said; a question of a sentence rarely has two. */
const MOST_WORDS = 4;
const MOST_NEAREST = 2;
/** Letters of a stem: shorter ones are near to half of all stems; longer ones may have a second slip. */
const LEAST_SPELLED = 5;
const TWO_SLIPS = 8;

/** Longer short forms are words. */
const MOST_INITIALS = 5;
/**
 * A long form by chance stands beside the short one less often, unless a file bears the short one's name; of two letters
 * some name has the initials in nearly every file.
 */
const LEAST_FILES = 2;
const LEAST_NAMES = 2;
const LEAST_SHARE = 0.5;

/** What is worth saying; most questions need no help. */
export function queryHelp(
  snapshot: Snapshot,
  query: ReadQuery,
  looksAt: (file: LiveFile) => boolean,
): WordHelp[] {
  const live = new LiveWords(snapshot, looksAt);
  const helped: WordHelp[] = [];
  for (const concept of query.concepts) {
    if (helped.length === MOST_WORDS) break;
    if (concept.kind !== "word" || !/^[a-z]+$/i.test(concept.text)) continue;
    const help = helpFor(concept, snapshot, live);
    if (help !== null) helped.push(help);
  }
  return helped;
}

function helpFor({ text, variants }: Concept, snapshot: Snapshot, live: LiveWords): WordHelp | null {
  const lower = text.toLowerCase();
  const found =
    variants.some((v) => v.relation === "same" && live.holds(v.term)) ||
    live.pathIs((path) => path.toLowerCase().includes(lower));
  const help = { word: text, found, readAs: [], shortFor: shortFor(lower, snapshot, live), nearest: [] };
  if (found) return help.shortFor.length === 0 ? null : help;
  const related = variants.filter((v) => v.relation === "abbreviation" || v.relation === "synonym");
  const readAs = related.filter((v) => live.holds(v.term)).map((v) => v.word);
  const isExplained = readAs.length > 0 || help.shortFor.length > 0;
  const nearest = isExplained ? [] : spelledNearly(lower, snapshot, live);
  return { ...help, readAs: readAs.slice(0, MOST_NEAREST), nearest };
}

function spelledNearly(word: string, snapshot: Snapshot, live: LiveWords): string[] {
  const wanted = stem(word);
  if (wanted.length < LEAST_SPELLED) return [];
  const slips = wanted.length >= TWO_SLIPS ? 2 : 1;
  const isNear = (_: Uint8Array, start: number, end: number) =>
    Math.abs(end - start - wanted.length) <= slips;
  const near = new Set(snapshot.segments.flatMap((view) => view.termsBeginning(word[0]!, isNear)));
  return nearestNames(wanted, near, MOST_NEAREST * 4, slips)
    .filter((term) => live.holds(term))
    .slice(0, MOST_NEAREST);
}

interface LongForm {
  names: Set<string>;
  files: Set<number>;
}

/** The long form whose words begin with the letters of the short one, where the files that declare it use that as well. */
function shortFor(short: string, snapshot: Snapshot, live: LiveWords): string[] {
  if (short.length < 2 || short.length > MOST_INITIALS) return [];
  const longForms = longFormsOf(short, snapshot, live);
  if (longForms.length === 0) return [];
  const { stem: stems } = pathTable(snapshot);
  const using = live.filesWith(short);
  const told = longForms.flatMap(({ names, files }) => {
    const both = [...files].filter((file) => using.has(file) || stems[file] === short).length;
    const isNamedFor = [...files].some((file) => stems[file] === short);
    const isUsed = short.length > 2 && both >= LEAST_FILES && names.size >= LEAST_NAMES;
    if ((!isNamedFor && !isUsed) || both / files.size < LEAST_SHARE) return [];
    const shortest = [...names].sort((a, b) => a.length - b.length || compareStrings(a, b))[0]!;
    return [{ long: longForm(shortest, short.length), both }];
  });
  told.sort((a, b) => b.both - a.both || compareStrings(a.long, b.long));
  return told.slice(0, 1).map(({ long }) => long);
}

function longFormsOf(short: string, snapshot: Snapshot, live: LiveWords): LongForm[] {
  const found = new Map<string, LongForm>();
  for (const [segment, view] of snapshot.segments.entries()) {
    const names = view.namesBeginning(short[0]!, (bytes, start, end) =>
      initialsMatch(bytes, start, end, short),
    );
    for (const name of names) {
      const long = longForm(name, short.length);
      if (long.toLowerCase() === short) continue;
      const files = live.declaring(segment, view, name);
      if (files.length === 0) continue;
      const key = long.replaceAll("_", "").toLowerCase();
      const held = found.get(key) ?? { names: new Set(), files: new Set() };
      held.names.add(name);
      for (const file of files) held.files.add(file);
      found.set(key, held);
    }
  }
  return [...found.values()];
}
