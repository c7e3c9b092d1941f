import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { redactSync } from "../../src/redact/redact.ts";
import { syntheticSecrets } from "../redact/synthetic.ts";

const soak = Number(process.env.PITH_SOAK ?? 1);
const secrets = syntheticSecrets();

const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
  fc.constantFrom(
    "\n",
    "\r\n",
    ' = "',
    "password",
    'token: "',
    "://",
    ":a1b2c3d4@",
    "-----BEGIN PRIVATE KEY-----\n",
    "AKIA",
  ),
);
const filler = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));
const path = fc.constantFrom("a.ts", ".env", "x.json", "", ".npmrc", "README.md");

test("a secret is hidden wherever it stands, lines keep their number, and redacting twice changes nothing", () => {
  fc.assert(
    fc.property(filler, fc.constantFrom(...secrets), filler, path, (before, secret, after, path) => {
      const text = `${before}\n${secret.text}\n${after}`;
      const { text: shown, redactions } = redactSync(secret.path ?? path, text);
      assert.ok(!shown.includes(secret.secret));
      assert.equal(shown.split("\n").length, text.split("\n").length);
      assert.ok(redactions.every((r, i) => i === 0 || redactions[i - 1]!.line <= r.line));
      assert.equal(redactSync(secret.path ?? path, shown).text, shown);
    }),
    { numRuns: 300 * soak },
  );
});

test("redaction changes nothing but what it marks", () => {
  fc.assert(
    fc.property(filler, path, (text, path) => {
      const { text: shown, redactions } = redactSync(path, text);
      const marks = shown.split(/\[redacted:[a-z0-9-]+\]/).length - 1;
      assert.ok(marks >= redactions.length);
      if (redactions.length === 0) assert.equal(shown, text);
      else {
        // What stands between the marks stands in the original, in this order.
        let at = 0;
        for (const part of shown.split(/\[redacted:[a-z0-9-]+\]/)) {
          const found = text.indexOf(part, at);
          assert.ok(found !== -1);
          at = found + part.length;
        }
      }
    }),
    { numRuns: 300 * soak },
  );
});
