// What Elixir says that other languages do not: functions in clauses, names that are variables or calls, attributes,
// modules by aliases.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf, importLines, referenceLines, symbolLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "elixir"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map(
    (s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"} ${s.range.start}-${s.range.end}`,
  );

test("clauses of one name and number of arguments are one function", () => {
  const text =
    'defmodule A do\n  @doc "x"\n  def f(0), do: 0\n  # more\n  def f(n) when n > 0, do: n\n\n  def f(a, b), do: a + b\n  defp f(x, y, z), do: x\n  def g, do: f(1)\n  def g() do 1 end\nend\n';
  assert.deepEqual(names(text), [
    "module A 1-11",
    "function A.f 2-5",
    "function A.f 7-7",
    "function A.f hidden 8-8",
    "function A.g 9-10",
  ]);
  assert.deepEqual(references(text), ["call f (local = A.f) in A.g"]);
});

test("a name is a variable where one is bound, else a call", () => {
  const text =
    "defmodule A do\n  def f(x) do\n    y = z\n    if x do\n      w = 1\n    end\n    g = y |> w\n    g()\n    g\n  end\n  def g, do: 1\nend\n";
  assert.deepEqual(references(text), [
    "call z (unknown) in A.f",
    "call w (unknown) in A.f",
    "call g (local = A.g) in A.f",
  ]);
});

test("modules by aliases, imports by name", () => {
  const text =
    "alias A.B.{C, D.E}\nalias A.B, as: X\nimport M, only: [f: 1]\nimport N\nrequire L, as: K\nuse U, a: 1\nC.g()\nf(1)\n";
  assert.deepEqual(
    importLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1)),
    ["A.B.C * as C", "A.B.D.E * as E", "A.B * as X", "M f as f", "N * as -", "L * as K", "U * as -"],
  );
  assert.deepEqual(references(text).slice(-3), ["read C (import)", "call C . g (import)", "call f (import)"]);
});

test("attributes, types and functions of one name are not each other", () => {
  const text =
    "defmodule A do\n  @a 1\n  @type a :: integer\n  @spec a(a) :: a\n  def a(b), do: @a + a(b)\n  def b(a), do: @a + a\nend\n";
  assert.deepEqual(
    facts(text)
      .references.filter((r) => r.name === "a")
      .map((r) => [r.range.start, r.role, facts(text).symbols[r.target]?.kind]),
    [
      [4, "type", "type"],
      [4, "type", "type"],
      [5, "read", "constant"],
      [5, "call", "function"],
      [6, "read", "constant"],
    ],
  );
});

test("names of modules in parts; implementations are named for their type", () => {
  assert.deepEqual(
    names(
      "defmodule A.B.C do\n  defmodule D do\n  end\nend\ndefimpl P, for: A.B.C do\n  def f(x), do: x\nend\n",
    ),
    ["module A.B.C 1-4", "module A.B.C.D 2-3", "implementation C 5-7", "function C.f 6-6"],
  );
});

test("documentation in strings, sigils and comments", () => {
  const text =
    'defmodule A do\n  @moduledoc ~S"""\n  The module.\n    More.\n  """\n  @doc """\n  One.\n  """\n  @doc since: "1"\n  def f, do: 1\n  # Two.\n  def g, do: 2\n  @doc false\n  def h, do: 3\nend\n';
  assert.deepEqual(
    facts(text).symbols.map((s) => s.doc),
    ["The module.\n  More.", "One.", "Two.", ""],
  );
});

test("broken code keeps what can be read", () => {
  const result = facts("defmodule A do\n  def f(x), do: x\n  def g(\n  def h, do: 1\n");
  assert.equal(result.errors, true);
  assert.ok(symbolLines(result).some((line) => /^function (?:A\.)?f /.test(line)));
});
