// Exact search equals the real `rg -F`, line for line and column for column, with -i and -w.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { findExact } from "../../src/text/exact.ts";
import { openRipgrep } from "./ripgrep.ts";
import { CRLF_TEXTS, SEARCH_TEXTS } from "./search-texts.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const NEEDLES = [
  "a",
  "aa",
  "aaa",
  "foo",
  "Foo",
  "foo_bar",
  "oo",
  "o",
  "needle",
  "self",
  "return",
  "db.users",
  "a.b",
  "(foo)",
  "[foo]",
  "{foo}",
  "a+b*c?",
  "^start$",
  "end|or",
  "\\d",
  "\\",
  "$1.00",
  "100%",
  "#tag",
  "->",
  "&str",
  "<<<",
  ">",
  "ü",
  "Straße",
  "strasse",
  "ẞ",
  "ß",
  "σ",
  "ς",
  "Σ",
  "İ",
  "ı",
  "i",
  "I",
  "K",
  "k",
  "K",
  "s",
  "ſ",
  "日本",
  "語",
  "字か",
  "한국",
  "😀",
  "😀😀",
  "👩",
  "\u200d",
  "e\u0301",
  "\u0301",
  "\u00a0",
  "\u2028",
  "\u0085",
  "\f",
  "\v",
  "\u0000",
  "\r",
  "return\r",
  "\rstays",
  "end\r",
  "٣",
  "१२",
  "５",
  "789",
  "\t",
  "  ",
  " ",
  "é",
  "É",
  "ǆ",
  "ŉ",
  "ﬁ",
  "\uFEFF",
  "\uFFFD",
  "",
  "x".repeat(40),
  "end",
  "not there at all",
  "K k",
  "-",
  "--",
  "-e",
  "𝒳",
  "𝒴",
];
const OPTIONS = [
  { options: {}, flags: [] },
  { options: { ignoreCase: true }, flags: ["-i"] },
  { options: { word: true }, flags: ["-w"] },
  { options: { ignoreCase: true, word: true }, flags: ["-i", "-w"] },
];

test(`${NEEDLES.length} needles × 4 option sets over ${SEARCH_TEXTS.length} texts give what rg -F gives`, () => {
  const rg = openRipgrep(SEARCH_TEXTS);
  after(() => rg.close());
  for (const needle of NEEDLES) {
    for (const { options, flags } of OPTIONS) {
      const theirs = rg.search(needle, ["-F", ...flags]);
      assert.ok("lines" in theirs, `rg refused ${JSON.stringify(needle)}`);
      SEARCH_TEXTS.forEach((text, i) => {
        const label = `${JSON.stringify(needle)} ${flags.join(" ")} in text ${i}`;
        assert.deepEqual(findExact(text, needle, options), theirs.lines[i], label);
      });
    }
  }
});

test("a text without a final line end gives the same lines", () => {
  const rg = openRipgrep(SEARCH_TEXTS, { unended: true });
  after(() => rg.close());
  for (const needle of NEEDLES.filter((n) => n !== "")) {
    const theirs = rg.search(needle, ["-F"]);
    assert.ok("lines" in theirs);
    SEARCH_TEXTS.forEach((text, i) =>
      assert.deepEqual(findExact(text, needle), theirs.lines[i], `${needle} in ${i}`),
    );
  }
});

test("texts with \\r\\n ends give the lines and columns of the same texts with \\n ends", () => {
  const plain = CRLF_TEXTS.map((t) => t.replaceAll("\r\n", "\n"));
  for (const needle of NEEDLES) {
    for (const { options } of OPTIONS) {
      CRLF_TEXTS.forEach((text, i) => {
        assert.deepEqual(
          findExact(text, needle, options),
          findExact(plain[i]!, needle, options),
          `${JSON.stringify(needle)} in ${i}`,
        );
      });
    }
  }
});

test("generated texts and needles give what rg -F gives", () => {
  const piece = fc.constantFrom(
    "a",
    "b",
    "A",
    "aB",
    "_",
    "1",
    " ",
    ".",
    "\n",
    "\n",
    "\r",
    "é",
    "É",
    "ß",
    "ẞ",
    "ſ",
    "s",
    "K",
    "σ",
    "ς",
    "Σ",
    "日",
    "😀",
    "\u0301",
    "-",
  );
  const text = fc.array(piece, { maxLength: 40 }).map((p) => p.join("").replaceAll("\r\n", "\n"));
  const needle = fc
    .array(
      piece.filter((p) => p !== "\n"),
      { maxLength: 4 },
    )
    .map((p) => p.join(""));
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 5, maxLength: 10 }),
      fc.array(needle, { minLength: 3, maxLength: 6 }),
      (texts, needles) => {
        const rg = openRipgrep(texts);
        try {
          for (const n of needles) {
            for (const { options, flags } of OPTIONS) {
              const theirs = rg.search(n, ["-F", ...flags]);
              assert.ok("lines" in theirs);
              texts.forEach((t, i) =>
                assert.deepEqual(findExact(t, n, options), theirs.lines[i], JSON.stringify({ t, n, flags })),
              );
            }
          }
        } finally {
          rg.close();
        }
      },
    ),
    { numRuns: 8 * soak },
  );
});
