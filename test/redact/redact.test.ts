import assert from "node:assert/strict";
import { test } from "node:test";

import { redactSync, secretRemover } from "../../src/redact/redact.ts";
import { alnum, hex, pem, syntheticSecrets } from "./synthetic.ts";

const shown = (path: string, text: string) => redactSync(path, text).text;

test("a text without secrets is given back as it is", () => {
  const text = "const password = readPassword();\nif (token === null) throw new TokenError('missing');\n";
  assert.equal(shown("a.ts", text), text);
});

test("marks name the rule and the line", () => {
  const secret = alnum(40);
  const text = `one\nAWS_SECRET_ACCESS_KEY="${secret}"\nthree\n`;
  assert.deepEqual(redactSync("a.ts", text), {
    text: 'one\nAWS_SECRET_ACCESS_KEY="[redacted:aws-secret-key]"\nthree\n',
    redactions: [{ line: 2, rule: "aws-secret-key" }],
  });
});

test("each line of a private key is hidden, so that any part of the file may be shown", () => {
  const key = pem("RSA PRIVATE KEY");
  const text = `before\n${key}\nafter\n`;
  const lines = shown("key.pem", text).split("\n");
  assert.equal(lines.length, text.split("\n").length);
  assert.equal(lines[0], "before");
  assert.match(lines[1]!, /BEGIN/);
  for (const line of lines.slice(2, -3)) assert.equal(line, "[redacted:private-key]");
  assert.match(lines.at(-3)!, /END/);
});

test("private keys inside code, JSON and comments, cut short, or without their end", () => {
  const key = pem("EC PRIVATE KEY");
  const body = key.split("\n")[3]!;
  const forms = [
    JSON.stringify({ key }),
    key
      .split("\n")
      .map((l) => `"${l}\\n" +`)
      .join("\n"),
    key
      .split("\n")
      .map((l) => `# ${l}`)
      .join("\n"),
    key.split("\n").slice(0, -3).join("\n"),
    key.replaceAll("\n", "\r\n"),
  ];
  for (const form of forms) assert.ok(!shown("a.txt", form).includes(body), form);
  const short = ["-----BEGIN ", "PRIVATE KEY-----\nMIIabc", "defghi==\n-----END PRIVATE KEY-----"].join("");
  assert.ok(!shown("a.txt", short).includes("defghi"));
});

test("code that only speaks of private keys is left alone", () => {
  const text = [
    'const BEGIN = "-----BEGIN PRIVATE KEY-----";',
    "export function parsePrivateKeyInformation(text: string): PrivateKeyInformation {",
    "  return decodeBase64Information(text.slice(BEGIN.length, text.indexOf(END)));",
    "}",
    'const END = "-----END PRIVATE KEY-----";',
  ].join("\n");
  assert.equal(shown("a.ts", text), text);
});

test("an access key id hides its secret nearby", () => {
  const secret = `a1B${alnum(37)}`;
  const id = ["AK", "IA", "ABCDEFGHIJKLMNOP"].join("");
  const text = `id: ${id}\nkey: ${secret}\n`;
  assert.equal(shown("a.txt", text), "id: [redacted:aws-key-id]\nkey: [redacted:aws-secret-key]\n");
});

test("values assigned to names that say secret, in the ways that languages assign", () => {
  const value = `x7${alnum(22)}Q`;
  const forms: [path: string, text: string][] = [
    ["a.ts", `const apiKey: string = "${value}";`],
    ["a.ts", `const config = { clientSecret: '${value}' };`],
    ["a.ts", `const token =\n  "${value}";`],
    ["a.py", `settings["SECRET_KEY"] = "${value}"`],
    ["a.py", `API_KEY = b'${value}'`],
    ["a.go", `authToken := "${value}"`],
    ["a.rs", `let access_token: &str = "${value}";`],
    ["a.rb", `:client_secret => "${value}"`],
    ["a.php", `define('DB_PASSWORD', '${value}');`],
    ["a.ts", `if (token === "${value}") {`],
    [".env", `SECRET_TOKEN=${value}`],
    ["app.properties", `db.password=${value}`],
    ["a.yml", `  api_key: ${value}`],
    ["a.json", `{"private_key": "${value}"}`],
  ];
  for (const [path, text] of forms) assert.ok(!shown(path, text).includes(value), text);
  assert.ok(!shown("a.ts", 'const password = "Tr0ub4dor&3";').includes("Tr0ub"));
});

