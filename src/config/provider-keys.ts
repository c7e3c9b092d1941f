// What can be set of a provider of vectors, a server or a model that somebody runs beside Pith. None is asked unless the
// user names one: a repository may switch it off and nothing else, since its text would go there.
import type { KeyType } from "./schema.ts";

const PROVIDER_KINDS = ["none", "llama", "openai", "voyage", "onnx"] as const;
const POOLINGS = ["mean", "cls", "last_token"] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export interface ProviderConfig {
  kind: ProviderKind;
  /** Address of the server; empty for the kind's own. */
  url: string;
  /** Empty for the kind's own, where it has one. */
  model: string;
  /** Numbers of a vector; 0 for as many as the model gives. */
  dimension: number;
  /** Folder of the model, for `onnx`. */
  folder: string;
  /** How `onnx` makes one vector of those of the tokens: as the model was trained. */
  pooling: (typeof POOLINGS)[number];
  /** Name of the environment variable with the key; empty for the kind's own. */
  keyVariable: string;
  /** What stands before a query, a text, a piece of code; `auto`: as the family of the model wants it. */
  queryPrefix: string;
  documentPrefix: string;
  codePrefix: string;
  /** Most texts, and most bytes of them, in one request. */
  batch: number;
  batchBytes: number;
  /** A longer text is cut there. */
  textBytes: number;
  /** Requests a minute; 0 for no limit. */
  perMinute: number;
  /** For one request while an index is made. */
  timeoutMs: number;
  /** For a question: after that the static vectors answer. */
  queryMs: number;
  /** Chunks of one repository that get vectors. */
  mostChunks: number;
}

const count = (least: number, most: number): KeyType => ({ kind: "count", least, most });

export const PROVIDER_KEYS: Readonly<Record<keyof ProviderConfig, KeyType>> = {
  kind: { kind: "choice", of: PROVIDER_KINDS },
  url: { kind: "text" },
  model: { kind: "text" },
  dimension: count(0, 4_096),
  folder: { kind: "folder" },
  pooling: { kind: "choice", of: POOLINGS },
  keyVariable: { kind: "text" },
  queryPrefix: { kind: "prefix" },
  documentPrefix: { kind: "prefix" },
  codePrefix: { kind: "prefix" },
  batch: count(1, 1_000),
  batchBytes: count(256, 1_000_000),
  textBytes: count(64, 100_000),
  perMinute: count(0, 100_000),
  timeoutMs: count(10, 600_000),
  queryMs: count(10, 60_000),
  mostChunks: count(1, 1_000_000),
};

export function defaultProvider(): ProviderConfig {
  return {
    kind: "none",
    url: "",
    model: "",
    dimension: 0,
    folder: "",
    pooling: "mean",
    keyVariable: "",
    queryPrefix: "auto",
    documentPrefix: "auto",
    codePrefix: "auto",
    // A server on a processor needs seconds for so many; the memory of one goes with them.
    batch: 32,
    batchBytes: 64_000,
    // About 2,000 tokens: what most of these models read.
    textBytes: 8_000,
    perMinute: 0,
    timeoutMs: 60_000,
    queryMs: 2_000,
    mostChunks: 200_000,
  };
}
