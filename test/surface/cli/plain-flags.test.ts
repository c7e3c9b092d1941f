import assert from "node:assert/strict";
import { test } from "node:test";
import { readPlainFlags } from "../../../src/surface/cli/plain-flags.ts";
import { COMMANDS } from "../../../src/surface/table/commands.ts";

const mcp = COMMANDS.find((c) => c.name === "mcp")!;
const values = (...words: string[]) => readPlainFlags(mcp, words)?.values ?? null;

test("plain flags are read", () => {
  assert.deepEqual(values(), {});
  assert.deepEqual(values("--tools", "full", "--root=/a b"), { tools: "full", root: "/a b" });
  assert.deepEqual(values("-t", "full", "-r", "/a"), { tools: "full", root: "/a" });
});

test("everything else is left to commander", () => {
  for (const words of [
    ["--help"],
    ["-h"],
    ["--tols", "full"],
    ["--tools"],
    ["full"],
    ["--", "x"],
    ["--root", "--tools"],
    ["-tfull"],
  ]) {
    assert.equal(values(...words), null, words.join(" "));
  }
});
