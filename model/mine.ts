// Which texts of a repository mean the same? Chunks with their words by field (comment, name, signature, body), as the
// words layer makes them, and pairs of a text and code: commits, messages of errors, names of tests.
import { languageOf } from "../src/lang/registry.ts";
import { wordsFacts } from "../src/parse/words.ts";
import { indexedText } from "../src/redact/searched-text.ts";
import { TermReader } from "../src/text/term-reader.ts";
import { wordsIn } from "../src/text/words-in.ts";
import { type Commit, type ContentFile, RepositoryContent } from "./repository-content.ts";

/** Kinds of text that are not part of the chunk itself. */
export const TEXT_KINDS = ["commit", "message", "test"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export interface MinedText {
  kind: TextKind;
  /** Numbers of its terms. */
  left: number[];
  /** Chunk that it belongs to, or -1: then `right` has the terms. */
  chunk: number;
  right: number[];
  /** File that it belongs to, or -1. */
  file: number;
}

export interface Mined {
  name: string;
  /** Stems; number 0 is none. */
  terms: string[];
  files: { path: string; language: string; test: boolean; prose: boolean; words: number[] }[];
  chunkFile: Int32Array;
  /** Chunk i has the terms `chunkAt[i] .. chunkAt[i + 1]`. */
  chunkAt: Int32Array;
  term: Int32Array;
  /** Packed field counts. */
  counts: Uint32Array;
  texts: MinedText[];
}

const MOST_CHUNKS = 6_000;
const COMMITS = 300;
/** Fewest terms of a chunk that says anything. */
const LEAST_TERMS = 8;

const FAILS = /\b(throw|raise|panic|fail|fatal|abort|reject|bail|assert|errorf?|exception|err)\b/i;
const LITERAL = /"([^"\\\n]{15,160})"|'([^'\\\n]{15,160})'|`([^`\n]{15,160})`/;

class Miner {
  readonly #reader = new TermReader();
  readonly #numbers = new Map<string, number>();
  readonly #ofReader: number[] = [];
  readonly mined: Omit<Mined, "chunkFile" | "chunkAt" | "term" | "counts">;
  readonly chunkFile: number[] = [];
  readonly chunkAt: number[] = [0];
  readonly term: number[] = [];
  readonly counts: number[] = [];

  constructor(name: string) {
    this.mined = { name, terms: [""], files: [], texts: [] };
  }

  addFile({ path, text, test }: ContentFile): void {
    const { mined } = this;
    const language = languageOf(path, text.slice(0, text.indexOf("\n")), {});
    const own = mined.files.push({
      path,
      language: language.id,
      test,
      prose: language.prose ?? false,
      words: this.termsOf(path.replace(/\.\w+$/, "")),
    });
    const facts = wordsFacts(indexedText(path, text), language, this.#reader);
    const lines = text.split("\n");
    for (const { start, end, termIds, counts } of facts.chunks) {
      const before = this.term.length;
      for (let i = 0; i < termIds.length; i++) {
        const number = this.#ofId(termIds[i]!);
        if (number === 0) continue;
        this.term.push(number);
        this.counts.push(counts[i]!);
      }
      if (this.term.length - before < LEAST_TERMS) {
        this.term.length = this.counts.length = before;
        continue;
      }
      this.chunkFile.push(own - 1);
      this.chunkAt.push(this.term.length);
      if (!test) this.#addMessages(lines.slice(start - 1, end), this.chunkFile.length - 1, own - 1);
    }
  }

  #addMessages(lines: readonly string[], chunk: number, file: number): void {
    let found = 0;
    for (const line of lines) {
      if (found === 2 || line.length > 300 || !FAILS.test(line)) continue;
      const match = LITERAL.exec(line);
      const message = match?.[1] ?? match?.[2] ?? match?.[3] ?? "";
      if ((message.match(/[a-zA-Z]{3,} /g) ?? []).length < 2) continue;
      const left = this.termsOf(message);
      if (left.length < 3) continue;
      found++;
      this.mined.texts.push({ kind: "message", left, chunk, right: [], file });
    }
  }

  addCommit({ subject, paths, code }: Commit): void {
    const left = this.termsOf(subject.replace(/\(?#\d+\)?/g, "").replace(/^\w+(\([^)]*\))?!?: /, ""));
    if (left.length < 3) return;
    const file = this.mined.files.findIndex(({ path }) => path === paths[0]);
    const right = this.termsOf(code);
    if (right.length >= LEAST_TERMS) {
      this.mined.texts.push({ kind: "commit", left, chunk: -1, right: right.slice(0, 300), file });
    }
  }

  /** Names of tests against the file that they test, told by its stem. */
  addTests(): void {
    const { files, texts } = this.mined;
    const byStem = new Map<string, number>();
    files.forEach(({ path, test, prose }, i) => {
      if (!test && !prose) byStem.set(stemOf(path), i);
    });
    const firstChunk = new Map<number, number>();
    this.chunkFile.forEach((file, chunk) => {
      if (!firstChunk.has(file)) firstChunk.set(file, chunk);
    });
    this.chunkFile.forEach((file, chunk) => {
      const { path, test } = files[file]!;
      const tested = test ? byStem.get(stemOf(path)) : undefined;
      const target = tested === undefined ? undefined : firstChunk.get(tested);
      if (target === undefined) return;
      const left: number[] = [];
      for (let i = this.chunkAt[chunk]!; i < this.chunkAt[chunk + 1]!; i++) {
        if ((this.counts[i]! & 15) > 0) left.push(this.term[i]!);
      }
      if (left.length >= 2) texts.push({ kind: "test", left, chunk: target, right: [], file: tested! });
    });
  }

  /** Stems of a text in order, stop words left out. */
  termsOf(text: string): number[] {
    const found: number[] = [];
    for (const word of wordsIn(text)) {
      const record = this.#reader.recordOf(word);
      if (this.#reader.stop[record] === 1) continue;
      const from = this.#reader.first[record]!;
      for (let i = from; i < from + this.#reader.brief[record]!; i++) {
        const number = this.#ofId(this.#reader.pool[i]!);
        if (number !== 0) found.push(number);
      }
    }
    return found;
  }

  /** Number of a stem here; 0 for wholes, numbers and what is not written in letters. */
  #ofId(id: number): number {
    const known = this.#ofReader[id];
    if (known !== undefined) return known;
    const term = this.#reader.terms[id]!;
    let number = 0;
    if (/^\p{L}[\p{L}\p{M}\p{N}]{1,23}$/u.test(term)) {
      number = this.#numbers.get(term) ?? this.mined.terms.push(term) - 1;
      this.#numbers.set(term, number);
    }
    return (this.#ofReader[id] = number);
  }

  finish(): Mined {
    return {
      ...this.mined,
      chunkFile: Int32Array.from(this.chunkFile),
      chunkAt: Int32Array.from(this.chunkAt),
      term: Int32Array.from(this.term),
      counts: Uint32Array.from(this.counts),
    };
  }
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name
    .slice(0, name.indexOf(".", 1))
    .replace(/(^tests?[_-])|([_-]?(tests?|spec)$)/g, "")
    .replace(/[_-]/g, "");
}

export function mine(name: string, directory: string, revision: string): Mined {
  const content = new RepositoryContent(directory, revision);
  const miner = new Miner(name);
  for (const file of content.files()) {
    if (miner.chunkFile.length >= MOST_CHUNKS) break;
    miner.addFile(file);
  }
  miner.addTests();
  for (const commit of content.commits(COMMITS)) miner.addCommit(commit);
  return miner.finish();
}
