// Which of some files can matter to a question? What is asked of each file alone (does it hold the name as a reference, does
// it rename it?) is found out once and kept, so that the next question loads none of the others.
import type { FileTables } from "./file-tables.ts";
import { tablesOf } from "./file-tables.ts";
import type { GraphFile } from "./view.ts";

/** Bytes of marks that are kept: one for each file and question. */
const MOST_BYTES = 64_000_000;

const NO = 1;
const YES = 2;

type Each = (files: readonly number[]) => AsyncIterable<GraphFile>;

export type FileTest = (file: GraphFile, tables: FileTables | null) => boolean;

interface Asked {
  /** For each file, 0 where it is not known. */
  marks: Uint8Array;
  /** What was given for a list that is asked for again: the index gives the same one for a name each time. */
  given: WeakMap<readonly number[], readonly number[]>;
}

export class KnownFiles {
  readonly #each: Each;
  readonly #count: number;
  readonly #asked = new Map<string, Asked>();

  /** `each` reads files; `count`: how many there are. */
  constructor(each: Each, count: number) {
    this.#each = each;
    this.#count = count;
  }

  /** Those of the files, in their order, for which the test holds. `question` names the test and all that it depends on. */
  async among(question: string, files: readonly number[], test: FileTest): Promise<readonly number[]> {
    const { marks, given } = this.#askedBefore(question);
    const known = given.get(files);
    if (known !== undefined) return known;
    const unknown = files.filter((f) => marks[f] === 0);
    const failed = new Set<number>();
    for await (const file of this.#each(unknown)) {
      const holds = test(file, tablesOf(file));
      // What could not be parsed now may be parsed the next time.
      if (file.skip !== "failed") marks[file.index] = holds ? YES : NO;
      else if (holds) failed.add(file.index);
    }
    const found = files.filter((f) => marks[f] === YES || failed.has(f));
    if (files.every((f) => marks[f] !== 0)) given.set(files, found);
    return found;
  }

  #askedBefore(question: string): Asked {
    const asked = this.#asked.get(question) ?? { marks: new Uint8Array(this.#count), given: new WeakMap() };
    // Moved to the end: the least recently asked goes first.
    this.#asked.delete(question);
    this.#asked.set(question, asked);
    const most = Math.max(1, Math.floor(MOST_BYTES / (this.#count + 1)));
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= most) break;
      this.#asked.delete(oldest);
    }
    return asked;
  }
}
