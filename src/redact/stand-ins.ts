// Does a value stand for another that somebody fills in (`${DB_PASS}`, `<password>`, `your-token-here`), or is it given?
// What stands in is taken out of the value; a secret is what remains: `MyPassword-9xTr2k` is one although it holds a word,
// `Kq9{}x$Tr` although it holds the marks of a template.

/** What redaction itself wrote: never looked at again. */
const MARK = /\[redacted:[a-z0-9-]{1,30}\]/;

/** Marks that mean a template wherever they stand. */
const TEMPLATE =
  /\$?\{\{[^{}\n]{0,80}\}\}|[$#]\{[^{}\n]{0,120}\}|\$\([^()\n]{0,80}\)|<%[^%\n]{0,80}%>|%\([\w.-]{1,40}\)[sd]/g;

/** A shell's default is a value of its own: `${DB_PASS:-given}`. */
const DEFAULT = /^[$#]\{[\w.]{1,60}:?[-=](.*)\}$/;

/** Marks that a password may hold as well: only whole, and not grown into letters or digits. */
const MAYBE_TEMPLATE =
  /(?<![A-Za-z0-9!#])(?:\$(?:[A-Z][A-Z0-9_]*|[a-z_][A-Za-z_]*\d?|\d|\$)|%(?:[sdvqr@]|[A-Z_]{2,40}%)|@[A-Z_]{2,40}@|\{[A-Za-z_.:-]{0,40}\d?\}|<[\w .:-]{1,40}>|\[[A-Za-z _-]{1,40}\])(?![A-Za-z0-9!#])/g;

const WORD =
  /password|passwort|passwd|passphrase|passcode|pass|pwd|pw|secret|token|credentials?|api|access|auth|key|example|placeholder|change[-_]?me|change|your|dummy|sample|redacted|todo|insert|replace|here|goes|with|user(?:name)?|login|testing|test|fake|mock|foo|ba[rz]|demo|default|none|null|undefined|my|the|some|new|old|confirm|repeat|current|admin|root|guest|database|postgres(?:ql)?|mysql|redis|rabbitmq|mongo(?:db)?|localhost|value|string|hunter2|x-oauth-basic|x{3,}|\*{2,}|\.{2,}|…/gi;

/** Words that ask for a value, or say that this is a made-up one. */
const ASKED = /your|change[-_]?me|placeholder|example|dummy|sample|redacted|todo|insert|replace|here/i;
/** Words with which made-up values are numbered in tests: `foobar1234`, `myPassword2024`. */
const NUMBERED = /pass|pwd|pw|secret|token|test|fake|mock|foo|ba[rz]|my|demo/i;
/** A selector, what stands in brackets, one name with its number, a host with its port. */
const SELECTED = /^[#.][A-Za-z_][\w-]*$|^[[(].*[\])]$|^\w+=\w*$|^[\w.-]+:\d{2,5}$/;

/**
 * Whether a value is a word that people take for a password once digits and marks are joined to it: `Admin123!`,
 * `root@1234`, `Key-2024-77`. `rest` is the value without its words; it has no letter.
 */
export function isGrownWord(value: string, rest: string): boolean {
  if (value.replace(TEMPLATE, "").replace(MAYBE_TEMPLATE, "") !== value) return false;
  if (!/[A-Za-z]/.test(value) || ASKED.test(value) || SELECTED.test(value)) return false;
  const digits = rest.replace(/\D/g, "");
  if (digits !== "" && /[^\w\s.:/-]/.test(rest)) return true;
  if (/^[A-Za-z][\w.-]*[!@#$%^&*+~]{2,}$/.test(value)) return true;
  if (digits.length < 4) return false;
  return !NUMBERED.test(value) || (digits.length >= 6 && !"01234567890123456789".includes(digits));
}

export function isMarked(value: string): boolean {
  return MARK.test(value);
}

/** The value without templates and words of placeholders, and without what joined them at its ends. */
export function withoutStandIns(value: string): string {
  return value
    .replace(TEMPLATE, (template) => DEFAULT.exec(template)?.[1] ?? "")
    .replace(MAYBE_TEMPLATE, "")
    .replace(WORD, "")
    .replace(/^[\s\-_.:/]+|[\s\-_.:/]+$/g, "");
}

/** For the value of a place that holds nothing but secrets, such as the password of a URL: whether none is given there. */
export function isStandIn(value: string): boolean {
  if (value.length < 3 || isMarked(value) || /^(.)\1*$/.test(value)) return true;
  // Longer than any placeholder, and nothing is worth the time.
  if (value.length > 128) return false;
  return /^\d?$/.test(withoutStandIns(value)) || FILLED_IN.test(value);
}

/** Whether words ask for a value, as `ChangeThisToSomethingLong` and `a-secret-goes-here` do, and nothing else is given. */
export function isAskedFor(value: string): boolean {
  return !/\d/.test(value) && ASKING.test(value);
}

const ASKING =
  /(?:^|[-_ .])(?:your|here|todo|insert|example|sample|dummy)(?:$|[-_ .])|change[-_ ]?(?:me|it|this)|placeholder|replace[-_ ]?(?:me|it|this|with)/i;

/** Names of types and of the place in help texts. */
const FILLED_IN =
  /^(?:string|text|str|value|file|stdin|prompt|true|false|yes|no|on|off|required|optional|port|PORT|[A-Z]{2,12})$/;

/** Whether a value is a part of a regular expression. */
export function isPattern(value: string): boolean {
  return /^\(?(?:\?(?:[:=!]|P?<\w{1,30}>))?(?:\[\^?[^\]\n]{1,40}\]|\\[wdsSWD]|\.)[+*?{]/.test(value);
}
