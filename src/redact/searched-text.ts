// What of a file may be searched? What may be shown of it: each secret is one character that stands for nothing. If
// patterns saw secrets, a search for `AKIA[A-M]` and its like would tell them letter by letter, and a count is enough. Nor
// may the index know their words: which files hold a word would tell them piece by piece.
//
// So what is found may depend on nothing but this text. A file is passed over without making it only where the whole file
// lacks letters that every match holds: then this text lacks them too.
import { settingsKind } from "./assigned-values.ts";
import { findSecrets } from "./find-secrets.ts";
import { isTable } from "./tables.ts";

/** A code point that Unicode keeps out of texts: no word character, no blank. */
const HIDDEN = "\uFDD0";

export function searchedText(path: string, text: string): string {
  return hidden(path, text, () => HIDDEN);
}

/** The same for the index: all that isn't hidden stands where it stood, in its line and column. */
export function indexedText(path: string, text: string): string {
  return hidden(path, text, (length) => HIDDEN.repeat(length));
}

function hidden(path: string, text: string, inPlaceOf: (length: number) => string): string {
  const secrets = findSecrets(path, text).sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let shown = 0;
  for (let i = 0; i < secrets.length;) {
    const { start } = secrets[i]!;
    let { end } = secrets[i]!;
    // What overlaps is one.
    while (++i < secrets.length && secrets[i]!.start < end) end = Math.max(end, secrets[i]!.end);
    parts.push(text.slice(shown, start), inPlaceOf(end - start));
    shown = end;
  }
  return shown === 0 ? text : parts.join("") + text.slice(shown);
}

/** Names of files whose lines may be secrets because of the name. */
const LOGINS = /npmrc|netrc|pgpass|passwd|shadow/;

/**
 * By what, besides its text, a file's secrets are known: its name, where that matters, and else nothing. Files of the same
 * text and the same answer have the same secrets.
 */
export function secretsKnownBy(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return settingsKind(name) === "none" && !LOGINS.test(name) && !isTable(name) ? "" : name;
}

/** Whether a file without this literal can be passed over before its secrets are known. */
export function isFileText(literal: string): boolean {
  return !literal.includes(HIDDEN);
}
