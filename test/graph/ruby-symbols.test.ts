// Ruby: a symbol that is a value may name a method that is called later; a key, an element and what something is compared with
// name none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

async function linesOf(source: string): Promise<number[]> {
  await using asked = await ask({ "a.rb": source });
  const [declaration] = await asked.graph.declarationsIn(0, [2]);
  const { proven, possible } = await asked.graph.callers(declaration!);
  return [...new Set([...proven, ...possible].map((s) => s.line))];
}

const NAMES = [
  "rescue_from E, with: :handle",
  "after_save :other, unless: :handle",
  "validates :other, if: :handle",
  "HOOKS = [:handle]",
  "HOOKS = %i[other handle].freeze",
  "NAME = :handle",
  "x = { k: :handle }",
  "run(:handle)",
  "run :other, :handle",
  "y ? :handle : :other",
  "return :handle",
  "[1].map(&:handle)",
  "send(:handle)",
];
for (const line of NAMES)
  test(`may be called: ${line}`, async () => {
    assert.deepEqual(await linesOf(`class D\n  def handle\n  end\n  ${line}\nend\n`), [4]);
  });

const NONE = [
  "x = { handle: 1 }",
  "x = { :handle => 1 }",
  "x[:handle]",
  "x == :handle",
  "case x when :other, :handle then 1 end",
  "# :handle",
  "x = 'text :handle'",
  "x = :handled",
];
for (const line of NONE)
  test(`names no method: ${line}`, async () => {
    assert.deepEqual(
      await linesOf(`class D\n  def handle\n  end\n  def other\n    ${line}\n  end\nend\n`),
      [],
    );
  });
