// What a provider of vectors is: somebody beside Pith who turns texts into rows of numbers. One file each implements it;
// `open-provider.ts` alone knows them all.

/** What a text is: many models want each kind to begin in its own way. */
export type TextKind = "query" | "document" | "code";

/** A vector for each text, in their order: as many finite numbers in each, not all of them zero. */
export type Embedded = number[][];

/** The provider can't take the texts at once, or one of them at all: fewer or shorter ones may do. */
export class TooLong extends Error {}

/** The place of a model that needs no server. */
export const THIS_PROCESS = "this process";

export interface Provider {
  /** For messages: kind and model. */
  readonly id: string;
  /** Where texts go: host and port, or that they stay in this process. */
  readonly place: string;
  /** Both, in a sentence. */
  readonly called: string;
  /** Numbers of a vector; 0 where the model decides. */
  readonly dimension: number;
  /** Most texts in one call. */
  readonly maxBatch: number;
  /**
   * Texts as they are to be sent. Throws PROVIDER_FAILED, PROVIDER_INVALID or TooLong; CANCELLED where the signal says so.
   */
  embed(texts: readonly string[], kind: TextKind, options: EmbedOptions): Promise<Embedded>;
  close(): Promise<void>;
}

export interface EmbedOptions {
  signal?: AbortSignal | undefined;
  /** For one try, in ms. */
  timeoutMs: number;
  /** How often it is tried. */
  tries: number;
}
