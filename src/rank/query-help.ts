// What should whoever asks know about the words of a question? Which of them no line holds, with the nearest that some do,
// and what a short one is short for in this repository, as its own declarations tell: `ws` where `ws.rs` declares
// `WebSocketUpgrade` and `WebSocketConfig`. It is said beside the results: a question is never rewritten.
import { compareStrings, nearestNames } from "../base/order.ts";
import { stem } from "../text/stem.ts";
import type { LiveFile, SegmentView, Snapshot } from "../store/segment-view.ts";
import { initialsMatch, longForm } from "./initials.ts";
import { liveFiles } from "./live-files.ts";
import { pathTable } from "./path-table.ts";
import type { Concept, ReadQuery } from "./read-query.ts";

/** As an answer has it (`WordHelp` of the answers). */
interface Help {
  word: string;
  found: boolean;
  readAs: string[];
  shortFor: string[];
  nearest: string[];
}

/** Words of which something is said; a question of a sentence rarely has two. */
const MOST_WORDS = 4;
const MOST_NEAREST = 2;
/** Letters of a stem: shorter ones are near to half of all stems; longer ones may have a second slip. */
const LEAST_SPELLED = 5;
const TWO_SLIPS = 8;

/** What is worth saying; most questions need no help. */
export function queryHelp(
  snapshot: Snapshot,
  query: ReadQuery,
  looksAt: (file: LiveFile) => boolean,
): Help[] {
  const live = new LiveWords(snapshot, looksAt);
  const helped: Help[] = [];
  for (const concept of query.concepts) {
    if (helped.length === MOST_WORDS) break;
    if (concept.kind !== "word" || !/^[a-z]+$/i.test(concept.text)) continue;
    const help = helpFor(concept, live);
    if (help !== null) helped.push(help);
  }
  return helped;
}

function helpFor({ text, variants }: Concept, live: LiveWords): Help | null {
  const found = variants.some((v) => v.relation === "same" && live.holds(v.term)) || live.inPath(text);
  const shortFor = live.shortFor(text.toLowerCase());
  if (found) return shortFor.length === 0 ? null : { word: text, found, readAs: [], shortFor, nearest: [] };
  const related = variants.filter((v) => v.relation === "abbreviation" || v.relation === "synonym");
  const readAs = related.filter((v) => live.holds(v.term)).map((v) => v.word);
  const nearest = readAs.length > 0 || shortFor.length > 0 ? [] : live.spelledNearly(text.toLowerCase());
  return { word: text, found, readAs: readAs.slice(0, MOST_NEAREST), shortFor, nearest };
}

/** What the live files in scope hold. */
class LiveWords {
  readonly #snapshot: Snapshot;
  readonly #looksAt: (file: LiveFile) => boolean;
  readonly #known = new Map<string, Set<number>>();

  constructor(snapshot: Snapshot, looksAt: (file: LiveFile) => boolean) {
    this.#snapshot = snapshot;
    this.#looksAt = looksAt;
  }

  holds(term: string): boolean {
    return this.#snapshot.segments.some((view, segment) => {
      const id = view.termId(term);
      return id !== -1 && view.postingChunks(id).some((c) => this.#file(segment, view.chunkEntry[c]!) !== -1);
    });
  }

  inPath(word: string): boolean {
    const lower = word.toLowerCase();
    return this.#snapshot.files.some((f) => f.path.toLowerCase().includes(lower) && this.#looksAt(f));
  }

  /** Files that hold the term. */
  #filesWith(term: string): Set<number> {
    let files = this.#known.get(term);
    if (files !== undefined) return files;
    files = new Set();
    for (const [segment, view] of this.#snapshot.segments.entries()) {
      const id = view.termId(term);
      if (id === -1) continue;
      for (const chunk of view.postingChunks(id)) {
        const file = this.#file(segment, view.chunkEntry[chunk]!);
        if (file !== -1) files.add(file);
      }
    }
    this.#known.set(term, files);
    return files;
  }

  /** The first live file in scope with this content, or -1. */
  #file(segment: number, entry: number): number {
    const { segments, nextFile } = liveFiles(this.#snapshot);
    for (let file = segments[segment]!.firstFile[entry]!; file !== -1; file = nextFile[file]!)
      if (this.#looksAt(this.#snapshot.files[file]!)) return file;
    return -1;
  }

  spelledNearly(word: string): string[] {
    const wanted = stem(word);
    if (wanted.length < LEAST_SPELLED) return [];
    const slips = wanted.length >= TWO_SLIPS ? 2 : 1;
    const isNear = (_: Uint8Array, start: number, end: number) =>
      Math.abs(end - start - wanted.length) <= slips;
    const near = new Set(this.#snapshot.segments.flatMap((view) => view.termsBeginning(word[0]!, isNear)));
    return nearestNames(wanted, near, MOST_NEAREST * 4, slips)
      .filter((term) => this.holds(term))
      .slice(0, MOST_NEAREST);
  }

  /** Long forms whose words begin with the letters of the short one, where the files that declare them use it as well. */
  shortFor(short: string): string[] {
    if (short.length < 2 || short.length > MOST_INITIALS) return [];
    const declaring = new Map<string, { names: Set<string>; files: Set<number> }>();
    for (const [segment, view] of this.#snapshot.segments.entries()) {
      const names = view.namesBeginning(short[0]!, (bytes, start, end) =>
        initialsMatch(bytes, start, end, short),
      );
      for (const name of names) {
        const long = longForm(name, short.length);
        if (long.toLowerCase() === short) continue;
        const files = this.#declaring(segment, view, name);
        if (files.length === 0) continue;
        const key = long.replaceAll("_", "").toLowerCase();
        const held = declaring.get(key) ?? { names: new Set(), files: new Set() };
        held.names.add(name);
        for (const file of files) held.files.add(file);
        declaring.set(key, held);
      }
    }
    if (declaring.size === 0) return [];
    const { stem: stems } = pathTable(this.#snapshot);
    const using = this.#filesWith(short);
    const told = [...declaring].flatMap(([, { names, files }]) => {
      const both = [...files].filter((file) => using.has(file) || stems[file] === short).length;
      const isNamedFor = [...files].some((file) => stems[file] === short);
      const isUsed = short.length > 2 && both >= LEAST_FILES && names.size >= LEAST_NAMES;
      if (!isNamedFor && !isUsed) return [];
      if (both / files.size < LEAST_SHARE) return [];
      const shortest = [...names].sort((a, b) => a.length - b.length || compareStrings(a, b))[0]!;
      return [{ long: longForm(shortest, short.length), both }];
    });
    told.sort((a, b) => b.both - a.both || compareStrings(a.long, b.long));
    return told.slice(0, 1).map(({ long }) => long);
  }

  #declaring(segment: number, view: SegmentView, name: string): number[] {
    const entries = new Set(view.declarationsNamed(name).map((d) => view.declarationEntry[d]!));
    return [...entries].map((entry) => this.#file(segment, entry)).filter((file) => file !== -1);
  }
}

/** Longer short forms are words. */
const MOST_INITIALS = 5;
/**
 * A long form by chance stands beside the short one less often, unless a file bears the short one's name; of two letters
 * some name has the initials in nearly every file.
 */
const LEAST_FILES = 2;
const LEAST_NAMES = 2;
const LEAST_SHARE = 0.5;
