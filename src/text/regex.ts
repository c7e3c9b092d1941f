// What does a regular expression search for? A stated subset of Rust's syntax (docs/regex.md), made into a pattern
// that JavaScript runs line by line. Anything else is refused with its place.
import { unsupportedPattern } from "./regex-fault.ts";
import { requiredLiterals, wholeLiteral } from "./regex-literal.ts";
import { parseRegex } from "./regex-parse.ts";
import { type JsPattern, translateRegex } from "./regex-translate.ts";

export interface RegexOptions {
  /** Letters match whatever their case, unless the pattern says `(?-i)`. */
  ignoreCase?: boolean;
  /** A match has no word character just before or just after it. */
  word?: boolean;
}

/** Plain data: it can be sent to a worker. */
export interface CompiledPattern {
  /** As it was given. */
  pattern: string;
  word: boolean;
  /** For `new RegExp`; matches never hold `\n`, and no text searched may hold `\r\n`. */
  js: JsPattern;
  /** The pattern is this plain text: `findExact` answers it. */
  literal: { text: string; ignoreCase: boolean } | null;
  /** Every match holds one of these texts; null where nothing is known. */
  required: string[] | null;
}

/** Throws PATTERN_INVALID or PATTERN_UNSUPPORTED. */
export function compileRegex(pattern: string, options: RegexOptions = {}): CompiledPattern {
  const tree = parseRegex(pattern, { ignoreCase: options.ignoreCase ?? false });
  const word = options.word ?? false;
  const js = translateRegex(pattern, tree, word);
  refuseTooLarge(pattern, js);
  return { pattern, word, js, literal: wholeLiteral(tree), required: requiredLiterals(tree) };
}

/** V8 has limits of its own, on the size of a pattern among others. */
function refuseTooLarge(pattern: string, js: JsPattern): void {
  try {
    new RegExp(js.source, js.flags).exec("");
  } catch {
    throw unsupportedPattern(pattern, 0, "the pattern is too large to run");
  }
}
