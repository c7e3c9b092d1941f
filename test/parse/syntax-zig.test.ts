// What Zig says that other languages do not: containers are values, files are imported into constants, members may be
// written without what they belong to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { exportLines, factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "zig"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);

test("containers with what they hold; members follow them, declarations say pub", () => {
  assert.deepEqual(
    names(
      "pub const A = struct {\n  x: i32,\n  pub fn f(self: *A) void {}\n  fn g() void {}\n};\nconst E = enum { a };\n",
    ),
    ["struct A", "field A.x", "method A.f", "function A.g hidden", "enum E hidden", "constant E.a hidden"],
  );
});

test("imports are constants; public ones are passed on", () => {
  const text =
    'const a = @import("a.zig");\npub const B = @import("b.zig").B;\npub usingnamespace @import("c.zig");\nfn f() void { const d = @import("d.zig"); d.g(); }\n';
  assert.deepEqual(importLines(facts(text)), [
    "1:1-1:28 a.zig * as a",
    "2:1-2:34 b.zig B as B",
    "3:1-3:37 c.zig * as -",
    "4:15-4:42 d.zig * as d",
  ]);
  assert.deepEqual(exportLines(facts(text)), ["2:1-2:34 B is B from b.zig", "3:1-3:37 * is * from c.zig"]);
  assert.ok(references(text).includes("call d . g (import) in f"));
});

test("the type of a receiver from its parameter, its value and the container itself", () => {
  const text =
    "const A = struct {\n  const Self = @This();\n  pub fn new() A {}\n  fn f(self: *const Self) void { self.g(); Self.new(); }\n  fn g(self: @This()) void {}\n};\nfn h(a: *A) void { const b = A.new(); const c = A{}; var d = try A.new(); a.g(); b.g(); c.g(); d.g(); }\n";
  assert.deepEqual(
    references(text).filter((line) => line.startsWith("call")),
    [
      "call self . g of A (this = A.g) in A.f",
      "call Self . new of A (this = A.new) in A.f",
      "call A . new (member = A.new) in h",
      "call A . new (member = A.new) in h",
      "call a . g of A (member) in h",
      "call b . g of A.new() (member) in h",
      "call c . g of A (member) in h",
      "call d . g of A.new() (member) in h",
    ],
  );
});

test("members without what they belong to are nobody's for sure", () => {
  const text =
    "const red = 1;\nfn f(c: C) void { _ = c == .red; return error.red; }\nconst p = P{ .red = 2 };\n";
  assert.deepEqual(
    facts(text)
      .references.filter((r) => r.name === "red")
      .map((r) => [r.receiver, r.binding, r.target]),
    [
      ["", "member", -1],
      ["", "member", -1],
      ["P", "member", -1],
    ],
  );
});

test("documentation, not the file's own", () => {
  assert.deepEqual(
    facts("//! The file.\n\n/// One.\n/// Two.\npub fn f() void {}\n// plain\nfn g() void {}\n").symbols.map(
      (s) => s.doc,
    ),
    ["One.\nTwo.", "plain"],
  );
});

test("assignments write", () => {
  assert.deepEqual(
    references("var n: u8 = 0;\nfn f() void { n += 1; n = 2; s.x = n; while (n < 2) : (n += 1) {} }\n"),
    [
      "write n (local = n) in f",
      "write n (local = n) in f",
      "read s (unknown) in f",
      "write s . x (member) in f",
      "read n (local = n) in f",
      "read n (local = n) in f",
      "write n (local = n) in f",
    ],
  );
});
