// Texts in, small whole numbers out: what stands between Pith and any provider. Each text is redacted and cut, gets what
// its kind begins with, goes in a batch that is bounded by number and by bytes, not more often than is allowed, and comes
// back as a vector of the same form as the static ones.
//
// With each batch goes a sentence whose vector is known. Where that comes back as another one, so has the model: the server
// was started anew with it, or mixes up what belongs to what. Vectors of two models must never be compared.
import { PithError, throwIfCancelled } from "../../base/error.ts";
import { writeVector } from "../embedder.ts";
import { cosine } from "../similarity.ts";
import { wait } from "./http-client.ts";
import { cutAt, outgoingText } from "./outgoing-text.ts";
import { TooLong, type Provider, type TextKind } from "./provider.ts";
import type { ProviderSettings } from "./settings.ts";
import { checkLength } from "./vectors-in-reply.ts";

/** A sentence that every model has a vector for, and no two the same one. */
const KNOWN_SENTENCE = "The lexer reads one token after another until the end of the input.";
/** Cosine from which on two vectors of it are one model's: other batches and other hardware move it by far less. */
const SAME_MODEL = 0.95;
/** So many texts that are all too long tell of the server, not of the texts. */
const MOST_REFUSED = 8;
/** How often a text that the provider finds too long is halved. */
const MOST_HALVINGS = 3;
const MINUTE = 60_000;
/** Tries of one request while an index is made. */
const TRIES = 4;

/** Vectors of the known sentence, by what it was sent as; kept with the vectors. */
export interface KnownVectors {
  get(kind: TextKind): Int8Array | null;
  set(kind: TextKind, vector: Int8Array): void;
}

export interface Made {
  /** For each text its vector, or null where there was nothing to send or the provider can't take it. */
  vectors: (Int8Array | null)[];
  /** Texts that were sent shorter than they are. */
  cut: number;
  /** Texts that the provider did not take. */
  refused: number;
}

export interface ClientOptions {
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** In ms, never back. */
  now?: () => number;
}

export class EmbeddingClient {
  readonly provider: Provider;
  readonly #settings: ProviderSettings;
  readonly #known: KnownVectors;
  readonly #pause: NonNullable<ClientOptions["pause"]>;
  readonly #now: () => number;
  #nextAt = 0;

  constructor(
    provider: Provider,
    settings: ProviderSettings,
    known: KnownVectors,
    { pause = wait, now = () => performance.now() }: ClientOptions = {},
  ) {
    this.provider = provider;
    this.#settings = settings;
    this.#known = known;
    this.#pause = pause;
    this.#now = now;
  }

  /** The vector of one text, within so many ms; null where nothing of it can be sent. */
  async one(
    text: string,
    kind: TextKind,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Int8Array | null> {
    const outgoing = outgoingText(text, this.#settings.config.textBytes);
    if (outgoing === null) return null;
    try {
      const [vector] = await this.#request([outgoing.text], kind, { timeoutMs, tries: 1, signal });
      return vector!;
    } catch (error) {
      throw error instanceof TooLong ? this.#tooLong() : error;
    }
  }

  /** Vectors of texts of one kind. They should be few: nothing is kept of them before all are there. */
  async many(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Made> {
    const { config } = this.#settings;
    const made: Made = { vectors: texts.map(() => null), cut: 0, refused: 0 };
    let batch: { at: number; text: string }[] = [];
    let bytes = 0;
    const send = async (): Promise<void> => {
      if (batch.length > 0) await this.#sendAll(batch, kind, made, signal);
      batch = [];
      bytes = 0;
    };
    const most = Math.min(config.batch, this.provider.maxBatch - 1);
    for (let at = 0; at < texts.length; at++) {
      const outgoing = outgoingText(texts[at]!, config.textBytes);
      if (outgoing === null) continue;
      if (outgoing.cut) made.cut++;
      const size = Buffer.byteLength(outgoing.text);
      if (batch.length >= most || bytes + size > config.batchBytes) await send();
      batch.push({ at, text: outgoing.text });
      bytes += size;
    }
    await send();
    return made;
  }

  /** Where one of them is too long for the provider, the others don't suffer for it: halves of the batch, then of the text. */
  async #sendAll(
    batch: readonly { at: number; text: string }[],
    kind: TextKind,
    made: Made,
    signal: AbortSignal | undefined,
    halvings = 0,
  ): Promise<void> {
    const options = { timeoutMs: this.#settings.config.timeoutMs, tries: TRIES, signal };
    try {
      const vectors = await this.#request(
        batch.map(({ text }) => text),
        kind,
        options,
      );
      batch.forEach(({ at }, i) => (made.vectors[at] = vectors[i]!));
      return;
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
    }
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      await this.#sendAll(batch.slice(0, middle), kind, made, signal);
      await this.#sendAll(batch.slice(middle), kind, made, signal);
      return;
    }
    const { at, text } = batch[0]!;
    const shorter = cutAt(text, Buffer.byteLength(text) >> 1);
    if (halvings >= MOST_HALVINGS || shorter.trim() === "") {
      made.refused++;
      if (made.refused >= MOST_REFUSED && made.vectors.every((vector) => vector === null))
        throw this.#tooLong();
      return;
    }
    if (halvings === 0) made.cut++;
    await this.#sendAll([{ at, text: shorter }], kind, made, signal, halvings + 1);
  }

  #tooLong(): PithError {
    const { id, called } = this.provider;
    return new PithError("PROVIDER_FAILED", `${called} finds the text too long.`, {
      subject: id,
      next: "Lower provider.textBytes to what the model reads.",
    });
  }

