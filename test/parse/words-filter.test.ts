import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { languages } from "../../src/lang/registry.ts";
import { filterOf, markBit } from "../../src/parse/words-filter.ts";

const marksOf = (text: string): number => [...text].reduce((bits, c) => bits | markBit(c), 0);

test("words that a pattern cannot do without", () => {
  const wanted: [regex: RegExp, words: string[] | null, marks: string, indent: string][] = [
    [/^\s*class\s+(?<name>\w+)/, ["class"], "", "any"],
    [/^\s*(?:export\s+)?(?:class|interface)\s+(?<name>\w+)\s*\{/, ["class", "interface"], "{", "any"],
    [/^(?<name>\w+)\s*\(/, null, "(", "none"],
    [/^\s*def(?<name>\w+)/, null, "", "any"],
    [/^\s*fn\s+(?<name>\w+)|^\s*test\b/, ["fn", "test"], "", "any"],
    [/^\s+functions?\s+(?<name>\w+)/, null, "", "some"],
    [/^CREATE\s+TABLE\s/i, ["create"], "", "none"],
    [/^\s*(?:a|bb)\s+cc\s/, ["cc"], "", "any"],
    [/^\s*(?=.*class )(?<name>x+)/, null, "", "any"],
    [/^(?!class\s)type\s/, ["type"], "", "none"],
    [/^\s*(?:mod|use)?\s*name\s*=/, null, "=", "any"],
    [/\bimport\(\s*"/, ["import"], '("', "any"],
    [/^\s*\\begin\{/, ["begin"], "{", "any"],
    [/^[=]{2}(?<name>\w)/, null, "", "none"],
    [/^ {2}(?<name>\w+):/, null, ":", "some"],
    [/^(?:\t|  )(?<name>\w+):/, null, ":", "some"],
    [/^(?:async\s+)?def\s/, ["def"], "", "none"],
    [/^(?:\s*export\s+)?const\s/, ["const"], "", "any"],
    [/^(?<name>[^\s#]\w+):/, null, ":", "any"],
    [/(?<word>a)\k<word>class /, null, "", "any"],
  ];
  for (const [regex, words, marks, indent] of wanted) {
    assert.deepEqual(filterOf(regex), { words, marks: marksOf(marks), indent }, String(regex));
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
      const { words, marks, indent } = filterOf(regex);
      for (const line of lines) {
        if (!regex.test(line)) continue;
        matched++;
        assert.notEqual(indent, /^[ \t]/.test(line) ? "none" : "some", `${language.id} ${regex} on ${line}`);
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
