// Where is a value given to a name that says "secret" in a way other than an assignment of code: in markup, connection
// strings, URLs, headers, command lines, YAML blocks, strings inside strings? What stands before the name decides which
// ways are possible. These forms are looser than an assignment, so that a value must hold a digit in each of them.
import { isCode, looksSecret, namesPassword } from "./looks-secret.ts";
import { isStandIn } from "./stand-ins.ts";

interface Form {
  /** What stands right before the name, or null where that doesn't matter. */
  before: RegExp | null;
  /** What the whole name is like, where that matters. */
  name?: RegExp;
  /** From the end of the name to that of the value, which is the last thing matched. Group 1 is the value. */
  after: RegExp;
  /** Whether the name may go on over dots. */
  dotted?: boolean;
  /** Where nothing but a secret is written, so that it need not look like one. */
  sure?: boolean;
  /** What stands before is a line or more. */
  far?: boolean;
  /** False: what may be code is none. */
  code?: false;
}

const FORMS: readonly Form[] = [
  // JSON or code inside a string: \"password\":\"…\"
  {
    dotted: true,
    before: null,
    after: /(?:\\{1,7}["'])?[ ]{0,4}[:=][ ]{0,4}\\{1,7}["'](?=([^"'\\\s]{6,1000}))\1(?=\\{1,7}["'])/y,
  },
  // machine host login user password …
  {
    before: /\bmachine\s{1,20}\S{1,100}\s{1,20}(?:(?:login|account)\s{1,20}\S{1,100}\s{1,20}){0,2}$/,
    name: /^password$/,
    after: /\s{1,20}(\S{1,400})/y,
    sure: true,
    far: true,
  },
  // ENV DB_PASSWORD …, aws configure set aws_secret_access_key …, npm config set x.password …
  {
    before:
      /(?:^|[\s;&|])(?:ENV|ARG|setenv|setx|(?:configure|config)(?:[ \t]{1,4}set)?(?:[ \t]{1,4}--?\w{1,20}){0,3}|set(?:[ \t]{1,4}-\w{1,4}){1,3}|[cC][oO][nN][fF][iI][gG] set)[ \t]{1,8}$/,
    after: /(?::[\w.:-]{1,40})?[ \t]{1,8}["']?(?=([^\s"'`=][^\s"'`]{2,2000}))\1(?=["'\s]|$)/y,
    sure: true,
  },
  // password("…"), .setPassword('…')
  {
    before: /(?:^|[\s.()>:,=])$/,
    after:
      /\(\s{0,20}(?:[\w.]{1,40},\s{0,20})?[bruf@]{0,2}["'`](?=([^"'`\\\n]{6,1000}))\1(?=["'`]\s{0,20}[,)])/y,
  },
  // <password>…</password>
  {
    dotted: true,
    before: /<[\w:]{0,40}$/,
    after:
      /(?:[ ][\w:-]{1,40}=["'][^"'<>\n]{0,80}["']){0,3}>\s{0,80}(?:<!\[CDATA\[)?([^\s<>]{6,1000})(?=\]\]>|\s{0,80}<\/)/y,
  },
  // <add key="ApiKey" value="…"/>, <entry key="password">…</entry>, {"name": "DB_PASSWORD", "value": "…"}
  {
    dotted: true,
    before: /["']$/,
    after:
      /["'](?:\s{1,20}value=["']|\s{0,20},\s{0,40}["']value["']\s{0,4}:\s{0,4}["']|>)([^"'\n<]{6,1000})(?=["']|<\/)/y,
  },
  // name: DB_PASSWORD, and on the next line value: …
  {
    dotted: true,
    before: /name["']?[ ]{0,4}:[ ]{0,4}["']?$/,
    after: /["']?[ \t]{0,20}\r?\n[ \t]{0,80}value:[ \t]{1,20}["']?(?=([^\s"']{6,1000}))\1(?=["'\s]|$)/y,
  },
  // password: | and the value on the next line
  {
    dotted: true,
    before: /(?:^|[\s"'{-])$/,
    after: /["']?[ \t]{0,20}:[ \t]{1,20}[|>][+\d-]{0,2}[ \t]{0,20}\r?\n[ \t]{1,80}(\S{6,1000})(?=\s|$)/y,
  },
  // ?api_key=…&
  { dotted: true, before: /[?&;]$/, after: /=(?=([^\s&"'`<>#\\(){}[\]$;,]{6,500}))\1(?![${(])/y },
  // 'X-Api-Key: …'
  { dotted: true, before: /["'`]$/, after: /:[ ]{1,2}(?=([^\s"'`\\]{6,1000}))\1(?=["'`])/y },
  // --password '…'
  {
    before: /(?:^|[\s"'`])$/,
    name: /^--?[A-Za-z]/,
    after:
      /["']?(?:[ \t]{1,4}|=|,\s{0,20}(?=["']))["'`]?(?=([^\s"'`\\(){}[\]$-][^\s"'`\\]{2,500}))\1(?=["'`\s\\]|$)/y,
  },
  // storePassword '…'; in minified code a quote after a word may as well be a closing one.
  { before: /^$|[\s.]$/, name: /^\w/, after: /[ \t]{1,4}'((?:\\.|[^'\\\n(){};]){6,2000})(?=')/y },
  { before: /^$|[\s.]$/, name: /^\w/, after: /[ \t]{1,4}"((?:\\.|[^"\\\n(){};]){6,2000})(?=")/y },
  // "host=… password=… dbname=…"
  {
    before: /[\s"'`;,]$/,
    after:
      /[ ]?=[ ]?(?=([^\s"'`,;(){}[\]<>#$\\&|][^\s"'`,;(){}[\]<>\\&|]{5,500}))\1(?=["'`]|\\["'n]|[ ]{1,4}\w{2,30}=[^=\s])/y,
  },
  // env.PASS ?? "…", String::from("…"), ["…"], """…""", [[…]]
  {
    before: null,
    after:
      /["'\])]{0,4}[ ]{0,4}(?:\|\||\?\?|or(?= )|(?:As String )?[:=][ ]{0,4}(?:new )?(?:[\w:.]{1,40}\(|\[|\[?\[|""|'')|\[\d{0,4}\][ ]?=|\{)[ ]{0,4}(?:["'`]|(?<=\[\[))(?=([^\s"'`\\(){}[\]<>]{6,1000}))\1(?=["'`\]])/y,
  },
  // password = os.environ.get("DB") or "…", process.env["DB"] || "…", os.getenv("DB", "…")
  {
    before: null,
    dotted: true,
    after:
      /[ ]?[:=][ ]?[\w.]{1,60}[([]["'][\w.-]{1,60}["'](?:[)\]][ ]{0,4}(?:\|\||\?\?|or(?= ))[ ]{0,4}|,[ ]{0,4})["'`](?=([^\s"'`\\(){}[\]<>]{6,1000}))\1(?=["'`])/y,
  },
  // htpasswd -b file bob …, htpasswd -nb bob …
  {
    before: /(?:^|[\s"'`;&|/(])$/,
    name: /^htpasswd$/,
    after:
      /(?=[^\n;|&]{0,40}[ ]-\w{0,5}b)(?:[ \t]{1,4}-\w{1,6}(?:[ \t]{1,4}\d{1,2}(?=[ \t]))?){1,4}(?:(?<=-\w{0,5}n[ \w-]{0,20})|[ \t]{1,4}[^\s;|&-][^\s;|&]{0,100})[ \t]{1,4}[^\s;|&-][^\s;|&]{0,60}[ \t]{1,4}["']?(?=([^\s"'`|;&>)]{3,200}))\1/y,
    sure: true,
  },
  // ${db.password:…}
  { before: /\$\{$/, after: /:(?=([^\s"'`{}$:]{6,200}))\1(?=\})/y },
  // | password | … |, **Password:** …, the password is `…`
  {
    dotted: true,
    before: /[\s|*_]$/,
    after:
      /(?:\*{0,2}[ ]{1,20}\|[ ]{1,20}|:\*\*[ ]{1,4}|\*\*:[ ]{1,4}|[ ]is:?[ ](?=`))`?(?=([^\s"'`|]{6,200}))\1(?=[`\s|]|$)/y,
  },
  // <key>password</key><string>…</string>
  { before: /<key>\w{0,20}$/, after: /<\/key>\s{0,40}<string>(?=([^\s<]{6,1000}))\1(?=<)/y },
  // # password: …, in a comment of code
  {
    before: /(?:^|\s)(?:#|\/\/|\/?\*|--|;|REM|rem)[ \t][^\n]*$/,
    code: false,
    after: /[ ]{0,4}[:=][ ]{0,4}(?=([^\s"'`,;(){}[\]<>$][^\s"'`,;(){}[\]<>]{5,200}))\1(?=[\s,;)]|$)/y,
  },
  // requirepass …
  {
    before: /(?:^|\n)[ \t]{0,20}$/,
    name: /^[a-z_-]+$/,
    after: /[ \t]{1,20}(?=([^\s"'`(){}[\]=,;:.]{6,200}))\1(?=\r?\n|$)/y,
  },
  // export API_TOKEN=…
  {
    before: /^$|[\s"'`;=]$/,
    name: /^[A-Z][A-Z0-9_]{2,}$/,
    after: /=(?=([^\s"'`,;(){}[\]<>#$\\&|][^\s"'`,;(){}[\]<>\\&|]{5,500}))\1(?=[\s"'`;&|\\]|$)/y,
  },
];

/** Keys of storage accounts and queues: nothing else is written behind these names. */
const ACCOUNT_KEY = /[ ]?=[ ]?([A-Za-z0-9+/]{40,120}={0,2})(?![A-Za-z0-9+/=])/y;
/** Server=…;User Id=…;Password=…; */
const CONNECTION = /[ ]?=[ ]?(?=([^;"'`\s<>\\]{6,300}))\1(?=[;"'`<\\\s]|$)/y;
const CONNECTION_PARTS =
  /(?:^|[;"'`>\\ =])(?:server|data source|host|hostname|port|user|uid|user ?id|user ?name|database|initial catalog|endpoint|account ?name|default ?endpoints ?protocol|shared ?access ?key ?name|provider|driver|address|addr) ?=[^;"'`\n]{1,200};/i;
const BEFORE = 300;
/** A machine, a login and their words. */
const LOOK_BACK = 160;

export interface NamePlace {
  word: string;
  start: number;
  wordEnd: number;
  /** That of the name with what follows it over dots. */
  end: number;
}

/** The value given to a name, if it looks secret. */
export function writtenValue(text: string, name: NamePlace): { value: string; end: number } | null {
  const { start, word, end: within } = name;
  const near = text.slice(Math.max(0, start - 40), start);
  for (const form of FORMS) {
    if (form.name !== undefined && !form.name.test(word)) continue;
    if (form.far !== true && form.before !== null && !form.before.test(near)) continue;
    form.after.lastIndex = form.dotted === true ? within : name.wordEnd;
    const value = form.after.exec(text)?.[1];
    if (value === undefined) continue;
    if (form.far === true && !form.before!.test(text.slice(Math.max(0, start - LOOK_BACK), start))) continue;
    if (form.code === false && isCode(value)) continue;
    if (form.sure === true ? !isStandIn(value) : isSecret(word, value)) {
      return { value, end: form.after.lastIndex };
    }
  }
  if (/^(?:AccountKey|SharedAccessKey|SharedSecret\w*)$/i.test(word)) {
    ACCOUNT_KEY.lastIndex = within;
    const value = ACCOUNT_KEY.exec(text)?.[1];
    if (value !== undefined) return { value, end: ACCOUNT_KEY.lastIndex };
  }
  CONNECTION.lastIndex = within;
  const value = CONNECTION.exec(text)?.[1];
  if (value === undefined || isCode(value) || !isSecret(word, value)) return null;
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
  const odd = /\d/.test(value) || (namesPassword(name) && /[!@#%^&*+=?~]/.test(value));
  return odd && !WORDS.test(value) && looksSecret(name, value);
}
