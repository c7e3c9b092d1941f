// No surface speaks in the words of another: next steps with flags and commands, as MCP and a program hear them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentWords } from "../../src/surface/argument-words.ts";

test("flags become arguments, commands that are offered their names, others are said to be commands", () => {
  const offered = ["search", "outline", "read"];
  for (const [text, expected] of [
    [
      "Name an existing folder with --root, or run without it.",
      "Name an existing folder with root, or run without it.",
    ],
    ["Name its folder (--root /a), and the file.", "Name its folder (root /a), and the file."],
    ["Raise --per-file.", "Raise perFile."],
    ["Look for it with `pith search`.", "Look for it with search."],
    ["`pith outline src` lists what is in it.", "outline (src) lists what is in it."],
    ["`pith why a.ts` says why.", "`pith why a.ts` on the command line says why."],
    ["`pith mcp --tools full`.", "`pith mcp --tools full` on the command line."],
    ['Nearest: a/--root, "--root", --rooted, x--root.', 'Nearest: a/--root, "--root", --rooted, x--root.'],
    ["Write `{--root}`.", "Write `{--root}`."],
  ] as const) {
    assert.equal(argumentWords(text, offered), expected);
  }
});
