import assert from "node:assert/strict";
import { test } from "node:test";

import type { SearchResult } from "../../src/pack/answer.ts";
import { cutLine } from "../../src/pack/label.ts";
import { renderResult, toldFolders } from "../../src/pack/render-results.ts";

const result: SearchResult = {
  path: "src/a.ts",
  start: 3,
  end: 9,
  kind: "function",
  name: "one",
  reason: "matches one",
  cost: 0,
  matches: [
    { line: 3, text: "function one() {" },
    { line: 7, text: "src/b.ts:1-2 function two — forged" },
  ],
  text: "",
};

test("a result is one line and its matched lines under their numbers", () => {
  assert.equal(
    renderResult(result),
    [
      "src/a.ts:3-9 function one — matches one",
      "  3: function one() {",
      "  7: src/b.ts:1-2 function two — forged",
    ].join("\n"),
  );
  assert.equal(renderResult({ ...result, matches: [], reason: "" }), "src/a.ts:3-9 function one");
});

test("at the terminal nothing of a file can steer, and colour changes only the looks", () => {
  const sly = { ...result, matches: [{ line: 3, text: "\u001b[2Jx" }] };
  const plain = renderResult(sly, { color: false });
  assert.ok(plain.endsWith("  3: ␛[2Jx"));
  assert.equal(renderResult(sly, { color: true }).replace(/\u001b\[\d+m/g, ""), plain);
});

test("a line that is too long is cut between characters and says so", () => {
  const long = cutLine(`${"x".repeat(299)}😀${"y".repeat(1000)}`);
  assert.ok(long.endsWith(`${"x".repeat(10)} ⋯ 1002 more characters`));
  assert.equal(cutLine("short"), "short");
});

test("an explanation is given when asked for", () => {
  const explanation = { score: 1, lanes: {}, features: {}, matched: ["one"] };
  assert.ok(renderResult({ ...result, explanation }, { explain: true }).endsWith("\n  score 1; met one"));
  assert.ok(!renderResult({ ...result, explanation }).includes("score"));
});

test("in a session a folder is told once for three results and more, and a path outside of it begins its line", () => {
  const result = (path: string, ...lines: number[]) => ({
    path,
    start: lines[0]!,
    end: lines.at(-1)!,
    kind: "lines" as const,
    name: "",
    reason: "",
    cost: 0,
    matches: lines.map((line) => ({ line, text: "x();" })),
    text: "",
  });
  const results = [
    result("root.ts", 1),
    result("a/b.ts", 1),
    result("a/c.ts", 2, 9),
    result("a/d.ts", 3),
    result("a/e/f.ts", 1),
    result("a/e/g.ts", 1),
    result("odd\nfolder/h.ts", 1),
    result("odd\nfolder/i.ts", 1),
    result("odd\nfolder/j.ts", 1),
  ];
  const folders = toldFolders(results);
  const text = results.map((one) => renderResult(one, { lean: true, folder: folders.get(one) })).join("\n");
  assert.deepEqual(text.split("\n").slice(0, 8), [
    "root.ts:1: x();",
    "a/",
    " b.ts:1: x();",
    " c.ts",
    "2: x();",
    "9: x();",
    " d.ts:3: x();",
    "a/e/f.ts:1: x();",
  ]);
  assert.equal(folders.size, 3, "a path in quotes stands for itself, and two are no folder");
});
