// What doctor says of languages: who tells the declarations of each, which files here are known by words alone, and why.
import assert from "node:assert/strict";
import { test } from "node:test";
import { supportLines, supportOf } from "../../src/engine/language-support.ts";
import { languageById } from "../../src/lang/registry.ts";
import type { DoctorReport } from "../../src/pack/reports.ts";
import { Opened } from "./opened.ts";

test("support of a language", () => {
  const of = (id: string): string => supportOf(languageById(id)!);
  assert.deepEqual(["rust", "vue", "yaml", "csv"].map(of), ["parser", "code-inside", "sections", "words"]);
  assert.deepEqual(
    supportLines().map((line) => line.replace(/: .*/, "")),
    [
      "languages with a parser",
      "languages with a parser for the code inside",
      "languages in sections",
      "languages by words and line patterns alone",
    ],
  );
});

test("files known by words alone are named with the reason", async () => {
  await using opened = new Opened({
    "a.ts": "export const a = 1;\n",
    "b.yaml": "a: 1\n",
    "c.vue": "<script>let a</script>\n",
    LICENSE: "text\n",
    "d.txt": "text\n",
    "e.csv": "a,b\n",
    "large.py": `${"x = 1\n".repeat(200_000)}`,
    "f.min.js": `${"var a=1;".repeat(5_000)}\n`,
  });
  const report = (await opened.ask("doctor", { format: "json" })).answer as DoctorReport;
  assert.deepEqual(
    report.textOnly.map((row) => [row.language, row.why, row.files, row.examples]),
    [
      ["text", "no-grammar", 2, ["LICENSE", "d.txt"]],
      ["csv", "no-grammar", 1, ["e.csv"]],
      ["javascript", "minified", 1, ["f.min.js"]],
      ["python", "too-large", 1, ["large.py"]],
    ],
  );
  assert.equal(report.filesByWordsAlone["text"], 2);
  assert.deepEqual(
    report.languages.filter((l) => l.id === "toml" || l.id === "xml"),
    [
      { id: "toml", syntax: true, by: "sections" },
      { id: "xml", syntax: false, by: "words" },
    ],
  );
  const { output: text } = await opened.ask("doctor", { format: "text" });
  assert.match(text, / {2}2 text: no grammar for it \(LICENSE, d\.txt\)/);
});
