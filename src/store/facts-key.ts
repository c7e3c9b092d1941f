// Under which name do the facts of a content rest? Everything that facts depend on is in it.
import { sha256 } from "../base/hash.ts";
import { FACTS_VERSION } from "../parse/facts.ts";
import { secretsKnownBy } from "../redact/searched-text.ts";

/**
 * `id` is the hash of the raw bytes. `encoding` stands in the key where it is not UTF-8: a declared legacy encoding
 * makes another text of the same bytes. Where the name of a file says what of it is secret, its words depend on the name too.
 */
export function factsKey(id: string, languageId: string, encoding: string, path = ""): string {
  const name = secretsKnownBy(path);
  const version = name === "" ? FACTS_VERSION : `${FACTS_VERSION}-${sha256(name).slice(0, 8)}`;
  const decoded = encoding === "utf-8" ? "" : `.${encoding}`;
  return `${id}.${version}.${languageId}${decoded}`;
}

/** Hash of the raw bytes, out of a key. */
export function contentOfKey(key: string): string {
  return key.slice(0, key.indexOf("."));
}
