// Time grows with the length of a text, whatever the text repeats.
import assert from "node:assert/strict";
import { test } from "node:test";

import { NAME_STARTS } from "../../src/redact/assigned-values.ts";
import { redactSync, secretRemover } from "../../src/redact/redact.ts";
import { TOKEN_RULES } from "../../src/redact/token-rules.ts";

const ends = ["", "_", "a-"];
const starts = TOKEN_RULES.flatMap((r) => r.starts);
const units = [
  ...starts,
  // The rules whose parts may be long or many, and their neighbours.
  ...TOKEN_RULES.filter((r) => /\{\d+,\d{4,}\}|\)\{/.test(r.rest)).flatMap((r) =>
    r.starts.flatMap((s) => ends.map((e) => s + e)),
  ),
  "ghs_1_",
  "eyJ_EXAMPLE",
  "eyJabcdefghijk.eyJ.",
  "xoxb-EXAMPLE-",
  "xoxb-a-.",
  "sk-proj-T3BlbkFJ",
  "AKIA" + "A".repeat(16) + " ",
  "npm_" + "a".repeat(41),
  "-----BEGIN PRIVATE KEY-----\n",
  "-----BEGIN A ",
  "-----END PRIVATE KEY-----\n",
  "-----BEGIN ",
  ...NAME_STARTS,
  "password",
  "secret_key=",
  "password=",
  'token="',
  "token: ",
  "password:\n",
  "api_key,'",
  "pwd=<",
  "passwd>",
  "://",
  "://a:",
  "://:x-oauth-basic",
  "_authToken=",
  "_auth=",
  "bearer ",
  "basic\n",
  "authorization: ",
  "?token=",
  "--password ",
  '\\"token\\":\\"',
  "Server=a;Password=",
  "API_TOKEN=",
  "<password>",
  "//",
  "//a:",
  "//a:b@",
  "//a:/@",
  "\\/\\/a:",
  ":/a:",
  "@",
  "a:b@",
  "a:b9@c.d",
  "a:b@tcp(",
  "%3A%2F%2Fa%3A",
  "oracle:thin:a/",
  "?sig=",
  "machine a login b ",
  "machine a password ",
  "h:5432:a:a:",
  ":5432:",
  "kind: Secret\n",
  "kind: Secret\ndata:\n  a: b\n",
  '"kind":"Secret","data":{"a":"b',
  " -p",
  " -u",
  "curl -u a:",
  "mysql -p",
  "\\\n",
  "IDENTIFIED BY '",
  "pass",
  "pass=",
  "pass: ",
  'pass("',
  "ENV PASSWORD ",
  "ENV ",
  "password=${a:-",
  "password='${",
  "password='{{",
  "password='<",
  "-----BEGIN PRIVATE KEY-----\\n",
  "-----BEGIN PRIVATE KEY-----abc",
  "LS0tLS1CRUdJTi",
  "Private-Lines: 1\na",
  " --password-stdin echo x |",
  "htpasswd -b ",
  '.login("',
  'password=["password=[",',
  "passwords:\n - ",
  '"kty","d":"',
  "token: |\n ",
  "Cookie: sid=",
  'password="a" "',
  'password="a"+"b"+',
  "Set-Cookie: ",
  'ConvertTo-SecureString "',
  '"x" | ConvertTo-SecureString',
  "password = (  #",
  "Token {get;",
  "API_TOKEN=a #",
  "\nAPI_TOKEN=",
  "A_PAT=",
];

/** 400 kB and 2 MB, the largest file that is read, where there is time. */
const size = Number(process.env.PITH_SOAK ?? 1) > 1 ? 400_000 : 20_000;

/** In one piece, as a text that was read from a file is. */
const flat = (text: string) => Buffer.from(text).toString();

function seconds(path: string, text: string): number {
  const before = process.cpuUsage();
  redactSync(path, text);
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

test("a megabyte of every start in turn takes no more than its share", () => {
  const mixed = (length: number) => {
    const round = units.join("");
    return flat(round.repeat(Math.ceil(length / round.length)).slice(0, length));
  };
  const small = seconds("", mixed(100_000));
  let large = seconds("", mixed(1_000_000));
  for (let again = 0; large > 30 * small && again < 2; again++)
    large = Math.min(large, seconds("", mixed(1_000_000)));
  assert.ok(large <= Math.max(1, 30 * small), `${small} → ${large} s`);
});

test("a start of any rule, repeated, takes time in proportion", () => {
  const slow: string[] = [];
  for (const unit of units) {
    const of = (length: number) => seconds("a.env", flat(unit.repeat(Math.ceil(length / unit.length))));
    const small = of(size);
    // Below a fifth of a second the clock says too little; quadratic time is far above it. A busy machine is asked again.
    const limit = Math.max(0.2, 15 * small);
    let large = of(5 * size);
    for (let again = 0; large > limit && again < 2; again++) large = Math.min(large, of(5 * size));
    if (large > limit) slow.push(`${JSON.stringify(unit)}: ${small} → ${large} s`);
  }
  assert.deepEqual(slow, []);
});

test("secrets are taken out of many pieces in proportion, however many there are", () => {
  const of = (count: number) => {
    const lines = Array.from(
      { length: count },
      (_, i) => `const password${i} = "${["Kq9x", "Tr4z"].join("")}${i}";`,
    );
    const before = process.cpuUsage();
    const clean = secretRemover("a.ts", lines.join("\n"))!;
    for (const [i, line] of lines.entries()) {
      assert.equal(clean(line), `const password${i} = "[redacted:assignment]";`);
    }
    const used = process.cpuUsage(before);
    return (used.user + used.system) / 1e6;
  };
  const small = of(1000);
  let large = of(10_000);
  for (let again = 0; large > 30 * small && again < 2; again++) large = Math.min(large, of(10_000));
  assert.ok(large <= Math.max(1, 30 * small), `${small} → ${large} s`);
});
