// Each language's fixture holds every construct that its rules know; the `.facts` file beside it is what they must say.
// After a wanted change: PITH_UPDATE=1 node scripts/run-tests.ts syntax-languages, then read the difference.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { languages } from "../../src/lang/registry.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { CASES, factsOf, factsText, fixture, FIXTURES } from "./syntax-text.ts";

for (const [name, languageId] of CASES) {
  test(`facts of ${name}`, async () => {
    const parser = await createInlineParser();
    const text = factsText(factsOf(parser.parse(fixture(name), languageId)));
    const file = join(FIXTURES, `${name}.facts`);
    if (process.env.PITH_UPDATE === "1") writeFileSync(file, text);
    assert.equal(text, readFileSync(file, "utf8"));
  });
}

test("every language with a grammar has a fixture", () => {
  const covered = new Set(CASES.map(([, id]) => id));
  const missing = languages.filter((l) => l.syntax !== undefined && !covered.has(l.id)).map((l) => l.id);
  assert.deepEqual(missing, []);
});
