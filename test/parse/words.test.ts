import assert from "node:assert/strict";
import { test } from "node:test";
import { languageById } from "../../src/lang/registry.ts";
import type { FieldCounts, WordsFacts } from "../../src/parse/facts.ts";
import { unpackCounts } from "../../src/parse/facts.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { TermReader } from "../../src/text/term-reader.ts";

function read(text: string, language: string): { facts: WordsFacts; reader: TermReader } {
  const reader = new TermReader();
  return { facts: wordsFacts(text, languageById(language)!, reader), reader };
}

/** Counts of a chunk by term, fields of zero left out. */
function termsOf(text: string, language: string, chunk = 0): Record<string, Partial<FieldCounts>> {
  const { facts, reader } = read(text, language);
  const { termIds, counts } = facts.chunks[chunk]!;
  const found: Record<string, Partial<FieldCounts>> = {};
  termIds.forEach((id, i) => {
    const fields = Object.entries(unpackCounts(counts[i]!)).filter(([, count]) => count > 0);
    found[reader.terms[id]!] = Object.fromEntries(fields);
  });
  return found;
}

test("a term counts in the field in which it stands", () => {
  const text = [
    "# Adds the routes.",
    "def add_route(path):",
    "    router = find(path)  # the router",
    '    log("add", router)',
    "",
  ].join("\n");
  assert.deepEqual(termsOf(text, "python"), {
    add: { name: 1, comment: 1, body: 1 },
    "=add": { body: 1 },
    "=addroute": { name: 1 },
    def: { signature: 1 },
    "=def": { signature: 1 },
    find: { body: 1 },
    "=find": { body: 1 },
    log: { body: 1 },
    "=log": { body: 1 },
    path: { signature: 1, body: 1 },
    "=path": { signature: 1, body: 1 },
    rout: { name: 1, comment: 2, body: 2 },
    "=router": { body: 2 },
  });
});

test("comments drop stop words and the wholes of plain words, code drops neither", () => {
  assert.deepEqual(termsOf("// if the HttpAdapter is not open\nif (open) {}\n", "javascript"), {
    http: { comment: 1 },
    adapt: { comment: 1 },
    "=httpadapter": { comment: 1 },
    open: { comment: 1, body: 1 },
    if: { body: 1 },
    "=if": { body: 1 },
    "=open": { body: 1 },
  });
});

test("documentation strings are comments, other strings are body", () => {
  const found = termsOf('def f():\n    """Opens the door."""\n    x = """windows"""\n', "python");
  assert.deepEqual(found["door"], { comment: 1 });
  assert.deepEqual(found["window"], { body: 1 });
  assert.deepEqual(found["=windows"], { body: 1 });
});

test("prose is comment throughout, a heading is a name", () => {
  const found = termsOf("# Opening doors\n\nThe doors open.\n", "markdown");
  assert.deepEqual(found, {
    open: { name: 1, comment: 1 },
    "=opening": { name: 1 },
    door: { name: 1, comment: 1 },
    "=doors": { name: 1 },
  });
});

test("data has no wholes of plain words", () => {
  assert.deepEqual(termsOf("door,OpenDoor,42\n", "csv"), {
    door: { body: 2 },
    open: { body: 1 },
    "=opendoor": { body: 1 },
    "42": { body: 1 },
  });
});

test("names of what encloses a chunk are known in it", () => {
  const method = (name: string): string =>
    `    def ${name}(self):\n${Array.from({ length: 30 }, (_, i) => `        call${i}()\n`).join("")}\n`;
  const text = `class Router:\n${method("first")}${method("second")}`;
  const { facts } = read(text, "python");
  assert.deepEqual(
    facts.chunks.map((c) => [c.start, c.end, facts.declarations[c.declaration]!.name]),
    [
      [1, 33, "Router"],
      [34, 65, "second"],
    ],
  );
  assert.deepEqual(termsOf(text, "python", 1)["=router"], { enclosing: 1 });
  assert.deepEqual(termsOf(text, "python", 0)["=router"], { name: 1 });
});

test("counts are capped, never wrapped into the next field", () => {
  const found = termsOf(`${"door ".repeat(5_000)}\n// ${"door ".repeat(500)}\n`, "javascript");
  assert.deepEqual(found["door"], { comment: 63, body: 1023 });
});

