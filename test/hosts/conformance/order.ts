// Hosts that do not wait their turn: all at once, twice, too early, unasked, taken back.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { project } from "../pith-process.ts";
import { call, initialize, initialized, lines, request } from "../mcp-messages.ts";
import { Host, textOf } from "./raw-client.ts";

test("start-up in one write: hello, list and call before any answer", async () => {
  using small = project();
  await using host = await Host.start({ cwd: small.path }, false);
  host.write(
    lines(
      initialize(1),
      initialized,
      request(2, "tools/list"),
      call(3, "read", { places: ["README.md"] }),
      request(4, "resources/list"),
      request(5, "prompts/list"),
      request(6, "logging/setLevel", { level: "debug" }),
      request(7, "completion/complete", {
        ref: { type: "ref/prompt", name: "x" },
        argument: { name: "a", value: "" },
      }),
    ),
  );
  await host.answer(1);
  assert.ok((await host.answer(2)).result!.tools!.length > 0);
  assert.match(textOf(await host.answer(3)), /## Mail/);
  // What isn't offered is refused as such, each by its id.
  for (const id of [4, 5, 6, 7]) assert.equal((await host.answer(id)).error?.code, -32601, String(id));
  await host.end();
  assert.equal(host.running.stderr(), "");
});

test("hello with no project, and a root that is not there: the handshake looks at neither", async () => {
  await using host = await Host.start({ cwd: "/", argv: ["--root", "/nowhere/at/all"] });
  host.send(request(1, "tools/list"));
  assert.ok((await host.answer(1)).result!.tools!.length > 0);
  assert.match(await host.refused("outline"), /^ROOT_NOT_FOUND: .* Next: /);
});

test("the handshake comes before the tree is looked at, however large that is", async (t) => {
  using large = project(
    Object.fromEntries(
      Array.from({ length: Math.min(50_000, 1000 * Number(process.env["PITH_SOAK"] ?? 1)) }, (_, i) => [
        `part${i % 40}/f${i}.ts`,
        `export const value${i} = ${i};\n`,
      ]),
    ),
  );
  await using host = await Host.start({ cwd: large.path }, false);
  const begun = performance.now();
  // The call is read first, and answered last.
  host.write(
    lines(initialize(1), initialized, call(2, "symbol", { symbol: "value7" }), request(3, "tools/list")),
  );
  await host.answer(1);
  t.diagnostic(`initialize answered after ${Math.round(performance.now() - begun)} ms`);
  assert.match(textOf(await host.answer(2)), /part7\/f7\.ts/);
  assert.deepEqual(
    host.messages.map(({ id }) => id),
    [1, 3, 2],
  );
});

test("a call before hello, hello twice, an unknown version, unknown messages: answered, and the session goes on", async () => {
  using small = project();
  await using host = await Host.start({ cwd: small.path }, false);
  host.send(call("early", "read", { places: ["README.md"] }));
  const early = await host.answer("early");
  assert.ok(early.error !== undefined || early.result !== undefined);
  host.send(initialize("first", { version: "1999-01-01" }), initialized);
  assert.equal((await host.answer("first")).result?.protocolVersion, "2025-11-25");
  host.send(initialize("second"), initialized, initialized);
  const second = await host.answer("second");
  assert.ok(second.error !== undefined || second.result?.protocolVersion !== undefined);
  host.send(
    { jsonrpc: "2.0", method: "notifications/nobody/knows", params: { a: 1 } },
    { jsonrpc: "2.0", method: "$/setTrace", params: { value: "off" } },
    // Answers to questions that were never asked.
    { jsonrpc: "2.0", id: 99, result: {} },
    { jsonrpc: "2.0", id: "x", error: { code: -1, message: "no" } },
    request("unknown", "nobody/knows"),
    request("no params", "tools/call"),
    request("odd params", "tools/call", { name: 7, arguments: "a" }),
  );
  assert.equal((await host.answer("unknown")).error?.code, -32601);
  for (const id of ["no params", "odd params"]) {
    const { error, result } = await host.answer(id);
    assert.ok(error !== undefined || result?.isError === true, id);
  }
  assert.match(await host.ask("read", { places: ["README.md"] }), /## Mail/);
  await host.end();
});

test("a token for progress that is a text, a number, or none", async () => {
  using small = project();
  await using host = await Host.start({ cwd: small.path });
  for (const token of ["日本", 0, undefined]) {
    // What has to be read is reported on.
    for (let i = 0; i < 60; i++)
      writeFileSync(join(small.path, `f${i}.ts`), `export const work${i} = "${token}";\n`.repeat(50));
    host.messages.length = 0;
    host.send(
      call("asked", "context", { query: "work" }, token === undefined ? {} : { progressToken: token }),
    );
    textOf(await host.answer("asked"));
    const told = host.messages.filter(({ method }) => method === "notifications/progress");
    assert.equal(told.length > 0, token !== undefined);
    for (const { params } of told) assert.equal(params!["progressToken"], token);
  }
});

test("calls that are taken back: before they begin, while they run, after they were answered, never made", async () => {
  using small = project();
  await using host = await Host.start({ cwd: small.path });
  const cancel = (requestId: unknown) => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId, reason: "changed my mind" },
  });
  host.send(cancel(1), call(1, "context", { query: "session" }), cancel(1), cancel(404), cancel(null), {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
  });
  host.send(call(2, "search", { query: "(a+)+$", mode: "regex" }), cancel(2));
  host.send(call(3, "read", { places: ["README.md"] }));
  textOf(await host.answer(3));
  host.send(cancel(3), cancel("hello"));
  assert.match(await host.ask("context", { query: "session token" }), /checkSessionToken/);
  await host.end();
});
