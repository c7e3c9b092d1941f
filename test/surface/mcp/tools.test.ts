import assert from "node:assert/strict";
import { test } from "node:test";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describeTools } from "../../../src/surface/mcp/tools.ts";

test("the schemas are JSON Schema, take right arguments and refuse wrong ones", () => {
  const right: Record<string, object[]> = {
    context: [
      { query: "q" },
      { query: "q", budget: 64, unit: "bytes", scope: ["src"], explain: true, root: "/a" },
    ],
    search: [
      { query: "q", mode: "regex", limit: 200, perFile: 3, kind: ["class"], exported: false, word: true },
    ],
    symbol: [{ symbol: "s", kind: ["class"] }],
    trace: [{ symbol: "s" }, { symbol: "a.ts:S.f", direction: "callees", depth: 2 }],
    outline: [{}, { path: "src", exported: true }],
    read: [{ places: ["a:1-2"], format: "json" }],
    receipt: [{ action: "show", receipt: "r" }],
    why: [{ path: "p" }],
  };
  const wrong: Record<string, object[]> = {
    context: [{}, { query: 1 }, { query: "q", budget: 63 }, { query: "q", unit: "words" }],
    search: [
      { query: "q", limit: 201 },
      { query: "q", mode: "fuzzy" },
      { query: "q", scope: "src" },
    ],
    symbol: [{}],
    trace: [{}, { symbol: "s", direction: "up" }, { symbol: "s", depth: 0 }],
    read: [{ places: "a" }],
    receipt: [{ action: "drop", receipt: "r" }],
  };
  const validator = new AjvJsonSchemaValidator();
  for (const tool of describeTools("full")) {
    const check = validator.getValidator(tool.inputSchema);
    for (const args of right[tool.name] ?? [{}]) assert.equal(check(args).valid, true, JSON.stringify(args));
    for (const args of wrong[tool.name] ?? []) assert.equal(check(args).valid, false, JSON.stringify(args));
  }
});
