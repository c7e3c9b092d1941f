// Where a token of a known service begins: after an escape in a string, glued to letters of the other case, before `_`;
// and a password in an address that was taken for a path.
import assert from "node:assert/strict";
import { test } from "node:test";
import { redactSync } from "../../src/redact/redact.ts";

const KEY = `AKIA${"Z7Q2K9WXM4T8B1CD"}`;
const TOKEN = `ghp_${"keB1bc7GdAHbFgbcCCchcGCb7Hdh11HbHHBb"}`;

test("a token is found after whatever ends in a letter and is no word", () => {
  for (const before of ["\\n", "\\t", "\\r", "\\x0A", "\\u000a", "%0A", "%3d", "_", "1", "é\\n"]) {
    for (const token of [KEY, TOKEN]) {
      const text = `const header = "one${before}${token}";`;
      assert.ok(!redactSync("a.ts", text).text.includes(token), text);
    }
  }
  for (const text of [`key_id${KEY}`, `id${KEY} rest`, `${KEY}_old = 1`, `KEY${TOKEN}`]) {
    assert.ok(!/AKIAZ7Q2|ghp_keB1/.test(redactSync("a.ts", text).text), text);
  }
});

test("a longer word of the same case that holds the form is none", () => {
  for (const text of [`X${KEY}`, `${KEY}X`, `x${TOKEN.slice(0, 20)}`]) {
    assert.equal(redactSync("a.ts", text).text, text);
  }
});

test("the password of an address with one slash", () => {
  for (const address of ["https:/bob:zq9Kd2xLmM@host/x", "https://bob:zq9Kd2xLmM@host/x"]) {
    assert.ok(!redactSync("", `There is no file ${address}.`).text.includes("zq9Kd2xLmM"), address);
  }
  for (const path of ["c:/users:all/x@y", "see:/a:b@c"]) assert.equal(redactSync("", path).text, path);
});
