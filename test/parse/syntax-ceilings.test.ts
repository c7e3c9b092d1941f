// Hostile texts end in a labelled skip, told by counting; the parser stays usable after each.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SyntaxSkip } from "../../src/parse/facts.ts";
import { skipBeforeParse, syntaxCeilings, tooManyErrors } from "../../src/parse/syntax-ceilings.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf, fixture, factsText } from "./syntax-text.ts";

const ceilings = syntaxCeilings();

const TOLD_BEFORE: readonly (readonly [string, string, SyntaxSkip])[] = [
  ["5 MB in one line", "var a=1;".repeat(650_000), "too-large"],
  ["bytes count, not letters", "é".repeat(600_000), "too-large"],
  ["half a megabyte in one line", "var a=1;".repeat(60_000), "minified"],
  ["100,000 open brackets", "(".repeat(100_000), "too-deep"],
  ["100,000 open brackets on as many lines", "(\n".repeat(100_000), "too-deep"],
  [
    "nested conditions",
    Array.from({ length: 1_100 }, (_, i) => `${" ".repeat(i)}if x:`).join("\n"),
    "too-deep",
  ],
];

for (const [name, text, skip] of TOLD_BEFORE) {
  test(`before the parse: ${name} is ${skip}`, () => assert.equal(skipBeforeParse(text, ceilings), skip));
}

test("before the parse: what people write passes", () => {
  assert.equal(skipBeforeParse(fixture("typescript.ts"), ceilings), null);
  assert.equal(
    skipBeforeParse(`const icon = "${"x".repeat(3_000)}";\n${"let a = 1;\n".repeat(2_000)}`, ceilings),
    null,
  );
  assert.equal(skipBeforeParse(")}]".repeat(50_000).replace(/(.{90})/g, "$1\n"), ceilings), null);
  assert.equal(skipBeforeParse("", ceilings), null);
});

test("errors count only in trees that are large enough to judge", () => {
  assert.equal(tooManyErrors({ errors: 150, total: 199 }), false);
  assert.equal(tooManyErrors({ errors: 101, total: 200 }), true);
  assert.equal(tooManyErrors({ errors: 100, total: 200 }), false);
});

const noise = (length: number): string => {
  let state = 7;
  let text = "";
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += String.fromCharCode(state >>> 24);
  }
  return text;
};

/** Texts that reach the parser. Facts or a skip, but never a failure and never a throw. */
const DURING: readonly (readonly [string, string, string])[] = [
  ["an endless template literal", "typescript", `const a = \`${"abc ${ x \n".repeat(900)}`],
  ["an endless docstring", "python", `x = """${"abc\n".repeat(20_000)}`],
  ["an endless comment", "rust", `/*${"abc\n".repeat(20_000)}`],
  ["NUL bytes", "javascript", "\0".repeat(20_000)],
  ["code with NUL bytes", "typescript", "class A {\0 }\n".repeat(500)],
  ["lone surrogates", "python", "\ud800 = 1\n\udc00\n".repeat(2_000)],
  ["bytes that are no text", "go", noise(10_000)],
  ["bytes that are no text", "java", noise(10_000)],
  ["a chain of members", "javascript", `a${".b\n".repeat(20_000)}`],
  ["a chain of calls", "rust", `fn f() { a${".b()\n".repeat(10_000)} }`],
  ["a sum of many terms", "typescript", `x = a${" +\n a".repeat(10_000)}`],
  ["pointers to pointers", "rust", `fn f(a: ${"&".repeat(20_000)}T) {}`],
  ["open generics", "typescript", "a<".repeat(20_000)],
  ["open elements", "tsx", `x = ${"<a>\n".repeat(5_000)}`],
  ["decorators of nothing", "python", "@a\n".repeat(5_000)],
  ["one long name", "go", "a".repeat(5_000)],
  ["many meanings of a name", "rust", `fn f() { ${"let a = a;\n".repeat(10_000)} }`],
];

for (const [name, languageId, text] of DURING) {
  test(`during the parse: ${name} (${languageId})`, async () => {
    const parser = await createInlineParser();
    const result = parser.parse(text, languageId);
    assert.notEqual("skip" in result && result.skip, "failed");
    assert.ok(parser.usable());
    const after = factsText(factsOf(parser.parse(fixture("go.go"), "go")));
    assert.equal(after, fixture("go.go.facts"));
  });
}

test("the ceiling on steps is met at the same place, whatever was parsed before", async () => {
  const tight = await createInlineParser({ ceilings: { ...ceilings, parserSteps: 12 } });
  const text = fixture("typescript.ts");
  const outcomes = new Set<string>();
  for (let length = 400; length < text.length; length += 400) {
    const part = text.slice(0, length);
    const first = JSON.stringify(tight.parse(part, "typescript"));
    tight.parse(noise(300), "java");
    assert.equal(JSON.stringify(tight.parse(part, "typescript")), first);
    outcomes.add(first.startsWith('{"skip"') ? first : "facts");
  }
  assert.deepEqual([...outcomes].sort(), ["facts", '{"skip":"too-many-steps"}']);
});

test("a language without a grammar and an unknown one are said to have none", async () => {
  const parser = await createInlineParser();
  assert.deepEqual(parser.parse("x", "text"), { skip: "no-grammar" });
  assert.deepEqual(parser.parse("x", "klingon"), { skip: "no-grammar" });
});
