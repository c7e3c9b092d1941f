// What Lua says that other languages do not: members by the table's name, classes made of metatables, locals that hold
// from their statement on, modules that are what a chunk returns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { exportLines, factsOf, importLines, referenceLines, symbolLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "lua"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);

test("what the chunk returns is visible outside, other locals are not", () => {
  assert.deepEqual(names("local M = {}\nlocal N = {}\nfunction M.a() end\nfunction N.b() end\nreturn M\n"), [
    "variable M",
    "variable N hidden",
    "function M.a",
    "function N.b hidden",
  ]);
  const table = "local function a() end\nlocal function b() end\nreturn { a = a, c = function() end }\n";
  assert.deepEqual(names(table), ["function a", "function b hidden", "function c"]);
  assert.deepEqual(exportLines(facts(table)), ["3:10-3:15 a is a", "3:17-3:35 c is c"]);
});

test("a local holds from its statement on, a local function in itself as well", () => {
  assert.deepEqual(references("use(x)\nlocal x = x\nuse(x)\nlocal function f() f() end\n"), [
    "call use (unknown)",
    "read x (unknown)",
    "read x (unknown) in x",
    "call use (unknown)",
    "read x (local = x)",
    "call f (local = f) in f",
  ]);
});

test("self is the table of the method", () => {
  const text =
    "local A = {}\nlocal B = {}\nfunction A:f() return self:g() end\nfunction A.g(self) end\nfunction B:g() end\n";
  assert.equal(
    references(text).find((line) => line.includes("self")),
    "call self . g of A (this = A.g) in A.f",
  );
});

test("instances by their constructors", () => {
  const text =
    "local A = {}\nfunction A.new() return setmetatable({}, A) end\nlocal function f()\n  local a = A.new()\n  local b = setmetatable({}, A)\n  a:x()\n  b:y()\nend\n";
  assert.deepEqual(
    references(text).filter((line) => / (?:x|y) of /.test(line)),
    ["call a . x of A.new() (member) in f", "call b . y of A (member) in f"],
  );
});

test("modules, parts of modules, and those that are only run", () => {
  const text =
    'local a, b = require("a"), require"b".c\nrequire("d").setup()\nlocal e = require(script.Parent.E)\nlocal f = require(name .. ".f")\n';
  assert.deepEqual(importLines(facts(text)), [
    "1:1-1:40 a * as a",
    "1:1-1:40 b c as b",
    "2:1-2:13 d * as -",
    "3:1-3:35 script.Parent.E * as e",
  ]);
});

test("documentation of both kinds", () => {
  const text =
    "--- One.\n-- @param x\nlocal function f(x) end\n\n--[==[ Two\n  and more ]==]\nfunction g() end\n";
  assert.deepEqual(
    facts(text).symbols.map((s) => s.doc),
    ["One.\n@param x", "Two\nand more"],
  );
});

test("broken code keeps what can be read", () => {
  const result = facts(
    "local M = {}\nfunction M.a() return 1 end\nfunction M.b(\nlocal x = = 2\nfunction M.c() end\n",
  );
  assert.equal(result.errors, true);
  assert.ok(symbolLines(result).some((line) => line.startsWith("function M.a")));
});
