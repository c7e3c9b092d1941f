// Where in a text are secrets? One loop over the text looks up each run of three characters in a small table, and only
// where that hits asks the rules themselves; two literals and one expression find the rest. On text without secrets this
// costs about 5 ns a character.
import { assignedValues, NAME_STARTS, settingsKind, type Settings } from "./assigned-values.ts";
import { authorization } from "./authorization.ts";
import { FLAG_STARTS, flagValue } from "./command-lines.ts";
import { credentialFiles } from "./credential-files.ts";
import { CALL_ENDS, positionalLogin } from "./positional-logins.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { isTable, tables } from "./tables.ts";
import { TOKEN_RULES } from "./token-rules.ts";
import { rareUrlPasswords, urlPasswords } from "./url-passwords.ts";

/** A secret: UTF-16 offsets, never over a line end. */
export interface Secret {
  start: number;
  end: number;
  rule: string;
}

export function findSecrets(path: string, text: string): Secret[] {
  const found: Secret[] = [];
  const settings = settingsKind(path);
  const seen = tokensAndNames(text, settings, found);
  awsPairs(text, found);
  if (seen & KEY) findPrivateKeys(text, found);
  urlPasswords(text, found);
  if (seen & RARE_URL) rareUrlPasswords(text, found);
  credentialFiles(path, text, { settings: settings !== "none", words: (seen & FILE) !== 0 }, found);
  if (seen & AUTHORIZATION) authorization(text, found);
  if (isTable(path)) tables(text, found);
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

/** What three characters may begin: some token (1), some name in any case (2), a flag of a command (4); or end: a call. */
const TOKEN = 1;
const NAME = 2;
const FLAG = 4;
const CALL = 128;
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

for (const start of FLAG_STARTS) triggers[trigram(start)]! |= FLAG;
for (const end of CALL_ENDS) triggers[trigram(end)]! |= CALL;

/** What else is worth a look at the text: three characters of each word without which a rule finds nothing. */
const RARE_URL = 8;
const KEY = 16;
const AUTHORIZATION = 32;
const FILE = 64;
for (const [bit, starts] of [
  [RARE_URL, ["%2F", "%2f", "ig=", "cle", "\\/\\"]],
  [KEY, ["E K", "LS0", "e-L", "kty"]],
  [AUTHORIZATION, ["sic", "SIC", "rer", "RER", "riz", "RIZ", 'th"', "th'", "_au", "oki", "OKI"]],
  [FILE, ["mac", "IED", "ied", "hTo", "Sec", "o-S", "o-s"]],
] as const) {
  for (const start of starts) triggers[trigram(start)]! |= bit;
}

/** Which kinds of rules may find something in the text. */
function tokensAndNames(text: string, settings: Settings, found: Secret[]): number {
  let last = 0;
  let hidden = 0;
  let kinds = 0;
  for (const form of longForms) form.notBefore = 0;
  // The one name of two letters has no character before it here.
  const seen = { longUntil: 0 };
  if (/^pw/i.test(text)) assignedValues(text, 0, settings, seen, found);
  for (let i = 0; i < text.length; i++) {
    last = mix(last, text.charCodeAt(i));
    const trigger = triggers[last]!;
    if (trigger === 0 || i < 2) continue;
    kinds |= trigger;
    // What stands in a token is hidden with it.
    if (i - 2 < hidden) continue;
    if (trigger & TOKEN) hidden = Math.max(hidden, token(text, i - 2, formsByTrigram.get(last)!, found));
    if (trigger & NAME) assignedValues(text, i - 2, settings, seen, found);
    if (trigger & FLAG) {
      const secret = flagValue(text, i - 2);
      if (secret !== null) found.push(secret);
    }
    if (trigger & CALL) {
      const secret = positionalLogin(text, i + 1);
      if (secret !== null) found.push(secret);
    }
  }
  return kinds;
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
