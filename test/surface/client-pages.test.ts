import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CLIENT_FOLDER, clientPages } from "../../scripts/make-client-pages.ts";

test("docs/guide/clients is what Pith knows of them; renew it with `node scripts/make-client-pages.ts`", () => {
  const pages = clientPages();
  assert.deepEqual(readdirSync(CLIENT_FOLDER).sort(), [...pages.keys()].sort());
  for (const [name, text] of pages)
    assert.equal(readFileSync(join(CLIENT_FOLDER, name), "utf8").replaceAll("\r\n", "\n"), text, name);
});
