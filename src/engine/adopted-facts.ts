// The facts that are taken from a bundle: decoded as strictly as they can be, put together into segments of our own making,
// and given up again where the bundle turns out to be forged.
import { setTimeout as pause } from "node:timers/promises";
import type { SyntaxFacts } from "../parse/facts.ts";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "../parse/syntax-codec.ts";
import { PlausibleFacts } from "../parse/plausible-facts.ts";
import { indexedText } from "../redact/searched-text.ts";
import { unsound } from "../store/bundle-form.ts";
import { Interner } from "../store/interner.ts";
import { SEGMENT_CHUNKS } from "../store/merge.ts";
import { SegmentBuilder } from "../store/segment-writer.ts";
import { decodeWords, type WordsRecord } from "../store/words-record.ts";
import type { Candidate } from "./bundle-candidates.ts";
import type { SyntaxSource } from "./syntax-facts.ts";

/** Another process writes for a moment at a time; it is waited for so often, in ms. */
const WRITE_TRIES = 10;
const WRITE_WAIT_MS = 50;

export class AdoptedFacts {
  readonly #bundle: string;
  readonly #source: SyntaxSource;
  /** Terms of all records: what the builders count in. */
  readonly #terms = new Interner();
  /** A builder follows one reader. */
  readonly #numbers = { terms: this.#terms.strings };
  readonly #segments: Uint8Array<ArrayBuffer>[] = [];
  #builder = new SegmentBuilder();
  #waiting: (readonly [string, { facts: SyntaxFacts }])[] = [];
  #put: string[] = [];
  /** Contents whose facts were taken, and those whose facts can't be theirs. */
  words = 0;
  syntax = 0;
  refused = 0;

  constructor(bundle: string, source: SyntaxSource) {
    this.#bundle = bundle;
    this.#source = source;
  }

  /** Throws BUNDLE_INVALID for bytes that Pith never wrote. */
  take({ key, language, file, words, syntax }: Candidate): void {
    // A secret is no word of its file: whatever is made of its letters is not taken.
    const plausible = new PlausibleFacts(indexedText(file.path, file.text));
    const record = words === null ? null : this.#wellFormed(() => decodeWords(words));
    if (record !== null) {
      if (record.bytes === file.bytes && plausible.words(record.facts)) this.#build(key, language.id, record);
      else this.refused++;
    }
    const facts = syntax === null ? null : this.#wellFormed(() => decodeCanonical(syntax));
    if (facts === null) return;
    if (!plausible.syntax(facts)) this.refused++;
    else {
      this.syntax++;
      this.#waiting.push([key, { facts }]);
    }
  }

  /** Puts away the syntax facts taken since. False where they can't be kept. */
  async flush(): Promise<boolean> {
    if (this.#waiting.length === 0) return true;
    for (let tries = 1; !this.#source.adopt(this.#waiting); tries++) {
      if (tries === WRITE_TRIES) return false;
      await pause(WRITE_WAIT_MS);
    }
    this.#put.push(...this.#waiting.map(([key]) => key));
    this.#waiting = [];
    return true;
  }

  /** The words facts, as bytes of segments. */
  segments(): Uint8Array<ArrayBuffer>[] {
    this.#close();
    return this.#segments;
  }

  /** Takes back the syntax facts that were put away; of the segments nobody knows yet. */
  giveUp(): void {
    this.#source.disown(this.#put);
    this.#put = [];
  }

  #build(key: string, language: string, { bytes, facts, terms }: WordsRecord): void {
    const ids = terms.map((term) => this.#terms.idOf(term));
    const chunks = facts.chunks.map((chunk) => ({ ...chunk, termIds: chunk.termIds.map((id) => ids[id]!) }));
    this.#builder.add({ key, language, bytes, facts: { ...facts, chunks } }, this.#numbers);
    this.words++;
    if (this.#builder.chunks >= SEGMENT_CHUNKS) this.#close();
  }

  #close(): void {
    if (this.#builder.entries > 0) this.#segments.push(this.#builder.finish());
    this.#builder = new SegmentBuilder();
  }

  #wellFormed<T>(decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      if (error instanceof RangeError) throw unsound(this.#bundle, "a record of it is damaged");
      throw error;
    }
  }
}

/** Throws RangeError unless the bytes are those that the facts are written as. */
function decodeCanonical(bytes: Uint8Array): SyntaxFacts {
  const facts = decodeSyntaxFacts(bytes);
  if (Buffer.compare(encodeSyntaxFacts(facts), bytes) !== 0) throw new RangeError("written in another way");
  return facts;
}