  async #request(
    texts: readonly string[],
    kind: TextKind,
    options: { timeoutMs: number; tries: number; signal: AbortSignal | undefined },
  ): Promise<Int8Array[]> {
    const prefix = this.#settings.prefixes[kind];
    await this.#turn(options);
    const sent = [KNOWN_SENTENCE, ...texts].map((text) => prefix + text);
    const rows = await this.provider.embed(sent, kind, options);
    const { called } = this.provider;
    checkLength(rows[0]!.length, called);
    const [known, ...vectors] = rows.map(wholeNumbers);
    this.#check(known!, kind);
    return vectors;
  }

  /** Requests are spread evenly over the minute. */
  async #turn({
    signal,
    timeoutMs,
    tries,
  }: {
    signal: AbortSignal | undefined;
    timeoutMs: number;
    tries: number;
  }): Promise<void> {
    throwIfCancelled(signal);
    const { perMinute } = this.#settings.config;
    if (perMinute === 0) return;
    const now = this.#now();
    const at = Math.max(now, this.#nextAt);
    // A question waits for nobody's turn longer than for its answer.
    if (tries === 1 && at - now > timeoutMs) {
      const { called } = this.provider;
      throw new PithError("PROVIDER_FAILED", `${called} may be asked ${perMinute} times a minute, and was.`, {
        subject: "provider.perMinute",
        next: "Ask again in a while, or raise provider.perMinute if the provider allows it.",
      });
    }
    this.#nextAt = at + MINUTE / perMinute;
    if (at > now) await this.#pause(at - now, signal);
    throwIfCancelled(signal);
  }

  #check(vector: Int8Array, kind: TextKind): void {
    const before = this.#known.get(kind);
    if (before === null) {
      this.#known.set(kind, vector);
      return;
    }
    const { id, called } = this.provider;
    const next =
      "Start the server with the model that made them, or make all of them anew: pith index --rebuild.";
    if (before.length !== vector.length) {
      const message = `${called} gives vectors of ${vector.length} numbers, and those that are kept have ${before.length}: it runs another model.`;
      throw new PithError("PROVIDER_FAILED", message, { subject: id, next });
    }
    if (cosine(before, vector) < SAME_MODEL) {
      const message = `${called} runs another model than the one that made the vectors that are kept.`;
      throw new PithError("PROVIDER_FAILED", message, { subject: id, next });
    }
  }
}

/** The form of the static vectors: one length, eight bits a number. */
function wholeNumbers(row: readonly number[]): Int8Array {
  const vector = new Int8Array(row.length);
  writeVector(Float64Array.from(row), vector, 0);
  return vector;
}
