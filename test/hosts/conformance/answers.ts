// Hosts show one form of a result and drop the other, cut what is long, and lose tools with long names: what they get is one
// text that stands alone, inside its budget.
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { test } from "node:test";
import { toolsOf } from "../../../src/surface/operations.ts";
import { openCounter } from "../../../src/tokens/counter.ts";
import { project } from "../pith-process.ts";
import { call, request } from "../mcp-messages.ts";
import type { Message } from "../mcp-messages.ts";
import { Host } from "./raw-client.ts";

/** What a host hands to its model. */
const SHOWN: Readonly<Record<string, (result: NonNullable<Message["result"]>) => string>> = {
  "the text alone": ({ content }) => content!.map(({ text }) => text).join(""),
  // Claude Code and VS Code drop the text where there is anything structured.
  "what is structured, where there is any": ({ content, structuredContent }) =>
    structuredContent === undefined
      ? content!.map(({ text }) => text).join("")
      : JSON.stringify(structuredContent),
  "both forms": ({ content, structuredContent }) =>
    content!.map(({ text }) => text).join("") +
    (structuredContent === undefined ? "" : JSON.stringify(structuredContent)),
};

const CALLS: Readonly<Record<string, object>> = {
  context: { query: "where is the session token checked" },
  search: { query: "send mail" },
  symbol: { symbol: "checkSessionToken" },
  trace: { symbol: "checkSessionToken" },
  outline: {},
  read: { places: ["src/session.ts"] },
};

test("whichever form a host shows, it is whole and inside the budget, in text and in JSON", async () => {
  using small = project();
  const root = realpathSync(small.path);
  await using host = await Host.start({ cwd: root });
  const counter = await openCounter("o200k_base");
  assert.deepEqual(
    Object.keys(CALLS).sort(),
    toolsOf("default")
      .map(({ name }) => name)
      .sort(),
  );
  let id = 0;
  for (const [name, args] of Object.entries(CALLS)) {
    for (const [format, budget] of [
      ["text", 400],
      ["json", 600],
      ["text", 64],
    ] as const) {
      host.send(call(++id, name, { ...args, budget, format }));
      const { result } = await host.answer(id);
      assert.notEqual(result!.isError, true, JSON.stringify(result));
      for (const [way, show] of Object.entries(SHOWN)) {
        const text = show(result!);
        assert.ok(counter.count(text) <= budget, `${name} ${format}, ${way}: ${counter.count(text)}`);
        if (budget > 64) assert.ok(text.includes(root), `${name} ${format}, ${way}: ${text}`);
        if (format === "json") assert.equal((JSON.parse(text) as { op: string }).op, name);
      }
    }
  }
});

/** What hosts put before the name of a tool. */
const PREFIXES = [
  "mcp__pith__",
  "mcp_pith_",
  "pith_",
  "pith-",
  "pith__",
  "pith.",
  "mcp:pith:",
  "mcp__plugin_pith_pith__",
];
/** Cursor counts the server's name with the tool's, and drops what is longer. */
const LONGEST_NAME = 60;

test("no name is too long for a host, nor of letters that one refuses; no tool promises structure", async () => {
  await using host = await Host.start({ argv: ["--tools", "full"] });
  host.send(request(1, "tools/list"));
  const { tools } = (await host.answer(1)).result!;
  assert.equal(tools!.length, toolsOf("full").length);
  for (const { name, outputSchema } of tools!) {
    assert.match(name, /^[a-z][a-z0-9_]*$/);
    for (const prefix of PREFIXES) assert.ok(`${prefix}${name}`.length <= LONGEST_NAME, `${prefix}${name}`);
    assert.equal(outputSchema, undefined, name);
  }
});
