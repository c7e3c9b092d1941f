// Transcripts of what clients do beside the protocol's plain path, against the real process.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { toolsOf } from "../../src/surface/operations.ts";
import { BIN, environment, project, start } from "./pith-process.ts";
import type { Running } from "./pith-process.ts";
import { SIGNALS } from "../conditions.ts";

const initialize = (id: number | string, version = "2025-06-18") => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const call = (id: number | string, name: string, args: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

interface Message {
  id?: number | string | null;
  result?: { protocolVersion?: string; content?: { text: string }[]; isError?: boolean; tools?: unknown[] };
  error?: { code: number; message: string };
}

function messages(running: Running): Message[] {
  return running
    .stdout()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
}

function send(running: Running, ...lines: unknown[]): void {
  for (const line of lines) {
    running.child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }
}

const has = (id: number | string | null) => (stdout: string) =>
  stdout.split("\n").some((line) => line !== "" && (JSON.parse(line) as Message).id === id);

/** The end of the input ends the process, with exit code 0. How fast is the bench's to say. */
async function endsWithInput(running: Running): Promise<void> {
  running.child.stdin.end();
  const { code, stderr } = await running.finished;
  assert.equal(code, 0, stderr);
}

test("string ids, CRLF, every message in one write, every old version", async (t) => {
  using small = project();
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"]) {
    const running = start(["mcp"], { cwd: small.path });
    const begun = performance.now();
    running.child.stdin.write(
      [initialize("one", version), initialized, { jsonrpc: "2.0", id: "two", method: "tools/list" }]
        .map((m) => `${JSON.stringify(m)}\r\n`)
        .join(""),
    );
    await running.until(has("one"));
    t.diagnostic(`initialize ${version} answered after ${Math.round(performance.now() - begun)} ms`);
    await running.until(has("two"));
    const [hello, list] = messages(running);
    assert.equal(hello?.result?.protocolVersion, version);
    assert.equal(list?.result?.tools?.length, toolsOf("default").length);
    await endsWithInput(running);
    assert.equal(running.stderr(), "");
  }
});

test("an unknown version is answered with one of ours", async () => {
  const running = start(["mcp"]);
  send(running, initialize(1, "1999-01-01"));
  await running.until(has(1));
  assert.equal(messages(running)[0]?.result?.protocolVersion, "2025-11-25");
  await endsWithInput(running);
});

test("standard output holds nothing but protocol, through broken lines, oversized frames and unknown methods", async () => {
  using small = project();
  const running = start(["mcp"], { cwd: small.path });
  send(
    running,
    initialize(1),
    initialized,
    "not json",
    "",
    call(2, "context", { query: "x".repeat(11_000_000) }),
  );
  send(
    running,
    { jsonrpc: "2.0", id: 3, method: "resources/list" },
    { jsonrpc: "2.0", id: 4, method: "ping" },
  );
  send(
    running,
    call(5, "nosuch", {}),
    call(6, "context", { query: "q", colour: "red" }),
    call(7, "read", {}),
  );
  for (const id of [1, 2, 3, 4, 5, 6, 7]) await running.until(has(id));
  const byId = new Map(messages(running).map((m) => [m.id, m]));
  assert.equal(byId.get(null)?.error?.code, -32700);
  assert.equal(byId.get(2)?.error?.code, -32600);
  assert.equal(byId.get(3)?.error?.code, -32601);
  assert.deepEqual(byId.get(4)?.result, {});
  assert.match(byId.get(5)?.result?.content?.[0]?.text ?? "", /^OPERATION_UNKNOWN: /);
  assert.match(byId.get(6)?.result?.content?.[0]?.text ?? "", /^ARGUMENT_UNKNOWN: /);
  assert.match(byId.get(7)?.result?.content?.[0]?.text ?? "", /^ARGUMENT_INVALID: /);
  for (const id of [5, 6, 7]) assert.equal(byId.get(id)?.result?.isError, true);
  await endsWithInput(running);
});

test("a script that pipes a call and closes still gets its answer", async () => {
  using small = project();
  const running = start(["mcp"], { cwd: small.path });
  const lines = [initialize(1), initialized, call(2, "read", { places: ["README.md:1-3"] })];
  running.child.stdin.end(lines.map((m) => `${JSON.stringify(m)}\n`).join(""));
  const { code } = await running.finished;
  assert.equal(code, 0);
  assert.match(messages(running).find((m) => m.id === 2)?.result?.content?.[0]?.text ?? "", /## Sessions/);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} ends the server`, SIGNALS, async () => {
    const running = start(["mcp"]);
    send(running, initialize(1));
    await running.until(has(1));
    running.child.kill(signal);
    const { code } = await running.finished;
    assert.equal(code, signal === "SIGINT" ? 130 : 143);
  });
}

test("a client that stops reading ends the server", async () => {
  const running = start(["mcp"]);
  send(running, initialize(1));
  await running.until(has(1));
  running.child.stdout.destroy();
  send(
    running,
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
    { jsonrpc: "2.0", id: 3, method: "tools/list" },
  );
  const { code } = await running.finished;
  assert.equal(code, 0);
});

test("a server whose parent died ends, even with its input open", SIGNALS, async (t) => {
  // The parent gives its own input on to the server and dies; the pipe stays open in this process.
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `const c = require("node:child_process").spawn(process.execPath, [${JSON.stringify(BIN)}, "mcp"], { stdio: ["inherit", "pipe", "ignore"] });
       c.stdout.once("data", () => { console.log(c.pid); process.exit(); });`,
    ],
    { env: environment(), stdio: ["pipe", "pipe", "inherit"] },
  );
  parent.stdin.write(`${JSON.stringify(initialize(1))}\n`);
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (data) => resolve(Number(data))),
  );
  const died = performance.now();
  const alive = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  while (alive() && performance.now() - died < 20_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(alive(), false);
  t.diagnostic(`gone ${Math.round(performance.now() - died)} ms after its parent`);
  parent.stdin.destroy();
});

test("started five times at once, all answer", async () => {
  using small = project();
  const all = Array.from({ length: 5 }, () => start(["mcp"], { cwd: small.path }));
  for (const running of all)
    send(running, initialize(1), initialized, call(2, "read", { places: ["README.md"] }));
  for (const running of all) {
    await running.until(has(2), 60_000);
    await endsWithInput(running);
  }
});
