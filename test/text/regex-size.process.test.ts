// Patterns that are hard to compile or to run: each is refused, gives its lines or ends at the fuse, and its thread ends
// when it is told to. In a process of its own, which is killed where one of them never ends.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { readRegex } from "../../src/text/regex.ts";
import { LONGEST_QUERY } from "../../src/base/limits.ts";

/** By kind; each in a short form, whose answer is known, and in one as long as a query may be. */
const KINDS: readonly { unit: string; end?: string; text: string; few: number }[] = [
  { unit: "a?", end: "aaaaaaaaaaaa", text: "aaaaaaaaaaaaa", few: 50 },
  { unit: "[^a]?", end: "aaaaaaaaa", text: "aaaaaaaaaaaaa", few: 60 },
  { unit: "a{0,3}", end: "aaaaaaaaa", text: "aaaaaaaaaaaaa", few: 40 },
  { unit: "(?:a|b)?", end: "aaaaaaaaa", text: "aaaaaaaaaaaaa", few: 40 },
  { unit: "(?:aa|b)", text: "b".repeat(80), few: 80 },
  { unit: "(?:aa|bb|cc|dd|ee|ff|gg|hh|ii|jj|kk|ll|mm|nn|oo|b)", text: "b".repeat(12), few: 12 },
  { unit: "\\w", text: "日".repeat(40), few: 40 },
  { unit: "[^x]", text: "日".repeat(40), few: 40 },
  { unit: ".", text: "日".repeat(40), few: 40 },
  { unit: ".?", end: "b", text: "日b", few: 40 },
  { unit: "\\b", text: "b", few: 100 },
  { unit: "\\B", text: "!", few: 100 },
  { unit: "\\b\\w\\B", end: "|b", text: "b", few: 50 },
  { unit: "(?:|)", end: "b", text: "b", few: 12 },
  { unit: "(?:a{3}){3}", text: "a".repeat(90), few: 10 },
  { unit: "(?:\\w{2,3}){2,3}", text: "a".repeat(40), few: 10 },
  { unit: "a*", end: "b", text: "b", few: 400 },
  { unit: "(?i:\\pL)b?", text: "ab".repeat(60), few: 60 },
  { unit: "\\bfoo\\b|", end: "b", text: "b", few: 60 },
];

/** Only read, never run: what is too large is refused before. */
const NESTED = [
  "[a" + "~~b".repeat(3000) + "]",
  "[".repeat(60) + "a" + "~~b]".repeat(60),
  "a{9}{9}{9}{9}{9}",
];

function whole({ unit, end = "" }: { unit: string; end?: string }, times: number): string {
  return unit.repeat(times) + end;
}

function run(
  patterns: readonly { pattern: string; text: string }[],
  fuseMs: number,
  timeout: number,
): string[] {
  const module = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
  const code = `
    import { readFileSync } from "node:fs";
    import { createScanner } from ${module("text/scan.ts")};
    import { readRegex } from ${module("text/regex.ts")};
    const scanner = createScanner({ fuseMs: ${fuseMs} });
    for (const { pattern, text } of JSON.parse(readFileSync(0, "utf8"))) {
      try {
        const { files, unscanned, timeout } = await scanner.scan([{ path: "p", text }], readRegex(pattern));
        console.log(timeout?.code ?? unscanned[0]?.why ?? files.length);
      } catch (error) {
        console.log(error.code);
      }
    }
    await scanner.close();
  `;
  const { stdout, signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    input: JSON.stringify(patterns),
    encoding: "utf8",
    timeout,
    killSignal: "SIGKILL",
  });
  const answers = stdout.trim().split("\n");
  assert.equal(signal, null, `never ended: ${patterns[answers.length - (stdout === "" ? 1 : 0)]?.pattern}`);
  assert.equal(answers.length, patterns.length, stderr);
  return answers;
}

test("a pattern with many ways to match is compiled, and gives its line", () => {
  const patterns = KINDS.map((kind) => ({ pattern: whole(kind, kind.few), text: kind.text }));
  const answers = run(patterns, 20_000, 120_000);
  answers.forEach((answer, i) => assert.equal(answer, "1", patterns[i]!.pattern));
});

test("as long as a query may be, it is refused or ends", () => {
  const patterns = KINDS.map((kind) => {
    const times = Math.floor((LONGEST_QUERY - (kind.end ?? "").length) / kind.unit.length);
    return { pattern: whole(kind, times), text: `${kind.text}\nab 日` };
  });
  for (const answer of run(patterns, 500, 240_000)) {
    assert.ok(["0", "1", "engine", "PATTERN_TIMEOUT", "PATTERN_UNSUPPORTED"].includes(answer), answer);
  }
});

test("what is too large is refused before it is compiled, and the fault says what to do", () => {
  for (const pattern of [...NESTED, "\\w".repeat(4000), "\\b".repeat(4000)]) {
    try {
      readRegex(pattern);
      assert.ok(!pattern.includes("\\") && !pattern.includes("~~"), pattern);
    } catch (error) {
      assert.ok(isPithError(error) && error.code === "PATTERN_UNSUPPORTED", String(error));
      assert.match(error.message, /too large/);
      assert.match(error.next, /parts/);
    }
  }
});
