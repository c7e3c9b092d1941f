// Are the facts of a bundle those that Pith makes of the same text? Told by making them again and comparing the bytes.
import type { PithError } from "../base/error.ts";
import { pathLabel } from "../pack/label.ts";
import { encodeSyntaxFacts } from "../parse/syntax-codec.ts";
import { wordsFacts } from "../parse/words.ts";
import { indexedText } from "../redact/searched-text.ts";
import { unsound } from "../store/bundle-form.ts";
import { encodeWords } from "../store/words-record.ts";
import { TermReader } from "../text/term-reader.ts";
import type { Candidate } from "./bundle-candidates.ts";
import type { SyntaxSource } from "./syntax-facts.ts";

/** Throws BUNDLE_INVALID where they are not. False where they could not be made here and now. */
export async function requireSame(
  bundle: string,
  candidate: Candidate,
  source: SyntaxSource,
): Promise<boolean> {
  const { file, language, words, syntax } = candidate;
  if (words !== null) {
    const reader = new TermReader();
    const facts = wordsFacts(indexedText(file.path, file.text), language, reader);
    if (!isSame(encodeWords(file.bytes, facts, reader), words)) throw differs(bundle, file.path);
  }
  if (syntax === null) return true;
  const made = await source.made({ text: file.text, language: language.id });
  // The machine's failure says nothing of the bundle.
  if ("skip" in made && made.skip === "failed") return false;
  if ("skip" in made || !isSame(encodeSyntaxFacts(made.facts), syntax)) throw differs(bundle, file.path);
  return true;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function differs(bundle: string, path: string): PithError {
  return unsound(bundle, `what it says of ${pathLabel(path)} is not what the file says`);
}
