// What words does an identifier hold? `HTTPAdapter_v2` holds `http`, `adapter`, and its whole, `httpadapterv2`.
import { stem } from "./stem.ts";

/** Marks the whole of an identifier among the terms, so that it never meets a stem. */
export const WHOLE = "=";

const PARTS_BEYOND_ASCII =
  /\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[\p{Lt}\p{Lm}\p{Lo}][\p{Lt}\p{Lm}\p{Lo}\p{M}]*/gu;

/** Classes of ASCII characters inside identifiers. */
const NONE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const classes = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122
    ? LOWER
    : code >= 65 && code <= 90
      ? UPPER
      : code >= 48 && code <= 57
        ? DIGIT
        : NONE,
);

/** The words of an identifier, lower-cased, in order. Single letters and digits are dropped. */
export function splitIdentifier(identifier: string): string[] {
  const words: string[] = [];
  let at = 0;
  // Runs of one class, but a capital goes with the small letters behind it: `[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|…`.
  while (at < identifier.length) {
    const start = at;
    const unit = identifier.charCodeAt(at);
    if (unit > 127) return splitBeyondAscii(identifier);
    const kind = classes[unit]!;
    at = runEnd(identifier, at, kind);
    if (kind === NONE) continue;
    if (kind === UPPER && at < identifier.length && classes[identifier.charCodeAt(at)] === LOWER) {
      if (at - 1 - start > 1) words.push(identifier.slice(start, at - 1).toLowerCase());
      const capital = at - 1;
      at = runEnd(identifier, at, LOWER);
      words.push(identifier.slice(capital, at).toLowerCase());
    } else if (at - start > 1) {
      words.push(identifier.slice(start, at).toLowerCase());
    }
  }
  return words;
}

function runEnd(identifier: string, from: number, kind: number): number {
  let at = from;
  while (at < identifier.length && classes[identifier.charCodeAt(at)] === kind) at++;
  return at;
}

function splitBeyondAscii(identifier: string): string[] {
  const words: string[] = [];
  for (const part of identifier.normalize("NFKC").match(PARTS_BEYOND_ASCII) ?? []) {
    if (part.length > 1) words.push(part.toLowerCase());
  }
  return words;
}

/** The whole of an identifier, as names are compared: lower-cased, without underscores, hyphens and the like. */
export function foldIdentifier(identifier: string): string {
  let plain = true;
  for (let i = 0; i < identifier.length; i++) {
    const unit = identifier.charCodeAt(i);
    if (unit > 127) return foldBeyondAscii(identifier);
    if (classes[unit] === NONE) plain = false;
  }
  return (plain ? identifier : identifier.replace(/[^A-Za-z0-9]+/g, "")).toLowerCase();
}

function foldBeyondAscii(identifier: string): string {
  return identifier
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "")
    .toLowerCase();
}

/** The term of the whole identifier, or empty if it has but one letter. */
export function wholeTerm(identifier: string): string {
  const folded = foldIdentifier(identifier);
  return folded.length > 1 ? WHOLE + folded : "";
}

/** The terms of one identifier. */
export interface IdentifierTerms {
  /** Stems of the parts. */
  parts: string[];
  /** `=whole`, or empty. */
  whole: string;
  /** The whole says more than the one part: several parts, or one with something dropped. */
  compound: boolean;
}

export function identifierTerms(identifier: string): IdentifierTerms {
  const words = splitIdentifier(identifier);
  const whole = wholeTerm(identifier);
  const compound = whole !== "" && !(words.length === 1 && whole === WHOLE + words[0]!);
  return { parts: words.map(stem), whole, compound };
}
