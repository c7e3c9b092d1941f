// Where is a value given to a name that says "secret"? Quoted values in any file; bare ones in settings files.
import type { Secret } from "./find-secrets.ts";
import { envValue } from "./env-lines.ts";
import { isCode, looksSecret, namesSecret } from "./looks-secret.ts";
import { listedValues } from "./listed-values.ts";
import { splitValues } from "./split-values.ts";
import { writtenValue } from "./written-values.ts";

/** What makes a name one of a secret. `key` alone names too much else. Sticky: asked where a trigram says it may stand. */
const NAME =
  /secret|passw|pwd|passphrase|passcode|token|credential|masterauth|(?<![a-z])psk(?![a-z\d])|(?<=_)pat(?![a-z\d-])|(?<=^|[\n "'_])pw(?![a-z\d])|(?<=(?:api|access|private|auth|encryption|signing|master|storage|account|app|client|server|shared|session|service|jwt|hmac|aes|ssh|consumer|subscription|licen[cs]e|admin|root|webhook)[_-]?)key/iy;
/** `pass` is a word of its own, or the last part of one: not in `passed`, `bypass`, `compass`. */
const PASS =
  /(?<![A-Za-z])(?:pass|Pass|PASS)(?![A-Za-z])|(?<=[a-z\d])Pass(?![a-z])|(?<=require|store|key|db|user|sql|ftp|smtp|mail|root|admin|http|auth|proxy)pass(?![a-z])|(?<=STORE|KEY|DB|USER|SQL|PG|FTP|SMTP|MAIL|ROOT|ADMIN|HTTP|AUTH|PROXY)PASS(?![A-Z])/y;

/** First three letters of each alternative above, for the scan over the text. */
export const NAME_STARTS = [
  "sec",
  "pas",
  "pwd",
  "tok",
  "cre",
  "key",
  "psk",
  "mas",
  "_pw",
  "_pa",
  "\npw",
  " pw",
  '"pw',
  "'pw",
] as const;

// After the name: its closing quote or bracket, an operator (perhaps with a type before it, as in `token: string = `),
// or the bodies of a property, as in `Token { get; set; } = `), then the value, which may stand on the next line after `=`, `:`
// and their kin, and in brackets of its own.
const QUOTED =
  /["']?\]?[ \t]{0,20}(?:(?:\)?:[ \t]{0,4}[&\w<>[\]'.|][&\w<>[\]'.| ]{0,30}={1,3}|(?:\r?\n[ \t]{0,40})?\{[\w\s;]{3,80}\}\s{0,20}=|:=|=>|={1,3}|:)\s{0,20}(?:\(\s{0,80}(?:(?:#|\/\/)[^\n]{0,100}\n\s{0,80})?)?|(?<=["']),[ \t]{0,20})[bruf@]{0,2}(["'`])((?:\\.|(?!\1)[^\\\n]){6,8000})\1/y;
const UNQUOTED =
  /[ \t]{0,20}(?:[?:+]?=|[=:]{1,2})[ \t]{0,20}(?=([^\s"'`,;(){}[\]<>#$=][^\s"'`,;(){}[\]<>]{5,500}))\1(?=[\s,}]|$)/y;

/** Where a line holds one value, it may hold any mark; ` #` begins a comment. */
const LINE = /["']?[ \t]{0,20}[=:][ \t]{0,20}(?=([^\s"'`][^\s]{2,500}))\1(?=\s|$)/y;
/** The same with blanks inside, to the end of the line. */
const WHOLE_LINE = /[ \t]{0,20}[=:][ \t]{0,20}(?=([^\s"'`#$<{[|>][^\n\r#]{5,200}))\1(?=\r|\n|$)/y;

/** A file in base64, as one word of settings. */
const LONG = /[ \t]{0,20}[=:][ \t]{0,20}["']?(?=([^\s"'`,;(){}[\]<>#$]{500,60000}))\1/y;

/** 40 characters after this name are a secret however the file is written, with or without quotes. */
const AWS =
  /secret_?access_?key["']?\]?(?:\s{0,20}(?::=|=>|=|:|,)\s{0,20}|[ \t]{1,20})["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/iy;

/** The values given to the name that stands at the offset, if there is such a name and they look secret. */
export function assignedValues(
  text: string,
  at: number,
  settings: Settings,
  seen: Seen,
  found: Secret[],
): void {
  if (!mayBeName(text, at)) return;
  const after = nameEnd(text, at);
  if (after === -1) return;
  AWS.lastIndex = at;
  const aws = AWS.exec(text);
  if (aws !== null && !aws[1]!.includes("EXAMPLE")) {
    found.push({ start: AWS.lastIndex - 40, end: AWS.lastIndex, rule: "aws-secret-key" });
    return;
  }
  const { word, start, end: wordEnd } = wordAround(text, after);
  if (!namesSecret(word)) return;
  const end = dottedEnd(text, wordEnd);
  const bare = settings !== "none";
  const hit =
    (settings === "env" ? envValue(text, { word, start, end }) : null) ??
    secretIn(assigned(QUOTED, text, end, 2), word) ??
    (bare ? secretIn(assigned(UNQUOTED, text, end, 1), word) : null) ??
    writtenValue(text, { start, wordEnd, end, word }) ??
    (bare && settings !== "some" ? lineValue(text, end, word) : null) ??
    (bare ? longValue(text, end, word, seen) : null);
  // This name is that of a pattern as well.
  if (/pat$/i.test(word) && !/^[\w-]{20,255}$/.test(hit?.value ?? "")) return;
  if (hit !== null) found.push({ start: hit.end - hit.value.length, end: hit.end, rule: "assignment" });
  listedValues(text, end, word, found);
  splitValues(text, end, word, found);
}

interface Hit {
  value: string;
  end: number;
}

function secretIn(hit: Hit | null, word: string): Hit | null {
  return hit !== null && looksSecret(word, hit.value) ? hit : null;
}

/** The value of a line of settings, whatever marks it holds. */
function lineValue(text: string, after: number, word: string): Hit | null {
  const line = assigned(LINE, text, after, 1);
  if (line !== null) {
    if (!isCode(line.value) && looksSecret(word, line.value)) return line;
  }
  return secretIn(assigned(WHOLE_LINE, text, after, 1), word);
}

/** How far a text was looked through for long values: each is looked at once, whatever names stand in it. */
export interface Seen {
  longUntil: number;
}

function longValue(text: string, after: number, word: string, seen: Seen): Hit | null {
  if (after < seen.longUntil) return null;
  const long = assigned(LONG, text, after, 1);
  if (long === null) return null;
  seen.longUntil = long.end;
  return /[^"'\s]/.test(text[long.end] ?? "") ? null : secretIn(long, word);
}

function nameEnd(text: string, at: number): number {
  NAME.lastIndex = (text.charCodeAt(at + 1) | 0x20) === LOWER_P ? at + 1 : at;
  if (NAME.test(text)) return NAME.lastIndex;
  PASS.lastIndex = at;
  // `pass` ends a line of Python.
  if (PASS.test(text) && !"\r\n".includes(text[PASS.lastIndex] ?? "\n")) return PASS.lastIndex;
  return -1;
}

/** One more letter settles most places without an expression: `paste`, `section`, `monkey`. */
function mayBeName(text: string, at: number): boolean {
  const lower = (i: number) => text.charCodeAt(i) | 0x20;
  switch (lower(at)) {
    case LOWER_S:
      return lower(at + 3) === LOWER_R;
    case LOWER_C:
      return lower(at + 3) === LOWER_D;
    case LOWER_K: {
      const before = at === 0 ? "" : text[at - 1]!.toLowerCase();
      return "_-iseghnrtpdc".includes(before);
    }
    case LOWER_M:
      return lower(at + 6) === LOWER_A;
    case LOWER_P:
      return lower(at + 3) === LOWER_S || lower(at + 1) === LOWER_W || lower(at + 2) === LOWER_K;
    case UNDERSCORE:
      return lower(at + 2) !== LOWER_A || lower(at + 3) === LOWER_T;
    default:
      return true;
  }
}

const [LOWER_A, LOWER_C, LOWER_D, LOWER_K, LOWER_M, LOWER_P, LOWER_R, LOWER_S, LOWER_T, LOWER_W] = [
  ..."acdkmprstw",
].map((c) => c.charCodeAt(0));

function assigned(form: RegExp, text: string, at: number, group: number): Hit | null {
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) return null;
  const value = match[group]!;
  // The value is the last thing matched but for a closing quote.
  return { value, end: form.lastIndex - (form === QUOTED ? 1 : 0) };
}

/** The name that the offset stands in. */
function wordAround(text: string, at: number): { word: string; start: number; end: number } {
  let start = at;
  while (start > 0 && at - start < 60 && (isWord(text.charCodeAt(start - 1)) || text[start - 1] === "."))
    start--;
  let end = at;
  while (end < text.length && end - at < 60 && isWord(text.charCodeAt(end))) end++;
  return { word: text.slice(start, end), start, end };
}

/** The end of a name that goes on over dots: `password.value`. */
function dottedEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < 60 && (isWord(text.charCodeAt(end)) || text[end] === ".")) end++;
  return end;
}

/** As it is once the bit of the case is set. */
const UNDERSCORE = 0x7f;

/** An ASCII letter, a digit, `_` or `-`. */
function isWord(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d;
}

/** `some`: a value needs no quotes. `lines`: nor does it share its line with another. `env`: nothing else is there. */
export type Settings = "none" | "some" | "lines" | "env";

export function settingsKind(path: string): Settings {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (
    /^\.(?:env|npmrc|pypirc|envrc|my\.cnf|s3cfg|boto|mylogin)|\.env(?:\.\w+)?$|^\.?env$|^credentials$/i.test(
      name,
    )
  )
    return "env";
  if (/\.(?:properties|ini|ya?ml|cfg|cnf|conf|md|markdown|rst|adoc|diff|patch)(?:\.\w{1,10})?$/i.test(name))
    return "lines";
  return isSettings(name) ? "some" : "none";
}

/** Files of `name = value` lines. The empty path is a text without a file. */
function isSettings(name: string): boolean {
  if (name === "" || /^\.(?:netrc|pgpass|htpasswd|git-credentials)/.test(name)) return true;
  return (
    /\.(?:config|toml|tf|tfvars|hcl|secrets?|credentials|netrc|txt|log|sh|bash|zsh|fish|ps1|bat|cmd|service|dockerfile)$/i.test(
      name,
    ) ||
    /^(?:Dockerfile|Containerfile)(?:\..*)?$|^(?:[Mm]akefile|GNUmakefile|config|pgpass\.conf)$/.test(name)
  );
}
