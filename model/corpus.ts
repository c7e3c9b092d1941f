// What is learnt from: the mined repositories with one vocabulary, and a sampler that gives pairs of bags of words.
import { compareStrings } from "../src/base/order.ts";
import { unpackCounts } from "../src/parse/facts.ts";
import { piecesOf } from "../src/vectors/word-pieces.ts";
import { TEXT_KINDS, type Mined } from "./mine.ts";

export interface CorpusOptions {
  words: number;
  buckets: number;
  /** In how many repositories a stem must stand to be a word of the vocabulary. */
  leastRepositories: number;
}

/** Kinds of pairs, and how often each is drawn. Those that a repository has none of are drawn from the others. */
export const PAIR_KINDS = {
  comment: 5,
  name: 2,
  signature: 1.5,
  path: 2.5,
  file: 2,
  commit: 2,
  message: 1,
  test: 0.7,
} as const;
export type PairKind = keyof typeof PAIR_KINDS;
type Field = "comment" | "name" | "signature";

interface Repository {
  mined: Mined;
  /** Global number of each local term: below `words` a word, else an index into `pieced`. */
  global: Int32Array;
  /** Global number of its first file and first chunk. */
  firstFile: number;
  /** Per kind: chunks or texts that make such a pair. */
  pairs: Record<PairKind, Int32Array>;
  chunksOfFile: Int32Array[];
  /** For drawing: grows slower than the repository. */
  share: number;
}

export interface Corpus {
  vocabulary: string[];
  /** Share of all chunks that hold the word. */
  frequency: Float64Array;
  buckets: number;
  /** Buckets of the terms outside the vocabulary. */
  pieced: number[][];
  repositories: Repository[];
}

export function makeCorpus(all: readonly Mined[], options: CorpusOptions): Corpus {
  const repositories = new Map<string, number>();
  const chunks = new Map<string, number>();
  let total = 0;
  for (const mined of all) {
    const held = new Uint32Array(mined.terms.length);
    for (const term of mined.term) held[term]!++;
    total += mined.chunkFile.length;
    mined.terms.forEach((term, i) => {
      if (held[i] === 0) return;
      repositories.set(term, (repositories.get(term) ?? 0) + 1);
      chunks.set(term, (chunks.get(term) ?? 0) + held[i]!);
    });
  }
  const vocabulary = [...repositories]
    .filter(([, n]) => n >= options.leastRepositories)
    .sort(([a, n], [b, m]) => m - n || chunks.get(b)! - chunks.get(a)! || compareStrings(a, b))
    .slice(0, options.words)
    .map(([term]) => term)
    .sort(compareStrings);
  const numbers = new Map(vocabulary.map((term, i) => [term, i]));
  const pieced: number[][] = [];
  const piecedNumbers = new Map<string, number>();
  let firstFile = 0;
  const made = all.map((mined) => {
    const global = Int32Array.from(mined.terms, (term) => {
      const known = numbers.get(term) ?? piecedNumbers.get(term);
      if (known !== undefined) return known;
      const number = vocabulary.length + pieced.push(piecesOf(term, options.buckets)) - 1;
      piecedNumbers.set(term, number);
      return number;
    });
    const repository = describe(mined, global, firstFile);
    firstFile += mined.files.length;
    return repository;
  });
  const frequency = Float64Array.from(vocabulary, (term) => chunks.get(term)! / total);
  return { vocabulary, frequency, buckets: options.buckets, pieced, repositories: made };
}

