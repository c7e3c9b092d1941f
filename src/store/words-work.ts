// One thread's share in making words facts: it takes batch after batch of files from a list that all threads share,
// and hands over a segment whenever it is full. What a file gives depends on nothing but the file, so it does not
// matter which thread meets it.
import { isPithError } from "../base/error.ts";
import type { Ceilings } from "../config/ceilings.ts";
import type { Root } from "../files/guard.ts";
import { givenReader, openReader } from "../files/read.ts";
import type { GivenTexts, ReadText, Skipped, TextFile } from "../files/read.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import type { Language } from "../lang/language.ts";
import { languageOf } from "../lang/registry.ts";
import type { WordsFacts } from "../parse/facts.ts";
import { wordsFacts } from "../parse/words.ts";
import { indexedText } from "../redact/searched-text.ts";
import { TermReader } from "../text/term-reader.ts";
import type { OrderedStrings } from "./byte-order.ts";
import { factsKey } from "./facts-key.ts";
import { GrowingColumn } from "./growing-column.ts";
import { SEGMENT_CHUNKS } from "./merge.ts";
import { firstLine } from "../lang/first-line.ts";
import { SegmentBuilder } from "./segment-writer.ts";
import { StringTable } from "./string-table.ts";

/** What decides, besides the bytes, what is read of a file. */
export interface ReadSettings {
  ceilings: Pick<Ceilings, "fileBytes">;
  /** File name → language id. */
  languages: Record<string, string>;
  /** Hash of what declares encodings and is not among the files: another one, and every file is read again. */
  declared?: string;
}

/** The list that the threads share. Goes to a worker as it is. */
export interface WorkOrder {
  root: Root;
  settings: ReadSettings;
  /** What was fetched already; without it files are read from the disk. Threads share the bytes. */
  given?: GivenTexts;
  /** Paths in the order of reading, joined by NUL. */
  paths: string;
  /** Batch i is the files `batches[i] .. batches[i + 1]`. */
  batches: Uint32Array;
  /** Facts keys that have an entry already, table after table. A key is known by its number through all of them. */
  known: readonly OrderedStrings[];
  /** Shared memory, see the places below. */
  shared: Int32Array;
}

/** Places in `shared`: the next batch to take, files done, and 1 for "no more". */
export const NEXT_BATCH = 0;
export const FILES_DONE = 1;
export const STOP = 2;
export const SHARED_PLACES = 3;

/** What became of a file. */
export const OUTCOMES = ["made", "known", "skipped"] as const;
export const ROW = 4;
export const MARKS = { generated: 1, minified: 2, lossy: 4 } as const;
export const SKIPS = Object.keys(SKIP_REASONS) as SkipReason[];

export interface WorkPart {
  segment: Uint8Array<ArrayBuffer> | null;
  /** Four numbers a file: its place in the list, outcome, entry | number of the known key | number of the skip, marks. */
  rows: Int32Array<ArrayBuffer>;
}

export class WordsWork {
  readonly #order: WorkOrder;
  readonly #emit: (part: WorkPart) => void;
  readonly #paths: readonly string[];
  readonly #known: readonly { table: StringTable; order: Uint32Array; first: number }[];
  readonly #readText: ReadText;
  #reader = new TermReader();
  #builder = new SegmentBuilder();
  #rows = new GrowingColumn();

  constructor(order: WorkOrder, emit: (part: WorkPart) => void) {
    this.#order = order;
    this.#emit = emit;
    this.#paths = order.paths.split("\0");
    const { root, settings, given } = order;
    this.#readText = given === undefined ? openReader(root, settings.ceilings) : givenReader(root, given);
    let first = 0;
    this.#known = order.known.map((strings) => {
      const known = { table: new StringTable(strings), order: strings.order, first };
      first += strings.order.length;
      return known;
    });
  }

  /** Works through the next batch; false if there is none left. */
  step(): boolean {
    const { shared, batches } = this.#order;
    if (Atomics.load(shared, STOP) === 1) return false;
    const batch = Atomics.add(shared, NEXT_BATCH, 1);
    if (batch >= batches.length - 1) return false;
    for (let file = batches[batch]!; file < batches[batch + 1]!; file++) {
      if (Atomics.load(shared, STOP) === 1) return false;
      this.read(file);
      Atomics.add(shared, FILES_DONE, 1);
      if (this.#builder.chunks >= SEGMENT_CHUNKS) this.flush();
    }
    return true;
  }

  /** Reads one file, whoever's batch it is in. */
  read(file: number): void {
    const { settings } = this.#order;
    const read = this.#text(this.#paths[file]!);
    if ("skip" in read) return this.#row(file, "skipped", SKIPS.indexOf(read.skip), 0);
    let marks = 0;
    for (const mark of Object.keys(MARKS) as (keyof typeof MARKS)[]) if (read[mark]) marks |= MARKS[mark];
    const language = languageOf(read.path, firstLine(read.text), settings.languages);
    const key = factsKey(read.id, language.id, read.encoding, read.path);
    const known = this.#knownNumber(key);
    if (known >= 0) return this.#row(file, "known", known, marks);
    let entry = this.#builder.entryOf(key);
    if (entry === -1) {
      const facts = this.#facts(indexedText(read.path, read.text), language);
      if (facts === null) return this.#row(file, "skipped", SKIPS.indexOf("failed"), marks);
      entry = this.#builder.add({ key, language: language.id, bytes: read.bytes, facts }, this.#reader);
    }
    this.#row(file, "made", entry, marks);
  }

  /** Hands over what has been made so far. */
  flush(): void {
    if (this.#rows.length === 0) return;
    const segment = this.#builder.entries === 0 ? null : this.#builder.finish();
    this.#emit({ segment, rows: this.#rows.signed().slice() });
    this.#builder = new SegmentBuilder();
    // The words of one segment, not those of all that this thread ever met.
    this.#reader = new TermReader();
    this.#rows = new GrowingColumn();
  }

  #text(path: string): TextFile | Skipped {
    try {
      return this.#readText(path);
    } catch (error) {
      // One of its folders has become a link that leaves the root since the sweep.
      if (isPithError(error) && error.code === "PATH_OUTSIDE_ROOT") return { path, skip: "symlink" };
      throw error;
    }
  }

  /** Null if the words layer fails on the text: one strange file must not take the others' answers with it. */
  #facts(text: string, language: Language): WordsFacts | null {
    try {
      return wordsFacts(text, language, this.#reader);
    } catch {
      return null;
    }
  }

  #knownNumber(key: string): number {
    for (const { table, order, first } of this.#known) {
      const index = table.find(key, order);
      if (index !== -1) return first + index;
    }
    return -1;
  }

  #row(file: number, outcome: (typeof OUTCOMES)[number], value: number, marks: number): void {
    this.#rows.push(file);
    this.#rows.push(OUTCOMES.indexOf(outcome));
    this.#rows.push(value);
    this.#rows.push(marks);
  }
}
