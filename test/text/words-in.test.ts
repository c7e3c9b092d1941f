import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsIn } from "../../src/text/words-in.ts";

test("raw words of a short text", () => {
  const wanted: Record<string, string[]> = {
    "foo.barBaz(x1, 42)": ["foo", "barBaz", "x1", "42"],
    "3px": ["3", "px"],
    "$scope->run_it": ["$scope", "run_it"],
    naïve: ["naïve"],
    路由器: ["路由", "由器"],
    "路 由": ["路", "由"],
    a路b: ["a", "路", "b"],
    "🙂 ok": ["ok"],
    𠮷野家: ["𠮷野", "野家"],
    "\ud800": [],
    "": [],
  };
  for (const [text, words] of Object.entries(wanted)) assert.deepEqual(wordsIn(text), words);
});
