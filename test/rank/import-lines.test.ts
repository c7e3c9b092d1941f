import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { importLines } from "../../src/rank/import-lines.ts";

const parser = await createInlineParser();

/** Lines found with the parser, and those found by patterns alone. */
async function found(language: string, text: string): Promise<[string[], string[]]> {
  const lines = text.split("\n");
  const result = parser.parse(text, language);
  const facts = "facts" in result ? result.facts : null;
  const told = (set: ReadonlySet<number>) =>
    [...set].sort((a, b) => a - b).map((line) => lines[line - 1]!.trim());
  return [told(importLines({ language, lines, facts })), told(importLines({ language, lines, facts: null }))];
}

const CASES: Record<string, { text: string; imports: string[] }> = {
  java: {
    text: "package org.junit.internal.runners;\n\nimport java.util.List;\nimport static org.junit.Assert.*;\n\nclass A {\n  List<String> run() { return null; }\n}\n",
    imports: [
      "package org.junit.internal.runners;",
      "import java.util.List;",
      "import static org.junit.Assert.*;",
    ],
  },
  javascript: {
    text: "const events = require('node:events')\nimport a from './a.js'\nexport * from './b.js'\nconst value = events.of(1)\n",
    imports: ["const events = require('node:events')", "import a from './a.js'", "export * from './b.js'"],
  },
  rust: {
    text: "use std::io;\npub mod output;\nmod inner {\n    fn a() {}\n}\nfn use_it() {}\n",
    imports: ["use std::io;", "pub mod output;"],
  },
  python: {
    text: "import os\nfrom a.b import c\n\ndef imported():\n    return os.sep\n",
    imports: ["import os", "from a.b import c"],
  },
  go: {
    text: 'package main\n\nimport (\n\t"fmt"\n\tx "net/http"\n)\n\nfunc main() {\n\tfmt.Println("a")\n}\n',
    imports: ["package main", "import (", '"fmt"', 'x "net/http"', ")"],
  },
};

for (const [language, { text, imports }] of Object.entries(CASES)) {
  test(`lines of ${language} that import or name a package`, async () => {
    const [parsed, byPatterns] = await found(language, text);
    assert.deepEqual(parsed, imports);
    assert.deepEqual(byPatterns, imports);
  });
}

test("an import over several lines is all of them", async () => {
  const [parsed] = await found(
    "typescript",
    "import {\n  signed,\n  cookies,\n} from './keys.ts';\nsigned(cookies);\n",
  );
  assert.deepEqual(parsed, ["import {", "signed,", "cookies,", "} from './keys.ts';"]);
});

test("a list that is no import is none", async () => {
  const text = "export {\n  a,\n  b,\n};\nconst {\n  c,\n} = d;\nconst {\n  e,\n} = require('./e.js');\n";
  const [parsed] = await found("javascript", text);
  assert.deepEqual(parsed, ["const {", "e,", "} = require('./e.js');"]);
});

test("what loads in the midst of work is work; prose and data import nothing", async () => {
  assert.deepEqual(await found("javascript", "routes.push({ page: () => import('./page.js') })\n"), [[], []]);
  assert.deepEqual(await found("markdown", "import the file\npackage a\n"), [[], []]);
  assert.deepEqual(await found("toml", 'source = "registry"\n'), [[], []]);
});
