// What the providers that are servers have in common: one request a batch, and its reply read as vectors.
import { HttpClient, type HttpOptions } from "./http-client.ts";
import type { Embedded, EmbedOptions, Provider, TextKind } from "./provider.ts";
import type { ProviderSettings } from "./settings.ts";
import { vectorsInReply } from "./vectors-in-reply.ts";

/** What a kind of server is asked with, and how much at once. */
export interface Dialect {
  readonly maxBatch: number;
  body(settings: ProviderSettings, texts: readonly string[], kind: TextKind): Record<string, unknown>;
}

export class ServerProvider implements Provider {
  readonly id: string;
  readonly place: string;
  readonly called: string;
  readonly dimension: number;
  readonly maxBatch: number;
  readonly #settings: ProviderSettings;
  readonly #dialect: Dialect;
  readonly #client: HttpClient;

  constructor(settings: ProviderSettings, url: URL, dialect: Dialect, pause?: HttpOptions["pause"]) {
    const { kind, model, key, keyVariable, config } = settings;
    this.id = `${kind} ${model}`;
    this.place = url.host;
    this.called = `${this.id} at ${this.place}`;
    this.dimension = config.dimension;
    this.maxBatch = dialect.maxBatch;
    this.#settings = settings;
    this.#dialect = dialect;
    this.#client = new HttpClient({ id: this.id, url, key, keyVariable, pause });
  }

  async embed(texts: readonly string[], kind: TextKind, options: EmbedOptions): Promise<Embedded> {
    const reply = await this.#client.post(this.#dialect.body(this.#settings, texts, kind), options);
    return vectorsInReply(reply, texts.length, this.dimension, this.called);
  }

  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }
}
