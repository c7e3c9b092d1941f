// A word that stands for others (`admin`, `root`, `key`) is a password once digits and marks are joined to it; and a name is
// about a secret only where its last part is a word.
import assert from "node:assert/strict";
import { test } from "node:test";

import { namesSecret } from "../../src/redact/looks-secret.ts";
import { redactSync } from "../../src/redact/redact.ts";

const written: [path: string, write: (value: string) => string][] = [
  ["a.ts", (value) => `const password = "${value}";`],
  ["a.yml", (value) => `db_password: ${value}\n`],
  ["a.py", (value) => `connect(user="bob", passwd="${value}")`],
];

/** Each with what looks like it and stays. */
const grown: [secret: string, lookAlikes: string[]][] = [
  ["Admin123!", ["admin", "admin1", "Admin", "admin-1"]],
  ["Root2024!!", ["root", "root:root", "root24"]],
  ["Postgres1!", ["postgres", "postgres-1", "postgres1"]],
  ["user!2345", ["user-1", "user_1", "#user1"]],
  ["root@1234", ["root@localhost", "admin@localhost"]],
  ["Key-2024-77", ["key-1-2", "Key_1"]],
  ["Redis#2024!", ["#redis-2024", "redis:6379"]],
  ["Guest#77", ["guest", ".guest-7", "guest=77"]],
  ["Database#1", ["database", "database_1", "#database1"]],
  ["admin1234", ["myPass1234", "foobar123", "test1234"]],
  ["Admin!!", ["Admin!", "password!"]],
  ["Password1!", ["password1", "new_password2", "Password", "your-password-1!", "${password}!1"]],
  ["Secret-202477", ["secret123", "secret-123456", "change-me!123", "{{secret}}#1"]],
];

test("a stand-in word that has grown is hidden behind names that say password; without marks it stays", () => {
  const wrong: string[] = [];
  for (const [path, write] of written) {
    for (const [secret, lookAlikes] of grown) {
      if (redactSync(path, write(secret)).text.includes(secret)) wrong.push(`shown: ${write(secret)}`);
      for (const word of lookAlikes) {
        if (redactSync(path, write(word)).text !== write(word)) wrong.push(`hidden: ${write(word)}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test("names of other secrets need randomness, whatever marks stand there", () => {
  for (const [secret] of grown) {
    const text = `const token = "${secret}";`;
    assert.equal(redactSync("a.ts", text).text, text);
  }
});

test("the last part of a name says that its value is about a secret only where it is a word", () => {
  const secrets =
    "db_password_covid password_grid secret_platform password_account password_habitat smtp_password_float PASSWORD_COMBAT passwordGrid password_update token_profile secret_stable password_candidate passwordReview";
  const about =
    "tokenId token_id tokenid tokenIds token.ids passwordUrl PASSWORD_URL tokenType token_type secretName passwordFieldName password_file_path passwordExpiresAt tokenEndpoint token_expiration passwordmaxlength SECRET_IDS passwordFormats password_datetime tokenExpiry tokenURL secretkeyname AccessKeyId AUTH_PASSWORD_VALIDATORS password1name PASSWORDID";
  assert.deepEqual(
    secrets.split(" ").filter((name) => !namesSecret(name)),
    [],
  );
  assert.deepEqual(
    about.split(" ").filter((name) => namesSecret(name)),
    [],
  );
});
