// `pith mcp` over HTTP as a process, with the real engine: how it starts and ends, what it leaves, and that many clients get
// the same answers as one.
import assert from "node:assert/strict";
import { readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { connected, textOf } from "../surface/mcp/http/served.ts";
import type { Way } from "../surface/mcp/http/served.ts";
import { serving } from "./http/serving.ts";
import { project, run } from "./pith-process.ts";
import { all, PIPES } from "../conditions.ts";

const FLAGS: Readonly<Record<Way, string[]>> = {
  sessions: [],
  stateless: ["--stateless"],
  sse: ["--transport", "sse"],
};
const QUESTIONS = [
  { name: "context", arguments: { query: "where is the session token checked", budget: 800 } },
  { name: "search", arguments: { query: "sessions.delete(", mode: "exact" } },
  { name: "symbol", arguments: { symbol: "checkSessionToken" } },
  { name: "trace", arguments: { symbol: "checkSessionToken" } },
  { name: "outline", arguments: { path: "src/session.ts" } },
  { name: "read", arguments: { places: ["README.md:1-3", "gone.md"] } },
];
/** Each answer has a receipt of its own. */
const plain = (text: string): string => text.replaceAll(/\b\d{18}\b/g, "<receipt>");

test("in every way fifty clients at once get the answers that query gives", async () => {
  using small = project();
  const cwd = realpathSync(small.path);
  const expected: string[] = [];
  for (const { name, arguments: args } of QUESTIONS)
    expected.push(plain((await run(["query", name, JSON.stringify(args)], { cwd })).stdout));
  for (const way of ["sessions", "stateless", "sse"] as const) {
    await using server = await serving(FLAGS[way], { cwd });
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const era = way === "sse" || n % 2 === 0 ? "legacy" : "modern";
        await using one = await connected(server.url, { way, era });
        const at = n % QUESTIONS.length;
        assert.equal(plain(textOf(await one.client.callTool(QUESTIONS[at]!))), expected[at], way);
      }),
    );
    assert.equal(server.running.stdout(), "");
    assert.equal(server.running.stderr(), `pith: serving MCP at ${server.url} for ${cwd}\n`);
  }
});

test(
  "a signal ends it at once, with clients and calls in flight; a second server takes the port",
  all(PIPES),
  async () => {
    using small = project();
    let port = "0";
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      await using server = await serving(port === "0" ? [] : ["--port", port], { cwd: small.path });
      port = new URL(server.url).port;
      await using idle = await connected(server.url);
      // Given up by itself: a client goes on looking for a server that is gone.
      const given = new AbortController();
      const call = idle.client
        .callTool({ name: "context", arguments: { query: "session token" } }, { signal: given.signal })
        .catch(() => {});
      server.running.child.kill(signal);
      const finished = await server.running.finished;
      assert.equal(finished.code, code);
      assert.equal(finished.stdout, "");
      assert.equal(finished.stderr.split("\n").length, 2, finished.stderr);
      given.abort();
      await call;
    }
  },
);

test("killed in the middle of a call and of an index: nothing is locked, and the next one answers", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 300; i++)
    files[`src/part${i % 30}/file${i}.ts`] = Array.from(
      { length: 30 },
      (_, n) => `export function work${i}x${n}(input${n}: number) { return input${n} * ${i}; }\n`,
    ).join("");
  using big = project(files);
  using home = project({});
  const env = { XDG_CACHE_HOME: home.path };
  const full = ["--tools", "full"];
  for (const [name, args, wait] of [
    ["context", { query: "which function works on input" }, 50],
    ["index", { syntax: true, rebuild: true }, 200],
    ["index", { syntax: true, rebuild: true }, 500],
    ["trace", { symbol: "work7x7" }, 100],
  ] as const) {
    await using server = await serving(full, { cwd: big.path, env });
    await using one = await connected(server.url);
    const call = one.client.callTool({ name, arguments: args });
    call.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, wait));
    server.running.child.kill("SIGKILL");
    await server.running.finished;
  }
  await using server = await serving(full, { cwd: big.path, env });
  await using one = await connected(server.url);
  assert.match(
    textOf(await one.client.callTool({ name: "symbol", arguments: { symbol: "work7x7" } })),
    /file7\.ts/,
  );
  const made = await one.client.callTool({ name: "index", arguments: { syntax: true } });
  assert.notEqual(made.isError, true, textOf(made));
  const left = readdirSync(home.path, { recursive: true, encoding: "utf8" });
  assert.ok(left.length > 2);
  assert.deepEqual(
    left.filter((name) => /^(lock|.*\.tmp.*)$/.test(basename(name))),
    [],
  );
});

test("other machines: served with a token alone, under the names of this machine", async () => {
  using small = project();
  const token = "0123456789abcdef0123";
  const file = join(small.path, "token");
  writeFileSync(file, `${token}\n`);
  await using server = await serving(
    ["--host", "0.0.0.0", "--token-file", file, "--allow-host", "pith.example"],
    {
      cwd: small.path,
    },
  );
  rmSync(file);
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  await assert.rejects(connected(url));
  await using one = await connected(url, { headers: { Authorization: `Bearer ${token}` } });
  assert.match(textOf(await one.client.callTool(QUESTIONS[2]!)), /src\/session\.ts/);
  assert.ok(!server.running.stderr().includes(token));
});

test("the settings' fault, a tree without a project: said at the start or in the answer, as over stdio", async () => {
  using small = project({ "pith.json": '{"tools": "all"}' });
  await using server = await serving([], { cwd: small.path });
  await using one = await connected(server.url);
  assert.equal((await one.client.listTools()).tools.length, 6);
  const refused = await run(["mcp", "--transport", "http", "--port", "0"], { cwd: "/", killAfterMs: 20_000 });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /ROOT_TOO_BROAD/);
});