function describe(mined: Mined, global: Int32Array, firstFile: number): Repository {
  const pairs: Record<PairKind, number[]> = {
    comment: [],
    name: [],
    signature: [],
    path: [],
    file: [],
    commit: [],
    message: [],
    test: [],
  };
  const chunksOfFile: number[][] = mined.files.map(() => []);
  mined.chunkFile.forEach((file, chunk) => {
    chunksOfFile[file]!.push(chunk);
    const has = { name: 0, signature: 0, comment: 0, body: 0, enclosing: 0 };
    for (let i = mined.chunkAt[chunk]!; i < mined.chunkAt[chunk + 1]!; i++) {
      const counts = unpackCounts(mined.counts[i]!);
      for (const field of Object.keys(has) as (keyof typeof has)[]) if (counts[field] > 0) has[field]++;
    }
    const { prose } = mined.files[file]!;
    const rest = prose ? has.comment : has.body;
    if (rest < 5) return;
    if (!prose && has.comment >= 4) pairs.comment.push(chunk);
    if (has.name >= 2) pairs.name.push(chunk);
    if (!prose && has.signature + has.name >= 4) pairs.signature.push(chunk);
    pairs.path.push(chunk);
  });
  chunksOfFile.forEach((chunks, file) => {
    const { test, prose } = mined.files[file]!;
    if (chunks.length > 0 && !test && !prose) pairs.file.push(file);
  });
  mined.texts.forEach(({ kind }, i) => pairs[kind].push(i));
  return {
    mined,
    global,
    firstFile,
    pairs: Object.fromEntries(
      Object.entries(pairs).map(([kind, list]) => [kind, Int32Array.from(list)]),
    ) as Record<PairKind, Int32Array>,
    chunksOfFile: chunksOfFile.map((list) => Int32Array.from(list)),
    share: mined.chunkFile.length ** 0.6,
  };
}

/** A bag of words: rows with weights, parallel. */
export interface Bag {
  rows: number[];
  weights: number[];
}

export interface Pair {
  left: Bag;
  right: Bag;
  /** Global number of the file: two pairs of one file are no negatives of each other. */
  file: number;
}

/** Most words of a question, and of code, that one step reads. */
const MOST_LEFT = 14;
const MOST_RIGHT = 72;
/** How often a question keeps but a few of its words, as questions of people do. */
const SHORTENED = 0.7;
/** How often words that both sides share are dropped from the code: else nothing but they would be learnt. */
const SHARED_DROPPED = 0.5;
/** Weight of the path's words in a bag of code. */
const PATH_SHARE = 0.6;
/** How often a word of the vocabulary is read by its pieces, so that pieces of common words learn too. */
const PIECED = 0.02;

export class Sampler {
  readonly #corpus: Corpus;
  readonly #random: () => number;
  readonly #shares: Float64Array;
  readonly #piecesOfWord = new Map<number, number[]>();

  constructor(corpus: Corpus, random: () => number) {
    this.#corpus = corpus;
    this.#random = random;
    this.#shares = Float64Array.from(corpus.repositories, ({ share }) => share);
  }

