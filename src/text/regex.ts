// What does a regular expression search for? A stated subset of Rust's syntax (docs/regex.md), read here and refused with
// its place where it is anything else. Nothing of a pattern is compiled or run here: that is for a thread that can be
// stopped (`scan-worker.ts`), which makes a pattern for JavaScript of it (`regex-translate.ts`).
import { requiredLiterals, wholeLiteral } from "./regex-literal.ts";
import { parseRegex } from "./regex-parse.ts";
import { refuseUnrunnable } from "./regex-refused.ts";

export interface RegexOptions {
  /** Letters match whatever their case, unless the pattern says `(?-i)`. */
  ignoreCase?: boolean;
  /** A match has no word character just before or just after it. */
  word?: boolean;
}

/** Plain data: it can be sent to a worker. */
export interface ReadPattern {
  /** As it was given. */
  pattern: string;
  ignoreCase: boolean;
  word: boolean;
  /** The pattern is this plain text: `findExact` answers it. */
  literal: { text: string; ignoreCase: boolean } | null;
  /** Every match holds one of these texts; null where nothing is known. */
  required: string[] | null;
}

/** Throws PATTERN_INVALID or PATTERN_UNSUPPORTED. */
export function readRegex(pattern: string, options: RegexOptions = {}): ReadPattern {
  const { ignoreCase = false, word = false } = options;
  const tree = parseRegex(pattern, { ignoreCase });
  refuseUnrunnable(pattern, tree);
  return { pattern, ignoreCase, word, literal: wholeLiteral(tree), required: requiredLiterals(tree) };
}
