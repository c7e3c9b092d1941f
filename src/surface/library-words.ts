// A fault in the words of a program: methods and arguments instead of commands and flags.
import { isPithError } from "../base/error.ts";
import { inArgumentWords } from "./argument-words.ts";
import { OPERATIONS } from "./operations.ts";

/** Every method, and nothing of the command line's. */
const METHODS = OPERATIONS.map((operation) => operation.name);

export function ownWords(error: unknown): unknown {
  return isPithError(error) ? inArgumentWords(error, METHODS) : error;
}

export function inOwnWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw ownWords(error);
  }
}
