// Does a value that is assigned to a name like `password` look like a real secret, or like a word, a template or a
// placeholder? A value that is wrongly hidden takes a line of the answer from the reader; a value that is wrongly shown
// leaks. So names that say "password" need little, names that say "token" (which also name syntax) need randomness.

/** What stands for a value that somebody else fills in. */
const PLACEHOLDER =
  /example|placeholder|change[-_]?me|your[-_]|xxxx|\*\*\*|dummy|sample|redacted|todo|insert|replace/i;
/** At the beginning these are words of their own: `my_value`, `myValue`, not `mystery`. */
const PLACEHOLDER_WORD =
  /^(?:(?:[Tt]est|[Ff]ake|[Mm]ock|[Ff]oo|[Bb]a[rz]|[Mm]y)+(?![a-z])|(?:TEST|FAKE|MOCK|FOO|BA[RZ]|MY)+(?![A-Za-z]))/;
const TEMPLATE = /\$\{|\{\{|\{\w{0,80}\}|%\(|%[sdv@]|<[^>]{0,80}>|\$[A-Za-z_(]|#\{/;
const PLACE = /:\/\/|^\.{0,2}\/|^[\w-]+(?:\.[A-Za-z][\w-]*)+$/;

/** Last part of a name that says that the value is *about* a secret and none itself. */
const ABOUT =
  /(?:url|uri|name|type|path|file|header|field|len|length|size|ttl|expir\w{0,10}|class|count|format|prefix|suffix|pattern|regexp?|label|hint|help|error|message|msg|placeholder|algorithm|endpoint|env|var|kind|version|at|date|time|timeout|id|ids|policy|scope|table|column|model|view|form|field|validators?)s?$/i;

export function namesSecret(name: string): boolean {
  // Its longest word has 11 letters; `expir` may go on a little.
  return !ABOUT.test(name.slice(-16));
}

const PASSWORD = /passw|passwd|pwd|passphrase/i;

export function looksSecret(name: string, value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (PLACEHOLDER.test(value) || PLACEHOLDER_WORD.test(value) || TEMPLATE.test(value)) return false;
  if (PLACE.test(value) && !jumbled(value)) return false;
  // `my_secret_token_1`, `password123`: the value repeats what its name says.
  if (/secret|passw|token|credential|api[-_]?key/i.test(value)) return false;
  const digit = /[0-9]/.test(value);
  if (PASSWORD.test(name)) {
    return (digit || /[^\w\s.:/-]/.test(value)) && entropy(value) >= 2.5;
  }
  // 3.3 bits: hexadecimal of 32 digits has about 3.6, words joined by dashes with a number about 3.2.
  return digit && value.length >= 16 && entropy(value) >= 3.3;
}

/** Digits inside words, twice or more, and both cases: `Zx9q.kLm8wTr` is no path of names. */
function jumbled(value: string): boolean {
  return (
    (value.match(/[A-Za-z]\d{1,9}(?=[A-Za-z])/g)?.length ?? 0) > 1 &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value)
  );
}

/** Shannon entropy of the characters, in bits a character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = [...value].length;
  let bits = 0;
  for (const n of counts.values()) bits -= (n / total) * Math.log2(n / total);
  return bits;
}

const EXACT_PLACEHOLDERS = new Set(
  "localhost 127.0.0.1 example.com example.org test.com password username secret mypassword myusername root admin user pass passwd pwd changeme hunter2 foobar your_password your_username replace_with_password replace_with_username".split(
    " ",
  ),
);

/** Whether `user:password` of a URL is a real pair. `web`: the scheme is http or ftp, where documents show examples. */
export function looksLikeCredentials(user: string, password: string, web: boolean): boolean {
  if (password.length < 4 || isVariable(password)) return false;
  if (EXACT_PLACEHOLDERS.has(password.toLowerCase()) || /^(.)\1{3,}$/.test(password)) return false;
  if (!web) return user !== password;
  return !/password|username/i.test(password) && !/password|username/i.test(user) && !isVariable(user);
}

function isVariable(text: string): boolean {
  return /\{[^}]{1,50}\}|%[A-Z_]{1,30}%|\$[A-Z_]{1,30}|\$\([^)]{1,50}\)|^<.*>$|^\[.*\]$/.test(text);
}
