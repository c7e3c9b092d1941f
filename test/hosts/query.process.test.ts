// `pith query` prints what a client of `pith mcp` gets, byte for byte: for every tool, with right arguments, wrong ones and
// strange ones.
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toolsOf } from "../../src/surface/operations.ts";
import { BIN, environment, project, run } from "./pith-process.ts";
import { runHere } from "./run-here.ts";

const WHOLE: Readonly<Record<string, Record<string, unknown>>> = {
  context: { query: "where is the session token checked", budget: 900 },
  search: { query: "send mail" },
  symbol: { symbol: "checkSessionToken" },
  trace: { symbol: "checkSessionToken" },
  impact: { symbol: "checkSessionToken" },
  rename: { symbol: "checkSessionToken", to: "checkToken" },
  outline: { path: "src/session.ts" },
  similar: { subject: "src/session.ts:4-7" },
  read: { places: ["README.md:1-3"] },
  receipt: { action: "show", receipt: "000000000000000000" },
  why: { path: "src/mail.py" },
};
/** Calls that are wrong, odd or find nothing. */
const ODD: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["context", {}],
  ["context", { query: "" }],
  ["context", { query: "session", budget: 1 }],
  ["context", { query: "session", bugdet: 500 }],
  ["context", { query: "session", budget: 1e300 }],
  ["context", { query: "session", format: "json" }],
  ["context", { query: "\u0000\u001B[31m\u202E é 漢 🦊 \\\"'$(id)`id`\n--root /" }],
  ["context", { query: "session", root: "/" }],
  ["context", { query: "session", root: ".." }],
  ["context", { query: "session", root: "src" }],
  [
    "context",
    JSON.parse('{"query": "session", "__proto__": {"budget": 1}, "constructor": 1}') as Record<
      string,
      unknown
    >,
  ],
  ["search", { query: "zzzznothing", mode: "exact" }],
  ["search", { query: "(", mode: "regex" }],
  ["search", { query: ["session", "mail"] }],
  ["symbol", { symbol: "checkSessionTokn" }],
  ["symbol", { symbol: null }],
  ["read", { places: ["gone.ts", "src/session.ts:900"] }],
  ["read", { places: "src/session.ts" }],
  ["serch", { query: "a" }],
  ["batch", {}],
  ["", {}],
];

test("for every tool, and for every fault", async () => {
  using small = project();
  const cwd = realpathSync(small.path);
  const client = new Client({ name: "test", version: "1" });
  const env = environment();
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp", "--tools", "full"],
      cwd,
      env: Object.fromEntries(Object.entries(env).filter((e): e is [string, string] => e[1] !== undefined)),
    }),
  );
  // Every answer has a receipt of its own, and what was read before is told by `status`, `index` and `doctor`.
  const plain = (text: string): string => text.replaceAll(/\d+/g, "0");
  const exact = (text: string): string => text.replaceAll(/\b\d{18}\b/g, "<receipt>");
  const changing = new Set(["status", "index", "doctor"]);
  try {
    const calls: [string, Record<string, unknown>][] = toolsOf("full").map(({ name }) => [
      name,
      WHOLE[name] ?? {},
    ]);
    // The index is there for both.
    await client.callTool({ name: "index", arguments: {} });
    for (const [i, [name, args]] of [...calls, ...ODD].entries()) {
      const what = `${name} ${JSON.stringify(args)}`;
      const result = await client.callTool({ name, arguments: args });
      const text = (result.content as { text: string }[])[0]!.text;
      const isSmall = JSON.stringify(args).length % 2 === 0;
      // Every fifth by a process of its own: what it prints is the same, and a start costs more than an answer.
      const print = i % 5 === 0 ? run : runHere;
      const ran = await print(["query", name, isSmall ? JSON.stringify(args) : "-", "--tools", "full"], {
        cwd,
        ...(!isSmall && { stdin: JSON.stringify(args) }),
      });
      const same = changing.has(name) ? plain : exact;
      if (name === "") {
        // No word at all is a slip on the command line.
        assert.equal(ran.code, 2);
        continue;
      }
      assert.equal(same(ran.stdout), same(text), what);
      assert.equal(ran.code === 2, result.isError === true, what);
      if (result.isError === true) assert.match(text, /^[A-Z_]+: [^]+ Next: [^\n]+\n$/, what);
    }
    const [name, args] = ["context", WHOLE["context"]!];
    const result = await client.callTool({ name, arguments: args });
    const ran = await run(["query", name, JSON.stringify(args), "--envelope"], { cwd });
    const { content } = JSON.parse(ran.stdout) as { content: unknown };
    assert.equal(exact(JSON.stringify(content)), exact(JSON.stringify(result.content)));
  } finally {
    await client.close();
  }
});

test("exit codes, and JSON that is none", async () => {
  using small = project();
  const cwd = small.path;
  const code = async (argv: string[], stdin = ""): Promise<number | null> => {
    const ran = await runHere(["query", ...argv], { cwd, stdin });
    assert.equal(ran.code === 2 && ran.stdout === "" ? /\nnext: ./.test(ran.stderr) : true, true, ran.stderr);
    return ran.code;
  };
  assert.equal(await code(["symbol", '{"symbol": "checkSessionToken"}']), 0);
  assert.equal(await code(["symbol", '{"symbol": "zzzz"}']), 1);
  assert.equal(await code(["symbol", '{"symbol": "zzzz"}', "--envelope"]), 1);
  assert.equal(await code(["symbol"]), 2);
  assert.equal(await code(["symbol", "-"], '{"symbol": "checkSessionToken"}'), 0);
  assert.equal(await code(["symbol", "-"], '\uFEFF {"symbol": "checkSessionToken"}\n'), 0);
  for (const bad of ["{", "[]", "null", "7", '"text"', '{"a":1}}', "", "[".repeat(100_000)])
    assert.equal(await code(["symbol", "-"], bad), 2, bad.slice(0, 20));
  for (const bad of ["", "{'symbol': 1}", "[1]", "NaN"]) assert.equal(await code(["symbol", bad]), 2, bad);
  assert.equal(await code([]), 2);
  // Of a process as well.
  assert.equal((await run(["query", "symbol", "-"], { cwd, stdin: "{", killAfterMs: 30_000 })).code, 2);
  assert.equal(await code(["symbol", "{}", "{}"]), 2);
  assert.equal(await code(["symbol", "{}", "--tols", "full"]), 2);
  assert.equal(await code(["status", "{}"]), 2);
  assert.equal(await code(["status", "{}", "--tools", "full"]), 0);
});
