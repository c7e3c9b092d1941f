// What is read from the text of an issue: what the author says comes first, what the form of the tracker says not at all.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LONGEST_QUERY } from "../../src/base/limits.ts";
import { queryOfIssue } from "../../src/rank/issue-query.ts";

const cases: [says: string, issue: string, query: string][] = [
  ["a title", "# Prompt shows the raw default", "Prompt shows the raw default"],
  ["line ends of all kinds", "Title\r\n\r\nBody\rmore", "Title\nBody\nmore"],
  ["comments of the form", "Title\n<!-- Please\nsearch first -->Body<!-- never ends\nx", "Title\nBody"],
  ["check lists and rules", "Title\n- [x] I searched\n* [ ] I read\n---\nBody", "Title\nBody"],
  [
    "headings of the form, and what is of the machine",
    "Title\n### Describe the bug\nIt breaks\n### Environment\n- Python version: 3\nmac\n### Notes\nSince 2.0",
    "Title\nIt breaks\nSince 2.0",
  ],
  [
    "bold words and words with a colon as headings",
    "Title\n**System Info**\nUbuntu\n**Steps to reproduce**\nrun it\nEnvironment:\nWindows 11",
    "Title\nrun it",
  ],
  [
    "headings of the author's",
    "Title\n## Retries after a timeout\nnone",
    "Title\nRetries after a timeout\nnone",
  ],
  [
    "links and images",
    "Title\nSee [the docs](https://a.example/b) ![shot](https://a.example/c.png) https://a.example/d",
    "Title\nSee the docs",
  ],
  [
    "an address of a source is its path",
    "Title\nin https://github.com/o/n/blob/v1.2/src/core/a.py#L3-L9 and <https://x.example/blob/a/b.ts>",
    "Title\nin src/core/a.py and b.ts",
  ],
  [
    "a stack of Python, error first",
    [
      "Title",
      "```pytb",
      "Traceback (most recent call last):",
      '  File "/home/u/env/lib/python3.6/site-packages/flask/cli.py", line 9, in load_app',
      '  File "/home/u/proj/min.py", line 6, in <module>',
      "SyntaxError: unexpected EOF",
      "```",
    ].join("\n"),
    "Title\nSyntaxError: unexpected EOF\nload_app flask/cli.py\nu/proj/min.py",
  ],
  [
    "a stack of Node",
    [
      "Title",
      "TypeError: x is undefined",
      "    at Parser.parse (/home/u/p/node_modules/zod/lib/types.js:10:5)",
      "    at async run (file:///C:/code/app/src/main.ts:4:1)",
      "    at node:internal/main/run_main_module:28:49",
    ].join("\n"),
    "Title\nTypeError: x is undefined\nParser.parse zod/lib/types.js\nrun app/src/main.ts",
  ],
  [
    "a stack of Java, and of Go",
    [
      "Title",
      "Caused by: java.lang.IllegalStateException: closed",
      "\tat org.acme.Pool.take(Pool.java:31)",
      "\t/root/go/src/acme/pool/pool.go:88 +0x1d",
    ].join("\n"),
    "Title\njava.lang.IllegalStateException: closed\norg.acme.Pool.take Pool.java\nacme/pool/pool.go",
  ],
  [
    "names in code last, and nothing of a shell",
    "Title\n```sh\n$ npm run buildAll\n```\n```ts\nconst r = makeUnion([z.literal('a')]);\n```\nsays the author",
    "Title\nsays the author\nmakeUnion literal",
  ],
  [
    "a fence in a fence, and one that never ends",
    "T\n````md\n```\ninnerName\n````\nx\n~~~\nlastName",
    "T\nx\ninnerName lastName",
  ],
  [
    "a comment's mark in code is code",
    "The `<!--` marker\nsays ``a ` <!-- b`` too\n```html\n<!-- makeNode() never ends\n```\nfor ` <!-- hidden\n` -->all",
    "The `<!--` marker\nsays ``a ` <!-- b`` too\nfor `\nall\nmakeNode",
  ],
  ["a comment on one line after another", "T<!--a-->x<!-- ` -->y\n<!--\n`-->z`", "Txy\nz`"],
  ["nothing", " \n<!-- -->\n- [ ] a\n", ""],
];

for (const [says, issue, query] of cases) {
  test(says, () => assert.equal(queryOfIssue(issue), query));
}

test("any text gives a query that may be asked, and what was read gives no more than itself", () => {
  const word = fc.constantFrom(
    "```",
    "<!--",
    "-->",
    "# ",
    "\n",
    "at f (a/b.ts:1:2)",
    "TypeError: x",
    "fooBar()",
    "[a](b)",
    "\u{1F600}",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ unit: "binary" })), { maxLength: 60 }), (parts) => {
      const query = queryOfIssue(parts.join(""));
      assert.ok(query.length <= LONGEST_QUERY);
      assert.equal(queryOfIssue(parts.join("")), query);
    }),
  );
});

test("long texts are read in a time that grows with them", { timeout: 20_000 }, () => {
  for (const part of [
    "<!--",
    "[",
    "![a](",
    "`",
    "at a (",
    "/a",
    "**",
    "https://a/blob/",
    'File "',
    "a.b",
    "A",
    "`<!--",
    "` `` ",
  ]) {
    const query = queryOfIssue(part.repeat(200_000 / part.length));
    assert.ok(query.length <= LONGEST_QUERY);
  }
});
