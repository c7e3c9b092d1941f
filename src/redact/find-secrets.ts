// Where in a text are secrets? One loop over the text looks up each run of three characters in a small table, and only
// where that hits asks the rules themselves; two literals and one expression find the rest. On text without secrets this
// costs about 5 ns a character.
import { assignedValue, NAME_STARTS, settingsKind, type Settings } from "./assigned-values.ts";
import { looksLikeCredentials, looksSecret } from "./looks-secret.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { TOKEN_RULES } from "./token-rules.ts";

/** A secret: UTF-16 offsets, never over a line end. */
export interface Secret {
  start: number;
  end: number;
  rule: string;
}

export function findSecrets(path: string, text: string): Secret[] {
  const found: Secret[] = [];
  tokensAndNames(text, settingsKind(path), found);
  awsPairs(text, found);
  findPrivateKeys(text, found);
  urlCredentials(text, found);
  npmTokens(path, text, found);
  authorization(text, found);
  return found;
}

// ------------------------------------------------------------------ tokens of known services, and names

const escape = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const LETTER = /\p{L}/u;

interface TokenForm {
  rule: string;
  start: string;
  glued: boolean;
  form: RegExp;
  long: boolean;
  /** Only of a long form: the place before which it is not tried again in this text. */
  notBefore: number;
}

/** A 15-bit mixture of the last three characters: each step moves by five bits, and what is older falls away. */
const mix = (before: number, code: number) => ((before << 5) ^ code) & 0x7fff;
const trigram = (start: string) => [0, 1, 2].reduce((h, i) => mix(h, start.charCodeAt(i)), 0);

/** What may begin with three characters: some token (1), some name in any case (2). */
const TOKEN = 1;
const NAME = 2;
const triggers = new Uint8Array(1 << 15);
const formsByTrigram = new Map<number, TokenForm[]>();
const longForms: TokenForm[] = [];

for (const { rule, starts, rest, glued, long } of TOKEN_RULES) {
  for (const start of starts) {
    const form: TokenForm = {
      rule,
      start,
      glued: glued === true,
      form: new RegExp(`${escape(start)}(?:${rest})`, "y"),
      long: long === true,
      notBefore: 0,
    };
    if (form.long) longForms.push(form);
    const at = trigram(start);
    triggers[at]! |= TOKEN;
    formsByTrigram.set(at, [...(formsByTrigram.get(at) ?? []), form]);
  }
}
for (const start of NAME_STARTS) {
  for (let cases = 0; cases < 8; cases++) {
    const variant = [0, 1, 2].map((i) => (cases & (1 << i) ? start[i]!.toUpperCase() : start[i]!)).join("");
    triggers[trigram(variant)]! |= NAME;
  }
}

function tokensAndNames(text: string, settings: Settings, found: Secret[]): void {
  let last = 0;
  let hidden = 0;
  for (const form of longForms) form.notBefore = 0;
  for (let i = 0; i < text.length; i++) {
    last = mix(last, text.charCodeAt(i));
    const trigger = triggers[last]!;
    if (trigger === 0 || i < 2) continue;
    // What stands in a token is hidden with it.
    if (i - 2 < hidden) continue;
    if (trigger & TOKEN) hidden = Math.max(hidden, token(text, i - 2, formsByTrigram.get(last)!, found));
    if (trigger & NAME) {
      const secret = assignedValue(text, i - 2, settings);
      if (secret !== null) found.push(secret);
    }
  }
}

/** The end of the last token that starts here, or 0. */
function token(text: string, start: number, forms: TokenForm[], found: Secret[]): number {
  let hidden = 0;
  for (const candidate of forms) {
    const { rule, form, start: literal } = candidate;
    if (start < candidate.notBefore || !text.startsWith(literal, start)) continue;
    if (!candidate.glued && isInWord(text, start, literal)) continue;
    form.lastIndex = start;
    if (!form.test(text) || text.slice(start, form.lastIndex).includes("EXAMPLE")) {
      if (candidate.long) candidate.notBefore = runEnd(text, start);
      continue;
    }
    hidden = Math.max(hidden, form.lastIndex);
    found.push({ start, end: form.lastIndex, rule });
  }
  return hidden;
}

/** What may stand right before a token and end in a letter: `\\n` in a string, `%0A` in an address. */
const ESCAPE = /(?:\\[abefnrtv]|\\x[\da-fA-F]{2}|\\u[\da-fA-F]{4}|%[\da-fA-F]{2})$/;
/** Length of the longest of them. */
const LONGEST_ESCAPE = 6;

/** A letter right before a token makes it a part of a longer word, unless it is of the other case or ends an escape. */
function isInWord(text: string, start: number, literal: string): boolean {
  const before = text[start - 1];
  if (before === undefined || !LETTER.test(before)) return false;
  const capital = (character: string) => /[A-Z]/.test(character);
  if (/[a-zA-Z]/.test(before) && capital(before) !== capital(literal[0]!)) return false;
  return !ESCAPE.test(text.slice(Math.max(0, start - LONGEST_ESCAPE), start));
}