test("small neighbours are joined, large pieces are split, all lines are covered", () => {
  const small = Array.from({ length: 12 }, (_, i) => `function f${i}() {\n  return ${i};\n}\n`).join("\n");
  const large = `function large() {\n${"  call();\n".repeat(200)}}\n`;
  const { facts } = read(`${small}\n${large}`, "javascript");
  const sizes = facts.chunks.map((c) => c.end - c.start + 1);
  assert.ok(
    sizes.every((size) => size <= 80),
    String(sizes),
  );
  assert.ok(sizes.length <= 7, String(sizes));
  assert.equal(facts.chunks[0]!.start, 1);
  assert.equal(facts.chunks.at(-1)!.end, facts.lines);
  const inLarge = facts.chunks.filter((c) => c.start > 50);
  for (const chunk of inLarge) assert.equal(facts.declarations[chunk.declaration]!.name, "large");
});

test("the empty text has no lines and no chunks", () => {
  assert.deepEqual(read("", "typescript").facts, { lines: 0, declarations: [], chunks: [], imports: [] });
  const blank = read("\n\n", "typescript").facts;
  assert.equal(blank.lines, 2);
  assert.deepEqual(
    blank.chunks.map((c) => [c.start, c.end, c.length, c.termIds.length]),
    [[1, 2, 0, 0]],
  );
});

test("lines end in \\n or \\r\\n, and in nothing else", () => {
  const names = (text: string): string[] =>
    read(text, "python").facts.declarations.map((d) => `${d.line} ${d.name}`);
  assert.deepEqual(names("def a():\r\n    pass\r\ndef b():\r\n    pass"), ["1 a", "3 b"]);
  assert.deepEqual(names("x = 1\fdef a():\u2028def b():\rdef c(): pass\ndef d(): pass"), ["1 x", "2 d"]);
});

test("comments and strings hide what looks like code in them", () => {
  const names = (text: string, language: string): string => {
    return read(text, language)
      .facts.declarations.map((d) => d.name)
      .join(" ");
  };
  const cases: [language: string, text: string, names: string][] = [
    ["javascript", "/*\nfunction no() {}\n*/\nfunction yes() {}\n", "yes"],
    ["javascript", "const a = '/*';\nfunction yes() {}\n// */\n", "a yes"],
    ["javascript", "const a = /[/*]/;\nfunction yes() {}\n/* */\n", "a yes"],
    [
      "javascript",
      "const a = b / c; // '\nfunction yes() {}\nconst d = e / '/*';\nfunction too() {}\n",
      "a yes d too",
    ],
    ["javascript", "const a = `\nfunction no() {}\n`;\nfunction yes() {}\n", "a yes"],
    ["javascript", "const a = `\\`\nfunction no() {}\n`;\nfunction yes() {}\n", "a yes"],
    ["javascript", "/* never closed\nfunction yes() {}\n", "yes"],
    ["javascript", "const a = `never closed\nfunction yes() {}\n", "a yes"],
    ["javascript", "const a = \"it's\";\nfunction yes() {}\nconst b = 'x';\n", "a yes b"],
    ["rust", "fn a<'x>(b: &'x str) {}\n/* ' */\nfn b() { let c = '\"'; }\nfn d() {}\n", "a b d"],
    ["rust", "/* /* */\nfn no() {}\n*/\nfn yes() {}\n", "yes"],
    ["rust", 'const A: &str = r#"\n"\nfn no() {}\n"#;\nfn yes() {}\n', "A yes"],
    ["python", "'''\ndef no(): pass\n'''\ndef yes(): pass\n", "yes"],
    ["python", "a = 'it' # '''\ndef yes(): pass\n", "a yes"],
    ["bash", 'echo ${#a} $# "#"\nyes() {\n}\n', "yes"],
    ["ruby", "=begin\ndef no\nend\n=end\ndef yes\nend\n", "yes"],
    ["ruby", "A = /#'/\ndef yes\nend\n", "A yes"],
    ["lua", "--[[\nfunction no()\nend\n]]\nfunction yes()\nend\n", "yes"],
    ["haskell", "{- {- -}\nno :: Int\n-}\nyes :: Int\nyes = 1\n", "yes"],
    ["markdown", "# Yes\n```\n# No\n```\n## Too\n", "Yes Too"],
    ["html", "<!-- <h1>No</h1> -->\n<h1>Yes</h1>\n", "Yes"],
    ["sql", "insert into t values ('it''s\ncreate table no (');\ncreate table yes (a int);\n", "yes"],
  ];
  for (const [language, text, wanted] of cases)
    assert.equal(names(text, language), wanted, `${language}: ${text}`);
});

test("texts without spaces are read as pairs of characters", () => {
  const found = termsOf("# 路由器 handles 路\n", "python");
  assert.deepEqual(found, {
    路由: { comment: 1 },
    由器: { comment: 1 },
    handl: { comment: 1 },
    路: { comment: 1 },
  });
});
