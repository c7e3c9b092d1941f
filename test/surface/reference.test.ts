import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { REFERENCE_FOLDER, referencePages } from "../../scripts/make-reference.ts";

test("docs/reference is what the table says; renew it with `node scripts/make-reference.ts`", async () => {
  const pages = await referencePages();
  assert.deepEqual(readdirSync(REFERENCE_FOLDER).sort(), [...pages.keys()].sort());
  for (const [name, text] of pages) {
    assert.equal(readFileSync(join(REFERENCE_FOLDER, name), "utf8").replaceAll("\r\n", "\n"), text, name);
  }
});
