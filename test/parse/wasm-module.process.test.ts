// Does a grammar cost the process more memory than its texts do? V8's optimizing compiler takes gigabytes for one giant
// function, in a thread of its own: seen in the whole process, a while after the parse.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { languages } from "../../src/lang/registry.ts";
import { readWasm } from "../../src/parse/grammar-files.ts";
import { compileWasm, largestBody } from "../../src/parse/wasm-module.ts";

test("the longest function of a module, whatever stands around it", () => {
  const code = (...bodies: number[]): number[] => {
    const content = [
      bodies.length,
      ...bodies.flatMap((n) => [n, ...Array(n - 2).fill(1), 0, 11].slice(0, n + 1)),
    ];
    return [10, content.length, ...content];
  };
  const head = [0, 97, 115, 109, 1, 0, 0, 0];
  const custom = [0, 3, 1, 120, 9];
  assert.equal(largestBody(Uint8Array.from([...head, ...custom, ...code(2, 9, 4), ...custom])), 9);
  assert.equal(largestBody(Uint8Array.from(head)), 0);
  // Lengths that lie end the search, they don't hang it.
  for (const cut of [[10], [10, 255], [10, 255, 255, 255, 255, 255], [10, 5, 200], [1, 127, 10, 3]]) {
    assert.ok(largestBody(Uint8Array.from([...head, ...cut])) >= 0);
  }
});

test("every grammar compiles, and those with a giant function are the ones that are known", () => {
  const giants = languages
    .filter(({ syntax }) => syntax !== undefined && largestBody(readWasm(syntax.grammar)!) >= 80_000)
    .map(({ id }) => id);
  assert.deepEqual(giants.sort(), ["bash", "cpp", "elixir", "kotlin", "swift"]);
  for (const { id, syntax } of languages) {
    if (syntax !== undefined) assert.notEqual(compileWasm(syntax.grammar), null, id);
  }
});

const PARSE = `
import { setTimeout } from "node:timers/promises";
const [from, id, name] = process.argv.slice(1);
const { createInlineParser } = await import(from + "/../../src/parse/syntax-parser.ts");
const { fixture } = await import(from + "/syntax-text.ts");
const parser = await createInlineParser();
const text = fixture(name);
for (let length = 0; length < 600_000; length += text.length) parser.parse(text, id);
await setTimeout(1500);
console.log(process.resourceUsage().maxRSS / 1024);
process.exit(0);
`;

for (const [id, name] of [
  ["swift", "swift.swift"],
  ["kotlin", "kotlin.kt"],
  ["bash", "bash.sh"],
  ["cpp", "cpp.cpp"],
] as const) {
  test(`the grammar of ${id} takes no more than 300 MB`, () => {
    const run = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", PARSE, join(import.meta.dirname), id, name],
      { encoding: "utf8", timeout: 120_000 },
    );
    assert.equal(run.status, 0, run.stderr);
    const megabytes = Number(run.stdout);
    assert.ok(megabytes > 50 && megabytes < 300, `${id}: ${megabytes} MB`);
  });
}
