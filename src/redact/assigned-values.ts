// Where is a value given to a name that says "secret"? Quoted values in any file; bare ones in settings files.
import type { Secret } from "./find-secrets.ts";
import { looksSecret, namesSecret } from "./looks-secret.ts";
import { writtenValue } from "./written-values.ts";

/** What makes a name one of a secret. `key` alone names too much else. Sticky: asked where a trigram says it may stand. */
const NAME =
  /secret|passw|pwd|passphrase|token|credential|(?<=(?:api|access|private|auth|encryption|signing|master|storage|account)[_-]?)key/iy;

/** First three letters of each alternative above, for the scan over the text. */
export const NAME_STARTS = ["sec", "pas", "pwd", "tok", "cre", "key"] as const;

// After the name: its closing quote or bracket, an operator (perhaps with a type before it, as in `token: string = `),
// then the value, which may stand on the next line after `=`, `:` and their kin.
const QUOTED =
  /[\w.-]{0,40}["']?\]?[ \t]{0,20}(?:(?:\)?:[ \t]{0,4}[&\w<>[\]'.|][&\w<>[\]'.| ]{0,30}={1,3}|:=|=>|={1,3}|:)\s{0,20}|(?<=["']),[ \t]{0,20})[bruf@]{0,2}(["'`])((?:\\.|(?!\1)[^\\\n]){6,8000})\1/y;
const UNQUOTED =
  /[\w.-]{0,40}[ \t]{0,20}[=:][ \t]{0,20}([^\s"'`,;(){}[\]<>#$][^\s"'`,;(){}[\]<>#]{5,500})(?=\s|$)/y;

/** Where a line holds one value, it may hold any mark; ` #` begins a comment. */
const LINE = /[\w.-]{0,40}[ \t]{0,20}[=:][ \t]{0,20}([^\s"'`$<{[|>&*!#][^\s"'`]{5,500})(?=\s|$)/y;

/** 40 characters after this name are a secret however the file is written, with or without quotes. */
const AWS =
  /secret_?access_?key["']?\]?\s{0,20}(?::=|=>|=|:)\s{0,20}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/iy;

/** The value assigned to the name that stands at the offset, if there is such a name and the value looks secret. */
export function assignedValue(text: string, at: number, settings: Settings): Secret | null {
  if (!mayBeName(text, at)) return null;
  NAME.lastIndex = at;
  if (!NAME.test(text)) return null;
  AWS.lastIndex = at;
  const aws = AWS.exec(text);
  if (aws !== null && !aws[1]!.includes("EXAMPLE")) {
    return { start: AWS.lastIndex - 40, end: AWS.lastIndex, rule: "aws-secret-key" };
  }
  const after = NAME.lastIndex;
  const { word, start } = wordAround(text, after);
  if (!namesSecret(word)) return null;
  let hit = assigned(QUOTED, text, after, 2);
  if (hit === null && settings !== "none")
    hit = assigned(settings === "lines" ? LINE : UNQUOTED, text, after, 1);
  if (hit === null || !looksSecret(word, hit.value)) hit = writtenValue(text, start, after, word);
  return hit === null ? null : { start: hit.end - hit.value.length, end: hit.end, rule: "assignment" };
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
      return "_-iseghnrt".includes(before);
    }
    default:
      return true;
  }
}

const [LOWER_C, LOWER_D, LOWER_K, LOWER_R, LOWER_S] = [..."cdkrs"].map((c) => c.charCodeAt(0));

function assigned(
  form: RegExp,
  text: string,
  at: number,
  group: number,
): { value: string; end: number } | null {
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) return null;
  const value = match[group]!;
  // The value is the last thing matched but for a closing quote.
  return { value, end: form.lastIndex - (form === QUOTED ? 1 : 0) };
}

/** The name that the offset stands in. */
function wordAround(text: string, at: number): { word: string; start: number } {
  let start = at;
  while (start > 0 && at - start < 60 && (isWord(text.charCodeAt(start - 1)) || text[start - 1] === "."))
    start--;
  let end = at;
  while (end < text.length && end - at < 60 && isWord(text.charCodeAt(end))) end++;
  return { word: text.slice(start, end), start };
}

/** An ASCII letter, a digit, `_` or `-`. */
function isWord(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d;
}

/** `some`: a value needs no quotes. `lines`: nor does it share its line with another. */
export type Settings = "none" | "some" | "lines";

export function settingsKind(path: string): Settings {
  if (!isSettings(path)) return "none";
  return /(?:^|\/)\.env[^/]*$|\.(?:env|properties|ini)$/i.test(path) ? "lines" : "some";
}

/** Files of `name = value` lines. The empty path is a text without a file. */
function isSettings(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "" || /^\.(?:env|npmrc|netrc|pgpass|pypirc|envrc|htpasswd|git-credentials)/.test(name))
    return true;
  return (
    /\.(?:env|ini|cfg|conf|config|properties|ya?ml|toml|tfvars|secrets?|credentials|netrc|txt|log|sh|dockerfile)$/i.test(
      name,
    ) || /^(?:Dockerfile|credentials|config)$/.test(name)
  );
}
