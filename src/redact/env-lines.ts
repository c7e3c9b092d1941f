// What does a line of `.env` and its kin give to a name that says "secret"? Nothing but settings stands in such files, so that
// the name alone tells that the value is one, be it words: only what is plainly something else stays.
import { isAskedFor, isStandIn } from "./stand-ins.ts";
import { namesPassword } from "./looks-secret.ts";

/** To the end of the line, or to a remark. */
const VALUE =
  /["']?[ \t]{0,20}[=:][ \t]{0,20}(?:"((?:\\.|[^"\\\r\n]){3,8000})"|'([^'\r\n]{3,8000})'|(?=([^\s"'`][^\r\n]{2,500}?)(?=[ \t]{1,20}#|[ \t]{0,20}(?:[\r\n]|$)))\3)/y;

/** What may stand before the name on its line: a remark, a command of a shell, the parts of a name with dots or of an address. */
const BEFORE = /^[ \t]*(#[# \t]*)?(?:(?:export|readonly|set|setx)[ \t]+)?[^\s=#]*$/;
/** Longer names are none. */
const LONGEST = 200;

/** Words of language models and of people; what a name says about its secret besides what names of code say. */
const ABOUT =
  /tokeni[sz]|secretar|[_.-](?:driver|store|storage|backend|provider|issuer|audience|mode|scheme|enabled?|disabled?|required|strategy|rotation|hash(?:ing)?|namespace|region|environment|owner|user|username|email|domain|host|port|realm|source|process|method|service|manager|engine)s?$/i;

/** A number, a time, a word that switches, an address, a path, a file, a reference to where the secret is kept, a command. */
const PLAIN =
  /^(?:\d{1,7}|\d{1,9}(?:\.\d{1,9})?[ ]?(?:ms|[smhdwy]|min|sec|hours?|days?|weeks?|minutes?|seconds?|[kmg]i?b?)|true|false|yes|no|on|off|enabled?|disabled?|auto|always|never|none|null|nil)$|^[a-z][a-z0-9+.-]{0,20}:\/\/|^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^[\w.@-]+\.(?:json|pem|key|crt|cer|p12|pfx|jks|txt|ya?ml|toml|ini|conf|env)$|^[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,10}$|^(?:file|vault|ssm|arn|sm|env|secretref|keyvault):|^\$\(.*\)$/i;

/** Base64 may begin like a path; a path has no digits within words of both cases. */
const NO_PATH = /^\/(?=.{0,400}[A-Za-z]\d)(?=.{0,400}\d[A-Za-z])(?=.{0,400}[+=])/;

/** The value given to the name, if the line begins with it and its value is a secret. */
export function envValue(
  text: string,
  { word, start, end }: { word: string; start: number; end: number },
): { value: string; end: number } | null {
  const near = text.slice(Math.max(0, start - LONGEST), start);
  const line = near.lastIndexOf("\n");
  if (line === -1 && start > LONGEST) return null;
  const before = BEFORE.exec(near.slice(line + 1));
  if (before === null) return null;
  VALUE.lastIndex = end;
  const match = VALUE.exec(text);
  if (match === null) return null;
  const quoted = match[1] ?? match[2];
  const value = quoted ?? match[3]!;
  // A remark speaks in sentences; a line that was switched off has the form of one.
  if (before[1] !== undefined && (/\s/.test(match[0]) || !/^["']?=/.test(match[0]))) return null;
  if (isStandIn(value) || (!namesPassword(word) && isPlain(word, value))) return null;
  return { value, end: VALUE.lastIndex - (quoted === undefined ? 0 : 1) };
}

function isPlain(word: string, value: string): boolean {
  return ABOUT.test(word) || isAskedFor(value) || (PLAIN.test(value) && !NO_PATH.test(value));
}
