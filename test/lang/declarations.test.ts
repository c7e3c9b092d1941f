import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { languageById, languageOf, languages } from "../../src/lang/registry.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { TermReader } from "../../src/text/term-reader.ts";
import { DECLARED } from "./declared.ts";

const folder = new URL("../fixtures/lang/", import.meta.url);
const fixtures = readdirSync(folder).sort();

for (const fixture of fixtures) {
  test(`declarations of ${fixture}`, () => {
    const text = readFileSync(new URL(fixture, folder), "utf8");
    const language = languageOf(fixture, text.split("\n", 1)[0]!, {});
    assert.equal(language.id, fixture.slice(0, fixture.indexOf(".")));
    const { declarations, imports } = wordsFacts(text, language, new TermReader());
    const found = declarations.map(
      (d) =>
        `${d.start === d.line ? "" : `${d.start}/`}${d.line}-${d.end} ${d.kind} ${d.name}` +
        (d.parent < 0 ? "" : ` < ${declarations[d.parent]!.name}`),
    );
    const wanted = DECLARED[fixture]!;
    assert.deepEqual(
      found,
      wanted.declarations
        .trim()
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    );
    assert.equal(imports.join(" "), wanted.imports);
  });
}

test("every language has a fixture", () => {
  const shown = new Set(fixtures.map((fixture) => fixture.slice(0, fixture.indexOf("."))));
  assert.deepEqual(
    languages.map((l) => l.id).filter((id) => !shown.has(id)),
    [],
  );
  for (const id of shown) assert.ok(languageById(id), id);
});
