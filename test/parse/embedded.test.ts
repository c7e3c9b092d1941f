// Code inside of components and notebooks: which text is read, whether lines and columns are those of the file.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { embeddedCode, onlyParts } from "../../src/parse/embedded.ts";
import type { Range } from "../../src/parse/facts.ts";
import { scriptTags } from "../../src/parse/script-tags.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf, fixture, importLines, referenceLines, symbolLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string, id: string) => factsOf(parser.parse(text, id));
const FORMATS = [
  ["vue.vue", "vue"],
  ["svelte.svelte", "svelte"],
  ["astro.astro", "astro"],
  ["notebook.ipynb", "notebook"],
] as const;

const at = (text: string, range: Range): string => {
  assert.equal(range.start, range.end);
  return text.split("\n")[range.start - 1]!.slice(range.startColumn - 1, range.endColumn - 1);
};

test("what is no code becomes blanks; lines and columns stay", () => {
  assert.equal(onlyParts("ab\r\ncd<s>ef\ngh</s>ij\nkl", [[9, 14]]), "\n     ef\ngh\n");
  assert.equal(onlyParts("", []), "");
  for (const [name, id] of FORMATS) {
    const text = fixture(name);
    for (const variant of [text, text.replaceAll("\n", "\r\n")]) {
      const found = facts(variant, id);
      assert.ok(found.references.length > 5);
      for (const reference of found.references) assert.equal(at(variant, reference.range), reference.name);
      for (const { name: own, nameRange } of found.symbols)
        if (own !== "default") assert.equal(at(variant, nameRange), own);
    }
  }
});

test("tags: quotes may hold brackets; comments, data and other languages are no code", () => {
  const tags = (text: string): string[] =>
    scriptTags(text).scripts.map(
      ({ from, to, attributes }) => `${[...attributes.keys()].join(",")}:${text.slice(from, to)}`,
    );
  assert.deepEqual(tags('<script a="x > y" b>1</script>'), ["a,b:1"]);
  assert.deepEqual(tags("<!-- <script>1</script> --><SCRIPT>2</Script >"), [":2"]);
  assert.deepEqual(tags('<script type="application/json">1</script><script type="module">2</script>'), [
    "type:2",
  ]);
  assert.deepEqual(tags('<script src="a.js" />x<style><script></style><script>unclosed'), [
    "src:",
    ":unclosed",
  ]);
  assert.deepEqual(tags("<scripts>1</scripts><script"), []);
});

test("the language of the scripts", () => {
  const language = (text: string, format: "vue" | "astro" | "svelte" = "vue"): string =>
    embeddedCode(text, format).language;
  assert.equal(language("<script>1</script>"), "javascript");
  assert.equal(language('<script>1</script><script lang="ts">2</script>'), "typescript");
  assert.equal(language('<script lang="tsx">1</script>'), "tsx");
  assert.equal(language('<script lang="jsx">1</script>', "svelte"), "jsx");
  assert.equal(language("---\nlet a\n---\n<p/>", "astro"), "typescript");
  assert.equal(language("<template/>"), "");
});

test("the component is the default export, unless the code has one", () => {
  const own = facts("<script>\nexport default { name: 'a' };\n</script>\n", "vue");
  assert.deepEqual(
    own.exports.map((each) => each.exported),
    ["default"],
  );
  const made = facts("<template>\n  <A/>\n</template>\n", "vue");
  assert.deepEqual(
    made.symbols.map((s) => [s.name, s.kind, s.range.start, s.range.end, s.exported]),
    [["default", "class", 1, 3, true]],
  );
  assert.deepEqual(referenceLines(made), ["2:4-2:5 jsx A (unknown) in default"]);
  assert.deepEqual(facts(" \n", "svelte").symbols, []);
});

test("a script of its own file is imported", () => {
  assert.deepEqual(importLines(facts('<script src="./a.ts" lang="ts"></script>', "vue")), [
    "1:1-1:32 ./a.ts * as -",
  ]);
});

test("a notebook of one line, of another kernel, of none", () => {
  const text =
    '{"cells":[{"cell_type":"code","source":["def f(a):\\n","  return \\"\\u00e9\\" + a\\n","f(1)"]}],"metadata":{"language_info":{"name":"python"}}}';
  const found = facts(text, "notebook");
  assert.deepEqual(symbolLines(found).length, 1);
  for (const reference of found.references) assert.equal(at(text, reference.range), reference.name);
  assert.deepEqual(
    found.references.map((r) => r.name),
    ["f"],
  );
  const kernel = (language: string): string =>
    embeddedCode(
      `{"metadata":{"kernelspec":{"language":"${language}"}},"cells":[{"source":"let a = 1","cell_type":"code"}]}`,
      "notebook",
    ).language;
  assert.equal(kernel("TypeScript"), "typescript");
  assert.equal(kernel("C++"), "cpp");
  assert.deepEqual(
    parser.parse(
      '{"cells":[{"cell_type":"code","source":"x"}],"metadata":{"language_info":{"name":"apl"}}}',
      "notebook",
    ),
    {
      skip: "no-grammar",
    },
  );
  assert.deepEqual(facts('{"cells":[]}', "notebook").symbols, []);
});

test("cut anywhere: no fault, every range inside", () => {
  const cut = fc.tuple(fc.constantFrom(...FORMATS), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40));
  fc.assert(
    fc.property(cut, ([[name, id], place, length]) => {
      const whole = fixture(name);
      const start = Math.floor(place * whole.length);
      for (const text of [whole.slice(0, start), whole.slice(0, start) + whole.slice(start + length)]) {
        const result = parser.parse(text, id);
        if ("skip" in result) {
          assert.notEqual(result.skip, "failed");
          continue;
        }
        const lines = text.split("\n");
        const { symbols, references, imports, exports } = result.facts;
        for (const { range } of [...symbols, ...references, ...imports, ...exports]) {
          assert.ok(range.start >= 1 && range.start <= range.end && range.end <= lines.length);
          assert.ok(range.startColumn <= lines[range.start - 1]!.length + 1);
          assert.ok(range.endColumn <= lines[range.end - 1]!.length + 1);
        }
      }
    }),
    { numRuns: 150 * Number(process.env.PITH_SOAK ?? 1) },
  );
});

test("a tag that nothing closes, at the end of the file", () => {
  for (const id of ["vue", "svelte", "astro"]) {
    for (const tag of ['<script module">', '<script src="./a.js', "<script>", "<script"]) {
      for (const rest of ["\n", "\n\n", "\r\n", "\n  let a = 1;\n", "\n  let a = 1;\r\n \n"]) {
        const text = `<b/>\n${tag}${rest}`;
        const lines = text.split("\n");
        const { symbols, imports, exports } = facts(text, id);
        for (const { range } of [...symbols, ...imports, ...exports]) {
          assert.ok(range.end <= lines.length, text);
          assert.ok(range.endColumn <= lines[range.end - 1]!.length + 1, text);
        }
      }
    }
  }
});

test("two megabytes on one line are no trouble", () => {
  const output = "x".repeat(2_000_000);
  const notebook = `{"cells":[{"cell_type":"code","outputs":["${output}"],"source":["a = 1"]}]}`;
  assert.equal(facts(notebook, "notebook").symbols.length, 1);
  const many = `{"cells":[${'{"cell_type":"code","source":["f()\\n"]},'.repeat(20_000)}]}`;
  assert.equal(facts(many, "notebook").references.length, 20_000);
  assert.equal(scriptTags("<script>".repeat(200_000)).scripts.length, 1);
  assert.equal(scriptTags("<!--".repeat(200_000)).hidden.length, 1);
});
