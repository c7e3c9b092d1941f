// What shell scripts say that other languages do not: two worlds of names, variables that are global unless said
// otherwise, commands that run or set what they are given the name of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf, importLines, referenceLines, symbolLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "bash"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);

test("a variable and a function of one name are not each other", () => {
  const text = 'usage() { :; }\nusage=1\nusage\necho "$usage"\n';
  assert.deepEqual(
    facts(text).references.map((r) => [r.name, r.role, facts(text).symbols[r.target]?.kind]),
    [
      ["usage", "call", "function"],
      ["echo", "call", undefined],
      ["usage", "read", "variable"],
    ],
  );
});

test("local names hide those of the file, from their declaration on", () => {
  assert.deepEqual(references("x=1\nf() { y=$x; local x=2; y=$x; local y; y=3; }\n"), [
    "write y (unknown) in f",
    "read x (local = x) in f",
    "write y (unknown) in f",
  ]);
});

test("assignments in functions write to variables of the file", () => {
  assert.deepEqual(references("a=1\nf() { a=2; declare -g b=3; export c=4; }\n"), [
    "write a (local = a) in f",
    "write b (unknown) in f",
    "write c (unknown) in f",
  ]);
});

test("functions are there for the whole file, those inside others as well", () => {
  assert.deepEqual(references("inner\nouter() { inner() { :; }; }\n"), ["call inner (local = outer.inner)"]);
  assert.deepEqual(names("outer() { inner() { :; }; }\n"), ["function outer", "function outer.inner hidden"]);
});

test("what a command runs for another", () => {
  assert.deepEqual(
    references("trap -- stop EXIT\ntimeout -k 5 10 start now\ncommand -v look\nenv A=1 start\n"),
    [
      "call trap (unknown)",
      "call stop (unknown)",
      "call timeout (unknown)",
      "call start (unknown)",
      "call command (unknown)",
      "call env (unknown)",
      "call start (unknown)",
    ],
  );
});

test("paths, expansions and strings as commands are no names", () => {
  assert.deepEqual(references('./run.sh\n/bin/ls\n"$x" a\n${y} b\n'), [
    "read x (unknown)",
    "read y (unknown)",
  ]);
});

test("sourced files as written", () => {
  assert.deepEqual(
    importLines(facts('source "${BASH_SOURCE%/*}/a.sh"\n. ./b.sh arg\nsource\nload helper\n')),
    ["1:1-1:32 ${BASH_SOURCE%/*}/a.sh * as -", "2:1-2:13 ./b.sh * as -", "4:1-4:12 helper * as -"],
  );
});

test("documentation stands above", () => {
  assert.deepEqual(symbolLines(facts("# One.\n#\n# Two.\nf() {\n  :\n}\n\n# Far.\n\ng() { :; }\n")), [
    'function f | exported | 1:1-6:2 name 4:1-4:2 body 4 parent -1 | `f()` | "One.\\n\\nTwo."',
    "function g | exported | 10:1-10:11 name 10:1-10:2 body 10 parent -1 | `g()`",
  ]);
});
