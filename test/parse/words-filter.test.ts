import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { languages } from "../../src/lang/registry.ts";
import { filterOf, markBit } from "../../src/parse/words-filter.ts";

const marksOf = (text: string): number => [...text].reduce((bits, c) => bits | markBit(c), 0);

test("words that a pattern cannot do without", () => {
  const wanted: [regex: RegExp, words: string[] | null, marks: string][] = [
    [/^\s*class\s+(?<name>\w+)/, ["class"], ""],
    [/^\s*(?:export\s+)?(?:class|interface)\s+(?<name>\w+)\s*\{/, ["class", "interface"], "{"],
    [/^(?<name>\w+)\s*\(/, null, "("],
    [/^\s*def(?<name>\w+)/, null, ""],
    [/^\s*fn\s+(?<name>\w+)|^\s*test\b/, ["fn", "test"], ""],
    [/^\s*functions?\s+(?<name>\w+)/, null, ""],
    [/^CREATE\s+TABLE\s/i, ["create"], ""],
    [/^\s*(?:a|bb)\s+cc\s/, ["cc"], ""],
    [/^\s*(?=.*class )(?<name>x+)/, null, ""],
    [/^\s*(?!class\s)type\s/, ["type"], ""],
    [/^\s*(?:mod|use)?\s*name\s*=/, null, "="],
    [/\bimport\(\s*"/, ["import"], '("'],
    [/^\s*\\begin\{/, ["begin"], "{"],
    [/^[=]{2}(?<name>\w)/, null, ""],
    [/(?<word>a)\k<word>class /, null, ""],
  ];
  for (const [regex, words, marks] of wanted) {
    assert.deepEqual(filterOf(regex), { words, marks: marksOf(marks) }, String(regex));
  }
});

test("a filter lets through every line that its pattern matches", () => {
  const folder = new URL("../fixtures/lang/", import.meta.url);
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8").split("\n"),
  );
  let matched = 0;
  for (const language of languages) {
    for (const { regex } of [...language.declarations, ...language.imports]) {
      const { words, marks } = filterOf(regex);
      for (const line of lines) {
        if (!regex.test(line)) continue;
        matched++;
        assert.equal(marksOf(line) & marks, marks, `${language.id} ${regex} on ${line}`);
        const held = new Set(line.toLowerCase().match(/[\w$\u0080-\uffff]+/g) ?? []);
        assert.ok(
          words === null || words.some((word) => held.has(word)),
          `${language.id} ${regex} on ${line}`,
        );
      }
    }
  }
  assert.ok(matched > 1_000);
});
