// Runs in a worker of the test beside it. Texts made to be slow: what leads into an expression, a piece or several of what
// it repeats, an ending that lets it fail. Tells each shape before it is tried, so that one that never ends is known.
//
// V8 doesn't count the steps of an expression. So the work is the time of this thread on a processor, which a busy machine
// hardly changes, and what is judged is its growth alone: a text of four times the length may cost eight times as much;
// quadratic work costs sixteen times, and exponential work never ends.
import { parentPort, workerData } from "node:worker_threads";
import { findSecrets } from "../../src/redact/find-secrets.ts";

/** What leads into the expressions of each file of redaction. */
const LEADS = [
  "",
  "https://",
  "https://a:",
  "\\/\\/a:",
  "https://x@y ${a:b@",
  "kind: Secret\ndata:\n  a: x",
  "kind: Secret\ndata:",
  '{"kind": "Secret", "data": {"a',
  "-----BEGIN PRIVATE KEY-----\nx",
  "-----BEGIN PRIVATE KEY-----\nx!",
  "Private-Lines: 9\n",
  'password = "',
  "password: ",
  "DB_PASSWORD=",
  "<password>",
  "<password a='",
  "secret_key=",
  "token: string = ",
  "env.token || ",
  'passwords = ["a", ',
  "passwords:\n",
  "setPassword(",
  "| password |",
  "password: |\n ",
  'NetworkCredential("',
  "mysqli_connect(",
  "Server=a;Password=Kq9xTr4zLm",
  "authorization: ",
  "Cookie: session=",
  "Cookie: ",
  '"auths": {"auth": "',
  'ConvertTo-SecureString "',
  "user,password\n",
  "password = (",
  "Token { ",
  'password = "a" + ',
  "API_TOKEN=",
  "basic ",
  "machine a login ",
  "machine ",
  "curl -u ",
  "echo ",
  "htpasswd -b ",
  "a:5432:",
  "h:5432:a:a:",
  "_authToken=",
  "IDENTIFIED BY '",
  "eyJ",
  "xoxb-",
  "ghs_1_",
  "sk-proj-",
  "oracle:thin:a/",
  "%3A%2F%2Fa%3A",
  "a?sig=",
  '"kty","d": "',
];

/** Of each alphabet that an expression repeats, a piece. */
const PIECES = [
  ..." \t\n\\/:@#=,;.-_?&%*|a0AeZ$<>()[]{}'\"`",
  "\r\n",
  "\\n",
  '\\"',
  "${a}",
  "${",
  "{{a}}",
  "{{",
  "{a}",
  "<a>",
  "<//}{>",
  "a.",
  "a-",
  "a:",
  "a@",
  "a=",
  "a1",
  "//",
  "//a:",
  "%3A",
  "b, ",
  '"a", ',
  "'a',",
  '"data":{',
  "kind: Secret\n",
  "sid=",
  '"a" + ',
  '"a" ',
  "get; ",
  "_PAT=",
  " #",
  " -Force",
  "key-",
  ":AA",
  "fm2_",
  "---\n",
  "- a\n",
  "login b ",
  " --a",
  " -p",
  " -b",
  "(a,",
  "password",
  "password=",
  "password = [",
  "token: ",
  "key(",
  "pw",
  "psk=",
  ".login(",
  "echo ",
  "echo a | ",
  "htpasswd -b ",
  " --password-stdin",
  "eyJ",
  "EXAMPLE",
  "AKIA",
  "-----BEGIN PRIVATE KEY-----",
  "-----END",
];

const ENDINGS = ["x/x@y", "", "!@h.io:1/", '"@x', "'", "\n@h", "}", ">", "=", " x@h", "\\"];
const PATHS = ["a.ts", "a.yml", ".env", "a.md", "a.csv", ""];

const SHORT = 6_000;
/** Longer than any bound in an expression, so that only growth without a bound is left. */
const LONG = 24_000;
/** Milliseconds of a short text, below which it is not worth a second look: a quadratic one costs some hundred. */
const CHEAP = 6;

/** In one piece, as a text that was read from a file is. */
const flat = (text: string) => Buffer.from(text).toString();

interface Shape {
  path: string;
  lead: string;
  unit: string;
  ending: string;
}

const textOf = ({ lead, unit, ending }: Shape, length: number) =>
  flat(lead + unit.repeat(Math.ceil(length / unit.length)) + ending);

function cost(shape: Shape, length: number): number {
  const text = textOf(shape, length);
  const before = process.threadCpuUsage();
  findSecrets(shape.path, text);
  const used = process.threadCpuUsage(before);
  return (used.user + used.system) / 1000;
}

/** Pieces after leads, then so many mixtures of two, three and four pieces; always the same. */
function* shapes(mixtures: number): Generator<Shape> {
  let state = 20_240;
  const next = <Item>(list: readonly Item[]): Item => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return list[(state >>> 8) % list.length]!;
  };
  for (const [i, lead] of LEADS.entries()) {
    for (const [j, unit] of PIECES.entries()) {
      // Every lead and every piece, but of their pairs one in four: the soak has all.
      if (mixtures > 500 || (i + j) % 4 === 0) yield { path: next(PATHS), lead, unit, ending: ENDINGS[0]! };
    }
  }
  for (let i = 0; i < mixtures; i++) {
    const unit = Array.from({ length: 2 + (i % 3) }, () => next(PIECES)).join("");
    // Each start again, or only one.
    const lead = next(LEADS);
    yield { path: next(PATHS), lead, unit: i % 2 === 0 ? unit : lead + unit, ending: next(ENDINGS) };
  }
}

function isSlow(shape: Shape): boolean {
  // A few repeats first: what doubles with each of them ends here.
  for (const few of [15, 25]) cost(shape, few * shape.unit.length);
  if (cost(shape, SHORT) < CHEAP) return false;
  let least = Infinity;
  for (let again = 0; again < 3; again++) {
    const long = Math.max(CHEAP, cost(shape, LONG));
    least = Math.min(least, cost(shape, 4 * LONG) / long);
    if (least <= 8) return false;
  }
  return true;
}

/** What is slow only where it is a megabyte long: a scan of plain characters for each place. */
function isSlowAtLast(shape: Shape): boolean {
  let least = Infinity;
  for (let again = 0; again < 3; again++) {
    const long = Math.max(20, cost(shape, 250_000));
    least = Math.min(least, cost(shape, 1_000_000) / long);
    if (least <= 8) return false;
  }
  return true;
}

const { mixtures } = workerData as { mixtures: number };
const port = parentPort!;
const slow: Shape[] = [];
let tried = 0;
for (const shape of shapes(mixtures)) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has none
  port.postMessage({ trying: shape });
  tried++;
  const long = mixtures > 500 && shape.lead === "";
  if (isSlow(shape) || (long && isSlowAtLast(shape))) slow.push(shape);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
port.postMessage({ done: { tried, slow } });
