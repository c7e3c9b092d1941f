// Every pattern of every language on lines made to make regular expressions slow, as long as a line may be.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { languages } from "../../src/lang/registry.ts";
import { LONGEST_LINE } from "../../src/parse/words-scan.ts";

const SEEDS = [
  "a",
  " ",
  "\t",
  "a ",
  "a.",
  "a::",
  "a, ",
  "a<",
  "a<b>",
  "<",
  "(",
  ")",
  "()",
  "[",
  "[]",
  "{",
  "=",
  "a=",
  ":",
  ": ",
  "a: ",
  "*",
  "* ",
  "&",
  "@a ",
  "@a() ",
  "public ",
  "static ",
  "const ",
  "a b ",
  "a*",
  "fn ",
  "func ",
  "def ",
  "class ",
  "template<",
  "template <a> ",
  "type ",
  "function ",
  '"',
  '"a" ',
  "'",
  "#",
  "--",
  "/",
  "a/",
  "=>",
  "a => ",
  "->",
  "|",
  "é",
  "中",
  "$a ",
  "{% ",
  "<a ",
  "import ",
  "create ",
  "if not exists ",
  "x.y(",
  "abstract class ",
  "virtual void f(",
  "FOO(a, ",
  "[[a]] ",
  "__attribute__((a)) ",
];
const HEADS = [
  "",
  "  ",
  "class ",
  "function ",
  "fun ",
  "public static ",
  "const a ",
  "def ",
  "template <",
  "typedef ",
  "import ",
  "a b(",
  "create table ",
  "given ",
  "instance ",
];

/** No pattern may need longer for a line of the greatest length. A fuse, hundreds of times what is usual. */
const MOST_MS = 40;

const patterns = new Map<RegExp, string>();
for (const language of languages) {
  for (const { regex } of [...language.declarations, ...language.imports]) patterns.set(regex, language.id);
}

/** The least of three, since a machine may pause. */
function timeOf(regex: RegExp, line: string): number {
  let least = Infinity;
  for (let i = 0; i < 3 && least > MOST_MS / 10; i++) {
    const start = process.hrtime.bigint();
    regex.exec(line);
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1e6);
  }
  return least;
}

test("patterns keep no state and name what they find", () => {
  for (const [regex, id] of patterns) {
    assert.equal(regex.global || regex.sticky, false, `${id}: ${regex}`);
    assert.ok(regex.source.includes("(?<name>"), `${id}: ${regex}`);
  }
});

test("no pattern explodes on one thing repeated", () => {
  for (const [regex, id] of patterns) {
    for (const head of HEADS) {
      for (const seed of SEEDS) {
        const line = (head + seed.repeat(LONGEST_LINE / seed.length)).slice(0, LONGEST_LINE - 2);
        const ms = timeOf(regex, line);
        assert.ok(ms < MOST_MS, `${id} ${regex} on ${head}|${seed}: ${ms.toFixed(0)} ms`);
      }
    }
  }
});

test("no pattern explodes on many things in any order", () => {
  const pieces = fc.array(fc.constantFrom(...SEEDS, ...HEADS), { minLength: 20, maxLength: 300 });
  fc.assert(
    fc.property(pieces, (found) => {
      const line = found.join("").slice(0, LONGEST_LINE);
      for (const [regex, id] of patterns) {
        const ms = timeOf(regex, line);
        assert.ok(ms < MOST_MS, `${id} ${regex} on ${line}: ${ms.toFixed(0)} ms`);
      }
    }),
    { numRuns: 100 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});
