// Under which name do the facts of a content rest? Everything that facts depend on is in it.
import { FACTS_VERSION } from "../parse/facts.ts";

/**
 * `id` is the hash of the raw bytes. `encoding` stands in the key where it is not UTF-8: a declared legacy encoding
 * makes another text of the same bytes.
 */
export function factsKey(id: string, languageId: string, encoding: string): string {
  const decoded = encoding === "utf-8" ? "" : `.${encoding}`;
  return `${id}.${FACTS_VERSION}.${languageId}${decoded}`;
}
