import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationName } from "../../src/engine/arguments.ts";
import { commandLineName, ENTRIES, flagNames, flagsOf, positions } from "../../src/surface/cli/flags.ts";
import { describeTools } from "../../src/surface/mcp/tools.ts";
import { parametersFor } from "../../src/surface/entry.ts";
import { OPERATIONS, toolsOf } from "../../src/surface/operations.ts";
import { COMMANDS } from "../../src/surface/table/commands.ts";
import { openCounter } from "../../src/tokens/counter.ts";

test("the table has every operation of the engine once", () => {
  const expected: Record<OperationName, true> = {
    context: true,
    search: true,
    symbol: true,
    trace: true,
    impact: true,
    review: true,
    rename: true,
    outline: true,
    similar: true,
    read: true,
    batch: true,
    status: true,
    index: true,
    receipt: true,
    pack: true,
    session: true,
    report: true,
    metrics: true,
    why: true,
    config: true,
    doctor: true,
    eval: true,
  };
  assert.deepEqual(
    OPERATIONS.map((o) => o.name),
    Object.keys(expected),
  );
});

test("tool sets are pinned", () => {
  assert.deepEqual(
    toolsOf("default").map((o) => o.name),
    ["context", "search", "symbol", "trace", "outline", "read"],
  );
  assert.deepEqual(
    toolsOf("full").map((o) => o.name),
    [
      "context",
      "search",
      "symbol",
      "trace",
      "review",
      "outline",
      "read",
      "status",
      "index",
      "receipt",
      "why",
      "config",
      "doctor",
    ],
  );
});

test("the default tools cost less than 2,000 tokens as sent, all of them less than 3,200", async (t) => {
  const counter = await openCounter("o200k_base");
  const cost = (set: "default" | "full") => counter.count(JSON.stringify({ tools: describeTools(set) }));
  t.diagnostic(`default ${cost("default")}, full ${cost("full")} tokens`);
  assert.ok(cost("default") <= 2000, String(cost("default")));
  assert.ok(cost("full") <= 3200, String(cost("full")));
});

test("tool names stay under 40 characters with the server's name", () => {
  for (const tool of describeTools("full")) assert.ok(`mcp__pith__${tool.name}`.length < 40);
});

test("a tool has a schema for each of its parameters and no other", () => {
  for (const operation of toolsOf("full")) {
    const tool = describeTools("full").find((t) => t.name === operation.name)!;
    assert.deepEqual(
      Object.keys(tool.inputSchema.properties),
      parametersFor(operation, "mcp").map((p) => p.name),
    );
  }
});

test("names and flags are unique within an entry, on each surface", () => {
  for (const entry of ENTRIES) {
    for (const surface of ["cli", "mcp", "library"] as const) {
      const names = parametersFor(entry, surface).map((p) => p.name);
      assert.equal(new Set(names).size, names.length, `${entry.name} on ${surface}: ${names.join(" ")}`);
    }
    const long = flagNames(entry);
    assert.equal(new Set(long).size, long.length, `${entry.name}: ${long.join(" ")}`);
    const short = flagsOf(entry)
      .map((f) => f.short)
      .filter((s) => s !== undefined);
    assert.equal(new Set([...short, "-j", "-h"]).size, short.length + 2, `${entry.name}: ${short.join(" ")}`);
  }
});

test("only the last position takes more than one word", () => {
  for (const entry of ENTRIES) {
    const all = positions(entry);
    for (const p of all.slice(0, -1))
      assert.equal(p.cli?.position, "one", `${entry.name} ${commandLineName(p)}`);
  }
});

test("texts are sentences, and examples call the entry that they stand at", () => {
  for (const entry of [...OPERATIONS, ...COMMANDS]) {
    for (const text of [entry.summary, entry.use, entry.not]) assert.match(text, /^[A-Z].*[.]$/s, entry.name);
    for (const p of entry.parameters) assert.match(p.description, /[.]$/, `${entry.name} ${p.name}`);
    assert.ok(entry.examples.length > 0, entry.name);
  }
});
