// What may be searched and indexed of a file is what may be shown of it, and the rest stays in its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "../../src/redact/find-secrets.ts";
import { redactSync } from "../../src/redact/redact.ts";
import { indexedText, searchedText, secretsKnownBy } from "../../src/redact/searched-text.ts";
import { alnum, syntheticSecrets } from "./synthetic.ts";

const NAMES =
  ".env .env.local prod.env .npmrc x.npmrc .pypirc .netrc _netrc me.netrc .pgpass .pgpass-old pgpass.conf .htpasswd passwd htpasswd.bak shadow credentials .git-credentials .my.cnf config a.ini a.yaml a.yml a.conf a.toml a.tf a.txt a.log a.sh Dockerfile a.service a.md a.ts a.py a.json a.sql a.xml Makefile".split(
    " ",
  );

const WORD = `zq${alnum(10)}`;
const TEXTS = [
  ...syntheticSecrets().map((s) => s.text),
  `password = ${WORD}\npassword ${WORD}\nmachine a login b password ${WORD}\n`,
  `a.example:5432:db:user:${WORD}\n_auth=${WORD}\nuser:${WORD}\nroot:$6$${WORD}:1:2\n`,
  `DB_PASSWORD=${WORD}\nkey: ${WORD}\n--password ${WORD}\nhttps://user:${WORD}@example.org/\n`,
];

test("files of the same text have the same secrets where nothing in their names matters, or their names are the same", () => {
  for (const text of TEXTS) {
    for (const name of NAMES) {
      const same = secretsKnownBy(name) === "" ? "other/plain.ts" : `other/folder/${name}`;
      assert.deepEqual(findSecrets(`some/${name}`, text), findSecrets(same, text), name);
    }
  }
});

test("one character, or as many as were there, stand where a redacted text has a mark", () => {
  for (const text of TEXTS) {
    for (const path of NAMES) {
      const redacted = redactSync(path, text).text.replaceAll(/\[redacted:[\w-]+\]/g, "*");
      assert.equal(searchedText(path, text).replaceAll("\uFDD0", "*"), redacted);
      const indexed = indexedText(path, text);
      assert.equal(indexed.length, text.length);
      assert.equal(indexed.replaceAll(/\uFDD0+/g, "*"), redacted.replaceAll(/\*+/g, "*"));
    }
  }
});
