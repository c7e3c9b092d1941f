// Texts that were made to hold up whoever reads them: a process of its own, which is killed when it takes too long.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const MOST_MS = 60_000;

const READERS = {
  "tests: names": `import { testNames } from "MODULE/test-questions.ts";
    for (const line of LINES) testNames(Array.from({ length: 20_000 }, () => line));`,
  "commits: subjects": `import { askedBy, wantedCommits } from "MODULE/commit-questions.ts";
    for (const line of LINES) for (const subject of [line, line.repeat(5_000)])
      wantedCommits(Array.from({ length: 300 }, () => ({ id: "", author: subject, subject, paths: ["a"] })), () => true, () => {});`,
  "doc comments": `import { sentenceOf } from "MODULE/doc-questions.ts";
    for (const line of LINES) for (let i = 0; i < 500; i++)
      sentenceOf({ name: "a(a+)+", doc: line.repeat(40).slice(0, 4_000) });`,
  copies: `import { CopiedTexts } from "MODULE/copied-texts.ts";
    const copied = new CopiedTexts(Array.from({ length: 1_000 }, (_, i) => "a a a a a a a x" + i));
    copied.look("a ".repeat(100_000));`,
  given: `import { givenQuestions } from "MODULE/given-questions.ts";
    for (const line of LINES) try {
      givenQuestions(JSON.stringify({ query: "x", targets: [line.repeat(40).slice(0, 4_000)] }), () => false);
    } catch {}`,
};

const LINES = [
  "it",
  "test",
  "@Test",
  "fn",
  "<",
  "{@a ",
  "fix ",
  "#1",
  "(",
  "[",
  "TEST(",
  "it('",
  "public ",
  "a.",
  "http://",
].map((part) => [part.repeat(400 / part.length), part + " ".repeat(390), `${part}${"\t (".repeat(120)}`]);

for (const [name, code] of Object.entries(READERS)) {
  test(`${name}: nothing holds up the reader`, () => {
    const module = new URL("../../src/eval", import.meta.url).href;
    const text = `const LINES = ${JSON.stringify(LINES.flat())};\n${code.replaceAll("MODULE", module)}`;
    const { status, signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", text], {
      timeout: MOST_MS,
      killSignal: "SIGKILL",
      encoding: "utf8",
    });
    assert.deepEqual([status, signal], [0, null], stderr);
  });
}
