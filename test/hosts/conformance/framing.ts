// Hosts that cut, end and number their messages in ways of their own: each is answered as any other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { toolsOf } from "../../../src/surface/operations.ts";
import { project } from "../pith-process.ts";
import { call, initialize, initialized, lines, request } from "../mcp-messages.ts";
import type { Id } from "../mcp-messages.ts";
import { breath, Host, textOf } from "./raw-client.ts";

const NAME = "Größe 日本.md";

/** How a host puts messages on the wire. */
const WAYS: Readonly<Record<string, (host: Host, ...messages: unknown[]) => Promise<void>>> = {
  "a write for each message": async (host, ...messages) => {
    for (const message of messages) {
      host.send(message);
      await breath();
    }
  },
  "CRLF, all in one write": async (host, ...messages) =>
    host.write(lines(...messages).replaceAll("\n", "\r\n")),
  "a byte order mark, blank lines": async (host, ...messages) =>
    host.write(`\uFEFF${messages.map((message) => `\n\r\n${lines(message)}`).join("")}`),
  "a write for each byte, also inside of a character": async (host, ...messages) => {
    for (const byte of Buffer.from(lines(...messages))) {
      host.write(Uint8Array.of(byte));
      await breath();
    }
  },
  "one array of messages": async (host, ...messages) => host.send(messages),
};

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

for (const [i, [way, put]] of Object.entries(WAYS).entries()) {
  const version = VERSIONS[i]!;
  test(`${way}; protocol ${version}; ids that are texts and numbers, and come again`, async () => {
    using small = project({ [NAME]: "# Über 日本\n\nGrüße.\n" });
    await using host = await Host.start({ cwd: small.path }, false);
    const read = (id: Id) => call(id, "read", { places: [`${NAME}:1`] });
    // All that a host may write before it has seen an answer.
    await put(
      host,
      initialize("日本-1", { version }),
      initialized,
      request(0, "tools/list"),
      read("7"),
      read(7),
    );
    assert.equal((await host.answer("日本-1")).result?.protocolVersion, version);
    assert.equal((await host.answer(0)).result?.tools?.length, toolsOf("default").length);
    for (const id of ["7", 7]) assert.match(textOf(await host.answer(id)), /# Über 日本/);
    host.messages.length = 0;
    await put(host, request(7, "ping"), request("日本-1", "ping"));
    for (const id of [7, "日本-1"]) assert.deepEqual((await host.answer(id)).result, {});
    host.messages.length = 0;
    // The same number twice before the first is answered: both are.
    await put(host, read(8), read(8), request(9, "ping"));
    await host.answer(9);
    host.running.child.stdin.end();
    await host.running.finished;
    assert.equal(host.messages.filter(({ id }) => id === 8).length, 2);
    assert.equal(host.running.stderr(), "");
  });
}

test("a message cut at any byte into two writes", async () => {
  await using host = await Host.start();
  const bytes = Buffer.from(lines(request("日", "ping")));
  for (let at = 0; at <= bytes.length; at++) {
    host.messages.length = 0;
    host.write(bytes.subarray(0, at));
    await breath();
    host.write(bytes.subarray(at));
    assert.deepEqual((await host.answer("日")).result, {});
  }
});

test("broken lines, oversized frames, a large argument: each is answered, and nothing else is on standard output", async () => {
  using small = project();
  await using host = await Host.start({ cwd: small.path });
  host.write("not json\n\n");
  // Past the ceiling of a frame, just under it, and far under it.
  host.send(call(2, "context", { query: "x".repeat(11_000_000) }));
  host.send(call(3, "context", { query: "x".repeat(10_000_000) }));
  host.send(call(4, "context", { query: "q", [`${"k".repeat(1_000_000)}`]: 1 }));
  host.send(call(5, "read", { places: Array.from({ length: 100_000 }, () => "a") }));
  host.send(request("last", "ping"));
  assert.equal((await host.answer(null)).error?.code, -32700);
  assert.equal((await host.answer(2)).error?.code, -32600);
  for (const [id, code] of [
    [3, "QUERY_TOO_LONG"],
    [4, "ARGUMENT_UNKNOWN"],
    [5, "ARGUMENT_INVALID"],
  ] as const) {
    const { result } = await host.answer(id);
    const text = result!.content![0]!.text;
    assert.ok(text.startsWith(`${code}: `), text.slice(0, 200));
    // Claude Code cuts the text of a fault near 11,000 characters.
    assert.ok(result!.isError === true && text.length < 2_000, `${id}: ${text.length} characters`);
  }
  await host.answer("last");
  await host.end();
});
