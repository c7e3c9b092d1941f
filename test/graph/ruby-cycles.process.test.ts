// Ruby that leads back to itself, and Ruby that is large or broken: every question about it has an end. Asked in a process that
// is killed when it finds none.
import { test } from "node:test";
import fc from "fast-check";
import { allAnswered } from "./all-answered.ts";

const rb = (...lines: string[]): string => `${lines.join("\n")}\n`;

test("what leads back to itself has an end", () => {
  const ladder = Array.from(
    { length: 40 },
    (_, i) =>
      `module A${i + 1}; include A${i}; include B${i}; end\nmodule B${i + 1}; include A${i}; include B${i}; end`,
  );
  allAnswered([
    { "a.rb": rb("class A < A", "  def f; f; super; self.class.new.f; end", "end", "A.new.f") },
    {
      "a.rb": rb(
        "class A < B; def f; g; super; end; end",
        "class B < A; def g; f; super; end; end",
        "A.g; B.f",
      ),
    },
    {
      "a.rb": rb(
        "module M; include N; extend N; prepend N; def m; n; end; end",
        "module N; include M; extend M; def n; m; end; end",
        "M.m; N.n",
      ),
    },
    { "a.rb": rb("A = B", "B = A", "A.go; B.new.go; class C < A; def f; go; end; end") },
    { "a.rb": rb("X = Y.new", "Y = X.new", "X.go; Y.go"), "b.rb": rb("class X::Y < Y::X; include X; end") },
    {
      "a.rb": rb(
        "module A0; def x; y; end; end; module B0; end",
        ...ladder,
        "class C; include A40; def f; x; end; end",
        "C.new.x",
      ),
    },
    { "a.rb": rb("require 'b'", "require_relative 'a'"), "b.rb": rb("require 'a'", "load 'b.rb'") },
  ]);
});

test("large and broken code has an end", () => {
  allAnswered([
    { "a.rb": "class A\n".repeat(2_000) },
    { "a.rb": "end\n".repeat(2_000) },
    { "a.rb": `x = "${"#{".repeat(20_000)}"` },
    { "a.rb": `${"(".repeat(20_000)}${"]".repeat(20_000)}` },
    { "a.rb": `x = <<A + <<B\n${"<<C\n".repeat(2_000)}` },
    { "a.rb": `${"%w(".repeat(5_000)}` },
    {
      "a.rb": rb(
        "class A",
        ...Array.from({ length: 800 }, (_, i) => `  def m${i}; m${i + 1}; @v${i} = A.new; @v${i}.m${i}; end`),
        "end",
      ),
    },
    {
      "a.rb": rb(
        ...Array.from(
          { length: 300 },
          (_, i) => `class A${i}; def f; each { |x| A${i + 1}.new.f }; end; end`,
        ),
      ),
    },
    { "a.rb": `def f\n${"  each do |x|\n".repeat(300)}${"  end\n".repeat(300)}end\n` },
    { "a.rb": `x${".go".repeat(2_000)}\n` },
  ]);
});

const name = fc.constantFrom("A", "B", "C");
const method = fc.constantFrom("a", "b", "new", "method_missing", "[]", "c=");
const line: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(name, name, method, method)
    .map(
      ([a, b, m, n]) =>
        `class ${a} < ${b}\n  def ${m}(x = 1); ${n}; super; end\n  class << self; def ${n}(x); ${m}; end; end\nend`,
    ),
  fc
    .tuple(name, name, method)
    .map(
      ([a, b, m]) =>
        `module ${a}\n  include ${b}\n  extend self\n  prepend ${b}\n  def self.${m}(x); end\nend`,
    ),
  fc.tuple(name, name).map(([a, b]) => `class ${a}::${b} < ::${b}; include ${a}; end`),
  fc.tuple(name, name).map(([a, b]) => `${a} = ${b}`),
  fc
    .tuple(name, name, method)
    .map(
      ([a, b, m]) =>
        `${a} = Class.new(${b}) do\n  define_method(:${m.replace(/\W/g, "x")}) { ${a}.new.${m === "[]" ? "a" : m.replace("=", "")} }\nend`,
    ),
  fc
    .tuple(name, method)
    .map(([a, m]) => `x = ${a}.new\nx.${m === "[]" ? "b" : m} ? 1 : 2\nx.send(:${m === "[]" ? "b" : m})`),
);

test("no mixture of declarations and uses hangs or throws", () => {
  const trees = fc.sample(
    fc.dictionary(
      fc.constantFrom("a.rb", "b.rb", "lib/c.rb"),
      fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => rb(...lines)),
      { minKeys: 1 },
    ),
    { numRuns: 60, seed: 7 },
  );
  allAnswered(trees);
});
