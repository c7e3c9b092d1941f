// Rankings of six small repositories, kept as text: a change of ranking is seen as a change of these files.
//   PITH_UPDATE_GOLDEN=1 node scripts/run-tests.ts golden     writes them anew
//   PITH_EXPLAIN_GOLDEN=1 node scripts/run-tests.ts golden    prints them with each place's evidence
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fixtureSnapshot } from "./fixture-snapshot.ts";
import { type GoldenQuery, goldenText } from "./golden-text.ts";

const at = (name: string) => new URL(name, import.meta.url);
const queries = JSON.parse(readFileSync(at("queries.json"), "utf8")) as Record<string, GoldenQuery[]>;

for (const [name, asked] of Object.entries(queries)) {
  test(`ranking of ${name}`, async () => {
    const snapshot = await fixtureSnapshot(name);
    const text = goldenText(snapshot, asked, false);
    if (process.env["PITH_EXPLAIN_GOLDEN"]) console.log(`${name}\n\n${goldenText(snapshot, asked, true)}`);
    if (process.env["PITH_UPDATE_GOLDEN"]) writeFileSync(at(`${name}.txt`), text);
    assert.equal(text, readFileSync(at(`${name}.txt`), "utf8").replaceAll("\r\n", "\n"));
  });
}
