// Where do headers and settings hold a login? `Authorization: Bearer …`, `Basic …` (which is read: it says `user:password` in
// base64), the `auth` of registries, cookies of sessions.
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

/** The logins of registries, as Docker keeps them. */
const AUTH = /["']auth["']\s{0,4}:\s{0,4}["']([A-Za-z0-9+/]{16,4000}={0,2})(?=["'])/g;

const COOKIES = /(?:[Cc]ookie|COOKIE)["'\]]{0,2}[ ]{0,4}[:=,][ ]{0,4}["'`]?(?=([^\r\n"'`<>]{16,8000}))\1/g;
/** Names of cookies that keep who is logged in. */
const COOKIE =
  /(?:^|;)[ ]{0,4}([\w.-]{0,60}(?:sess|sid|auth|token|jwt|login|logged|remember|identity|[cx]srf)[\w.-]{0,60})=(?=([^\s;,"'`$<>{}]{16,4000}))\2/gi;

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
  if (has("ookie")) cookies(text, found);
  if (text.includes('auth"') || text.includes("auth'")) {
    const sure = text.includes('"auths"');
    for (const match of text.matchAll(AUTH)) {
      const value = match[1]!;
      if (sure ? !isStandIn(value) : looksSecret("authorization", value)) add(match, value, found);
    }
  }
  if (!basic && !text.includes('auth"') && !text.includes("auth'") && !text.includes("_auth")) return;
  for (const match of text.matchAll(BASIC)) {
    if (isLogin(match[1]!)) add(match, match[1]!, found);
  }
}

function cookies(text: string, found: Secret[]): void {
  for (const match of text.matchAll(COOKIES)) {
    const header = match[1]!;
    const start = match.index + match[0].length - header.length;
    for (const cookie of header.matchAll(COOKIE)) {
      const value = cookie[2]!;
      if (!looksSecret("authorization", value)) continue;
      const end = start + cookie.index + cookie[0].length;
      found.push({ start: end - value.length, end, rule: "cookie" });
    }
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