const AFTER_RUN = /[^\w-]/g;

function runEnd(text: string, start: number): number {
  AFTER_RUN.lastIndex = start;
  return AFTER_RUN.exec(text)?.index ?? text.length;
}

/** A key id is followed or preceded by its secret, within a few lines: 40 characters without any mark of their own. */
function awsPairs(text: string, found: Secret[]): void {
  const near = 800;
  let to = 0;
  for (const at of found.filter((s) => s.rule === "aws-key-id").map((s) => s.start)) {
    // Where key ids stand close together, each place is looked at once; 40 characters may stand over the border.
    const from = Math.max(0, at - near, to - 41);
    to = at + near;
    fortyCharacters(text, from, to, found);
  }
}

function fortyCharacters(text: string, from: number, to: number, found: Secret[]): void {
  for (const match of text
    .slice(from, to)
    .matchAll(/(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/g)) {
    const value = match[0];
    if (!/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/[0-9]/.test(value)) continue;
    if (value.includes("EXAMPLE")) continue;
    const start = from + match.index;
    found.push({ start, end: start + 40, rule: "aws-secret-key" });
  }
}

// ------------------------------------------------------------------ URLs, headers, registries

const URL_PAIR = /([^:/\s]{0,256}):([^@/\s]{1,256})@/y;
/** A token in the place of the user, with no password or an empty one. */
const URL_TOKEN = /([A-Za-z0-9_-]{16,256}):?@/y;
const OAUTH_PAIR = /([^\n@]{1,256}):x-oauth-basic@/y;

function urlCredentials(text: string, found: Secret[]): void {
  // By an expression: V8 moves a call of `includes`, which has no effects, into the loop, and asks again each time.
  const mayBeOauth = /:x-oauth-basic@/.test(text);
  for (let at = text.indexOf(":/"); at !== -1; at = text.indexOf(":/", at + 2)) {
    // An address that was taken for a path has lost one of its slashes.
    const host = text.startsWith("://", at) ? at + 3 : at + 2;
    if (text.startsWith("[redacted:", host)) continue;
    OAUTH_PAIR.lastIndex = host;
    const oauth = mayBeOauth ? OAUTH_PAIR.exec(text) : null;
    if (oauth !== null) {
      found.push({ start: host, end: host + oauth[1]!.length, rule: "url-password" });
      continue;
    }
    URL_TOKEN.lastIndex = host;
    const token = URL_TOKEN.exec(text)?.[1];
    if (token !== undefined && looksSecret("token", token)) {
      found.push({ start: host, end: host + token.length, rule: "url-password" });
      continue;
    }
    URL_PAIR.lastIndex = host;
    const pair = URL_PAIR.exec(text);
    if (pair === null) continue;
    const [, user, password] = pair;
    const scheme =
      /[a-zA-Z][a-zA-Z0-9+.-]{0,30}$/.exec(text.slice(Math.max(0, at - 32), at))?.[0].toLowerCase() ?? "";
    const web = /^(?:https?|ftps?|wss?)$/.test(scheme);
    if (scheme === "" || !looksLikeCredentials(user!, password!, web)) continue;
    if (host === at + 2 && !web) continue;
    const start = host + user!.length + 1;
    found.push({ start, end: start + password!.length, rule: "url-password" });
  }
}

const REGISTRY_TOKEN = /(?<=_authToken=)[^\s"'`$<{[][^\s"'`]{7,4000}/g;
const REGISTRY_LOGIN = /(?<=(?:^|:)_(?:auth|password)[ ]?=[ ]?)[^\s"'$<{[][^\s"']{0,4000}/gm;

function npmTokens(path: string, text: string, found: Secret[]): void {
  const forms = path.endsWith(".npmrc") ? [REGISTRY_TOKEN, REGISTRY_LOGIN] : [REGISTRY_TOKEN];
  if (!text.includes("_authToken") && forms.length === 1) return;
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      found.push({ start: match.index, end: match.index + match[0].length, rule: "npm" });
    }
  }
}

const AUTHORIZATION = [
  /\b(?:bearer|basic)\s{1,20}([A-Za-z0-9._~+/-]{20,20000}={0,2})/gi,
  // Any other scheme, or none: only after the name of the header.
  /\bauthorization["'\]]{0,2}\s{0,4}[:=,]\s{0,4}["'`]?(?:[A-Za-z-]{2,20}[ ]{1,4})?([A-Za-z0-9._~+/-]{16,20000}={0,2})/gi,
];

function authorization(text: string, found: Secret[]): void {
  for (const form of AUTHORIZATION) {
    for (const match of text.matchAll(form)) {
      const value = match[1]!;
      if (!looksSecret("authorization", value)) continue;
      const end = match.index + match[0].length;
      found.push({ start: end - value.length, end, rule: "authorization" });
    }
  }
}
