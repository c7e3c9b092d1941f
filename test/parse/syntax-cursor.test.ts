// The quick way to walk a tree gives what the library's own cursor gives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { directReader } from "../../src/parse/syntax-cursor.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { CASES, fixture } from "./syntax-text.ts";

test("both cursors lead to the same facts, on code and on broken code", async () => {
  const quick = await createInlineParser();
  const plain = await createInlineParser({ publicCursor: true });
  for (const [name, languageId] of CASES) {
    const text = fixture(name);
    for (const version of [text, text.slice(0, Math.floor(text.length * 0.6)), text.replace(/[)}]/g, "")]) {
      assert.deepEqual(quick.parse(version, languageId), plain.parse(version, languageId), name);
    }
  }
});

test("a module without the calls has no quick way", () => {
  assert.equal(directReader({}), null);
});
