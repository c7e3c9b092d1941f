// Where is a value given to a name that says "secret" in a way other than an assignment of code: in markup, connection
// strings, URLs, headers, command lines, YAML blocks, strings inside strings? What stands before the name decides which
// ways are possible. These forms are looser than an assignment, so that a value must hold a digit in each of them.
import { looksSecret } from "./looks-secret.ts";

interface Form {
  /** What stands right before the name, or null where that doesn't matter. */
  before: RegExp | null;
  /** What the whole name is like, where that matters. */
  name?: RegExp;
  /** From within the name to the end of the value, which is the last thing matched. Group 1 is the value. */
  after: RegExp;
}

const FORMS: readonly Form[] = [
  // JSON or code inside a string: \"password\":\"…\"
  {
    before: null,
    after: /[\w.-]{0,40}(?:\\{1,7}["'])?[ ]{0,4}[:=][ ]{0,4}\\{1,7}["']([^"'\\\s]{6,1000})(?=\\{1,7}["'])/y,
  },
  // <password>…</password>
  { before: /<[\w:]{0,40}$/, after: /[\w.-]{0,40}>\s{0,80}([^\s<>"']{6,1000})(?=\s{0,80}<\/)/y },
  // <add key="ApiKey" value="…"/>, <entry key="password">…</entry>, {"name": "DB_PASSWORD", "value": "…"}
  {
    before: /["']$/,
    after:
      /[\w.-]{0,40}["'](?:\s{1,20}value=["']|\s{0,20},\s{0,40}["']value["']\s{0,4}:\s{0,4}["']|>)([^"'\n<]{6,1000})(?=["']|<\/)/y,
  },
  // name: DB_PASSWORD, and on the next line value: …
  {
    before: /name["']?[ ]{0,4}:[ ]{0,4}["']?$/,
    after: /[\w.-]{0,40}["']?[ \t]{0,20}\r?\n[ \t]{0,80}value:[ \t]{1,20}["']?([^\s"']{6,1000})(?=["'\s]|$)/y,
  },
  // password: | and the value on the next line
  {
    before: /(?:^|[\s"'{-])$/,
    after:
      /[\w.-]{0,40}["']?[ \t]{0,20}:[ \t]{1,20}[|>][+\d-]{0,2}[ \t]{0,20}\r?\n[ \t]{1,80}(\S{6,1000})(?=\s|$)/y,
  },
  // ?api_key=…&
  { before: /[?&;]$/, after: /[\w.-]{0,40}=([^\s&"'`<>#\\(){}[\]$;,]{6,500})(?![${(])/y },
  // 'X-Api-Key: …'
  { before: /["'`]$/, after: /[\w.-]{0,40}:[ ]{1,2}([^\s"'`\\]{6,1000})(?=["'`])/y },
  // --password '…'
  {
    before: /(?:^|[\s"'`])$/,
    name: /^--?[A-Za-z]/,
    after: /[\w-]{0,40}(?:[ \t]{1,4}|=)["'`]?([^\s"'`\\(){}[\]$][^\s"'`\\]{5,500})(?=["'`\s\\]|$)/y,
  },
  // storePassword '…'; in minified code a quote after a word may as well be a closing one.
  { before: /^$|[\s.]$/, name: /^\w/, after: /[\w-]{0,40}[ \t]{1,4}'((?:\\.|[^'\\\n(){};]){6,2000})(?=')/y },
  { before: /^$|[\s.]$/, name: /^\w/, after: /[\w-]{0,40}[ \t]{1,4}"((?:\\.|[^"\\\n(){};]){6,2000})(?=")/y },
  // export API_TOKEN=…
  {
    before: /^$|[\s"'`;]$/,
    name: /^[A-Z][A-Z0-9_]{2,}$/,
    after: /[A-Z0-9_]{0,40}=([^\s"'`,;(){}[\]<>#$\\&|][^\s"'`,;(){}[\]<>\\&|]{5,500})(?=[\s"'`;&|\\]|$)/y,
  },
];

/** Server=…;User Id=…;Password=…; */
const CONNECTION = /[\w.-]{0,40}[ ]?=[ ]?([^;"'`\s<>\\]{6,300})(?=[;"'`<\\\s]|$)/y;
const CONNECTION_PARTS =
  /(?:^|[;"'`>\\ =])(?:server|data source|host|hostname|port|user|uid|user ?id|user ?name|database|initial catalog|endpoint|account ?name|default ?endpoints ?protocol|shared ?access ?key ?name|provider|driver|address|addr) ?=[^;"'`\n]{1,200};/i;
const BEFORE = 300;

/** The value given to the name that stands from `start` over `within`, if it looks secret. */
export function writtenValue(
  text: string,
  start: number,
  within: number,
  name: string,
): { value: string; end: number } | null {
  const before = text.slice(Math.max(0, start - 40), start);
  for (const form of FORMS) {
    if (form.name !== undefined && !form.name.test(name)) continue;
    if (form.before !== null && !form.before.test(before)) continue;
    form.after.lastIndex = within;
    const value = form.after.exec(text)?.[1];
    if (value !== undefined && isSecret(name, value)) return { value, end: form.after.lastIndex };
  }
  CONNECTION.lastIndex = within;
  const value = CONNECTION.exec(text)?.[1];
  if (value === undefined || !isSecret(name, value)) return null;
  const end = CONNECTION.lastIndex;
  const lineBefore = text
    .slice(Math.max(0, start - BEFORE), start)
    .split("\n")
    .pop()!;
  const lineAfter = text.slice(end, end + BEFORE).split("\n", 1)[0]!;
  return CONNECTION_PARTS.test(lineBefore) || CONNECTION_PARTS.test(lineAfter) ? { value, end } : null;
}

/** Words joined by dashes, as in `must_have_8_letters`. */
const WORDS = /^[a-z]{2,20}(?:[_-](?:[a-z]{2,20}|\d{1,3})){1,20}$/;

function isSecret(name: string, value: string): boolean {
  return /\d/.test(value) && !WORDS.test(value) && looksSecret(name, value);
}
