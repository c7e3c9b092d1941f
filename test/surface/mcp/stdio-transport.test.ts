import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { StdioTransport } from "../../../src/surface/mcp/stdio-transport.ts";

function started(largestFrame = 1000, mostUnread?: number) {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: JSONRPCMessage[] = [];
  const transport = new StdioTransport({
    input,
    output,
    parse: parseJSONRPCMessage,
    largestFrame,
    mostUnread,
  });
  let closed = false;
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => (closed = true);
  void transport.start();
  const settle = async () => new Promise((resolve) => setImmediate(resolve));
  const sent = (): { id: unknown; error?: { code: number } }[] =>
    String(output.read() ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: unknown });
  return { input, output, received, transport, settle, sent, closed: () => closed };
}

const ping = (id: string | number) => ({ jsonrpc: "2.0" as const, id, method: "ping" });

test("CRLF, a byte order mark, blank lines, several messages in one chunk, arrays of messages", async () => {
  const t = started();
  t.input.write(`\uFEFF${JSON.stringify(ping(1))}\r\n\r\n\n${JSON.stringify(ping("a"))}\n`);
  t.input.write(`${JSON.stringify([ping(2), ping(3)])}\n`);
  await t.settle();
  assert.deepEqual(t.received, [ping(1), ping("a"), ping(2), ping(3)]);
  assert.deepEqual(t.sent(), []);
});

test("however the bytes are cut, the same messages arrive", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.string({ unit: "grapheme" })), { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      async (ids, cuts) => {
        const t = started();
        const bytes = Buffer.from(ids.map((id) => `${JSON.stringify(ping(id))}\n`).join(""));
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const length = cuts[i % cuts.length]!;
          t.input.write(bytes.subarray(at, at + length));
          at += length;
        }
        await t.settle();
        assert.deepEqual(t.received, ids.map(ping));
      },
    ),
    { numRuns: 50 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("broken lines are answered, and the next message is taken", async () => {
  const t = started();
  t.input.write(
    `{broken\n[]\n{"jsonrpc":"1.0","id":7,"method":"ping"}\n"text"\n${JSON.stringify(ping(1))}\n`,
  );
  await t.settle();
  assert.deepEqual(t.received, [ping(1)]);
  assert.deepEqual(
    t.sent().map((m) => [m.id, m.error?.code]),
    [
      [null, -32700],
      [null, -32600],
      [7, -32600],
      [null, -32600],
    ],
  );
});

test("an oversized frame is answered by its id wherever the id stands, and the next message is taken", async () => {
  const big = "x".repeat(5000);
  const frames = [
    `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"a":"${big}"}}`,
    `{"method":"tools/call","params":{"a":"${big}","id":9},"jsonrpc":"2.0","id":"six"}`,
    `{"method":"tools/call","params":{"a":"${big}","id":9}}`,
  ];
  const t = started();
  for (const frame of frames) {
    t.input.write(frame.slice(0, 700));
    t.input.write(`${frame.slice(700)}\n`);
  }
  t.input.write(`${JSON.stringify(ping(1))}\n`);
  await t.settle();
  assert.deepEqual(t.received, [ping(1)]);
  assert.deepEqual(
    t.sent().map((m) => [m.id, m.error?.code]),
    [
      [5, -32600],
      ["six", -32600],
      [null, -32600],
    ],
  );
});

test("a last message is taken and answered though the input ends in its line", async () => {
  for (const end of ["", "\r", "\n"]) {
    const t = started();
    t.input.end(`${JSON.stringify(ping(1))}\n${JSON.stringify(ping(2))}${end}`);
    await t.settle();
    await t.settle();
    assert.deepEqual(t.received, [ping(1), ping(2)]);
    await t.transport.close();
  }
  const cut = started();
  cut.input.end('{"jsonrpc":"2.0","id":3,"meth');
  await cut.settle();
  await cut.settle();
  assert.deepEqual(
    cut.sent().map(({ error }) => error?.code),
    [-32700],
  );
  const large = started(100);
  large.input.end(`{"id":4,"x":"${"y".repeat(500)}"}`);
  await large.settle();
  await large.settle();
  assert.deepEqual(
    large.sent().map(({ id, error }) => [id, error?.code]),
    [[4, -32600]],
  );
});

test("what a client does not read stays bounded, and all of it comes when it reads", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 4000 }),
      fc.integer({ min: 0, max: 30_000 }),
      async (length, answerBytes, mostUnread) => {
        const t = started(100_000, mostUnread);
        const text = "x".repeat(answerBytes);
        t.transport.onmessage = (message) => {
          t.received.push(message);
          void t.transport.send({ jsonrpc: "2.0", id: (message as { id: number }).id, result: { text } });
        };
        const asked = Array.from({ length }, (_, i) => i);
        // As they come from a pipe: a few at once.
        for (const id of asked) {
          t.input.write(`${JSON.stringify(ping(id))}\n`);
          if (id % 7 === 0) await t.settle();
        }
        await t.settle();
        // A stream takes so much without a word; and what came in the same piece, of at most 7, is still answered.
        const most = Math.max(mostUnread, t.output.writableHighWaterMark) + 8 * (answerBytes + 100);
        assert.ok(t.output.writableLength <= most, `${t.output.writableLength} of ${most}`);
        const answered: unknown[] = [];
        for (let quiet = 0; quiet < 3 && answered.length < length; quiet++) {
          const some = t.sent();
          if (some.length > 0) quiet = 0;
          answered.push(...some.map(({ id }) => id));
          await t.settle();
        }
        assert.deepEqual(answered, asked);
        await t.transport.close();
      },
    ),
    { numRuns: 50 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("an id that is used again before it was answered is waited for twice", async () => {
  const t = started();
  t.input.end(`${JSON.stringify(ping(1))}\n${JSON.stringify(ping(1))}\n`);
  await t.settle();
  await t.settle();
  await t.transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  assert.equal(t.closed(), false);
  await t.transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  assert.equal(t.closed(), true);
});

test("the end of input closes at once, or when what is in flight has been answered", async () => {
  const idle = started();
  idle.input.end();
  await idle.settle();
  await idle.settle();
  assert.equal(idle.closed(), true);

  const busy = started();
  busy.input.end(`${JSON.stringify(ping(1))}\n`);
  await busy.settle();
  await busy.settle();
  assert.equal(busy.closed(), false);
  await busy.transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  assert.equal(busy.closed(), true);
  assert.deepEqual(busy.sent(), [{ jsonrpc: "2.0", id: 1, result: {} }]);

  const stuck = started();
  stuck.input.end(`${JSON.stringify(ping(1))}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1_900));
  assert.equal(stuck.closed(), true);
});
