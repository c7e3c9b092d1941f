// Files that a language is told of by something other than its usual extension: variants of modules, declaration files,
// scripts by their first line, whole names. Each must come out with the facts of its language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasSyntax } from "../../src/lang/language.ts";
import { languageOf } from "../../src/lang/registry.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";

const parser = await createInlineParser();

/** Path, text, language, names of the symbols. */
const FILES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ["a.mts", "export const a: number = 1;\n", "typescript", ["a"]],
  ["a.cts", "export = class A {};\nimport b = require('b');\n", "typescript", ["A"]],
  [
    "a.d.ts",
    "declare module 'm' {\n  export function f(): void;\n}\ndeclare const v: string;\n",
    "typescript",
    ["m", "f", "v"],
  ],
  ["a.d.mts", "export declare class C {\n  m(): void;\n}\n", "typescript", ["C", "m"]],
  ["a.d.cts", "interface I {}\nexport = I;\n", "typescript", ["I"]],
  ["A.TS", "enum E { x }\n", "typescript", ["E", "x"]],
  ["a.mjs", "export default function f() {}\n", "javascript", ["f"]],
  ["a.cjs", "exports.f = function () {};\n", "javascript", ["f"]],
  ["a.pyi", "def f(x: int) -> str: ...\n", "python", ["f"]],
  ["bin/tool", "#!/usr/bin/env node\nfunction f() {}\n", "javascript", ["f"]],
  ["bin/tool", "#!/usr/bin/env -S deno run --allow-read\nconst a: number = 1;\n", "typescript", ["a"]],
  ["bin/tool", "#!/usr/bin/env -S npx --yes tsx\ntype A = string;\n", "typescript", ["A"]],
  ["bin/tool", "#!/usr/bin/python3.12 -u\r\ndef f():\r\n    pass\r\n", "python", ["f"]],
  ["bin/tool", "#!/bin/bash -e\nf() { :; }\n", "bash", ["f"]],
  ["bin/tool", "#! /bin/sh\nf() { :; }\n", "bash", ["f"]],
  ["bin/tool", "#!/usr/bin/env ruby\ndef f; end\n", "ruby", ["f"]],
  ["bin/tool", "#!/usr/bin/env lua5.4\nfunction f() end\n", "lua", ["f"]],
  ["bin/tool", "#!/usr/bin/env elixir\ndefmodule A do\nend\n", "elixir", ["A"]],
  ["bin/tool", "#!/usr/bin/env runhaskell\nf x = x\n", "haskell", ["f"]],
  ["bin/tool", "#!/usr/bin/env php\n<?php\nfunction f() {}\n", "php", ["f"]],
  ["bin/tool", "#!/usr/bin/make -f\nall: b\n", "makefile", ["all"]],
  [".bashrc", "f() { :; }\n", "bash", ["f"]],
  ["PKGBUILD", "pkgname=a\nbuild() { :; }\n", "bash", ["pkgname", "build"]],
  ["Rakefile", "def f; end\n", "ruby", ["f"]],
  ["Dockerfile.dev", "FROM a AS b\n", "dockerfile", ["b"]],
  ["deploy/Makefile.am", "a: b\n", "makefile", ["a"]],
  ["Justfile", "a b:\n  c\n", "makefile", ["a"]],
  ["Cargo.lock", "[[package]]\nname = 'a'\n", "toml", ["package", "name"]],
  ["main.tf", 'variable "a" {}\n', "hcl", ["a"]],
  ["LICENSE", "MIT\n", "text", []],
];

for (const [path, text, id, wanted] of FILES) {
  const first = text.slice(0, text.indexOf("\n"));
  test(`${path} ${first}`, () => {
    const language = languageOf(path, first, {});
    assert.equal(language.id, id);
    const result = parser.parse(text, language.id);
    assert.equal("facts" in result, hasSyntax(language));
    if (!("facts" in result)) return;
    assert.equal(result.facts.errors, false);
    assert.deepEqual(
      result.facts.symbols.map((s) => s.name),
      wanted,
    );
  });
}
