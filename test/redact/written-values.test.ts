// Secrets in the ways that markup, settings and command lines write them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { redactSync } from "../../src/redact/redact.ts";
import { alnum, hex } from "./synthetic.ts";

const shown = (path: string, text: string) => redactSync(path, text).text;
const password = ["Kq9!", "xTr4zLm"].join("");
const key = `x7${alnum(40)}Q`;
const account = `${key}${alnum(42)}==`;

const secrets: [path: string, secret: string, write: (secret: string) => string][] = [
  ["a.json", password, (s) => `{"main": "Server=db;User Id=app;Password=${s};Encrypt=true"}`],
  ["a.cs", password, (s) => `var c = "Password=${s};Server=tcp:db,1433;User Id=app";`],
  ["web.config", password, (s) => `<add name="x" connectionString="Data Source=db;Uid=app;Pwd=${s};" />`],
  [
    "a.json",
    account,
    (s) => `{"s": "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};EndpointSuffix=x"}`,
  ],
  [
    "a.xml",
    account,
    (s) => `<c>DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};EndpointSuffix=x</c>`,
  ],
  ["settings.xml", password, (s) => `<server><password>${s}</password></server>`],
  ["a.xml", password, (s) => `<ns:dbPassword>\n  ${s}\n</ns:dbPassword>`],
  ["app.config", key, (s) => `<add key="ApiKey" value="${s}"/>`],
  ["a.xml", password, (s) => `<property name='password'\n  value='${s}' />`],
  ["a.xml", password, (s) => `<entry key="db.password">${s}</entry>`],
  ["a.ts", key, (s) => `fetch("https://api.acme.io/v1?api_key=${s}&page=2")`],
  ["a.ts", key, (s) => `fetch(\`https://api.acme.io/v1?page=2&access_token=${s}\`)`],
  ["a.py", hex(32), (s) => `sentry_sdk.init("https://${s}@o1.ingest.acme.io/42")`],
  ["a.ts", password, (s) => `const body = "{\\"user\\":\\"a\\",\\"password\\":\\"${s}\\"}";`],
  ["a.json", password, (s) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ password: s }) }) })],
  ["a.yml", password, (s) => `db:\n  password: |\n    ${s}\n  user: a\n`],
  ["a.yaml", password, (s) => `password: >-\n  ${s}\n`],
  ["a.yaml", password, (s) => `env:\n  - name: DB_PASSWORD\n    value: ${s}\n`],
  ["a.yaml", key, (s) => `env:\n  - name: "API_TOKEN"\n    value: "${s}"\n`],
  ["task.json", password, (s) => `{"name": "DB_PASSWORD", "value": "${s}"}`],
  ["README.md", key, (s) => `curl -H 'X-Api-Key: ${s}' https://acme.io`],
  ["a.ts", key, (s) => `{ Authorization: "Token ${s}" }`],
  ["a.py", key, (s) => `headers = {"Authorization": "${s}"}`],
  ["README.md", password, (s) => `mysql --password '${s}' db`],
  ["README.md", password, (s) => `tool --password=${s} db`],
  ["build.gradle", password, (s) => `    storePassword '${s}'`],
  ["README.md", key, (s) => `export API_TOKEN=${s}`],
  ["a.md", password, (s) => `$ DB_PASSWORD=${s} npm start`],
  ["a.ts", alnum(900), (s) => `const apiKey = "${s}";`],
  [".env", "Kq9(xT#r4,zLm)", (s) => `DB_PASSWORD=${s}\nPORT=1`],
  ["app.properties", "Kq9#xT,r4zLm", (s) => `db.password = ${s}\n`],
  ["a.ts", ["barracuda", "9!xTr"].join(""), (s) => `const password = "${s}";`],
  ["a.ts", ["mystery", "9!xTr"].join(""), (s) => `const password = "${s}";`],
  ["a.ts", ["Zx9q", ".kLm8wTr"].join(""), (s) => `const password = "${s}";`],
];

test("secrets in every way of writing them are hidden, and redacting twice changes nothing", () => {
  const left: string[] = [];
  for (const [path, secret, write] of secrets) {
    const text = shown(path, write(secret));
    if (text.includes(secret)) left.push(`${path}: ${text}`);
    assert.equal(shown(path, text), text);
    assert.equal(text.split("\n").length, write(secret).split("\n").length);
  }
  assert.deepEqual(left, []);
});

test("what stands around the secret stays", () => {
  assert.equal(
    shown("a.json", `{"a": "Server=db;Password=${password};Encrypt=true"}`),
    '{"a": "Server=db;Password=[redacted:assignment];Encrypt=true"}',
  );
  assert.equal(
    shown("a.xml", `<password>${password}</password>`),
    "<password>[redacted:assignment]</password>",
  );
  assert.equal(shown("a.md", `"/a?token=${key}&b=1"`), '"/a?token=[redacted:assignment]&b=1"');
});

test("code and words in the same forms are left alone", () => {
  const harmless: [path: string, text: string][] = [
    ["a.js", "var user=b;password=c9.d(1);token=e2;host=1;"],
    ["a.js", 'error("password: must_have_8_letters")'],
    ["a.min.js", 'throw Error("Astral mode for token "+b[0]);if(d1){f("x")}'],
    ["a.xml", "<password>${db.password.1}</password>"],
    ["a.tsx", "<Token>{value1.name2}</Token>"],
    ["a.yml", "- name: DB_PASSWORD\n  valueFrom: secretKeyRef12345678"],
    ["a.ts", "fetch(`/a?api_key=${keys.api1.production}&b=1`)"],
    ["a.py", "API_TOKEN=settings.API_TOKEN_2"],
    ["a.py", 'password = "settings.oauth2.db_password"'],
    ["a.ts", 'const password = "foobar123";'],
    ["a.ts", 'const password = "myPass1234";'],
    ["a.md", "git@github.com and https://someone@example.com and ssh://deploy@host"],
    ["a.sh", "tool --token $TOKEN_12345678 --password-file /etc/password1"],
  ];
  for (const [path, text] of harmless) assert.equal(shown(path, text), text);
});
