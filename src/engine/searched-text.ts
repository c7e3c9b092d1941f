// What of a file may be searched? What may be shown of it: each secret is one character that stands for nothing. If
// patterns saw secrets, a search for `AKIA[A-M]` and its like would tell them letter by letter, and a count is enough.
//
// So what is found may depend on nothing but this text. A file is passed over without making it only where the whole file
// lacks letters that every match holds: then this text lacks them too.
import { findSecrets } from "../redact/find-secrets.ts";

/** A code point that Unicode keeps out of texts: no word character, no blank. */
const HIDDEN = "\uFDD0";

export function searchedText(path: string, text: string): string {
  const secrets = findSecrets(path, text).sort((a, b) => a.start - b.start);
  if (secrets.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of secrets) {
    if (start >= at) parts.push(text.slice(at, start), HIDDEN);
    at = Math.max(at, end);
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Whether a file without this literal can be passed over before its secrets are known. */
export function isFileText(literal: string): boolean {
  return !literal.includes(HIDDEN);
}
