// Does a value that is assigned to a name like `password` look like a real secret, or like a word, a template or a
// placeholder? A value that is wrongly hidden takes a line of the answer from the reader; a value that is wrongly shown
// leaks. So names that say "password" need little, names that say "token" (which also name syntax) need randomness.
import { isGrownWord, isMarked, withoutStandIns } from "./stand-ins.ts";

/** An address, a path, a path of names, a version, a colour, an algorithm. */
const PLACE =
  /^[a-z][a-z0-9+.-]{0,20}:\/\/|^[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,10}$|^\.{0,2}(?:\/[\w.@-]*)+$|^[\w-]+(?:\.[A-Za-z][\w-]*)+$|^v?\d+(?:\.\d+)+(?:-|$)|^#[\da-f]{3,8}$|^(?:sha|md|utf|base|aes|[hrep]s|iso|cp)[-_]?\d{1,5}$/i;

/** Last part of a name that says that the value is *about* a secret and none itself. */
const ABOUT =
  /(?:url|uri|name|type|path|file|header|field|len|length|size|ttl|expir\w{0,10}|class|count|format|prefix|suffix|pattern|regexp?|label|hint|help|error|message|msg|placeholder|algorithm|endpoint|env|var|kind|version|at|date|time|timeout|id|policy|scope|table|column|model|view|form|validator|hasher|encoder)s?$/i;
/** What that part stands behind, where it is a word and not the end of one: not in `covid`, `platform`, `account`. */
const BORDER =
  /(?:^|[_.\-\d]|passw(?:or)?ds?|pwd|pass|passphrase|passcode|tokens?|secrets?|keys?|credentials?|user|host|file|path|field|class|table|column|date|type|data|max|min)$/i;

export function namesSecret(name: string): boolean {
  // Its longest word has 15 letters with an `s`; the longest before it has 10.
  const tail = name.slice(-32);
  const about = ABOUT.exec(tail);
  if (about === null) return true;
  const before = tail.slice(0, about.index);
  const hump = /[a-z]$/.test(before) && /^[A-Z]/.test(about[0]);
  return !hump && !BORDER.test(before);
}

const PASSWORD =
  /passw|passwd|pwd|passphrase|passcode|pass$|(?:^|[_.-])pw$|masterauth$|^(?:(?:wpa|wifi|wlan|ipsec|vpn|pre)_?)?psk$/i;

export function namesPassword(name: string): boolean {
  return PASSWORD.test(name);
}

/** Several forms find the same value behind one name, and ask in turn. */
const asked = { value: "", password: false, secret: false };

export function looksSecret(name: string, value: string): boolean {
  const password = PASSWORD.test(name);
  if (value !== asked.value || password !== asked.password) {
    const secret = isSecret(password, value);
    Object.assign(asked, { value, password, secret });
  }
  return asked.secret;
}

function isSecret(password: boolean, value: string): boolean {
  if (value.length < 6 || isMarked(value)) return false;
  if (/\s/.test(value)) return password && isPassphrase(value);
  if (PLACE.test(value) && !jumbled(value)) return false;
  // `my_secret_token_1`, `password123`: the value repeats what its name says.
  const rest = value.length > 128 ? value : withoutStandIns(value);
  if (!/[A-Za-z]/.test(rest)) {
    return password && (isNumber(value) || (isGrownWord(value, rest) && entropy(value) >= 2.5));
  }
  if (rest.length < (/[$#]\{|\{\{/.test(value) ? 8 : 4)) return false;
  const digit = /[0-9]/.test(rest);
  if (password) {
    const least = value.length < 8 ? digit : digit || /[^\w\s.:/-]/.test(rest);
    return least && entropy(value) >= 2.5;
  }
  // 3.3 bits: hexadecimal of 32 digits has about 3.6, words joined by dashes with a number about 3.2.
  return digit && rest.length >= 16 && entropy(rest) >= 3.3;
}

/** A call, a member, an index: code, where a value without quotes is looked for. */
const CODE = /^[!&*]?[A-Za-z_$][\w.$?]*(?:\(|\[|->|::|\?\.)|[,;{[(]$|^[[{(].*[\])}]$/;

export function isCode(value: string): boolean {
  return CODE.test(value);
}

/** Digits alone: a telephone's keys have no order that a person takes for a placeholder. */
function isNumber(value: string): boolean {
  return /^\d{8,40}$/.test(value) && entropy(value) >= 2.5 && !"01234567890123456789".includes(value);
}

/** Of several words, two or more are none of any language. */
function isPassphrase(value: string): boolean {
  if (value.length > 120 || /[${}<>()]/.test(value)) return false;
  const odd = value
    .split(/\s+/)
    .filter((word) => /[A-Za-z]\d[A-Za-z]|[A-Za-z][!@#%^&*+=?~][A-Za-z\d]/.test(word));
  return odd.length >= 2;
}

/** Digits inside words, twice or more, and both cases: `Zx9q.kLm8wTr` is no path of names. */
export function jumbled(value: string): boolean {
  return (
    (value.match(/[A-Za-z]\d{1,9}(?=[A-Za-z])/g)?.length ?? 0) > 1 &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value)
  );
}

const COUNTS = new Uint16Array(256);

/** Shannon entropy of the first characters, in bits a character. */
function entropy(value: string): number {
  COUNTS.fill(0);
  const total = Math.min(value.length, 400);
  for (let i = 0; i < total; i++) COUNTS[value.charCodeAt(i) & 0xff]!++;
  let bits = 0;
  for (const n of COUNTS) if (n > 0) bits -= (n / total) * Math.log2(n / total);
  return bits;
}
