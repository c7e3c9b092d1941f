// The shape that every operation shares: what it is given, what it gives back, how it reports progress.

import type { CallRow } from "../ledger/call-row.ts";
import type { Session } from "../ledger/session.ts";
import type { Destination } from "../pack/destination.ts";
import type { Receipt } from "../pack/receipt.ts";

export type Format = "text" | "json" | "terminal";

export interface Progress {
  /** What is being done, such as `reading` or `writing`. */
  phase: string;
  done: number;
  /** Null where the total is not known yet. */
  total: number | null;
  /** What is counted, such as `files`. */
  unit: string;
}

export interface OperationContext {
  /** Of a request in a batch: part of an answer in JSON, and counted in. */
  id?: unknown;
  /** Where the answer is put out: what is written there beside the text is part of its cost. */
  to?: Destination;
  /** A person names files from where they stand: any file of the machine is theirs to name. Never where a model asks. */
  namesAnyFile?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Takes each line of a batch as it is done, which is then in no outcome; false: its reader has gone. */
  onLine?: (line: string) => Promise<boolean>;
  /** What the client of this call holds of earlier answers; the engine opens it by the argument `session`. */
  session?: Session;
  /** Takes the receipt of an answer that has one, whether it could be kept or not. */
  onReceipt?: (receipt: Receipt) => void;
  /** Told as each step of an answer is done: for measuring. */
  onPhase?: (phase: Phase) => void;
}

export type Phase = "swept" | "ranked" | "read" | "packed";

/** The end of an operation that did not fail. */
export interface Outcome {
  /** The finished answer in the format asked for: what the budget was counted on. Ends without a line end, unless `to` asks for it. */
  output: string;
  /** The same facts as a value: what the format `json` writes, or what `output` says in place of one. */
  answer: unknown;
  /** False where nothing was found, or `verify` found a difference: exit code 1. */
  found: boolean;
  /** What is counted of the call, made once for every surface; the engine adds it. */
  counted?: CallRow;
  /** For the person, on stderr, once: a cache that was rebuilt, a file that could not be read. */
  notices: readonly string[];
}
