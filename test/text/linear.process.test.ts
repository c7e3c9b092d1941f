// Searching takes time that grows with the text alone, whatever a file and what is looked for are made of: needles that
// nearly match everywhere, and matches at every place of one long line. In processes that are killed after a time in which
// a search that compares again and again gets nowhere.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const FILE = 2_000_000;
const NEEDLE = 9000;

function run(code: string): string[] {
  const module = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { exactFinder } from ${module("text/exact.ts")};
       import { readRegex } from ${module("text/regex.ts")};
       import { mayMatch } from ${module("text/scan-text.ts")};
       import { createScanner } from ${module("text/scan.ts")};
       const a = "a".repeat(${FILE}) + "\\n";
       const half = "a".repeat(${NEEDLE / 2});
       ${code}`,
    ],
    { encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" },
  );
  assert.equal(signal, null, `stopped after ${stdout}`);
  assert.equal(stderr, "");
  return stdout.trim().split("\n");
}

test("a needle that nearly matches at every place is looked for once", () => {
  const answers = run(`
    const needles = ["a", half, half + "b", "b" + half, half + "b" + half, (half + "b").repeat(2), "ab".repeat(4000) + "b"];
    const texts = [a, "ab".repeat(${FILE / 2}), "é" + a];
    for (const options of [{}, { word: true }, { ignoreCase: true }, { ignoreCase: true, word: true }]) {
      for (const needle of needles) {
        const find = exactFinder(needle, options);
        console.log(texts.map((text) => find(text, { firstOnly: true }).length).join());
      }
    }
    const required = readRegex(half + "b" + half + "\\\\d");
    console.log(String(texts.some((text) => mayMatch(required, text))));
  `);
  assert.deepEqual(answers[0], "1,1,1");
  assert.equal(answers.length, 29);
});

test("a line that matches at every place is one line", () => {
  const answers = run(`
    const scanner = createScanner({ fuseMs: 60_000 });
    for (const pattern of ["()", "|", "a**", "a??", "\\\\b|", "^|a", "[^b]"]) {
      for (const text of [a, "é" + a, "\\n".repeat(${FILE / 4})]) {
        const { files } = await scanner.scan([{ path: "p", text }], readRegex(pattern), { firstOnly: true });
        console.log(String(files[0]?.lines.length));
      }
    }
    await scanner.close();
  `);
  assert.deepEqual(answers.slice(0, 3), ["1", "1", String(FILE / 4)]);
  assert.equal(answers.length, 21);
});
