// One error family. What an agent can act on (nothing found, unknown name) is an answer, never an error.
import type { ErrorCode } from "./error-codes.ts";

const brand = Symbol.for("pith.error");

/** The JSON form of an error, as every surface shows it. */
export interface ErrorShape {
  code: ErrorCode;
  message: string;
  /** The thing concerned: a path, a key, a pattern. */
  subject: string;
  /** What to do next, as one sentence. */
  next: string;
}

export interface ErrorDetails {
  subject?: string;
  /** Never left out: who meets a fault can act on it. */
  next: string;
  cause?: unknown;
}

/** A fault with a stable code and the next step. Recognised over realms by its brand, not its class. */
export class PithError extends Error {
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly subject: string;
  readonly next: string;

  constructor(code: ErrorCode, message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "PithError";
    this.code = code;
    this.subject = details.subject ?? "";
    this.next = details.next;
  }

  toJSON(): ErrorShape {
    return { code: this.code, message: this.message, subject: this.subject, next: this.next };
  }
}

export function isPithError(error: unknown): error is PithError {
  return typeof error === "object" && error !== null && brand in error;
}

/** Any thrown thing as a PithError: faults that are not ours become INTERNAL and keep their cause. */
export function toPithError(error: unknown): PithError {
  if (isPithError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new PithError("INTERNAL", message, {
    next: "This is a fault in Pith. Please report it with the command that caused it.",
    cause: error,
  });
}

/** Throws CANCELLED if the signal has fired. Long loops call this between files. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new PithError("CANCELLED", "The request was cancelled.", {
      next: "Ask again: what was indexed before is kept.",
    });
  }
}