  #pick<T>(list: ArrayLike<T>): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #weighted(weights: ArrayLike<number>): number {
    let total = 0;
    for (let i = 0; i < weights.length; i++) total += weights[i]!;
    let left = this.#random() * total;
    for (let i = 0; i < weights.length; i++) if ((left -= weights[i]!) < 0) return i;
    return weights.length - 1;
  }

  batch(size: number, inOne: number): Pair[] {
    const { repositories } = this.#corpus;
    const one = this.#random() < inOne ? repositories[this.#weighted(this.#shares)]! : null;
    const pairs: Pair[] = [];
    for (let tries = 0; pairs.length < size && tries < size * 20; tries++) {
      const pair = this.#pair(one ?? repositories[this.#weighted(this.#shares)]!);
      if (pair !== null) pairs.push(pair);
    }
    return pairs;
  }

  #pair(repository: Repository): Pair | null {
    const kinds = Object.keys(PAIR_KINDS) as PairKind[];
    const kind =
      kinds[this.#weighted(kinds.map((k) => (repository.pairs[k].length > 0 ? PAIR_KINDS[k] : 0)))]!;
    const chosen = this.#pick(repository.pairs[kind]);
    const { mined } = repository;
    let left: Map<number, number>;
    let right: Map<number, number>;
    let file: number;
    if ((TEXT_KINDS as readonly string[]).includes(kind)) {
      const text = mined.texts[chosen]!;
      left = countsOf(text.left);
      file = text.file;
      right = text.chunk === -1 ? countsOf(text.right) : this.#code(mined, text.chunk, "message");
      if (kind === "test") right = this.#fileCode(repository, file, "test");
    } else if (kind === "file") {
      file = chosen;
      left = countsOf(mined.files[file]!.words);
      // A question about a file: what some comment in it says, or its path.
      const chunk = this.#pick(repository.chunksOfFile[file]!);
      const said = this.#field(mined, chunk, "comment");
      if (said.size >= 3 && this.#random() < 0.6) left = said;
      right = this.#fileCode(repository, file, "file");
    } else {
      file = mined.chunkFile[chosen]!;
      left = kind === "path" ? countsOf(mined.files[file]!.words) : this.#field(mined, chosen, kind as Field);
      right = this.#code(mined, chosen, kind);
    }
    if (file >= 0 && kind !== "path" && this.#random() < 0.7) {
      for (const word of mined.files[file]!.words) right.set(word, (right.get(word) ?? 0) + PATH_SHARE);
    }
    if (this.#random() < SHARED_DROPPED) for (const word of left.keys()) right.delete(word);
    const short = this.#random() < SHORTENED ? 2 + Math.floor(this.#random() * 7) : MOST_LEFT;
    const bags = {
      left: this.#bag(repository, left, short, true),
      right: this.#bag(repository, right, MOST_RIGHT, false),
    };
    if (bags.left.rows.length === 0 || bags.right.rows.length < 3) return null;
    return { ...bags, file: file < 0 ? -1 : repository.firstFile + file };
  }

  /** Words of one field of a chunk; of prose, whose text is its comment, the heading stands for every field. */
  #field(mined: Mined, chunk: number, field: Field): Map<number, number> {
    const found = new Map<number, number>();
    for (let i = mined.chunkAt[chunk]!; i < mined.chunkAt[chunk + 1]!; i++) {
      const counts = unpackCounts(mined.counts[i]!);
      const n =
        field === "comment"
          ? counts.comment
          : field === "name"
            ? counts.name + (counts.enclosing > 0 ? 0.5 : 0)
            : counts.name + counts.signature;
      if (n > 0) found.set(mined.term[i]!, n);
    }
    return found;
  }

  /** The rest of the chunk beside what the question is made of. */
  #code(mined: Mined, chunk: number, kind: PairKind): Map<number, number> {
    const found = new Map<number, number>();
    const { prose } = mined.files[mined.chunkFile[chunk]!]!;
    const comments = prose || kind === "name" || kind === "path" || kind === "signature" ? 1 : 0;
    for (let i = mined.chunkAt[chunk]!; i < mined.chunkAt[chunk + 1]!; i++) {
      const counts = unpackCounts(mined.counts[i]!);
      const names = kind === "name" || kind === "signature" ? 0 : 2 * counts.name + 0.5 * counts.enclosing;
      const n =
        counts.body + comments * counts.comment + names + (kind === "signature" ? 0 : 1.5 * counts.signature);
      if (n > 0) found.set(mined.term[i]!, n);
    }
    return found;
  }

  #fileCode({ mined, chunksOfFile }: Repository, file: number, kind: PairKind): Map<number, number> {
    const found = new Map<number, number>();
    const chunks = chunksOfFile[file]!;
    for (let i = 0; i < Math.min(3, chunks.length); i++) {
      for (const [term, n] of this.#code(mined, this.#pick(chunks), kind))
        found.set(term, (found.get(term) ?? 0) + n);
    }
    return found;
  }

  #bag({ global }: Repository, counts: Map<number, number>, most: number, plain: boolean): Bag {
    let entries = [...counts];
    if (entries.length > most) {
      for (let i = 0; i < most; i++) {
        const j = i + Math.floor(this.#random() * (entries.length - i));
        [entries[i], entries[j]] = [entries[j]!, entries[i]!];
      }
      entries = entries.slice(0, most);
    }
    const { vocabulary, pieced } = this.#corpus;
    const bag: Bag = { rows: [], weights: [] };
    for (const [term, n] of entries) {
      const number = global[term]!;
      const weight = plain ? 1 : Math.sqrt(n);
      if (number < vocabulary.length && this.#random() >= PIECED) {
        bag.rows.push(number);
        bag.weights.push(weight);
        continue;
      }
      const pieces = number < vocabulary.length ? this.#pieces(number) : pieced[number - vocabulary.length]!;
      for (const piece of pieces) {
        bag.rows.push(vocabulary.length + piece);
        bag.weights.push(weight / pieces.length);
      }
    }
    return bag;
  }

  #pieces(word: number): number[] {
    let known = this.#piecesOfWord.get(word);
    if (known === undefined) {
      known = piecesOf(this.#corpus.vocabulary[word]!, this.#corpus.buckets);
      this.#piecesOfWord.set(word, known);
    }
    return known;
  }
}

function countsOf(terms: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
