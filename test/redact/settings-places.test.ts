// Places that a file's kind makes one of secrets: files of settings alone, where words are secrets as well; columns of tables;
// headers. None survives, and redacting twice changes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { redactSync } from "../../src/redact/redact.ts";
import { alnum, hex } from "./synthetic.ts";

const letters = ["sword", "fishy"].join("");
const key = `x7${alnum(38)}Q`;
const base64 = (text: string) => Buffer.from(text).toString("base64");

type Place = [path: string, secret: string, write: (secret: string) => string];

const tables: Place[] = [
  ["users.csv", letters, (s) => `user,password\nbob,${s}\n`],
  ["users.csv", letters, (s) => `"User";"Password";"x"\r\n"bob";"${s}";1\r\n`],
  ["users.csv", "sword;fi,shy", (s) => `id,db_password,x\n1,"${s}",2\n`],
  ["users.csv", `sword""fi`, (s) => `userPassword\n"a\n${s}"\n`],
  ["users.tsv", letters, (s) => `user\tpasswd\tx\nbob\t${s}\t1`],
  ["users.csv", key, (s) => `user,api_key\nbob,${s}\n`],
  ["users.csv", letters, (s) => `\uFEFFpassword,user\n${s},bob\n`],
];

/** Nothing but settings stands there: words are secrets as well. */
const environment: Place[] = [".env", ".env.production", "prod.env", ".envrc", "config/.env"].flatMap(
  (path): Place[] => [
    [path, letters, (s) => `API_TOKEN=${s}\n`],
    [path, letters, (s) => `A=1\r\nexport SECRET_KEY='${s}'\r\n`],
    [path, letters, (s) => `#JWT_SECRET=${s}\nB=2`],
    [path, letters, (s) => `CLIENT_SECRET = "${s}" # of the app\n`],
    [path, "correct horse battery", (s) => `DB_PASSWORD=${s} # note\n`],
    [path, "correct horse battery", (s) => `APP_SECRET="${s}"\n`],
    [path, letters, (s) => `  AUTH_TOKEN: ${s}\n`],
    [path, letters, (s) => `SESSION_SECRET_1=${s}`],
    [path, `/${base64("sword fish9+")}=`, (s) => `SIGNING_KEY=${s}`],
  ],
);

const headers: Place[] = [
  ["a.http", alnum(32), (s) => `Cookie: session=${s}\n`],
  ["a.http", alnum(32), (s) => `Cookie: theme=dark; lang=en; sessionid=${s}; a=b\n`],
  ["a.http", alnum(32), (s) => `Set-Cookie: sessionid=${s}; Path=/; HttpOnly\n`],
  ["a.md", alnum(32), (s) => `curl -H "cookie: connect.sid=s%3A${s}" x`],
  ["a.py", hex(32), (s) => `headers = {"Cookie": "PHPSESSID=${s}"}`],
  ["a.json", `${alnum(39)}Q==`, (s) => `{"auths": {"acme.io": {"auth": "${s}"}}}`],
  [".dockercfg", `${alnum(39)}9==`, (s) => `{"https://acme.io/v1/": {"auth": "${s}"}}`],
];

const marked = ["Quack", "7!Wob", "ble"].join("");
/** Without quotes: in comments of code, behind `?=`, with a sign that begins a comment elsewhere. */
const bare: Place[] = [
  [".gitignore", marked, (s) => `# password=${s}\n`],
  ["a.py", marked, (s) => `# password: ${s}\n`],
  ["a.py", marked, (s) => `x = 1  # the db password = ${s}, as before\n`],
  ["a.ts", marked, (s) => `  // smtp_password: ${s}\n`],
  ["a.ts", marked, (s) => `/*\n * password: ${s}\n */\n`],
  ["a.sql", marked, (s) => `-- password: ${s};\n`],
  ["a.lua", `${marked}#9`, (s) => `-- password=${s}\n`],
  ["a.ini.lisp", marked, (s) => `; password: ${s}\n`],
  ["a.go", key, (s) => `// api_key: ${s}\n`],
  ["Makefile", marked, (s) => `DB_PASSWORD ?= ${s}\n`],
  ["Makefile", `${marked}#9`, (s) => `DB_PASSWORD := ${s}\n`],
  ["notes.txt", `${marked}#9`, (s) => `Password: ${s}\n`],
  ["a.log", `${marked}#9`, (s) => `login with password=${s}\n`],
  ["a.diff", `${marked}#9`, (s) => `-  password: ${s}\n+  password: x\n`],
];

test("bare words in comments that are no secrets stay", () => {
  for (const text of [
    "# password: required, at least 8 characters",
    "// token: string",
    "# password=self.password1",
    "// password: options.password ?? getPassword(1)",
    "# password: <your-password1>",
    "// token = lexer.next1()",
    "// see https://a.b/reset?password=1",
    "# secret: see vault/path-1",
  ])
    assert.equal(redactSync("a.py", text).text, text);
});

for (const [kind, places] of Object.entries({ tables, environment, headers, bare })) {
  test(`${kind}: no secret survives in any of its places`, () => {
    const left: string[] = [];
    for (const [path, secret, write] of places) {
      const text = write(secret);
      assert.ok(text.includes(secret), text);
      const shown = redactSync(path, text).text;
      if (shown.includes(secret)) left.push(`${path}: ${shown}`);
      if (redactSync(path, shown).text !== shown)
        left.push(`twice: ${shown} → ${redactSync(path, shown).text}`);
      assert.equal(shown.split("\n").length, text.split("\n").length);
    }
    assert.deepEqual(left, []);
  });
}
