// What words does an identifier hold? `HTTPAdapter_v2` holds `http`, `adapter`, and its whole, `httpadapterv2`.
import { stem } from "./stem.ts";

/** Marks the whole of an identifier among the terms, so that it never meets a stem. */
export const WHOLE = "=";

const ASCII_PARTS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const PARTS =
  /\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[\p{Lt}\p{Lm}\p{Lo}][\p{Lt}\p{Lm}\p{Lo}\p{M}]*/gu;
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** The words of an identifier, lower-cased, in order. Single letters and digits are dropped. */
export function splitIdentifier(identifier: string): string[] {
  const ascii = !BEYOND_ASCII.test(identifier);
  const parts = (ascii ? identifier : identifier.normalize("NFKC")).match(ascii ? ASCII_PARTS : PARTS) ?? [];
  const words: string[] = [];
  for (const part of parts) if (part.length > 1) words.push(part.toLowerCase());
  return words;
}

/** The whole of an identifier, as names are compared: lower-cased, without underscores, hyphens and the like. */
export function foldIdentifier(identifier: string): string {
  return BEYOND_ASCII.test(identifier)
    ? identifier
        .normalize("NFKC")
        .replace(/[^\p{L}\p{M}\p{N}]/gu, "")
        .toLowerCase()
    : identifier.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
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
  const compound = whole !== "" && !(words.length === 1 && WHOLE + words[0]! === whole);
  return { parts: words.map(stem), whole, compound };
}
