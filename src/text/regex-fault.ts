// How is a wrong pattern shown? The sentence, the pattern, and a caret under the place.
import { PithError } from "../base/error.ts";
import { redactSync, shownText } from "../redact/redact.ts";

const HELP = "Pith reads a subset of Rust's regular expressions, listed in docs/regex.md.";

/** Characters of the pattern shown on either side of the caret. */
const FRAME_SIDE = 40;

/** A pattern that Rust would refuse too. */
export function invalidPattern(pattern: string, at: number, what: string): PithError {
  return fault(
    "PATTERN_INVALID",
    "not valid",
    pattern,
    at,
    what,
    `Correct the pattern, or search for it as exact text. ${HELP}`,
  );
}

/** A pattern that is (or looks like) a good one elsewhere, but that this search cannot run. */
export function unsupportedPattern(pattern: string, at: number, what: string): PithError {
  return fault(
    "PATTERN_UNSUPPORTED",
    "not supported",
    pattern,
    at,
    what,
    `Write the pattern without it. ${HELP}`,
  );
}

/** A pattern that V8 could not compile, or not within a second or two. */
export function patternTooLarge(pattern: string): PithError {
  return new PithError("PATTERN_UNSUPPORTED", "The pattern is too large to run.", {
    subject: pattern,
    next: "Search for its parts one at a time, with fewer classes, word borders and counted repetitions.",
  });
}

function fault(
  code: "PATTERN_INVALID" | "PATTERN_UNSUPPORTED",
  is: string,
  pattern: string,
  at: number,
  what: string,
  next: string,
): PithError {
  // A part of a secret does not look like one: where the pattern holds one, no part of it is shown.
  const hidden = redactSync("", pattern).redactions.length > 0;
  const where = hidden ? "" : `\n${frame(pattern, at)}`;
  const message = `The pattern is ${is} at column ${at + 1}: ${hidden ? shownText(what) : what}.${where}`;
  return new PithError(code, message, { subject: pattern, next });
}

function frame(pattern: string, at: number): string {
  const from = Math.max(0, at - FRAME_SIDE);
  const to = Math.min(pattern.length, at + FRAME_SIDE);
  const before = from > 0 ? "…" : "";
  const shown = pattern.slice(from, to).replace(/[\u0000-\u001f\u007f]/g, "·");
  return `  ${before}${shown}${to < pattern.length ? "…" : ""}\n  ${" ".repeat(before.length + at - from)}^`;
}
