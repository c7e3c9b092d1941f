// A session by the real client library against the real process, in both eras of the protocol.
import assert from "node:assert/strict";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toolsOf } from "../../../src/surface/operations.ts";
import { installed } from "../installed-package.ts";
import { environment, project } from "../pith-process.ts";
import type { Project } from "../pith-process.ts";

type Era = "legacy" | "modern";

interface Session extends AsyncDisposable {
  client: Client;
  call: (name: string, args: Record<string, unknown>) => Promise<string>;
}

async function session(era: Era, cwd: string, argv: string[] = [], roots?: string[]): Promise<Session> {
  const { bin } = await installed();
  const client = new Client(
    { name: "test", version: "1" },
    {
      versionNegotiation: { mode: era === "legacy" ? "legacy" : "auto" },
      ...(roots !== undefined && { capabilities: { roots: {} } }),
    },
  );
  if (roots !== undefined) {
    client.setRequestHandler("roots/list", () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  const env = Object.fromEntries(
    Object.entries(environment()).filter((e): e is [string, string] => e[1] !== undefined),
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, "mcp", ...argv],
      cwd,
      env,
      stderr: "inherit",
    }),
  );
  return {
    client,
    async call(name, args) {
      const result = await client.callTool({ name, arguments: args });
      const { text } = (result.content as { text: string }[])[0]!;
      assert.notEqual(result.isError, true, text);
      assert.equal(result.structuredContent, undefined);
      return text;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

/** Enough files that the first answer takes a while: something to cancel and to report on. */
function large(): Project {
  const files: Record<string, string> = {};
  for (let i = 0; i < 200; i++) {
    const lines = Array.from(
      { length: 20 },
      (_, n) => `export function work${i}x${n}(input${n}: number) { return input${n} * ${i}; }`,
    );
    files[`src/part${i % 50}/file${i}.ts`] = `${lines.join("\n")}\n`;
  }
  return project(files);
}

for (const era of ["legacy", "modern"] as const) {
  test(`${era}: initialize, list, call each tool`, async () => {
    using small = project();
    const root = realpathSync(small.path);
    await using s = await session(era, small.path, ["--tools", "full"]);
    assert.equal(s.client.getProtocolEra(), era);
    const { tools } = await s.client.listTools();
    assert.equal(tools.length, toolsOf("full").length);

    const context = await s.call("context", { query: "where is the session token checked", budget: 800 });
    assert.match(context, /checkSessionToken/);
    assert.ok(context.includes(root), context);
    const receipt = /\b[0-9a-f]{12,64}\b/.exec(context)?.[0] ?? "";

    assert.match(await s.call("search", { query: "send mail" }), /src\/mail\.py/);
    assert.match(await s.call("search", { query: "sessions.delete(", mode: "exact" }), /src\/session\.ts/);
    assert.match(await s.call("symbol", { symbol: "checkSessionToken" }), /src\/session\.ts/);
    assert.match(await s.call("symbol", { symbol: "checkSessionTokn" }), /checkSessionToken/);
    assert.match(await s.call("trace", { symbol: "checkSessionToken" }), /src\/session\.ts/);
    assert.match(await s.call("outline", { path: "src/session.ts" }), /SessionStore/);
    assert.match(await s.call("read", { places: ["README.md:1-3"] }), /## Sessions/);
    assert.match(await s.call("status", {}), /files/);
    await s.call("index", {});
    assert.match(await s.call("why", { path: "src/mail.py" }), /mail\.py/);
    assert.match(await s.call("config", { resolved: true }), /budget/);
    await s.call("doctor", {});
    assert.match(await s.call("receipt", { action: "show", receipt }), /src\/session\.ts/);
    assert.match(await s.call("receipt", { action: "verify", receipt }), /./);

    const json = await s.call("context", { query: "session token", format: "json" });
    const answer = JSON.parse(json) as {
      op: string;
      spans: unknown[];
      cost: { tokens: number; budget: number };
    };
    assert.equal(answer.op, "context");
    assert.ok(answer.spans.length > 0 && answer.cost.tokens <= answer.cost.budget);
  });

  test(`${era}: cancelling and progress on a first answer that takes a while`, async (t) => {
    using big = large();
    await using s = await session(era, big.path);
    const controller = new AbortController();
    const seen: string[] = [];
    const slow = s.client.callTool(
      { name: "context", arguments: { query: "which function works on input" } },
      {
        signal: controller.signal,
        onprogress: (p) => {
          seen.push(`${p.message}`);
          controller.abort("enough");
        },
      },
    );
    await assert.rejects(slow);
    t.diagnostic(`cancelled after: ${seen.join(", ")}`);
    assert.ok(seen.length > 0);
    // The server goes on, and the next answer is whole.
    assert.match(await s.call("symbol", { symbol: "work7x7" }), /file7\.ts/);
  });

  test(`${era}: the root of each call`, async () => {
    using small = project();
    const root = realpathSync(small.path);
    mkdirSync(join(root, "inner"));
    writeFileSync(join(root, "inner/only.md"), "# Only here\n");
    await using s = await session(era, "/", [], [join(root, "inner")]);
    assert.ok((await s.call("outline", {})).includes(join(root, "inner")));
    for (const outside of [root, "/", "..", join(root, "src")]) {
      const refused = await s.client.callTool({ name: "outline", arguments: { root: outside } });
      assert.equal(refused.isError, true, outside);
      const { text } = (refused.content as { text: string }[])[0]!;
      assert.match(text, /^PATH_OUTSIDE_ROOT: .* Next: Leave root out, or name a folder in .*inner/);
    }
    await using named = await session(era, join(root, "inner"), ["--root", root]);
    assert.ok((await named.call("outline", { root: join(root, "inner") })).includes("only.md"));
    const other = await named.call("outline", { root });
    assert.ok(other.includes(root) && other.includes("session.ts"), other);
    const parent = await named.client.callTool({ name: "outline", arguments: { root: dirname(root) } });
    assert.match((parent.content as { text: string }[])[0]!.text, /^PATH_OUTSIDE_ROOT: /);
  });
}
