// Regular expressions give what the real `rg` gives: which patterns are good, which lines match, at which columns.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import { parseRegex } from "../../src/text/regex-parse.ts";
import { type RegexNode, canBeEmpty } from "../../src/text/regex-tree.ts";
import { readRegex, type RegexOptions } from "../../src/text/regex.ts";
import { scanner } from "../../src/text/scan-text.ts";
import { INVALID, PATTERNS, UNSUPPORTED } from "./regex-patterns.ts";
import { openRipgrep, type Ripgrep } from "./ripgrep.ts";
import { CRLF_TEXTS, SEARCH_TEXTS } from "./search-texts.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const OPTIONS: { options: RegexOptions; flags: string[] }[] = [
  { options: {}, flags: [] },
  { options: { ignoreCase: true }, flags: ["-i"] },
  { options: { word: true }, flags: ["-w"] },
  { options: { ignoreCase: true, word: true }, flags: ["-i", "-w"] },
];

const firstStart = (match: { line: number; columns: { start: number }[] }) => [
  match.line,
  match.columns[0]?.start,
];

/** The stated difference: where a part that can be empty is repeated, a match may end elsewhere. */
function repeatsEmpty(node: RegexNode): boolean {
  if (node.type === "repeat") return (node.max !== 1 && canBeEmpty(node.body)) || repeatsEmpty(node.body);
  if (node.type === "group") return repeatsEmpty(node.body);
  return (node.type === "concat" || node.type === "alternate") && node.parts.some(repeatsEmpty);
}

/** Patterns made from pieces; most are good, some are not, some are refused here alone. */
const generated: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      ..."a b A B _ 1 . é ß σ k K 日 😀 - ^ $".split(" "),
      ..."\\w \\W \\d \\D \\s \\S \\b \\B \\< \\> \\. \\t \\pL \\p{Lu} \\P{Ll} \\b{start} \\b{end-half}".split(
        " ",
      ),
      ..."[a-c] [^a-c] [^b] [\\w--a] [[:upper:]] [[:^alpha:]1] [a-z&&[^b]] [a-k~~b] [\\p{L}--é] [^\\s\\d] (?i) (?-i) (?U)".split(
        " ",
      ),
    ),
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => a + b),
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => `${a}|${b}`),
    fc
      .tuple(fc.constantFrom("(", "(?:", "(?i:", "(?-i:", "(?U:", "(?x: "), tie("node"))
      .map(([open, a]) => `${open}${a})`),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{1,}"))
      .map(([a, r]) => `(?:${a})${r}`),
  ),
})).node;

const generatedText = fc
  .array(
    fc.constantFrom(
      ..."a a b B c A _ 1 é É ß ẞ s k K σ Σ ς 日 😀 - .".split(" "),
      " ",
      "\t",
      "\n",
      "\n",
      "\u0301",
      "\r",
    ),
    { maxLength: 30 },
  )
  .map((p) => p.join("").replaceAll("\r\n", "\n"));

function verdict(pattern: string, options: RegexOptions = {}): string {
  try {
    readRegex(pattern, options);
    return "good";
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    return error.code;
  }
}

/** Every pattern without options, every second one with more of them, in turn; with all in a soak run. */
function optionSets(turn: number): typeof OPTIONS {
  if (soak > 1) return OPTIONS;
  return turn % 2 === 0 ? [OPTIONS[0]!] : [OPTIONS[0]!, OPTIONS[1 + ((turn >> 1) % 3)]!];
}

function compare(rg: Ripgrep, texts: readonly string[], pattern: string, sets: typeof OPTIONS): void {
  for (const { options, flags } of sets) {
    const theirs = rg.search(pattern, flags);
    const label = `${JSON.stringify(pattern)} ${flags.join(" ")}`;
    assert.ok("lines" in theirs, `rg refuses ${label}`);
    const scan = scanner(readRegex(pattern, options));
    texts.forEach((text, i) => {
      const ours = scan(text);
      // For anchors of the whole text ripgrep gives the lines without their columns.
      const same = theirs.lines[i]!.map((line, k) => (line.columns.length > 0 ? line : (ours[k] ?? line)));
      if (isDeepStrictEqual(ours, same)) return;
      if (
        isDeepStrictEqual(ours.map(firstStart), same.map(firstStart)) &&
        repeatsEmpty(parseRegex(pattern, { ignoreCase: false }))
      )
        return;
      assert.deepEqual(ours, same, `${label} in text ${i} ${JSON.stringify(text.slice(0, 300))}`);
    });
  }
}

test(`${PATTERNS.length} patterns, with and without options, over ${SEARCH_TEXTS.length} texts give what rg gives`, () => {
  const rg = openRipgrep(SEARCH_TEXTS);
  after(() => rg.close());
  PATTERNS.forEach((pattern, i) => compare(rg, SEARCH_TEXTS, pattern, optionSets(i)));
});

test("texts with \\r\\n ends give the lines and columns of the same texts with \\n ends", () => {
  const plain = CRLF_TEXTS.map((t) => t.replaceAll("\r\n", "\n"));
  for (const pattern of PATTERNS) {
    const scan = scanner(readRegex(pattern));
    CRLF_TEXTS.forEach((text, i) => assert.deepEqual(scan(text), scan(plain[i]!), `${pattern} in ${i}`));
  }
});

test(`${INVALID.length} patterns are refused here and by rg`, () => {
  const rg = openRipgrep([""]);
  after(() => rg.close());
  for (const pattern of INVALID) {
    assert.equal(verdict(pattern), "PATTERN_INVALID", pattern);
    assert.ok("refused" in rg.search(pattern, []), `rg takes ${JSON.stringify(pattern)}`);
  }
});

test(`${UNSUPPORTED.length} patterns are refused as unsupported`, () => {
  for (const pattern of UNSUPPORTED) assert.equal(verdict(pattern), "PATTERN_UNSUPPORTED", pattern);
});

test("generated patterns are good or refused as by rg, and give what rg gives", () => {
  fc.assert(
    fc.property(
      fc.array(generatedText, { minLength: 6, maxLength: 10 }),
      fc.array(generated, { minLength: 10, maxLength: 10 }),
      (texts, patterns) => {
        const rg = openRipgrep(texts);
        try {
          patterns.forEach((pattern, i) => {
            const ours = verdict(pattern);
            if (ours === "PATTERN_UNSUPPORTED") return;
            const theirs = "refused" in rg.search(pattern, []) ? "PATTERN_INVALID" : "good";
            assert.equal(ours, theirs, JSON.stringify(pattern));
            if (ours === "good") compare(rg, texts, pattern, optionSets(i));
          });
        } finally {
          rg.close();
        }
      },
    ),
    { numRuns: 5 * soak },
  );
});