test("words, templates, placeholders and references are not secrets", () => {
  const harmless: [path: string, text: string][] = [
    ["a.ts", 'const tokenType = "application/x-www-form-urlencoded-1";'],
    ["a.ts", 'password: "${process.env.PASSWORD_1}"'],
    ["a.py", 'SECRET_KEY = os.environ["SECRET_KEY_2"]'],
    ["a.py", 'token = "your-token-goes-here-123456"'],
    ["a.py", 'password = "correct horse battery staple 1"'],
    ["a.ts", 'const passwordUrl = "https://acme.io/reset/1234567890abcdef";'],
    ["a.ts", 'const token = "identifier_expression_list";'],
    ["a.ts", "const token = scanner.nextToken2();"],
    ["a.txt", "postgres://postgres:postgres@localhost/db"],
    ["a.txt", "https://user:password@example.com/ and https://$USER:$PASS@host.io"],
    ["a.txt", "see https://example.com:8080/path@2"],
    ["a.ts", "type Options = { token: string; secret: SecretOptions };"],
    ["a.txt", "AKIAIOSFODNN7EXAMPLE"],
    ["a.txt", "//registry.example.org/:_authToken=${NPM_TOKEN}"],
  ];
  for (const [path, text] of harmless) assert.equal(shown(path, text), text);
});

test("only the password of a URL is hidden", () => {
  assert.equal(
    shown("a.txt", `redis://app:${["s3", "cr3tpw"].join("")}@cache:6379/0`),
    "redis://app:[redacted:url-password]@cache:6379/0",
  );
});

test("a comment in the text cannot switch redaction off", () => {
  const value = ["gh", "p_", alnum(36)].join("");
  assert.ok(!shown("a.ts", `// secretlint-disable\nconst t = "${value}";`).includes(value));
});

test("a text without a file, such as a query, is redacted too", () => {
  const value = ["gl", "pat-", alnum(20)].join("");
  assert.equal(redactSync("", `where is ${value} used`).text, "where is [redacted:gitlab] used");
  assert.equal(
    redactSync("", `why is api_key=${hex(32)} refused`).text,
    "why is api_key=[redacted:assignment] refused",
  );
});

test("redacting twice changes nothing", () => {
  const all = syntheticSecrets();
  const text = all.map((s) => s.text).join("\n");
  for (const path of ["a.ts", ".npmrc", "a.json", "a.yml", ""]) {
    const once = redactSync(path, text);
    assert.deepEqual(redactSync(path, once.text), { text: once.text, redactions: [] }, path);
  }
});

test("what was cut from a text loses every secret of it, also those that overlap or hold one another", () => {
  const [one, two] = ["Kq9xTr4z", "Tr4zLm7w"] as const;
  const text = [one, two, `${one}Lm7w!`].map((s) => `password = "${s}"`).join("\n");
  const clean = secretRemover("a.ts", text)!;
  assert.equal(clean(`f(${one}, ${two})`), "f([redacted:assignment], [redacted:assignment])");
  // Two that overlap are one; of what is a part of none, all stays.
  assert.equal(clean("f(Kq9xTr4zLm7w)"), "f([redacted:assignment])");
  assert.equal(clean(`f(${one}Lm7w!, Kq9x)`), "f([redacted:assignment], Kq9x)");
  assert.equal(secretRemover("a.ts", "f(x)"), null);
});
