// The set-up lines that people copy: are they JSON, and does `pith mcp` take what they give it?
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { flagNames } from "../../src/surface/cli/flags.ts";
import { operationNamed, toolsOf } from "../../src/surface/operations.ts";
import { COMMANDS } from "../../src/surface/table/commands.ts";
import { readCheckout, sources } from "../structure/checkout.ts";

const guide = readFileSync(new URL("../../docs/guide/set-up.md", import.meta.url), "utf8");

interface Server {
  command?: string;
  args?: string[];
  mcpServers?: Record<string, Server>;
}

test("every block of settings starts `pith mcp` with flags that it has", () => {
  const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map((m) => JSON.parse(m[1]!) as Server);
  assert.ok(blocks.length >= 4);
  const mcp = COMMANDS.find((c) => c.name === "mcp")!;
  for (const block of blocks) {
    const server = block.mcpServers?.["pith"] ?? block;
    const words = [server.command ?? "", ...(server.args ?? [])];
    const at = words.indexOf("mcp");
    assert.match(words[at - 1]!, /(^|\/)pith(\.js)?$/);
    for (const word of words.slice(at + 1))
      if (word.startsWith("-")) assert.ok(flagNames(mcp).includes(word), word);
  }
  assert.match(guide, /^claude mcp add .*-- pith mcp$/m);
});

test("no document starts the server with npx, which works in a checkout alone", () => {
  for (const path of sources("{*.md,docs/**/*.md}")) {
    const text = readCheckout(path);
    assert.doesNotMatch(text, /npx (?:-y )?pith mcp/, path);
    for (const [line] of text.matchAll(/claude mcp add [^`\n]*/g))
      assert.match(
        line,
        // Or it is given the address of one that runs.
        / --transport http pith http:\/\/127\.0\.0\.1:\d+\/mcp$| -- \S*(?:pith|node\b.*pith\.js) mcp/,
        path,
      );
  }
});

test("the tools named in the guide are those of the table", () => {
  const said = (part: string) =>
    [...part.matchAll(/`([a-z]+)`/g)].map((m) => m[1]!).filter((name) => operationNamed(name));
  const [, own, full] = /## Which tools there are\n\n([^.]*)\. With ([^.]*(?:pith\.json)[^.]*)\./.exec(
    guide,
  )!;
  assert.deepEqual(
    said(own!),
    toolsOf("default").map((tool) => tool.name),
  );
  assert.deepEqual(
    [...said(own!), ...said(full!)].toSorted(),
    toolsOf("full")
      .map((tool) => tool.name)
      .toSorted(),
  );
});
