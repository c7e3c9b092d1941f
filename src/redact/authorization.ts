// Where do headers and settings hold a login? `Authorization: Bearer …`, `Basic …` (which is read: it says `user:password` in
// base64), the `auth` of registries.
import { Buffer } from "node:buffer";
import type { Secret } from "./find-secrets.ts";
import { looksSecret } from "./looks-secret.ts";
import { isStandIn } from "./stand-ins.ts";

const SCHEME = /\b(?:bearer|basic)\s{1,20}([A-Za-z0-9._~+/-]{20,20000}={0,2})/gi;
/** Any other scheme, or none: only after the name of the header. */
const HEADER =
  /\bauthorization["'\]]{0,2}\s{0,4}[:=,]\s{0,4}["'`]?(?:[A-Za-z-]{2,20}[ ]{1,4})?([A-Za-z0-9._~+/-]{16,20000}={0,2})/gi;

/** Short ones are read before they are believed. */
const BASIC =
  /(?:\bbasic[ ]{1,4}|["']auth["']\s{0,4}:\s{0,4}["']|\b_auth[ ]?=[ ]?["']?)([A-Za-z0-9+/]{6,2000}={0,2})(?![A-Za-z0-9+/=])/gi;

export function authorization(text: string, found: Secret[]): void {
  // An expression without regard to case costs ten times what the search for a literal does.
  const has = (literal: string) => text.includes(literal) || text.includes(literal.toUpperCase());
  const basic = has("asic");
  const forms = [...(basic || has("earer") ? [SCHEME] : []), ...(has("uthorization") ? [HEADER] : [])];
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const value = match[1]!;
      if (looksSecret("authorization", value)) add(match, value, found);
    }
  }
  if (!basic && !text.includes('auth"') && !text.includes("auth'") && !text.includes("_auth")) return;
  for (const match of text.matchAll(BASIC)) {
    if (isLogin(match[1]!)) add(match, match[1]!, found);
  }
}

function add(match: RegExpMatchArray, value: string, found: Secret[]): void {
  const end = match.index! + match[0].length;
  found.push({ start: end - value.length, end, rule: "authorization" });
}

function isLogin(base64: string): boolean {
  const plain = Buffer.from(base64, "base64").toString("latin1");
  const [, password] =
    /^[\x21-\x39\x3b-\x7e\xa0-\xff]{0,200}:([\x20-\x7e\xa0-\xff]{1,600})$/.exec(plain) ?? [];
  return password !== undefined && !isStandIn(password);
}
